//! Curves by name, and the caller's own from a file.

mod file;
pub mod law;

use crate::failure::{Failure, Result};
use crate::number::shorten;
use polylimb::curve::named::{self, NamedCurve, Parameters};

/// A curve that was asked for.
#[derive(Debug)]
pub struct Chosen {
    /// How it is printed.
    pub title: String,
    /// Its numbers.
    pub parameters: Parameters,
}

/// Curves that people ask for and that are not here, with what is missing.
const LATER: &[(&str, &[&str])] = &[
    (
        "the forms of Montgomery and Edwards",
        &[
            "Curve25519",
            "X25519",
            "edwards25519",
            "Ed25519",
            "Curve448",
            "X448",
            "edwards448",
            "Ed448",
        ],
    ),
    ("the curve of Ethereum", &["bn254-snark", "alt_bn128", "bn128"]),
];

/// The curve of that name or alias, in any case, or the one in the file named after `@`.
///
/// # Errors
/// [`Failure::Usage`] for names that do not exist (yet), and for files that cannot be read or hold no valid curve.
pub fn find(text: &str) -> Result<Chosen> {
    if let Some(path) = text.strip_prefix('@') {
        return file::read(path);
    }
    let is = |other: &str| other.eq_ignore_ascii_case(text);
    let named = named::all().find(|c| is(c.name) || c.aliases.iter().any(|a| is(a)));
    if let Some(curve) = named {
        if curve.is_binary() {
            return Err(Failure::usage(format!(
                "'{text}' is a curve over F_2^m, on which calc computes later; the library's engines and protocols do, and calc recode takes it"
            )));
        }
        let parameters = Parameters::named(curve.name)?;
        return Ok(Chosen { title: title(curve), parameters });
    }
    Err(Failure::usage(match LATER.iter().find(|(_, names)| names.iter().any(|n| is(n))) {
        Some((missing, _)) => {
            format!(
                "the curve '{text}' arrives later: {missing} are missing; see polylimb list curve"
            )
        }
        None => format!(
            "there is no curve '{}'; polylimb list curve shows the names, @FILE.json takes your own parameters",
            shorten(text)
        ),
    }))
}

/// The name as it is printed: which of several curves of one name it is.
#[must_use]
pub fn title(curve: &NamedCurve) -> String {
    match curve.name {
        "BN254" => "BN254 (Nogami, u = -(2^62+2^55+1))".into(),
        name => name.into(),
    }
}

/// Where a named curve was published.
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
