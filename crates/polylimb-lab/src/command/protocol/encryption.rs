//! What `encrypt` and `decrypt` share.

use super::files::Output;
use crate::failure::{Failure, Result};
use crate::number::shorten;
use polylimb::protocol::keys::AnyPublicKey;

/// Where a file says which scheme it is of, and what it says there for blocks and for an identity.
const CONTENT: usize = 5;
const BLOCKS: u8 = 2;
const IDENTITY: u8 = 3;

/// A way to encrypt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::command) enum Scheme {
    Ecies,
    ElGamal,
    BonehFranklin,
}

impl Scheme {
    /// Its name in the registry of protocols.
    pub(in crate::command) const fn name(self) -> &'static str {
        match self {
            Self::Ecies => "ecies",
            Self::ElGamal => "ec-elgamal",
            Self::BonehFranklin => "boneh-franklin",
        }
    }

    /// The one of that name, in any case; without one that of an authority's key, otherwise ecies.
    pub(in crate::command) fn find(name: Option<&str>, key: &AnyPublicKey) -> Result<Self> {
        let Some(name) = name else {
            let of_pairing = matches!(key, AnyPublicKey::Pairing(_));
            return Ok(if of_pairing { Self::BonehFranklin } else { Self::Ecies });
        };
        let all = [Self::Ecies, Self::ElGamal, Self::BonehFranklin];
        let is = |scheme: &Self| scheme.name().eq_ignore_ascii_case(name);
        let alias = name.eq_ignore_ascii_case("ibe").then_some(Self::BonehFranklin);
        alias.or_else(|| all.into_iter().find(is)).ok_or_else(|| {
            Failure::usage(format!(
                "there is no scheme '{}'; there are: ecies, ec-elgamal, boneh-franklin",
                shorten(name)
            ))
        })
    }

    /// That of a file; ecies, which refuses it, for what is none.
    pub(in crate::command) fn of_file(file: &[u8]) -> Self {
        match file.get(CONTENT) {
            Some(&BLOCKS) => Self::ElGamal,
            Some(&IDENTITY) => Self::BonehFranklin,
            _ => Self::Ecies,
        }
    }
}

/// JSON and a file cannot both go to standard output.
pub(in crate::command) fn json_apart(json: bool, output: &Output) -> Result<()> {
    if json && output.is_standard() {
        return Err(Failure::usage("--json writes to standard output; give a file after -o"));
    }
    Ok(())
}
