//! Prime fields on one element at a time.
//!
//! [`fixed`] has the primes of the named curves, with kernels of their own; [`Prime`] computes with
//! any modular multiplication chosen at run time; [`Toy`] has primes so small that tests can try
//! all elements.

mod erased;
pub(crate) mod fixed;
mod toy;

pub use erased::Prime;
pub(crate) use fixed::with_best_compiled_once;
pub use fixed::{Bls12381, Bn254Nogami, Bn254Snark, P256, P256Order, P384, P521, Secp256k1};
pub(crate) use fixed::{
    Bls12381Order, Bn254NogamiOrder, Bn254SnarkOrder, F25519, F25519Order, P224,
};
pub use fixed::{KernelSet, Portable, WithKernel, with_best};
pub use toy::Toy;
