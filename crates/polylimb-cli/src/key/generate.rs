//! `polylimb key generate`.

use super::{Encoding, deliver};
use crate::protocol::encryption::Scheme;
use crate::protocol::files::Output;
use crate::protocol::random;
use polylimb::pairing::PairingName;
use polylimb::protocol::Curve;
use polylimb::protocol::elgamal::Dedicated;
use polylimb::protocol::keys::{AnySecretKey, PairingScheme, PairingSecretKey, SecretKey};
use polylimb::rsa;
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::number::shorten;
use polylimb_lab::registry;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// X25519, Ed25519, bls12-381, or a curve's name or alias (polylimb list curve), in any case
    #[arg(long, value_name = "NAME", required_unless_present = "rsa", conflicts_with = "rsa")]
    curve: Option<String>,
    /// A key for RSA of this many bits, 2048 to 16384
    #[arg(long, value_name = "BITS", conflicts_with = "scheme")]
    rsa: Option<usize>,
    /// The primes of a key for RSA: 2, up to 3 below 4096 bits, up to 4 below 8192, up to 5
    #[arg(long, value_name = "COUNT", default_value_t = 2, requires = "rsa")]
    primes: usize,
    /// What the key is for. On bls12-381 bls (the default) or bls-min-sig, signatures of 96 or 48
    /// bytes; ibe or sok, an authority's; joux. On other curves ec-elgamal, or without --scheme
    /// signatures, key agreement and ecies
    #[arg(long, value_name = "NAME")]
    scheme: Option<String>,
    /// The file to write, for its owner alone; without it standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// pem or der of PKCS #8; on bls12-381 of a format of our own (key --help)
    #[arg(long, value_name = "pem|der", default_value = "pem")]
    format: Encoding,
    /// Write even over an existing file
    #[arg(long)]
    force: bool,
    /// What was done as JSON; without -o the key is in it
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options) -> Result<()> {
    let output = Output::new(options.output.as_deref(), options.force);
    output.check_secret(&[])?;
    deliver(&options.make()?, &output, options.format, options.json)
}

impl Options {
    fn make(&self) -> Result<AnySecretKey> {
        if let Some(bits) = self.rsa {
            return random::with(|random| {
                Ok(AnySecretKey::Rsa(rsa::SecretKey::generate(bits, self.primes, random)?))
            });
        }
        let curve = self.curve.as_deref().unwrap_or_default();
        if matches!(PairingName::find(curve), Ok(PairingName::Bls12381)) {
            let scheme = scheme(self.scheme.as_deref())?;
            return random::with(|random| {
                Ok(AnySecretKey::Pairing(PairingSecretKey::generate(scheme, random)?))
            });
        }
        let name = name(curve)?;
        let Some(scheme) = &self.scheme else {
            return random::with(|random| Ok(AnySecretKey::generate(name, random)?));
        };
        if !scheme.eq_ignore_ascii_case(Scheme::ElGamal.name()) {
            return Err(Failure::usage(format!(
                "there are no keys for the scheme '{}' on that curve; there are those for ec-elgamal, on bls12-381 others, and without --scheme those for signatures, key agreement and ecies",
                shorten(scheme)
            )));
        }
        let curve = Curve::named(name).map_err(|_| {
            Failure::usage(
                "ec-elgamal needs a key on a curve y^2 = x^3 + a x + b, P-256 for instance",
            )
        })?;
        let key = random::with(|random| Ok(SecretKey::generate(&curve, random)?))?;
        Ok(AnySecretKey::ElGamal(Dedicated::new(key)))
    }
}

/// The purpose of a key on BLS12-381.
fn scheme(name: Option<&str>) -> Result<PairingScheme> {
    let Some(name) = name else { return Ok(PairingScheme::Bls) };
    PairingScheme::find(name).map_err(|_| {
        Failure::usage(format!(
            "there are no keys for the scheme '{}'; there are: bls, bls-min-sig, ibe, sok, joux",
            shorten(name)
        ))
    })
}

/// The library's name.
fn name(text: &str) -> Result<&str> {
    const OTHERS: [(&str, &str); 4] = [
        ("x25519", "X25519"),
        ("curve25519", "X25519"),
        ("ed25519", "Ed25519"),
        ("edwards25519", "Ed25519"),
    ];
    if let Some((_, name)) = OTHERS.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(text)) {
        return Ok(name);
    }
    if text.starts_with('@') {
        return Err(Failure::usage(
            "key files name their curve, so parameters of your own cannot be in them; give a curve of polylimb list curve",
        ));
    }
    registry::curve::find(text)?;
    Ok(text)
}
