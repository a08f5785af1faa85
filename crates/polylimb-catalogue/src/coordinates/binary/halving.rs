//! Halving: the point of the subgroup of odd order whose double is given.
//!
//! **Source.** `[Knudsen1999]`; `[Schroeppel2000]`; the test for a cofactor of 4 from `[King2001]`.
//! **Idea.** Doubling `(u, λ)` gives `x = λ² + λ + a` and `y = u² + (λ + 1) x`. Backwards: a
//! half-trace finds λ, a square root finds `u`. The other root λ + 1 gives the other half, which
//! differs by the point of order 2. The right half is itself a double: `Tr(u) = Tr(a)`. With a
//! cofactor of 4 both halves are doubles, and the right one is the double of a double. **Cost.** A
//! half-trace, a root and 1M; with a cofactor of 4 two half-traces, a root and a half, and 2M. No
//! inversion: points stay `(x, λ)` with `λ = x + y/x`. **Domain.** Points of the subgroup, other
//! than the neutral element. **Time** tells the point where the cofactor is 4.

use super::LambdaAffine;
use polylimb::authors::curve::{AffinePoint, Coordinates, Curve};
use polylimb::authors::field::binary::Quadratic;
use polylimb::authors::field::{SquareRoot, VartimeField};
use polylimb::{Error, Result};

/// Halves points of one curve.
///
/// ```
/// use polylimb::authors::curve::{AffinePoint, Coefficient, Curve};
/// use polylimb::authors::field::{Encoding, Field, VartimeField};
/// use polylimb::authors::field::binary::{AnyBinary, Sparse};
/// use polylimb_catalogue::coordinates::binary::Halving;
/// // y² + x y = x³ + x² + 1 over F_2^7 has 2 · 71 points.
/// let f: AnyBinary<8> = AnyBinary::new(Sparse::new(7, &[1, 0])?)?;
/// let halving = Halving::new(Curve::new(f, f.one(), f.one(), Coefficient::One), &[2])?;
/// // A point of order 71.
/// let p = halving.enter(&AffinePoint::new(f.decode(&[3])?, f.decode(&[0b101_0101])?));
/// let half = halving.half_vartime(&halving.double_vartime(&p));
/// assert!(f.equal_vartime(&half.x, &p.x) && f.equal_vartime(&half.y, &p.y));
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Halving<F: VartimeField> {
    curve: Curve<F>,
    of_four: bool,
}

impl<F: VartimeField + Quadratic + SquareRoot> Halving<F> {
    /// For the curve with this cofactor.
    ///
    /// # Errors
    /// [`Error::Curve`] for a cofactor other than 2 and 4.
    pub fn new(curve: Curve<F>, cofactor: &[polylimb::authors::limb::Word]) -> Result<Self> {
        match cofactor {
            [2] => Ok(Self { curve, of_four: false }),
            [4] => Ok(Self { curve, of_four: true }),
            _ => Err(Error::Curve { wrong: "points are halved with a cofactor of 2 or 4 only" }),
        }
    }

    /// `(x, λ)` of `(x, y)`; `x ≠ 0`.
    #[must_use]
    pub fn enter(&self, p: &AffinePoint<F>) -> AffinePoint<F> {
        LambdaAffine::of_pair(&self.curve.field, &p.x, &p.y)
    }

    /// `(x, y)` of `(x, λ)`.
    #[must_use]
    pub fn leave(&self, p: &AffinePoint<F>) -> AffinePoint<F> {
        let f = &self.curve.field;
        AffinePoint::new(p.x, f.mul(&p.x, &f.add(&p.x, &p.y)))
    }

    /// Whether a point with this abscissa is a double.
    fn is_double(&self, x: &F::El) -> bool {
        let f = &self.curve.field;
        !(f.trace(x) ^ f.trace(&self.curve.a)).to_bool_vartime()
    }

    /// A root of `λ² + λ = x + a`, and with it `u²` of the half `(u, λ)` of `(x, λ0)`.
    fn candidate(&self, x: &F::El, lambda: &F::El) -> (F::El, F::El) {
        let f = &self.curve.field;
        let root = f.half_trace(&f.add(x, &self.curve.a));
        // y + (λ + 1) x for y = x (x + λ0).
        let sum = f.add(&f.add(x, lambda), &f.add(&root, &f.one()));
        (root, f.mul(x, &sum))
    }

    /// The half in the subgroup; points in the form `(x, λ)`.
    #[must_use]
    pub fn half_vartime(&self, p: &AffinePoint<F>) -> AffinePoint<F> {
        let f = &self.curve.field;
        let (lambda, square) = self.candidate(&p.x, &p.y);
        if !self.of_four {
            // u and u² have the same trace.
            let right = self.is_double(&square);
            return self.chosen(right, p, &lambda, &square);
        }
        let (u, _) = f.sqrt(&square);
        // Whether a half of this half is a double. Either half will do: they differ by u, of
        // trace 0.
        let (_, next) = self.candidate(&u, &lambda);
        if self.is_double(&next) {
            return AffinePoint::new(u, lambda);
        }
        self.chosen(false, p, &lambda, &square)
    }

    /// The half with these λ and `u²`, or the other half.
    fn chosen(
        &self,
        right: bool,
        p: &AffinePoint<F>,
        lambda: &F::El,
        square: &F::El,
    ) -> AffinePoint<F> {
        let f = &self.curve.field;
        if right {
            return AffinePoint::new(f.sqrt(square).0, *lambda);
        }
        AffinePoint::new(f.sqrt(&f.add(square, &p.x)).0, f.add(lambda, &f.one()))
    }

    /// The double; points in the form `(x, λ)`.
    #[must_use]
    pub fn double_vartime(&self, p: &AffinePoint<F>) -> AffinePoint<F> {
        LambdaAffine::double(&self.curve, p)
    }
}
