//! Fields of primes known when the library is compiled: P-192 to P-521, 2^255 - 19, secp256k1, two
//! Brainpool primes, and the orders of their curves.
//!
//! **One generator.** A prime is a type with its number ([`PrimeParameters`]); a line in `named.rs`
//! makes a field. The compiler derives the rest (`parameters.rs`), including the kind of reduction.
//! The instruction set is a type too ([`KernelSet`]): [`Portable`] serves every prime and word
//! size, `Mulx` replaces its products on x86-64, `Umulh` on `AArch64`. So `P256<K>` is [`Fixed`]
//! over the prime `primes::P256` and the kernel set `K`; a value of it has the size of `K`, zero.
//!
//! **Representation.** `N` words of `w` bits, `R = 2^(w N)`.
//! - *Folded*, where `R mod p` is a small word (2^255 - 19, secp256k1 on 64-bit words, P-521): an
//!   element is any number in `[0, R)` congruent to its value. A product's high half is multiplied
//!   by `R mod p` and added to the low half. Sums may wrap around; only `leave` and `is_zero`
//!   compare with `p`.
//! - *Montgomery*, all others: an element is `a R mod p` in `[0, p)`.
//!
//! **Wide values** are numbers in `[0, p R)`, or `[0, R²)` where elements are folded. Sums and
//! differences of products stay in that range, because their high halves are added as elements are;
//! so any number of terms may be summed.
//!
//! **Constant time** throughout. Imports: `limb`, `modmul::inverse`. Read `parameters.rs`, then
//! `portable.rs`, which states in plain Rust what each kernel computes, then `field.rs`.

#[cfg(all(target_arch = "aarch64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod aarch64;
#[cfg(all(
    target_arch = "arm",
    any(all(target_os = "linux", target_abi = "eabihf"), polylimb_umaal),
    not(polylimb_word = "8")
))]
mod arm;
#[cfg(all(target_arch = "arm", not(target_has_atomic = "ptr"), not(polylimb_word = "8")))]
mod armv6m;
mod field;
mod kernel;
#[cfg(all(
    any(target_arch = "aarch64", all(test, target_arch = "x86_64")),
    not(any(polylimb_word = "8", polylimb_word = "32"))
))]
#[cfg_attr(
    not(all(target_arch = "aarch64", target_feature = "neon")),
    allow(dead_code, reason = "it is for NEON, and proved elsewhere")
)]
mod ladder_25519;
mod named;
mod parameters;
mod portable;
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod x86_64;

#[cfg(all(target_arch = "aarch64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
pub use aarch64::Umulh;
#[cfg(all(
    target_arch = "arm",
    any(all(target_os = "linux", target_abi = "eabihf"), polylimb_umaal),
    not(polylimb_word = "8")
))]
pub use arm::{Neon, Umaal, Umlal};
#[cfg(all(target_arch = "arm", not(target_has_atomic = "ptr"), not(polylimb_word = "8")))]
pub use armv6m::Muls;
pub use field::Fixed;
pub(crate) use kernel::with_best_compiled_once;
pub use kernel::{KernelSet, Portable, WithKernel, with_best};
pub use named::{
    Bls12381, Bn254Nogami, Bn254Snark, ForEachPrime, P256, P256Order, P384, P521, Secp256k1,
    for_each_prime,
};
pub(crate) use named::{
    Bls12381Order, Bn254NogamiOrder, Bn254SnarkOrder, F25519, F25519Order, P224, primes,
};
pub use parameters::{PrimeParameters, from_hex, words_for};
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
pub use x86_64::{Mulx, MulxIfAvailable};
