//! Many key agreements at once.

#[cfg(all(feature = "std", target_arch = "x86_64"))]
use super::lanes;
use super::{PublicKey, SecretKey, SharedSecret, not_zero, x25519};
use crate::Result;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
use crate::cpu::Features;
use crate::curve25519::BYTES;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
use crate::field::lanes::Ifma;
#[cfg(not(all(feature = "std", target_arch = "x86_64")))]
use crate::multiply::eights::one_by_one;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
use crate::multiply::eights::{LEAST, in_eights};
use crate::team::Split;
use alloc::vec::Vec;
use zeroize::Zeroizing;

impl SecretKey {
    /// [`SecretKey::agree`] of each pair of keys, eight at a time where the CPU can, parts of the
    /// batch over `split`. Constant time.
    ///
    /// ```
    /// use polylimb::Alone;
    /// use polylimb::x25519::SecretKey;
    /// let (a, b) = (SecretKey::from_bytes([1; 32]), SecretKey::from_bytes([2; 32]));
    /// let jobs = [(&a, &b.public_key()), (&b, &a.public_key())];
    /// let [Ok(first), Ok(second)] = &SecretKey::agree_all(&jobs, &Alone)[..] else {
    ///     panic!("keys of full order")
    /// };
    /// assert_eq!(first.as_bytes(), second.as_bytes());
    /// ```
    ///
    /// # Errors
    /// For each pair as [`SecretKey::agree`].
    #[must_use]
    pub fn agree_all(jobs: &[(&Self, &PublicKey)], split: &dyn Split) -> Vec<Result<SharedSecret>> {
        let jobs: Vec<_> = jobs.iter().map(|(own, other)| (&*own.0, &other.0)).collect();
        let shared = Zeroizing::new(x25519_all(&jobs, split));
        shared.iter().map(|shared| not_zero(*shared)).collect()
    }
}

/// [`x25519`] of each scalar and coordinate, eight at a time where the CPU has lanes; parts of the
/// batch run over `split`. Constant time.
#[must_use]
pub fn x25519_all(jobs: &[(&[u8; BYTES], &[u8; BYTES])], split: &dyn Split) -> Vec<[u8; BYTES]> {
    let one = |job: &(&[u8; BYTES], &[u8; BYTES])| x25519(job.0, job.1);
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    return in_eights(split, jobs, LEAST, &one, &|jobs| {
        let lanes = lanes::x25519::<Ifma>(Features::detect(), jobs);
        lanes.unwrap_or_else(|_| jobs.iter().map(one).collect())
    });
    #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
    one_by_one(split, jobs, &one)
}
