//! Signature schemes: a file and a line in [`SCHEMES`] each.

mod bip340;
mod bls;
mod ec_sdsa;
mod ecdsa;
mod ed25519;
mod rsa;

use super::files::Message;
use super::hash::{self, Hash};
use super::permit;
use polylimb::protocol::keys::{AnyPublicKey, AnySecretKey};
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::number::shorten;
use serde_json::{Map, Value};

/// A signature scheme.
pub(crate) struct Scheme {
    pub(crate) name: &'static str,
    sign: Sign,
    verify: Verify,
}

type Sign = fn(&AnySecretKey, &Message<'_>, &Options, Option<Nonce>) -> Result<Signed>;
type Verify = fn(&AnyPublicKey, &Message<'_>, &[u8], &Options) -> Result<Verified>;

/// All schemes. Names are as in the register of protocols.
const SCHEMES: &[Scheme] = &[
    ecdsa::SCHEME,
    ec_sdsa::SCHEME,
    bip340::SCHEME,
    ed25519::SCHEME,
    bls::SCHEME,
    rsa::PSS,
    rsa::PKCS1V15,
];

/// A signature, and its description in JSON.
pub(crate) struct Signed {
    pub(crate) signature: Vec<u8>,
    pub(crate) details: Map<String, Value>,
}

/// The result of a verification.
pub(crate) struct Verified {
    /// Why the signature is not valid, if it is not.
    pub(crate) verdict: polylimb::Result<()>,
    pub(crate) details: Map<String, Value>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// ecdsa, ec-sdsa, bip340, ed25519, bls, rsa-pss or rsa-pkcs1v15; without it ed25519, bls and
    /// rsa-pss for keys of their own, otherwise ecdsa
    #[arg(long, value_name = "NAME")]
    scheme: Option<String>,
    /// ecdsa, ec-sdsa, rsa-pss and rsa-pkcs1v15: the hash of the data, sha224 to sha512 or sha3-224
    /// to sha3-512; without it sha256
    #[arg(long, value_name = "NAME")]
    hash: Option<String>,
    /// ecdsa: the signature as der (a SEQUENCE of two INTEGERs) or raw (two numbers of the order's
    /// length)
    #[arg(long, value_name = "der|raw")]
    format: Option<Format>,
    /// ecdsa: s at most half of the order: when signing, takes the lower of both; when verifying,
    /// refuses the higher
    #[arg(long)]
    low_s: bool,
    /// ec-sdsa: whose form: iso (ISO/IEC 14888-3), iso-optimised (the abscissa hashed alone) or bsi
    /// (BSI TR-03111); without it iso. bls: basic, aug (the message with the public key) or pop
    /// (with proofs of possession); without it pop
    #[arg(long, value_name = "NAME")]
    form: Option<String>,
    /// rsa-pss: bytes of the salt; without it as many as the digest has
    #[arg(long, value_name = "BYTES")]
    salt: Option<usize>,
}

/// How the two numbers of ECDSA are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Der,
    Raw,
}

/// Where nonces come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Nonce {
    /// From key and message alone.
    Deterministic,
    /// From fresh random numbers, too.
    Hedged,
}

impl Options {
    /// Signs with a key that fits the scheme.
    pub(crate) fn sign(
        &self,
        key: &AnySecretKey,
        message: &Message<'_>,
        nonce: Option<Nonce>,
        allow_vartime: bool,
    ) -> Result<(&'static Scheme, Signed)> {
        let scheme = self.find(match key {
            AnySecretKey::Ed25519(_) => &ed25519::SCHEME,
            AnySecretKey::Pairing(_) => &bls::SCHEME,
            AnySecretKey::Rsa(_) => &rsa::PSS,
            _ => &ecdsa::SCHEME,
        })?;
        self.check_form(scheme)?;
        permit(scheme.name, allow_vartime)?;
        Ok((scheme, (scheme.sign)(key, message, self, nonce)?))
    }

    /// Verifies with a key that fits the scheme.
    pub(crate) fn verify(
        &self,
        key: &AnyPublicKey,
        message: &Message<'_>,
        signature: &[u8],
    ) -> Result<(&'static Scheme, Verified)> {
        let scheme = self.find(match key {
            AnyPublicKey::Ed25519(_) => &ed25519::SCHEME,
            AnyPublicKey::Pairing(_) => &bls::SCHEME,
            AnyPublicKey::Rsa(_) => &rsa::PSS,
            _ => &ecdsa::SCHEME,
        })?;
        self.check_form(scheme)?;
        Ok((scheme, (scheme.verify)(key, message, signature, self)?))
    }

    fn find(&self, default: &Scheme) -> Result<&'static Scheme> {
        let name = self.scheme.as_deref().unwrap_or(default.name);
        let is = |other: &str| other.eq_ignore_ascii_case(name);
        if let Some(found) = SCHEMES.iter().find(|scheme| is(scheme.name)) {
            return Ok(found);
        }
        let names = SCHEMES.iter().map(|scheme| scheme.name).collect::<Vec<_>>().join(", ");
        Err(Failure::usage(format!("there is no scheme '{}'; there are: {names}", shorten(name))))
    }

    fn hash(&self) -> Result<&'static Hash> {
        hash::find(self.hash.as_deref().unwrap_or(hash::DEFAULT))
    }

    /// Refuses `--form` for a scheme with only one form, and `--salt` for one without a salt.
    fn check_form(&self, scheme: &Scheme) -> Result<()> {
        if self.salt.is_some() && scheme.name != rsa::PSS.name {
            return Err(Failure::usage(format!(
                "--salt is for rsa-pss; {} has no salt",
                scheme.name
            )));
        }
        if self.form.is_some() && ![ec_sdsa::SCHEME.name, bls::SCHEME.name].contains(&scheme.name) {
            return Err(Failure::usage(format!(
                "--form is for ec-sdsa and bls; {} has one form",
                scheme.name
            )));
        }
        Ok(())
    }

    /// Refuses options for ECDSA only.
    fn none_of_ecdsa(&self, scheme: &str) -> Result<()> {
        if self.hash.is_some() || self.format.is_some() || self.low_s {
            return Err(Failure::usage(format!(
                "--hash, --format and --low-s are for ecdsa; {scheme} has one hash and one form"
            )));
        }
        Ok(())
    }
}

/// The error for a key of another scheme.
fn unfit(scheme: &str, needs: &str) -> Failure {
    Failure::usage(format!("{scheme} needs a key {needs}; choose another --key or --scheme"))
}

/// Fields for JSON.
fn details<const N: usize>(fields: [(&str, Value); N]) -> Map<String, Value> {
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
