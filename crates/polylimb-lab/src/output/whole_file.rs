//! Files that are written whole or not at all.

use crate::failure::{Failure, Result};
use std::fs::{self, OpenOptions, Permissions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Writes `contents` to `path`, or to standard output for `-`: into a new file in the same folder,
/// which then replaces the old one and has its mode. A device, a pipe or another special file is
/// written directly.
///
/// # Errors
/// [`Failure::Run`] with the path; [`Failure::ReaderGone`] if standard output is closed.
pub fn write(path: &Path, contents: &[u8]) -> Result<()> {
    write_with(path, contents, None)
}

/// As [`write()`], but only the owner may read the file, and an existing file is replaced with
/// `replace` only.
///
/// # Errors
/// As [`write()`]; [`Failure::Usage`] for a file that exists.
pub fn write_secret(path: &Path, contents: &[u8], replace: bool) -> Result<()> {
    write_with(path, contents, Some(replace))
}

/// `secret` says whether a secret replaces an existing file.
fn write_with(path: &Path, contents: &[u8], secret: Option<bool>) -> Result<()> {
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
    // The mode of any new file, which the umask then restricts.
    let mode = if secret.is_some() { 0o600 } else { 0o666 };
    let mut file = tempfile::Builder::new()
        .prefix(".polylimb-")
        .permissions(Permissions::from_mode(mode))
        .tempfile_in(folder(&path))
        .map_err(|e| failed(&e))?;
    if let (None, Some(old)) = (secret, old) {
        // Set on the file, because the umask does not restrict what is there already.
        let mode = Permissions::from_mode(old.permissions().mode() & 0o777);
        file.as_file().set_permissions(mode).map_err(|e| failed(&e))?;
    }
    file.write_all(contents).and_then(|()| file.as_file().sync_all()).map_err(|e| failed(&e))?;
    if secret == Some(false) {
        return match file.persist_noclobber(&path) {
            Ok(_) => Ok(()),
            Err(e) if e.error.kind() == ErrorKind::AlreadyExists => Err(exists(&path)),
            Err(e) => Err(failed(&e.error)),
        };
    }
    file.persist(&path).map_err(|e| failed(&e.error))?;
    Ok(())
}

/// The error for a file that a secret would replace.
fn exists(path: &Path) -> Failure {
    Failure::usage(format!(
        "{} exists already; choose another file, or --force to replace it",
        path.display()
    ))
}

/// Whether a secret can be written to `path` without replacing a file.
///
/// # Errors
/// [`Failure::Usage`] if there is one.
pub fn check_new(path: &Path) -> Result<()> {
    // Special files hold nothing; a link that leads nowhere is a file.
    match fs::metadata(path).or_else(|_| fs::symlink_metadata(path)) {
        Ok(m) if (m.is_file() || m.is_symlink()) && path != Path::new("-") => Err(exists(path)),
        _ => Ok(()),
    }
}

/// Whether `output` is none of the files that are read, by any name.
///
/// # Errors
/// [`Failure::Usage`] with the file that is both.
pub fn check_apart<'a>(output: &Path, inputs: impl IntoIterator<Item = &'a Path>) -> Result<()> {
    // What is neither standard output nor special, and exists.
    let identity = |path: &Path| {
        let file = fs::metadata(path).ok().filter(|m| m.is_file() && path != Path::new("-"))?;
        Some((file.dev(), file.ino()))
    };
    let Some(own) = identity(output) else { return Ok(()) };
    match inputs.into_iter().find(|input| identity(input) == Some(own)) {
        None => Ok(()),
        Some(input) => Err(Failure::usage(format!(
            "{} is read and would be replaced by {}; write to another file",
            input.display(),
            output.display()
        ))),
    }
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

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn a_replaced_file_keeps_its_mode() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("shared");
        write(&path, b"first").unwrap();
        for kept in [0o666, 0o664, 0o600, 0o444, 0o755] {
            fs::set_permissions(&path, Permissions::from_mode(kept)).unwrap();
            write(&path, b"again").unwrap();
            assert_eq!(mode(&path), kept, "{:o}", mode(&path));
        }
    }

    #[test]
    fn a_secret_is_the_owners_alone_and_replaces_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("key");
        write_secret(&path, b"new", false).unwrap();
        assert_eq!(mode(&path), 0o600);
        fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        for refused in [write_secret(&path, b"again", false), check_new(&path)] {
            assert_eq!(refused.unwrap_err().status(), 2);
        }
        assert_eq!((mode(&path), fs::read(&path).unwrap()), (0o644, b"new".to_vec()));
        write_secret(&path, b"again", true).unwrap();
        assert_eq!((mode(&path), fs::read(&path).unwrap()), (0o600, b"again".to_vec()));
        let nowhere = dir.path().join("nowhere");
        std::os::unix::fs::symlink(dir.path().join("x"), &nowhere).unwrap();
        assert!(check_new(&nowhere).is_err() && write_secret(&nowhere, b"", false).is_err());
        check_new(&dir.path().join("x")).unwrap();
        check_new(Path::new("/dev/null")).unwrap();
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
    }

    #[test]
    fn one_file_by_two_names_is_one() {
        let dir = tempfile::tempdir().unwrap();
        let [file, link, hard, other] =
            ["file", "link", "hard", "other"].map(|n| dir.path().join(n));
        write(&file, b"").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        fs::hard_link(&file, &hard).unwrap();
        for output in [&file, &link, &hard, &dir.path().join("./file")] {
            let refused = check_apart(output, [other.as_path(), &file]).unwrap_err();
            assert_eq!(refused.status(), 2);
        }
        check_apart(&other, [file.as_path(), &other]).unwrap();
        check_apart(Path::new("/dev/null"), [Path::new("/dev/null")]).unwrap();
        check_apart(Path::new("-"), [Path::new("-")]).unwrap();
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
