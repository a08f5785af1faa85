//! Extension fields for pairings: `F_p² = F_p[u]/(u² + 1)`, `F_p⁶ = F_p²[v]/(v³ - ξ)`,
//! `F_p¹² = F_p⁶[w]/(w² - v)`.
//!
//! **Representation.** An element is an array of coefficients, the lowest first, so that an element
//! of `F_p¹²` is `c[i][j][k]` with `i` over `w`, `j` over `v`, `k` over `u`. Towers are generic
//! over the base field: a prime with kernels of its own, eight lanes, a field that counts. The
//! trait [`Quadratic`] has the operations of `F_p²` that towers and pairings need beyond
//! [`Field`].
//!
//! **Lazy reduction** (`[Aranha2011]`): a product of `F_p²` takes two reductions, not three, a
//! product of `F_p⁶` six and a product of `F_p¹²` twelve, where the base field sums any number of
//! unreduced products ([`Field::WIDE_TERMS`]). Where it does not, or
//! where two cores share the work, independent products go through
//! [`Field::products`].
//!
//! **Size of code.** A product of `F_p²` is a function, and so are products of `F_p⁶` and `F_p¹²`.
//! They are entered through [`Field::run`], so that over lanes each is compiled
//! for the vector instructions.
//!
//! ```
//! use polylimb::authors::field::Field;
//! use polylimb::authors::field::extension::{Fp12, Fp2, OnePlusU};
//! use polylimb::authors::field::prime::{Bn254Nogami, Portable};
//!
//! let tower = Fp12::new(Fp2::<_, OnePlusU>::new(Bn254Nogami::new(Portable)));
//! let a = tower.small(5);
//! assert!(tower.equal(&tower.mul(&a, &tower.inv0(&a)), &tower.one()).to_bool_vartime());
//! ```
//!
//! Read [`Quadratic`], then `fp2.rs`, `fp6.rs`, `fp12.rs`, then `sparse.rs` and `cyclotomic.rs`.

use super::square_root::power_vartime;
use super::{Field, Op};
use crate::limb::Word;
use fp12::El;

mod cyclotomic;
mod fp12;
mod fp2;
mod fp6;
mod sparse;

pub(crate) use cyclotomic::Compressed;
pub use fp2::Fp2;
pub use fp6::Fp6;
pub use fp12::Fp12;
pub(crate) use sparse::Line;

// The operations of `F_p²` that a tower and a pairing need beyond a field's.

/// The element `ξ = RE + u` of `F_p²` whose cube root the tower adjoins, as a type.
pub trait Xi: Copy + Send + Sync + 'static {
    /// The coefficient of 1.
    const RE: u32;
}

/// `ξ = 1 + u`, of the curves `bn254` and BLS12-381.
#[derive(Debug, Clone, Copy)]
pub struct OnePlusU;

impl Xi for OnePlusU {
    const RE: u32 = 1;
}

/// `ξ = 9 + u`, of `alt_bn128`.
#[derive(Debug, Clone, Copy)]
pub struct NinePlusU;

impl Xi for NinePlusU {
    const RE: u32 = 9;
}

/// A quadratic extension with `u² = -1` over which a tower is built.
pub trait Quadratic: Field {
    /// The field of the coefficients.
    type Base: Field;

    /// Whether `ξ a` is so large that a sum of products with it is settled before it becomes an
    /// operand. Only fields of lanes, whose sums are not reduced, need it.
    const LARGE_XI: bool = false;

    /// The field of the coefficients.
    fn base(&self) -> &Self::Base;

    /// `c₀ + c₁ u`.
    fn element(&self, c: [<Self::Base as Field>::El; 2]) -> Self::El;

    /// The coefficients.
    fn coefficients(&self, a: &Self::El) -> [<Self::Base as Field>::El; 2];

    /// `a₀ - a₁ u`, which is also `a^p`.
    fn conjugate(&self, a: &Self::El) -> Self::El;

    /// `s a`: two independent products of the base.
    fn scale(&self, s: &<Self::Base as Field>::El, a: &Self::El) -> Self::El;

    /// `ξ a`.
    fn mul_xi(&self, a: &Self::El) -> Self::El;

    /// `ξ a` of an unreduced `a`; only where any number of terms may be summed.
    fn mul_xi_wide(&self, a: &Self::Wide) -> Self::Wide;
}

// The Frobenius map `a -> a^p` and its powers on `F_p¹²` and on the twist.
//
// `w^p = γ w` with `γ = ξ^((p-1)/6)`, and `w⁶ = ξ`; so the coefficient of `w^i` is conjugated and
// multiplied by `γ^i`. **Cost** in `F_p²`: 5 products; the square of the map takes 10 products of
// `F_p`, because its constants lie in `F_p`.

/// The constants of the Frobenius map and its square and cube.
#[derive(Debug, Clone, Copy)]
pub struct Frobenius<E> {
    /// `w^(i (p^n - 1))` at `[n - 1][i]`.
    constants: [[E; 6]; 3],
}

impl<E: Copy> Frobenius<E> {
    /// The constants of this tower; `sixth` is the public number `(p - 1)/6`.
    // Not inlined: over lanes it is outside of a root, and long.
    #[inline(never)]
    pub fn new<Q: Quadratic<El = E>>(q: &Q, sixth: &[Word]) -> Self {
        let gamma = power_vartime(q, &xi(q), sixth);
        let mut power = q.one();
        let once = core::array::from_fn(|i| {
            if i > 0 {
                power = q.run(Times(q, &power, &gamma, false));
            }
            power
        });
        // w^(p^n - 1) = (w^(p^(n-1) - 1))^p w^(p - 1).
        let next =
            |before: &[E; 6]| core::array::from_fn(|i| q.run(Times(q, &once[i], &before[i], true)));
        let twice = next(&once);
        let constants = [once, twice, next(&twice)];
        Self { constants }
    }

    /// `w^(i (p^n - 1))` for `n` from 1 to 3 and `i` below 6.
    pub const fn constant(&self, n: usize, i: usize) -> &E {
        &self.constants[n - 1][i]
    }
}

struct TheXi<'a, Q>(&'a Q);

impl<Q: Quadratic> Op for TheXi<'_, Q> {
    type Out = Q::El;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> Q::El {
        self.0.settle(&self.0.mul_xi(&self.0.one()))
    }
}

/// `ξ`, settled.
pub(crate) fn xi<Q: Quadratic>(q: &Q) -> Q::El {
    q.run(TheXi(q))
}

/// `a b`, or `a` times the conjugate of `b`.
struct Times<'a, Q: Quadratic>(&'a Q, &'a Q::El, &'a Q::El, bool);

impl<Q: Quadratic> Op for Times<'_, Q> {
    type Out = Q::El;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> Q::El {
        let Self(q, a, b, conjugate) = self;
        q.mul(a, &if conjugate { q.conjugate(b) } else { *b })
    }
}

impl<Q: Quadratic> Fp12<Q> {
    /// `a^(p^n)` for `n` from 1 to 3.
    pub fn frobenius(&self, frobenius: &Frobenius<Q::El>, a: &El<Q>, n: usize) -> El<Q> {
        let q = self.fp2();
        core::array::from_fn(|i| {
            core::array::from_fn(|j| {
                let c = if n % 2 == 1 { q.conjugate(&a[i][j]) } else { a[i][j] };
                // v = w².
                match (2 * j + i, n) {
                    (0, _) => c,
                    // The constants of the square lie in F_p.
                    (place, 2) => q.scale(&q.coefficients(frobenius.constant(2, place))[0], &c),
                    (place, _) => q.mul_constant(frobenius.constant(n, place), &c),
                }
            })
        })
    }
}
