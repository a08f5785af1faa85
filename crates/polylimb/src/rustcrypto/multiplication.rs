//! The fast paths: each multiple of a point comes from the curve's engine,
//! [`Homogeneous`](crate::multiply::engine::Homogeneous).
//!
//! **Inversions.** A secret multiple of any point takes none; one of the generator over lanes takes
//! one, and is affine then; in variable time a point that is not affine takes one.

use super::wrapped::{Wrapped, bits, curve};
use super::{AffinePoint, ProjectivePoint, Scalar};
use crate::cpu::Features;
use crate::curve::Group as _;
use crate::curve::weierstrass::Jacobian;
use crate::curve::{AffinePoint as Entry, Vartime};
use crate::field::prime::fixed::Fixed;
use crate::field::prime::{KernelSet, WithKernel, with_best};
use crate::multiply::{Term, straus_vartime};
use alloc::vec::Vec;
use core::ops::{Mul, MulAssign};
use elliptic_curve::group::{Curve as _, Group as _};
use elliptic_curve::ops::{LinearCombination, MulByGeneratorVartime, MulVartime};

/// Width of the windows of a linear combination.
const WIDTH: usize = 5;

/// `k` times the generator, from its tables. Constant time.
pub(super) fn of_generator<C: Wrapped<N>, const N: usize>(
    k: &Scalar<C, N>,
) -> ProjectivePoint<C, N> {
    ProjectivePoint(C::parts().engine.product_of_generator(bits::<C, N>(&k.words)))
}

/// `k p`. Constant time; whether `p` is neutral is public.
fn multiple<C: Wrapped<N>, const N: usize>(
    p: &ProjectivePoint<C, N>,
    k: &Scalar<C, N>,
) -> ProjectivePoint<C, N> {
    if p.is_identity().into() {
        return *p;
    }
    ProjectivePoint(C::parts().engine.product(bits::<C, N>(&k.words), &p.0))
}

/// `a` times the generator plus `b p`.
fn multiple_add_vartime<C: Wrapped<N>, const N: usize>(
    a: &Scalar<C, N>,
    b: &Scalar<C, N>,
    p: &ProjectivePoint<C, N>,
) -> ProjectivePoint<C, N> {
    if p.is_identity().into() {
        return of_generator(a);
    }
    let (a, b) = (bits::<C, N>(&a.words), bits::<C, N>(&b.words));
    ProjectivePoint(C::parts().engine.sum_vartime(a, b, &p.0))
}

/// A sum of multiples in one go.
struct Straus<'a, C: Wrapped<N>, const N: usize>(&'a [(ProjectivePoint<C, N>, Scalar<C, N>)]);

impl<C: Wrapped<N>, const N: usize> WithKernel for Straus<'_, C, N> {
    type Out = ProjectivePoint<C, N>;

    fn call<K: KernelSet>(self, kernel: K) -> ProjectivePoint<C, N> {
        let parts = C::parts();
        let group: Vartime<Fixed<N, C::Prime, K>, Jacobian> =
            Vartime::new(curve::<C, N, K>(parts.engine.parameters(), kernel));
        let mut affine: Vec<_> = self.0.iter().map(|_| AffinePoint::default()).collect();
        let points: Vec<_> = self.0.iter().map(|(p, _)| *p).collect();
        ProjectivePoint::batch_normalize(&points, &mut affine);
        // Elements have the same meaning for each kernel set.
        let entry = |p: &AffinePoint<C, N>| Entry { x: p.0.x, y: p.0.y, neutral: p.0.neutral };
        let entries: Vec<_> = affine.iter().map(entry).collect();
        let terms: Vec<Term<'_, _>> =
            self.0.iter().zip(&entries).map(|((_, k), e)| (bits::<C, N>(&k.words), e)).collect();
        let sum = straus_vartime(&group, &terms, WIDTH);
        let mut entry = [Entry::neutral(&group.curve().field)];
        group.normalise(&[sum], &mut entry);
        let [Entry { x, y, neutral }] = entry;
        AffinePoint(Entry { x, y, neutral }).into()
    }
}

impl<C: Wrapped<N>, const N: usize> LinearCombination<[(Self, Scalar<C, N>)]>
    for ProjectivePoint<C, N>
{
    fn lincomb_vartime(terms: &[(Self, Scalar<C, N>)]) -> Self {
        match terms {
            [(p, a), (q, b)] if *p == Self::generator() => multiple_add_vartime(a, b, q),
            _ => with_best(Features::detect(), Straus(terms)),
        }
    }
}

impl<C: Wrapped<N>, const N: usize, const M: usize> LinearCombination<[(Self, Scalar<C, N>); M]>
    for ProjectivePoint<C, N>
{
    fn lincomb_vartime(terms: &[(Self, Scalar<C, N>); M]) -> Self {
        Self::lincomb_vartime(terms.as_slice())
    }
}

impl<C: Wrapped<N>, const N: usize> MulByGeneratorVartime for ProjectivePoint<C, N> {
    fn mul_by_generator_vartime(k: &Scalar<C, N>) -> Self {
        of_generator(k)
    }

    fn mul_by_generator_and_mul_add_vartime(a: &Scalar<C, N>, b: &Scalar<C, N>, p: &Self) -> Self {
        multiple_add_vartime(a, b, p)
    }
}

/// Point times scalar, from both sides, values and references.
macro_rules! products {
    ($($point:ident)+) => {
        $(
            impl<C: Wrapped<N>, const N: usize> Mul<&Scalar<C, N>> for $point<C, N> {
                type Output = ProjectivePoint<C, N>;

                fn mul(self, k: &Scalar<C, N>) -> ProjectivePoint<C, N> {
                    multiple(&self.into(), k)
                }
            }

            impl<C: Wrapped<N>, const N: usize> MulVartime<&Scalar<C, N>> for $point<C, N> {
                fn mul_vartime(self, k: &Scalar<C, N>) -> ProjectivePoint<C, N> {
                    multiple_add_vartime(&Scalar::default(), k, &self.into())
                }
            }

            impl<C: Wrapped<N>, const N: usize> Mul<Scalar<C, N>> for $point<C, N> {
                type Output = ProjectivePoint<C, N>;

                fn mul(self, k: Scalar<C, N>) -> ProjectivePoint<C, N> {
                    self * &k
                }
            }

            impl<C: Wrapped<N>, const N: usize> MulVartime<Scalar<C, N>> for $point<C, N> {
                fn mul_vartime(self, k: Scalar<C, N>) -> ProjectivePoint<C, N> {
                    self.mul_vartime(&k)
                }
            }

            impl<C: Wrapped<N>, const N: usize> Mul<&$point<C, N>> for Scalar<C, N> {
                type Output = ProjectivePoint<C, N>;

                fn mul(self, p: &$point<C, N>) -> ProjectivePoint<C, N> {
                    *p * &self
                }
            }

            impl<C: Wrapped<N>, const N: usize> MulVartime<&$point<C, N>> for Scalar<C, N> {
                fn mul_vartime(self, p: &$point<C, N>) -> ProjectivePoint<C, N> {
                    p.mul_vartime(&self)
                }
            }

            impl<C: Wrapped<N>, const N: usize> Mul<$point<C, N>> for Scalar<C, N> {
                type Output = ProjectivePoint<C, N>;

                fn mul(self, p: $point<C, N>) -> ProjectivePoint<C, N> {
                    p * &self
                }
            }

            impl<C: Wrapped<N>, const N: usize> MulVartime<$point<C, N>> for Scalar<C, N> {
                fn mul_vartime(self, p: $point<C, N>) -> ProjectivePoint<C, N> {
                    p.mul_vartime(&self)
                }
            }
        )+
    };
}

products!(ProjectivePoint AffinePoint);

impl<C: Wrapped<N>, const N: usize> MulAssign<&Scalar<C, N>> for ProjectivePoint<C, N> {
    fn mul_assign(&mut self, k: &Scalar<C, N>) {
        *self = *self * k;
    }
}

impl<C: Wrapped<N>, const N: usize> MulAssign<Scalar<C, N>> for ProjectivePoint<C, N> {
    fn mul_assign(&mut self, k: Scalar<C, N>) {
        *self *= &k;
    }
}
