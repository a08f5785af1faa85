//! What `encrypt` and `decrypt` share.

use super::files::Output;
use crate::failure::{Failure, Result};
use crate::number::shorten;

/// Where a file says which scheme it is of, and what it says there for blocks.
const CONTENT: usize = 5;
const BLOCKS: u8 = 2;

/// A way to encrypt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::command) enum Scheme {
    Ecies,
    ElGamal,
}

impl Scheme {
    /// Its name in the registry of protocols.
    pub(in crate::command) const fn name(self) -> &'static str {
        match self {
            Self::Ecies => "ecies",
            Self::ElGamal => "ec-elgamal",
        }
    }

    /// The one of that name, in any case; ecies without one.
    pub(in crate::command) fn find(name: Option<&str>) -> Result<Self> {
        let name = name.unwrap_or(Self::Ecies.name());
        let all = [Self::Ecies, Self::ElGamal];
        all.into_iter().find(|scheme| scheme.name().eq_ignore_ascii_case(name)).ok_or_else(|| {
            Failure::usage(format!(
                "there is no scheme '{}'; there are: ecies, ec-elgamal",
                shorten(name)
            ))
        })
    }

    /// That of a file; ecies, which refuses it, for what is none.
    pub(in crate::command) fn of_file(file: &[u8]) -> Self {
        if file.get(CONTENT) == Some(&BLOCKS) { Self::ElGamal } else { Self::Ecies }
    }
}

/// JSON and a file cannot both go to standard output.
pub(in crate::command) fn json_apart(json: bool, output: &Output) -> Result<()> {
    if json && output.is_standard() {
        return Err(Failure::usage("--json writes to standard output; give a file after -o"));
    }
    Ok(())
}
