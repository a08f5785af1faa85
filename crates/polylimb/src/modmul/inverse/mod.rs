//! Modular inversion, greatest common divisors and the Jacobi symbol.
//!
//! **Two families.** *Divsteps* (`[Bernstein2019]`) take the same steps for all values of the same
//! length: [`invert()`], [`gcd()`] and [`jacobi()`] use them, for secrets too. The `_vartime`
//! functions use the binary Euclidean algorithm; [`invert_divsteps_vartime`], the fastest, uses
//! divsteps in variable time. Over any [`super::ModMul`] there are also inversion by Fermat's
//! theorem, and Montgomery's trick for many elements at once.
//!
//! **Representation.** Numbers are words, as everywhere in `limb`. Inside, divsteps compute with
//! signed numbers in digits two bits shorter than a word (`signed.rs`), in the caller's scratch.
//!
//! **Conventions.** 0 and every other number without an inverse map to 0 (`inv0`), and a
//! [`crate::limb::Mask`] tells whether the inverse exists. For the modulus 1 the inverse is 0.
//! Scratch holds secrets afterwards. Wrong lengths panic.
//!
//! Imports: `limb`, [`super::ModMul`]. Read `divsteps.rs` first, then `invert.rs`.

mod divsteps;
mod euclid;
mod even;
mod fermat;
mod gcd;
mod invert;
mod jacobi;
#[cfg(feature = "alloc")]
pub mod natural;
mod residue;
mod shift;
mod signed;
mod simultaneous;

pub use euclid::{invert_vartime, invert_vartime_scratch};
pub use fermat::{invert_fermat, invert_fermat_scratch};
pub use gcd::{gcd, gcd_scratch, gcd_vartime};
pub use invert::{invert, invert_divsteps_vartime, invert_scratch};
pub use jacobi::{jacobi, jacobi_scratch, jacobi_vartime};
pub use residue::{invert_residue, invert_residue_scratch};
pub use simultaneous::{invert_all, invert_all_scratch};
