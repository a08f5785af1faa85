//! Engines and multiplications with plain Rust in place of vectors, for checks on any machine.
//!
//! The results are the same, bit for bit; batches are
//! slower than one job at a time. The source of the vectors is compiled a second time over a type
//! that needs no feature of the CPU. Tests compare it with single jobs. Valgrind, which does not
//! know AVX-512, runs it.

// Every function is inline: compiled with the tests that call it, not with the library, where the
// copies of four curves would take as long to compile as all vectors.

#[cfg(feature = "engine")]
use crate::cpu::Features;
#[cfg(feature = "engine")]
use crate::curve::named::Parameters;
#[cfg(feature = "engine")]
use crate::error::Result;
#[cfg(feature = "engine")]
use crate::multiply::engine::{self, Engine};
#[cfg(feature = "pairings")]
use crate::pairing::engine::{PairingEngine, PairingName};
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
use crate::{
    limb::{Kernel, Word},
    modmul::{ModMul, registry::Request},
    powm::Exponent,
};
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
use alloc::boxed::Box;
#[cfg(feature = "engine")]
use alloc::sync::Arc;
#[cfg(any(
    feature = "protocol",
    all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32")))
))]
use alloc::vec::Vec;
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
use zeroize::Zeroizing;

/// `montgomery-ifma` in the forms that AVX-512 has, for any kernel of the request: without IFMA the
/// library's own twin has one form for all lengths. Odd moduli of 3 to 26 000 bits, which are not
/// checked.
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
#[inline]
#[must_use]
pub fn montgomery_ifma(request: &Request<'_>) -> Box<dyn ModMul> {
    crate::modmul::montgomery_ifma_twin(request)
}

/// `bases[i]^exponents[i]` modulo `moduli[i]`, both side by side, as
/// [`CrtModulus`](crate::powm::CrtModulus) computes them with AVX-512 and on narrow cores of
/// `AArch64`. Moduli have 1024 to 1037 bits and are odd, bases are below them, exponents have one
/// length.
///
/// # Panics
/// If the moduli are others.
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
#[inline]
#[must_use]
pub fn two_powers(
    moduli: [&[Word]; 2],
    bases: [&[Word]; 2],
    exponents: [Exponent<'_>; 2],
) -> [[Zeroizing<Vec<Word>>; 2]; 2] {
    use crate::powm::crt::{pair, two_lanes};
    let narrow = two_lanes::TwoModuli::<two_lanes::Plain>::new(Kernel::PORTABLE, moduli);
    let narrow = narrow.expect("odd moduli of one length");
    let wide = pair::Pair::twin(Kernel::PORTABLE, moduli);
    [wide.powers(bases, exponents), pair::powers(&narrow, bases, exponents)]
}

/// [`multiply::engine::engine`](engine::engine) with batches over eight lanes.
///
/// # Errors
/// As that function.
#[cfg(feature = "engine")]
#[inline]
pub fn engine(parameters: &Parameters, features: Features) -> Result<Arc<dyn Engine>> {
    engine::portable_lanes(parameters, features)
}

/// [`multiply::engine::engine`](engine::engine) of a binary curve with each multiplication over
/// four lanes; `None` for fields other than `F_2^163` and `F_2^283`, and on CPUs without carry-less
/// multiplication.
///
/// # Errors
/// As that function.
#[cfg(feature = "binary-curves")]
#[inline]
pub fn binary_engine(
    parameters: &Parameters,
    features: Features,
) -> Option<Result<Arc<dyn Engine>>> {
    engine::portable_quads(parameters, features)
}

/// [`PairingName::engine`] with batches over
/// eight lanes.
#[cfg(feature = "pairings")]
#[inline]
#[must_use]
pub fn pairing_engine(name: PairingName, features: Features) -> Arc<dyn PairingEngine> {
    crate::pairing::engine::portable_lanes(name, features)
}

/// [`x25519::x25519_all`](crate::x25519::x25519_all) over eight lanes.
#[cfg(feature = "protocol")]
#[inline]
#[must_use]
pub fn x25519_all(jobs: &[(&[u8; 32], &[u8; 32])]) -> Vec<[u8; 32]> {
    // The plain vectors need no feature.
    crate::x25519::lanes::x25519::<crate::field::lanes::Portable>(Features::NONE, jobs)
        .unwrap_or_default()
}

/// [`ed25519::verify_rows`](crate::ed25519::verify_rows) over eight lanes.
///
/// # Errors
/// As that function.
#[cfg(feature = "protocol")]
#[inline]
pub fn ed25519_verify_rows(keys: &[u8], messages: &[&[u8]], signatures: &[u8]) -> Result<Vec<u8>> {
    use crate::ed25519::{lanes, rows::verify_rows_by};
    verify_rows_by(keys, messages, signatures, &crate::Alone, |rows| {
        // The plain vectors need no feature.
        lanes::verify::<crate::field::lanes::Portable>(Features::NONE, rows).unwrap_or_default()
    })
}
