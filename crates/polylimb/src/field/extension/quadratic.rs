//! What a tower and a pairing ask of `F_p²` beyond being a field.

use crate::field::{Counted, Counting, Field};

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
    /// The field of its coefficients.
    type Base: Field;

    /// The field of its coefficients.
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

    /// `ξ a` of an unreduced `a`; only where any number of terms may be summed up.
    fn mul_xi_wide(&self, a: &Self::Wide) -> Self::Wide;
}

/// Products by `ξ` are counted as those with a constant; what the base does, a counting base counts.
impl<Q: Quadratic> Quadratic for Counted<Q> {
    type Base = Q::Base;

    fn base(&self) -> &Q::Base {
        self.inner().base()
    }

    fn element(&self, c: [<Q::Base as Field>::El; 2]) -> Q::El {
        self.inner().element(c)
    }

    fn coefficients(&self, a: &Q::El) -> [<Q::Base as Field>::El; 2] {
        self.inner().coefficients(a)
    }

    fn conjugate(&self, a: &Q::El) -> Q::El {
        self.inner().conjugate(a)
    }

    fn scale(&self, s: &<Q::Base as Field>::El, a: &Q::El) -> Q::El {
        self.inner().scale(s, a)
    }

    fn mul_xi(&self, a: &Q::El) -> Q::El {
        self.note(Counting::MulConstant);
        self.inner().mul_xi(a)
    }

    fn mul_xi_wide(&self, a: &Q::Wide) -> Q::Wide {
        self.note(Counting::MulConstant);
        self.inner().mul_xi_wide(a)
    }
}
