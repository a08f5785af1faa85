//! The judge: the independent computation behind `correct`, and the baseline to beat.
//!
//! With feature `gmp` the judge is GNU MP built with its fastest inner loops for this CPU
//! (`scripts/gmp`), and [`ENTRIES`] adds it to the measured algorithms. Without it the judge is
//! num-bigint, which only checks results. Neither shares any code with the library.
//!
//! [`BASELINES`] has its whole exponentiations. num-bigint checks multiples of points in [`curve`],
//! Ed25519 in [`edwards`], RSA in `rsa` and finite fields in [`field`].
//!
//! Imports: the library's `limb`, `modmul`, `error`. Read [`mod_mul`] first, then `gmp.rs`.

mod binary_field;
pub mod curve;
pub mod edwards;
#[cfg(feature = "gmp")]
mod ffi;
pub mod field;
#[cfg(feature = "gmp")]
mod gmp;
#[cfg(feature = "gmp")]
mod integer;
#[cfg(feature = "gmp")]
mod powm;
pub(crate) mod rsa;

use polylimb::authors::limb::Word;
use polylimb::authors::modmul::Entry;

/// The laboratory's own modular multiplications, to chain behind
/// `polylimb::authors::modmul::ALGORITHMS`.
#[cfg(feature = "gmp")]
pub static ENTRIES: &[Entry] = &[gmp::GMP];
/// The laboratory's own modular multiplications: empty without feature `gmp`.
#[cfg(not(feature = "gmp"))]
pub static ENTRIES: &[Entry] = &[];

/// `r = base^exponent mod m`. The arguments are the result, the base below the modulus, the
/// exponent and the modulus; all but the exponent have equal lengths.
pub type PowMod = fn(&mut [Word], &[Word], &[Word], &[Word]);

/// A whole exponentiation of another library.
pub type Baseline = polylimb::authors::entry::Entry<PowMod>;

/// The exponentiations for comparison, with one thread each.
#[cfg(feature = "gmp")]
pub static BASELINES: &[Baseline] = &[powm::POWM, powm::POWM_SEC];
/// The exponentiations for comparison: empty without feature `gmp`.
#[cfg(not(feature = "gmp"))]
pub static BASELINES: &[Baseline] = &[];

/// The judge's name, for the record of a measurement.
pub const NAME: &str = if cfg!(feature = "gmp") { "gmp" } else { "num-bigint" };

/// `a * b mod m` as `m.len()` words, computed without the library. Variable time.
///
/// # Panics
/// If `m` is 0.
#[must_use]
pub fn mod_mul(a: &[Word], b: &[Word], m: &[Word]) -> Vec<Word> {
    #[cfg(feature = "gmp")]
    return gmp::mod_mul(a, b, m);
    #[cfg(not(feature = "gmp"))]
    bigint::mod_mul(a, b, m)
}

/// The origin of GMP's inner loops, as `scripts/gmp` recorded it: `key value` pairs with `; `
/// between them. Empty without feature `gmp`.
#[must_use]
pub const fn gmp_kernels() -> &'static str {
    #[cfg(feature = "gmp")]
    return env!("POLYLIMB_GMP_KERNELS");
    #[cfg(not(feature = "gmp"))]
    ""
}

/// Whether the machine code of the linked GMP's product contains MULX; `None` without feature
/// `gmp`.
#[must_use]
pub fn gmp_has_mulx() -> Option<bool> {
    gmp_kernels()
        .split("; ")
        .find_map(|pair| pair.strip_prefix("mulx "))
        .map(|value| value == "yes")
}

#[cfg(not(feature = "gmp"))]
mod bigint {
    use num_bigint::BigUint;
    use polylimb::authors::limb::{WORD_BITS, Word};

    pub(super) fn mod_mul(a: &[Word], b: &[Word], m: &[Word]) -> Vec<Word> {
        words(&(big(a) * big(b) % big(m)), m.len())
    }

    fn big(a: &[Word]) -> BigUint {
        BigUint::from_bytes_le(&a.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<_>>())
    }

    fn words(a: &BigUint, len: usize) -> Vec<Word> {
        let mut bytes = a.to_bytes_le();
        bytes.resize(len * (WORD_BITS / 8), 0);
        bytes
            .chunks_exact(WORD_BITS / 8)
            .map(|c| Word::from_le_bytes(c.try_into().expect("a word's bytes")))
            .collect()
    }
}
