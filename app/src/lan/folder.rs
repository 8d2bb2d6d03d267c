//! Where the data directory is.

use std::path::PathBuf;

/// The folder for the data of programs, as desktops agree on it; `None` where there is no home.
pub(crate) fn data_folder() -> Option<PathBuf> {
    folder_for(|name| std::env::var_os(name).map(PathBuf::from))
}

fn folder_for(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let absolute = |name: &str| variable(name).filter(|path| path.is_absolute());
    let folder = absolute("XDG_DATA_HOME").or_else(|| Some(absolute("HOME")?.join(".local/share")));
    Some(folder?.join("doubloons"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_folders_do_not_count() {
        let with = |data: &'static str, home: &'static str| {
            folder_for(move |name| Some(PathBuf::from(if name == "HOME" { home } else { data })))
        };
        assert_eq!(with("/data", "/home/mira"), Some(PathBuf::from("/data/doubloons")));
        assert_eq!(with("data", "/home/mira"), Some(PathBuf::from("/home/mira/.local/share/doubloons")));
        assert_eq!(with("", ""), None);
    }
}
