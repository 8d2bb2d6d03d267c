//! avahi-daemon on a laptop, as most Linux desktops have it, and `avahi-browse` to ask it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::laptop::Laptop;
use crate::program::Program;

/// avahi-daemon and the message bus that it needs, in a mount namespace of their own.
#[derive(Debug)]
pub struct Avahi {
    bus: PathBuf,
    daemon: Program,
    /// Ends with this value.
    _bus_daemon: Program,
}

impl Avahi {
    /// Starts both and waits until the daemon answers.
    pub fn start(laptop: &Laptop) -> Avahi {
        let folder = laptop.data().join("avahi");
        fs::create_dir_all(&folder).expect("a folder for the bus");
        let bus = folder.join("bus");
        let bus_settings = folder.join("bus.conf");
        fs::write(&bus_settings, bus_configuration(&bus)).expect("settings of the bus");
        let settings = folder.join("avahi.conf");
        fs::write(&settings, "[server]\nallow-interfaces=eth0\n[wide-area]\nenable-wide-area=no\n[publish]\n")
            .expect("settings of avahi");
        let mut command = Command::new("dbus-daemon");
        command.arg("--config-file").arg(&bus_settings).args(["--nofork", "--nopidfile"]);
        let bus_daemon = Program::start(format!("{} dbus-daemon", laptop.name()), command);
        // Avahi's files have a fixed place in /run, so every daemon needs a view of its own on it. And it insists on a
        // user of its own, where there is nobody but root.
        let everybody = folder.join("everybody");
        fs::write(&everybody, "root:x:0:0::/:/bin/sh\navahi:x:0:0::/:/bin/sh\n").expect("a list of users");
        let groups = folder.join("groups");
        fs::write(&groups, "root:x:0:\navahi:x:0:\n").expect("a list of groups");
        let place = Path::new("/run/avahi-daemon");
        let own_place = folder.join("run");
        fs::create_dir_all(place).and(fs::create_dir_all(&own_place)).expect("the place of its files");
        let script = "until [ -S \"$1\" ]; do sleep 0.01; done
            mount --bind \"$2\" \"$3\" && mount --bind \"$4\" /etc/passwd && mount --bind \"$5\" /etc/group &&
            exec avahi-daemon --file=\"$6\" --no-drop-root --no-chroot --no-rlimits --no-proc-title";
        let mut command = laptop.namespace().command("unshare");
        command.args(["--mount", "--", "sh", "-c", script, "avahi"]);
        command.args([&bus, &own_place]).arg(place).args([&everybody, &groups, &settings]);
        command.env("DBUS_SYSTEM_BUS_ADDRESS", bus_address(&bus));
        let daemon = Program::start(format!("{} avahi-daemon", laptop.name()), command);
        let avahi = Avahi { bus, daemon, _bus_daemon: bus_daemon };
        avahi.wait_until_it_answers(laptop);
        avahi
    }

    /// A command on the same laptop that talks to this daemon.
    pub fn command(&self, laptop: &Laptop, program: &str) -> Command {
        let mut command = laptop.namespace().command(program);
        command.env("DBUS_SYSTEM_BUS_ADDRESS", bus_address(&self.bus));
        command
    }

    fn wait_until_it_answers(&self, laptop: &Laptop) {
        let deadline = Instant::now() + Duration::from_secs(20);
        loop {
            let asked = self
                .command(laptop, "avahi-browse")
                .args(["--all", "--terminate"])
                .output()
                .expect("avahi-browse runs");
            if asked.status.success() {
                return;
            }
            assert!(Instant::now() < deadline, "avahi does not answer\n{}", self.daemon.account());
            thread::sleep(Duration::from_millis(20));
        }
    }
}

fn bus_address(bus: &Path) -> String {
    format!("unix:path={}", bus.display())
}

fn bus_configuration(bus: &Path) -> String {
    format!(
        "<busconfig><type>system</type><listen>{}</listen><auth>EXTERNAL</auth>
        <policy context=\"default\"><allow user=\"*\"/><allow own=\"*\"/><allow send_destination=\"*\"/>
        <allow receive_sender=\"*\"/><allow send_requested_reply=\"true\" send_type=\"method_return\"/>
        <allow send_requested_reply=\"true\" send_type=\"error\"/>
        <allow receive_requested_reply=\"true\"/></policy></busconfig>",
        bus_address(bus)
    )
}
