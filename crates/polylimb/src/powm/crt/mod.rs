//! The Chinese remainder theorem: powers modulo a number whose factors are known, as the owner of
//! an RSA key computes them.
//!
//! **Source.** `[Quisquater1982]`; recombination `[Garner1959]`. **Idea.** The factors are shorter,
//! and so are the exponents: two powers modulo numbers of half the length cost a quarter of one
//! power. They are independent, so each runs on a thread.
//!
//! **Against faults.** A result that is wrong modulo one factor reveals all factors
//! (`[Boneh1997]`). So every result is raised to the public exponent and returned only if this
//! gives the operand. **Against timing and power analysis.** The operand is blinded with a fresh
//! random number each time (`[Kocher1996]`). It is fresh, not the square of the last one, because
//! its inversion costs only one short inversion on each thread.
//!
//! Padding, hashing and key formats are left to RSA crates; without padding RSA is not secure.
//!
//! Read `private.rs` first.

mod factor;
mod modulus;
mod private;

pub use modulus::CrtModulus;
