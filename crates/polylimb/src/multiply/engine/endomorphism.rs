//! The multiplications of an engine whose curve has an endomorphism. A type parameter selects them,
//! so that the engines of other curves are compiled without them.

use crate::curve::weierstrass::{Complete, Jacobian, JacobianPoint, ProjectivePoint};
use crate::curve::{AffinePoint, Group, Vartime};
use crate::field::{Encoding, VartimeField};
use crate::limb::{Bits, Kernel, Mask, Word};
use crate::multiply::OddMultiples;
use crate::multiply::glv;

/// The multiplications by an endomorphism; `None` on a curve without one.
pub(super) trait Endomorphism<F: VartimeField>: Sized + Send + Sync {
    /// Makes the tables for the generator, with windows of `w` bits in verification.
    fn new(group: &Vartime<F, Jacobian>, generator: &AffinePoint<F>, w: usize) -> Self;

    /// `k p`. Constant time.
    fn multiply(
        &self,
        kernel: Kernel,
        group: &Complete<F>,
        k: Bits<'_>,
        p: &AffinePoint<F>,
    ) -> Option<ProjectivePoint<F::El>>;

    /// `a G + b q`, where `multiples` is the table of `G`.
    fn sum_vartime(
        &self,
        group: &Vartime<F, Jacobian>,
        a: Bits<'_>,
        multiples: &OddMultiples<AffinePoint<F>>,
        b: Bits<'_>,
        q: &AffinePoint<F>,
    ) -> Option<JacobianPoint<F::El>>;
}

/// A curve without an endomorphism.
pub(super) struct Without;

impl<F: VartimeField> Endomorphism<F> for Without {
    fn new(_: &Vartime<F, Jacobian>, _: &AffinePoint<F>, _: usize) -> Self {
        Self
    }

    #[inline(always)]
    fn multiply(
        &self,
        _: Kernel,
        _: &Complete<F>,
        _: Bits<'_>,
        _: &AffinePoint<F>,
    ) -> Option<ProjectivePoint<F::El>> {
        None
    }

    #[inline(always)]
    fn sum_vartime(
        &self,
        _: &Vartime<F, Jacobian>,
        _: Bits<'_>,
        _: &OddMultiples<AffinePoint<F>>,
        _: Bits<'_>,
        _: &AffinePoint<F>,
    ) -> Option<JacobianPoint<F::El>> {
        None
    }
}

/// secp256k1.
pub(super) struct Glv<F: VartimeField> {
    beta: F::El,
    /// The multiples of the generator's image.
    images: OddMultiples<AffinePoint<F>>,
}

impl<const N: usize, F> Endomorphism<F> for Glv<F>
where
    F: VartimeField<El = [Word; N], Mask = Mask> + Encoding + Send + Sync,
{
    fn new(group: &Vartime<F, Jacobian>, generator: &AffinePoint<F>, w: usize) -> Self {
        let f = &group.curve().field;
        // Never fails: β is below the prime and has as many bytes.
        let beta = f.decode(&glv::beta()).unwrap_or_else(|_| f.one());
        let image = AffinePoint { x: f.mul(&generator.x, &beta), ..*generator };
        Self { beta, images: OddMultiples::new(group, &image, w) }
    }

    #[inline(always)]
    fn multiply(
        &self,
        kernel: Kernel,
        group: &Complete<F>,
        k: Bits<'_>,
        p: &AffinePoint<F>,
    ) -> Option<ProjectivePoint<F::El>> {
        Some(glv::glv_window_jacobian::<16, _, _>(kernel, group, &self.beta, k, p))
    }

    #[inline(always)]
    fn sum_vartime(
        &self,
        group: &Vartime<F, Jacobian>,
        a: Bits<'_>,
        multiples: &OddMultiples<AffinePoint<F>>,
        b: Bits<'_>,
        q: &AffinePoint<F>,
    ) -> Option<<Vartime<F, Jacobian> as Group>::Point> {
        Some(glv::sum_vartime(group, &self.beta, a, [multiples, &self.images], b, q))
    }
}
