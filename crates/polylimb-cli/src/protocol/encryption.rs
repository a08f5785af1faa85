//! Shared code of `encrypt` and `decrypt`.

use super::files::Output;
use polylimb::protocol::keys::AnyPublicKey;
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::number::shorten;

/// The index of the byte that names a file's scheme, and its values for blocks and for an identity.
const CONTENT: usize = 5;
const BLOCKS: u8 = 2;
const IDENTITY: u8 = 3;

/// A way to encrypt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scheme {
    Ecies,
    ElGamal,
    BonehFranklin,
}

impl Scheme {
    /// Its name in the register of protocols.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Ecies => "ecies",
            Self::ElGamal => "ec-elgamal",
            Self::BonehFranklin => "boneh-franklin",
        }
    }

    /// The scheme of that name, in any case; without a name the scheme of an authority's key,
    /// otherwise ecies.
    pub(crate) fn find(name: Option<&str>, key: &AnyPublicKey) -> Result<Self> {
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

    /// The scheme of a file; for other files ecies, which refuses them.
    pub(crate) fn of_file(file: &[u8]) -> Self {
        match file.get(CONTENT) {
            Some(&BLOCKS) => Self::ElGamal,
            Some(&IDENTITY) => Self::BonehFranklin,
            _ => Self::Ecies,
        }
    }
}

/// JSON and a file cannot both go to standard output.
pub(crate) fn json_apart(json: bool, output: &Output) -> Result<()> {
    if json && output.is_standard() {
        return Err(Failure::usage("--json writes to standard output; give a file after -o"));
    }
    Ok(())
}
