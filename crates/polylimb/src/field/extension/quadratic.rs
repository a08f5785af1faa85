//! The operations of `F_p²` that a tower and a pairing need beyond a field's.

use crate::field::Field;

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
