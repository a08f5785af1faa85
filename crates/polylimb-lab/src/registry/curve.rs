//! Curves by name, and the user's own from a file.

pub mod binary;
pub mod compression;
pub mod file;
pub mod law;

use crate::failure::{Failure, Result};
use crate::number::shorten;
use polylimb::authors::curve::{NamedCurve, Parameters};

/// The coordinates for sums of public points of binary curves: correct for all points.
pub const BINARY_TOTAL: &str = "lopez-dahab";

/// A curve that the user named.
#[derive(Debug)]
pub struct Chosen {
    /// Its printed name.
    pub title: String,
    /// Its parameters.
    pub parameters: Parameters,
}

/// Curves that users ask for by names that are not here, and where they are.
const ELSEWHERE: &[(&str, &[&str])] = &[
    (
        "Curve25519 is for key generate, ecdh, sign, verify and lab protocol",
        &["Curve25519", "X25519", "edwards25519", "Ed25519"],
    ),
    ("Curve448 is not implemented", &["Curve448", "X448", "edwards448", "Ed448"]),
    (
        "bn254-snark is for calc pairing, calc sum and lab pairing",
        &["bn254-snark", "alt_bn128", "bn128"],
    ),
];

/// The curve of that name or alias, in any case, or the curve in the file named after `@`.
///
/// # Errors
/// [`Failure::Usage`] for unknown or unimplemented names, and for files that cannot be read or hold
/// no valid curve.
pub fn find(text: &str) -> Result<Chosen> {
    if let Some(path) = text.strip_prefix('@') {
        return file::read(path);
    }
    let is = |other: &str| other.eq_ignore_ascii_case(text);
    let named = polylimb::authors::curve::NamedCurve::all()
        .find(|c| is(c.name) || c.aliases.iter().any(|a| is(a)));
    if let Some(curve) = named {
        let parameters = Parameters::named(curve.name)?;
        return Ok(Chosen { title: title(curve), parameters });
    }
    Err(Failure::usage(match ELSEWHERE.iter().find(|(_, names)| names.iter().any(|n| is(n))) {
        Some((place, _)) => {
            format!("there is no curve '{text}' here: {place}; see polylimb list curve")
        }
        None => format!(
            "there is no curve '{}'; polylimb list curve shows the names, @FILE.json takes your own parameters",
            shorten(text)
        ),
    }))
}

/// As [`find`], for curves over a prime field.
///
/// # Errors
/// As [`find`]; and [`Failure::Usage`] for a binary curve, with `instead` as the alternative.
pub fn find_over_prime(text: &str, instead: &str) -> Result<Chosen> {
    let chosen = find(text)?;
    if chosen.parameters.is_binary() {
        let m = chosen.parameters.bits();
        return Err(Failure::usage(format!(
            "'{}' is a curve over the binary field f2m:{m}; {instead}",
            chosen.title
        )));
    }
    Ok(chosen)
}

/// The printed name, which tells several curves of one name apart.
#[must_use]
pub fn title(curve: &NamedCurve) -> String {
    match curve.name {
        "BN254" => "BN254 (Nogami, u = -(2^62+2^55+1))".into(),
        name => name.into(),
    }
}

/// The publication of a named curve.
#[must_use]
pub fn source(curve: &NamedCurve) -> &'static str {
    const BY_PREFIX: [(&str, &str); 8] = [
        ("secp", "SEC 2"),
        ("sect", "SEC 2"),
        ("prime", "ANSI X9.62"),
        ("brainpool", "RFC 5639"),
        ("SM2", "GM/T 0003"),
        ("BN254", "Nogami et al. 2008"),
        ("BLS12", "Barreto, Lynn, Scott 2002"),
        ("SS_", "RELIC"),
    ];
    BY_PREFIX.iter().find(|(prefix, _)| curve.name.starts_with(prefix)).map_or("own", |s| s.1)
}
