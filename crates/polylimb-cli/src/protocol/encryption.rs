//! Shared code of `encrypt` and `decrypt`.

use super::files::Output;
use super::hash;
use polylimb::protocol::keys::{AnyPublicKey, AnySecretKey};
use polylimb::rsa::Oaep;
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::number::shorten;
use std::path::Path;

/// A way to encrypt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scheme {
    Ecies,
    ElGamal,
    BonehFranklin,
    RsaOaep,
}

impl Scheme {
    /// Its name in the register of protocols.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Ecies => "ecies",
            Self::ElGamal => "ec-elgamal",
            Self::BonehFranklin => "boneh-franklin",
            Self::RsaOaep => "rsa-oaep",
        }
    }

    /// The scheme of that name, in any case; without a name the key's, which it says itself. Keys
    /// of ec-elgamal want the name, too.
    pub(crate) fn find(name: Option<&str>, key: KeyOf) -> Result<Self> {
        let Some(name) = name else {
            return match key {
                KeyOf::Pairing => Ok(Self::BonehFranklin),
                KeyOf::ElGamal => Err(Failure::usage(
                    "the key is for ec-elgamal, where changes go unnoticed; --scheme ec-elgamal takes it all the same",
                )),
                KeyOf::Rsa => Ok(Self::RsaOaep),
                KeyOf::Others => Ok(Self::Ecies),
            };
        };
        let all = [Self::Ecies, Self::ElGamal, Self::BonehFranklin, Self::RsaOaep];
        let is = |scheme: &Self| scheme.name().eq_ignore_ascii_case(name);
        let alias = name.eq_ignore_ascii_case("ibe").then_some(Self::BonehFranklin);
        alias.or_else(|| all.into_iter().find(is)).ok_or_else(|| {
            Failure::usage(format!(
                "there is no scheme '{}'; there are: ecies, ec-elgamal, boneh-franklin, rsa-oaep",
                shorten(name)
            ))
        })
    }
}

/// What a key is for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum KeyOf {
    /// Protocols on pairings.
    Pairing,
    /// EC-ElGamal alone.
    ElGamal,
    /// RSA.
    Rsa,
    /// Anything else.
    Others,
}

impl From<&AnyPublicKey> for KeyOf {
    fn from(key: &AnyPublicKey) -> Self {
        match key {
            AnyPublicKey::Pairing(_) => Self::Pairing,
            AnyPublicKey::ElGamal(_) => Self::ElGamal,
            AnyPublicKey::Rsa(_) => Self::Rsa,
            _ => Self::Others,
        }
    }
}

impl From<&AnySecretKey> for KeyOf {
    fn from(key: &AnySecretKey) -> Self {
        match key {
            AnySecretKey::Pairing(_) => Self::Pairing,
            AnySecretKey::ElGamal(_) => Self::ElGamal,
            AnySecretKey::Rsa(_) => Self::Rsa,
            _ => Self::Others,
        }
    }
}

/// The error for a key of other protocols where ec-elgamal needs its own.
pub(crate) fn not_dedicated(path: &Path) -> Failure {
    Failure::usage(format!(
        "{}: ec-elgamal has keys of its own, from key generate --scheme ec-elgamal: with a key of other protocols a forged file would open their messages",
        path.display()
    ))
}

/// The options of rsa-oaep.
#[derive(Debug, clap::Args)]
pub(crate) struct OaepOptions {
    /// rsa-oaep: its hash, also in the mask, sha224 to sha512 or sha3-224 to sha3-512; without it
    /// sha256
    #[arg(long, value_name = "NAME")]
    hash: Option<String>,
    /// rsa-oaep: what both sides call the purpose of the data; without it nothing
    #[arg(long, value_name = "TEXT")]
    label: Option<String>,
}

impl OaepOptions {
    /// The scheme with its hash and label.
    pub(crate) fn oaep(&self) -> Result<Oaep<'_>> {
        let hash = hash::find(self.hash.as_deref().unwrap_or(hash::DEFAULT))?;
        Ok((hash.rsa_oaep)().labelled(self.label.as_deref().unwrap_or_default().as_bytes()))
    }

    /// Refuses these options for another scheme.
    pub(crate) fn check(&self, scheme: Scheme) -> Result<()> {
        if scheme != Scheme::RsaOaep && (self.hash.is_some() || self.label.is_some()) {
            return Err(Failure::usage(format!(
                "--hash and --label are for rsa-oaep; {} has one hash and no label",
                scheme.name()
            )));
        }
        Ok(())
    }
}

/// The error for a key of another kind where rsa-oaep needs one for RSA.
pub(crate) fn not_rsa(path: &Path) -> Failure {
    Failure::usage(format!(
        "{}: a key for RSA is needed, from key generate --rsa 3072 and key public",
        path.display()
    ))
}

/// JSON and a file cannot both go to standard output.
pub(crate) fn json_apart(json: bool, output: &Output) -> Result<()> {
    if json && output.is_standard() {
        return Err(Failure::usage("--json writes to standard output; give a file after -o"));
    }
    Ok(())
}
