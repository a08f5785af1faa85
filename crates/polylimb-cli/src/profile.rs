//! The tuning profile of the command: finds and reads its file. The library itself reads no files.

use polylimb::authors::modmul::ALGORITHMS;
use polylimb::modmul::Profile;
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::record::input;
use std::env;
use std::ffi::OsString;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The environment variable that names the profile.
const VARIABLE: &str = "POLYLIMB_PROFILE";
/// A larger file is not a profile.
const MOST_BYTES: u64 = 1 << 20;

/// A profile and its file.
pub(super) struct Loaded {
    pub(super) path: PathBuf,
    pub(super) profile: Profile,
}

/// The path to which `polylimb tune` writes and from which every command reads: `polylimb/profile`
/// in `$XDG_CONFIG_HOME` or `~/.config`; `None` without a home.
pub(super) fn usual_path() -> Option<PathBuf> {
    let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let config = absolute("XDG_CONFIG_HOME").or_else(|| Some(absolute("HOME")?.join(".config")))?;
    Some(config.join("polylimb").join("profile"))
}

/// The profile `given` with `--profile`, else the one that `POLYLIMB_PROFILE` names, else the one
/// at the usual path; `None` if there is no file at the usual path.
///
/// # Errors
/// [`Failure::Run`] for a file that cannot be read, [`Failure::Usage`] for one that is no profile
/// for this build.
pub(super) fn load(given: Option<&Path>) -> Result<Option<Loaded>> {
    let named = env::var_os(VARIABLE).filter(|name: &OsString| !name.is_empty());
    if let Some(path) = given.map(Path::to_owned).or(named.map(PathBuf::from)) {
        return read(&path)?.map(Some).ok_or_else(|| {
            unreadable(&path, "there is no such file; make one with polylimb tune")
        });
    }
    usual_path().map_or(Ok(None), |path| read(&path))
}

/// The profile in a file; `None` if the file does not exist.
fn read(path: &Path) -> Result<Option<Loaded>> {
    let mut bytes = Vec::new();
    match input::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes)) {
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
        Err(e) => {
            let name = path.display();
            let message = format!("profile {name}: {e}; give a file of polylimb tune");
            return Err(Failure::reading(&e, message));
        }
        Ok(_) if bytes.len() as u64 > MOST_BYTES => {
            return Err(wrong(path, "longer than a megabyte; give a file of polylimb tune"));
        }
        Ok(_) => {}
    }
    let text =
        str::from_utf8(&bytes).map_err(|_| wrong(path, "no text; give a file of polylimb tune"))?;
    let profile = Profile::parse(text, ALGORITHMS).map_err(|e| wrong(path, &e.to_string()))?;
    Ok(Some(Loaded { path: path.to_owned(), profile }))
}

fn unreadable(path: &Path, what: &str) -> Failure {
    Failure::run(format!("profile {}: {what}", path.display()))
}

fn wrong(path: &Path, what: &str) -> Failure {
    Failure::usage(format!("profile {}: {what}", path.display()))
}
