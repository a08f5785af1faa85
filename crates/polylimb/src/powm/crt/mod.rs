//! The Chinese remainder theorem: powers modulo a number whose factors are known, as the owner of an RSA key
//! computes them.
//!
//! **Source.** Quisquater, Couvreur 1982; recombination as Garner 1959. **Idea.** Exponents and moduli of the factors are shorter, so
//! two powers modulo halves cost a quarter of one, and they are independent: each is a lane.
//!
//! **Against faults.** A result that is wrong modulo one factor betrays all factors (Boneh, `DeMillo`, Lipton 1997). So every result
//! is raised to the public exponent again, and leaves only if that gives back the operand.
//! **Against timing and power.** The operand is blinded with a fresh random number each time (Kocher 1996); fresh, and not
//! the square of the last, because inverting it costs only one short inversion on each lane.
//!
//! Padding, hashing and key formats are the business of RSA crates: without padding RSA is not secure.
//!
//! Read `private.rs` first.

mod factor;
mod modulus;
mod private;

pub use modulus::CrtModulus;
