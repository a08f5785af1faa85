//! Prime fields on one element at a time.
//!
//! [`fixed`] has the primes of the named curves, with kernels of their own; [`Prime`] computes with
//! any modular multiplication chosen at run time; [`Toy`] has primes so small that tests can try
//! all elements.

mod erased;
pub mod fixed;
mod toy;

pub use erased::Prime;
pub(crate) use fixed::with_best_compiled_once;
pub use fixed::{
    Bls12381, Bls12381Order, Bn254Nogami, Bn254NogamiOrder, Bn254Snark, Bn254SnarkOrder,
    BrainpoolP256, BrainpoolP256Order, BrainpoolP384, BrainpoolP384Order, F25519, F25519Order,
    P192, P192Order, P224, P224Order, P256, P256Order, P384, P384Order, P521, P521Order, Secp256k1,
    Secp256k1Order,
};
pub use fixed::{KernelSet, Portable, WithKernel, with_best};
pub use toy::Toy;
