//! Engines whose points stay in projective coordinates, for `rustcrypto`.

use super::over_field::OverField;
use super::{Engine, PlainPoint};
use crate::cpu::Features;
use crate::curve::named::Parameters;
use crate::curve::weierstrass::{Complete, ProjectivePoint};
use crate::curve::{AffinePoint, Coefficient, Curve, Group};
use crate::error::Result;
use crate::field::prime::fixed::{Fixed, PrimeParameters};
use crate::field::prime::{KernelSet, WithKernel, with_best};
use crate::field::{Encoding, SquareRoot, VartimeField};
use crate::limb::{Bits, Kernel, Word};
#[cfg(target_arch = "x86_64")]
use crate::multiply::lanes::eights;
use crate::multiply::{glv, regular_window};
use alloc::sync::Arc;
use core::marker::PhantomData;

/// Multiples of points in the coordinates of the complete law, over the prime's own field. Nothing
/// is inverted to make coordinates affine, except over lanes, where a generator's multiple ends
/// affine, and in variable time for a `q` whose `Z` is not 1.
pub(crate) trait Homogeneous<const N: usize>: Engine {
    /// `k p` for a `p` of the curve that is not neutral. Constant time.
    fn product(&self, k: Bits<'_>, p: &ProjectivePoint<[Word; N]>) -> ProjectivePoint<[Word; N]>;

    /// `k` times the generator. Constant time.
    fn product_of_generator(&self, k: Bits<'_>) -> ProjectivePoint<[Word; N]>;

    /// `a` times the generator plus `b q` for a `q` that is not neutral.
    fn sum_vartime(
        &self,
        a: Bits<'_>,
        b: Bits<'_>,
        q: &ProjectivePoint<[Word; N]>,
    ) -> ProjectivePoint<[Word; N]>;
}

/// The engine over the field of the curve's prime `P`; with `GLV` for secp256k1 only.
///
/// # Errors
/// [`Error::Curve`] if the curve has a cofactor or a short order.
pub(crate) fn homogeneous<P: PrimeParameters<N>, const N: usize, const GLV: bool>(
    parameters: &Parameters,
    features: Features,
) -> Result<Arc<dyn Homogeneous<N>>> {
    struct Make<'a, P, const N: usize, const GLV: bool>(&'a Parameters, Features, PhantomData<P>);
    impl<P: PrimeParameters<N>, const N: usize, const GLV: bool> WithKernel for Make<'_, P, N, GLV> {
        type Out = Result<Arc<dyn Homogeneous<N>>>;

        fn call<K: KernelSet>(self, kernel: K) -> Self::Out {
            let (Self(parameters, features, _), field) = (self, Fixed::<N, P, K>::new(kernel));
            let engine =
                OverField::<_, true, GLV>::new(Kernel::best(features), &field, parameters)?;
            #[cfg(target_arch = "x86_64")]
            let engine =
                engine.with_eights(eights::<crate::field::lanes::Ifma>(parameters, features));
            Ok(Arc::new(engine))
        }
    }
    with_best(features, Make::<P, N, GLV>(parameters, features, PhantomData))
}

const ENDOMORPHIC: &[u8] = glv::CURVE.as_bytes();

/// Whether [`homogeneous`] takes `GLV` for the curve of this name.
pub(crate) const fn has_endomorphism(name: &str) -> bool {
    matches!(name.as_bytes(), ENDOMORPHIC)
}

impl<const N: usize, F, const REGULAR: bool, const GLV: bool> Homogeneous<N>
    for OverField<F, REGULAR, GLV>
where
    F: VartimeField<El = [Word; N]> + Encoding + SquareRoot + Clone + Send + Sync + 'static,
{
    /// `(X Z, Y Z²)` is an affine point of `y² = x³ + a Z⁴ x + b Z⁶`.
    fn product(&self, k: Bits<'_>, p: &ProjectivePoint<[Word; N]>) -> ProjectivePoint<[Word; N]> {
        let (f, Curve { a, b, shape, .. }) = (self.field(), self.complete.curve());
        let ([x], [zz]) = f.products([(&p.x, &p.z)], [&p.z]);
        let ([y, zzz], [zzzz]) = f.products([(&p.y, &zz), (&p.z, &zz)], [&zz]);
        let (a, b) = (f.mul(a, &zzzz), f.mul(b, &f.mul(&zzzz, &zz)));
        let shape = if *shape == Coefficient::Zero { *shape } else { Coefficient::Any };
        let group = Complete::new(Curve::new(f.clone(), a, b, shape));
        let r = self.product_on(&group, k, &AffinePoint::new(x, y));
        // On this curve again: X / (Z Z²), Y / (Z Z³).
        ProjectivePoint { x: f.mul(&r.x, &p.z), y: r.y, z: f.mul(&r.z, &zzz) }
    }

    fn product_of_generator(&self, k: Bits<'_>) -> ProjectivePoint<[Word; N]> {
        let Some(eights) = &self.eights else { return self.combed(k) };
        let read = |p: PlainPoint| {
            let [x, y] = [p.x(), p.y()].map(|bytes| self.field().decode_be(bytes).ok());
            Some(self.complete.lift(&AffinePoint::new(x?, y?)))
        };
        let product = eights.multiply_generator_once(k).and_then(read);
        product.unwrap_or_else(|| self.complete.neutral())
    }

    fn sum_vartime(
        &self,
        a: Bits<'_>,
        b: Bits<'_>,
        q: &ProjectivePoint<[Word; N]>,
    ) -> ProjectivePoint<[Word; N]> {
        let f = self.field();
        let inverse = if f.equal_vartime(&q.z, &f.one()) { q.z } else { f.inv0_vartime(&q.z) };
        let q = AffinePoint::new(f.mul(&q.x, &inverse), f.mul(&q.y, &inverse));
        regular_window::homogeneous(f, &self.sum_vartime(a, b, &q))
    }
}
