//! Finite fields by name: `fp:CURVE`, `fn:CURVE`, `p:PRIME`, `f2m:DEGREE`, `fp2:CURVE`,
//! `fp6:CURVE`, `fp12:CURVE`.

use super::curve;
use crate::failure::{Failure, Result};
use crate::number::{self, shorten};
use polylimb::authors::field::binary::{F163, F233, F283, F409, F571, Polynomial};
use polylimb::authors::limb::Natural;
use polylimb::pairing::PairingName;

/// The binary fields, each with its degree and the lower exponents of its polynomial: the fields of
/// `[FIPS186-4]`, the remaining ones of `[SEC2]`, and one of 128 elements.
pub const BINARY: [(usize, &[usize]); 10] = [
    (7, &[1, 0]),
    (113, &[9, 0]),
    (131, &[8, 3, 2, 0]),
    (F163::DEGREE, F163::LOWER),
    (193, &[15, 0]),
    (F233::DEGREE, F233::LOWER),
    (239, &[158, 0]),
    (F283::DEGREE, F283::LOWER),
    (F409::DEGREE, F409::LOWER),
    (F571::DEGREE, F571::LOWER),
];

/// A field that the user named.
#[derive(Debug, Clone)]
pub enum Named {
    /// The integers modulo this number, which has not been tested for primality.
    Prime(Natural),
    /// One of [`BINARY`].
    Binary(usize, &'static [usize]),
    /// An extension of degree 2, 6 or 12 in the tower of a curve with a pairing.
    Tower(PairingName, usize),
}

/// The field of that name.
///
/// # Errors
/// [`Failure::Usage`] with the names that exist.
pub fn find(text: &str) -> Result<Named> {
    let (kind, which) = text.split_once(':').unwrap_or((text, ""));
    match kind {
        "fp" => {
            let curve = curve::find_over_prime(which, "write that")?;
            Ok(Named::Prime(Natural::from_words(curve.parameters.prime())))
        }
        "fn" => Ok(Named::Prime(Natural::from_words(curve::find(which)?.parameters.order()))),
        "p" => number::parse(which, "the prime of --field").map(Named::Prime),
        "f2m" => {
            let degree = which.parse().ok();
            let found = BINARY.iter().find(|(m, _)| Some(*m) == degree);
            found.map(|&(m, lower)| Named::Binary(m, lower)).ok_or_else(|| {
                let there = BINARY.map(|(m, _)| format!("f2m:{m}")).join(", ");
                Failure::usage(format!(
                    "the binary field of degree '{}' is missing; there are: {there}",
                    shorten(which)
                ))
            })
        }
        "fp2" => tower(which, 2),
        "fp6" => tower(which, 6),
        "fp12" => tower(which, 12),
        _ => Err(Failure::usage(format!(
            "there is no field '{}'; write fp:CURVE, fn:CURVE, p:PRIME, f2m:DEGREE or fp2:CURVE, fp6:CURVE, fp12:CURVE of a pairing",
            shorten(text)
        ))),
    }
}

fn tower(curve: &str, degree: usize) -> Result<Named> {
    PairingName::find(curve).map(|curve| Named::Tower(curve, degree)).map_err(|_| {
        let there = PairingName::ALL.map(|c| format!("fp{degree}:{}", c.name())).join(", ");
        Failure::usage(format!(
            "there is no tower of extension fields over the prime of '{}'; there are: {there}",
            shorten(curve)
        ))
    })
}
