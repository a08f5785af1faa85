//! For authors of modular multiplications: the parts that the library's algorithms share, for use
//! outside the library.
//!
//! A multiplication is one file: a type that implements [`ModMul`], and an [`Entry`] whose `make`
//! builds it for a [`Request`]. [`Entry::build`] checks the request against threads and domain,
//! then calls `make`; [`Modulus::over`](crate::modmul::Modulus::over) wraps the result in the
//! checked face. Nothing here needs a change of the library; the crate `polylimb-catalogue` is
//! written this way, and its example `own_modmul.rs` is the shortest model.
//!
//! | for | take |
//! |---|---|
//! | Montgomery's representation with `R = r^n` | a [`Method`] in a [`MontgomeryForm`] |
//! | a partite method, `R = r^t` | [`PartiteForm`], [`PartialMontgomery`], [`PartialBarrett`] |
//! | division; `1/M mod r^t` | [`Divisor`]; [`inverse_mod_power`] |
//! | a last subtraction | [`subtract_once`] |
//! | threads | [`Split`](crate::team::Split), [`each_chunk`](crate::team::each_chunk) |
//! | a product on threads | [`ParallelProduct`], [`slot_words`] |
//! | words | [`Kernel`](crate::limb::Kernel) of the request, for every loop over words |
//!
//! **Rules.** `r = 2^`[`WORD_BITS`](crate::limb::WORD_BITS), and a modulus `M` has `n` words, the
//! top one not 0. Scratch comes from the caller; nothing allocates in `mul`. Code whose entry says
//! [`ConstantTime::Yes`](super::entry::ConstantTime) neither branches nor indexes by values.
//! Constants of a modulus may be secret: keep them in `Zeroizing`. Wrong lengths panic.
//!
//! Montgomery's multiplication with a product by rows:
//!
//! ```
//! use polylimb::authors::limb::Word;
//! use polylimb::authors::modmul::{Form, Method, MontgomeryForm};
//! use polylimb::authors::entry::{ConstantTime, Domain, Threads};
//! use polylimb::authors::modmul::{Entry, Request};
//! use polylimb::modmul::Modulus;
//!
//! static ENTRY: Entry = Entry {
//!     name: "rows-then-rows",
//!     source: "Montgomery 1985",
//!     summary: "product by rows, reduction by rows",
//!     threads: Threads::Exactly(1),
//!     domain: Domain::Odd,
//!     constant_time: ConstantTime::Yes,
//!     make: |request| Ok(MontgomeryForm::boxed(request, Rows)),
//! };
//!
//! struct Rows;
//!
//! impl Method for Rows {
//!     const NAME: &'static str = "rows-then-rows";
//!
//!     fn mul(
//!         &self, form: &Form, r: &mut [Word], a: &[Word], b: &[Word],
//!         t: &mut [Word], _: &mut [Word],
//!     ) {
//!         form.kernel().schoolbook(t, a, b);
//!         form.reduce_by_rows(r, t);
//!     }
//! }
//!
//! let modulus = Modulus::over(ENTRY.build(&Request::new(&[101]))?.into());
//! assert_eq!(modulus.mul(&[50], &[51])?, [50 * 51 % 101]);
//! # Ok::<(), polylimb::Error>(())
//! ```

pub use crate::modmul::residue::{ModMul, Parameters, subtract_once};
#[cfg(feature = "alloc")]
pub use crate::modmul::{
    face::{Choice, Rule, Section},
    long_division::Divisor,
    montgomery_form::{Form, Method, MontgomeryForm, inverse_mod_power},
    parallel_product::{ParallelProduct, slot_words},
    partial_reduction::{PartialBarrett, PartialMontgomery},
    partite_form::PartiteForm,
    prime_test::is_probable_prime_vartime,
    registry::{ALGORITHMS, Entry, Request},
};

/// Inverses, greatest common divisors and the Jacobi symbol of words; 0 for a number without an
/// inverse.
pub mod inverse {
    pub use crate::modmul::inverse::{
        gcd, gcd_scratch, invert, invert_residue, invert_residue_scratch, invert_scratch,
        invert_vartime, jacobi, jacobi_scratch,
    };
}
