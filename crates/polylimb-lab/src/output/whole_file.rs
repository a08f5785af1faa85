//! Files that are written whole or not at all.

use crate::failure::{Failure, Result};
use std::fs::{self, OpenOptions, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Writes `contents` to `path`, or to standard output for `-`: into a new file in the same folder,
/// which then replaces the old one. A device, a pipe or another special file is written directly.
///
/// # Errors
/// [`Failure::Run`] with the path; [`Failure::ReaderGone`] if standard output is closed.
pub fn write(path: &Path, contents: &[u8]) -> Result<()> {
    // The mode of any new file, which the umask then restricts.
    write_with(path, contents, |old| old.map_or(0o666, |m| m.permissions().mode() & 0o7777))
}

/// As [`write()`], but only the owner may read the file, also if it replaces a public one.
///
/// # Errors
/// As [`write()`].
pub fn write_secret(path: &Path, contents: &[u8]) -> Result<()> {
    write_with(path, contents, |_| 0o600)
}

/// `mode` receives the metadata of the file that will be replaced.
fn write_with(
    path: &Path,
    contents: &[u8],
    mode: impl FnOnce(Option<fs::Metadata>) -> u32,
) -> Result<()> {
    if path == Path::new("-") {
        let mut out = std::io::stdout().lock();
        out.write_all(contents)?;
        return Ok(out.flush()?);
    }
    let failed = |e: &std::io::Error| Failure::io(e, &format!("cannot write {}", path.display()));
    // A symbolic link stays, and its target is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&path).ok();
    if old.as_ref().is_some_and(|m| !m.is_file()) {
        let mut special = OpenOptions::new().write(true).open(&path).map_err(|e| failed(&e))?;
        return special.write_all(contents).map_err(|e| failed(&e));
    }
    let mut file = tempfile::Builder::new()
        .prefix(".polylimb-")
        .permissions(Permissions::from_mode(mode(old)))
        .tempfile_in(folder(&path))
        .map_err(|e| failed(&e))?;
    file.write_all(contents).and_then(|()| file.as_file().sync_all()).map_err(|e| failed(&e))?;
    file.persist(&path).map_err(|e| failed(&e.error))?;
    Ok(())
}

/// Whether `path` can be written, to be checked before a long measurement.
///
/// # Errors
/// [`Failure::Usage`] with the obstacle.
pub fn check(path: &Path) -> Result<()> {
    if path == Path::new("-") {
        return Ok(());
    }
    let name = path.display();
    if path.is_dir() || path.as_os_str().is_empty() {
        return Err(Failure::usage(format!("'{name}' is a folder; give a file in it")));
    }
    let folder = folder(path);
    match fs::metadata(&folder) {
        Ok(m) if m.is_dir() => Ok(()),
        _ => Err(Failure::usage(format!(
            "there is no folder {} to write {name} into; make it first",
            folder.display()
        ))),
    }
}

fn folder(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaced_whole_and_nothing_left_beside() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("r.jsonl");
        write(&path, b"first").unwrap();
        write(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        let link = dir.path().join("link");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write(&link, b"third").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"third");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_secret_is_the_owners_alone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("key");
        let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o7777;
        write_secret(&path, b"new").unwrap();
        assert_eq!(mode(), 0o600);
        fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        write_secret(&path, b"again").unwrap();
        assert_eq!((mode(), fs::read(&path).unwrap()), (0o600, b"again".to_vec()));
    }

    #[test]
    fn a_device_stays_one_and_a_folder_is_refused() {
        write(Path::new("/dev/null"), b"x").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        assert_eq!(check(Path::new("/")).unwrap_err().status(), 2);
        assert_eq!(check(Path::new("/no/such/folder/x")).unwrap_err().status(), 2);
        assert_eq!(write(Path::new("/no/such/folder/x"), b"").unwrap_err().status(), 3);
    }
}
