//! What is known of the computer around us: which firewall is on, and whether we are in a sandbox.

use std::fs;
use std::path::Path;

/// What is known of the computer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Surroundings {
    /// Whether ufw is on.
    pub ufw: bool,
    /// Whether firewalld is running.
    pub firewalld: bool,
    /// The sandbox, if we are in one.
    pub flatpak: Option<Flatpak>,
}

/// A Flatpak sandbox. From inside it the computer's firewall can't be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flatpak {
    /// Whether it may use the network.
    pub network: bool,
}

impl Surroundings {
    /// Looks around.
    pub fn look() -> Surroundings {
        Surroundings::look_below(Path::new("/"))
    }

    /// Looks around as if this folder were the root.
    fn look_below(root: &Path) -> Surroundings {
        let read = |path: &str| fs::read_to_string(root.join(path)).unwrap_or_default();
        let has_line = |text: &str, wanted: &str| text.lines().any(|line| line.trim().eq_ignore_ascii_case(wanted));
        let flatpak = root.join(".flatpak-info").exists().then(|| {
            let information = read(".flatpak-info");
            let mut shared = information.lines().filter_map(|line| line.trim().strip_prefix("shared="));
            Flatpak { network: shared.any(|shared| shared.split(';').any(|share| share == "network")) }
        });
        Surroundings {
            ufw: has_line(&read("etc/ufw/ufw.conf"), "ENABLED=yes"),
            firewalld: ["run/firewalld.pid", "run/firewalld"].iter().any(|path| root.join(path).exists()),
            flatpak,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn firewalls_and_sandboxes_are_recognised_by_their_files() {
        let root = std::env::temp_dir().join(format!("doubloons-surroundings-{}", std::process::id()));
        let write = |path: &str, text: &str| {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        };
        fs::create_dir_all(&root).expect("a folder");
        assert_eq!(Surroundings::look_below(&root), Surroundings::default());
        write("etc/ufw/ufw.conf", "# comment\nENABLED=no\n");
        assert!(!Surroundings::look_below(&root).ufw);
        write("etc/ufw/ufw.conf", "ENABLED=yes\nLOGLEVEL=low\n");
        write("run/firewalld.pid", "1");
        write(".flatpak-info", "[Application]\nname=x\n\n[Context]\nshared=ipc;\n");
        let found = Surroundings::look_below(&root);
        assert_eq!(found, Surroundings { ufw: true, firewalld: true, flatpak: Some(Flatpak { network: false }) });
        write(".flatpak-info", "[Context]\nshared=network;ipc;\n");
        assert_eq!(Surroundings::look_below(&root).flatpak, Some(Flatpak { network: true }));
        fs::remove_dir_all(&root).expect("the folder goes");
    }
}
