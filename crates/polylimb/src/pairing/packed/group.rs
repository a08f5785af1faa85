//! Points of BLS12-381 across the lanes: one sum or one doubling at a time, for secret and public
//! points.
//!
//! **Representation.** One vector has the coordinates `X`, `Y`, `Z` in slots. In `G₁` a slot is a
//! lane. In `G₂` it is two lanes, real part first: four products of `F_p²` are one sum of two
//! products of vectors, with one reduction. What the other slots hold does not count. Read
//! `law.rs` next.

use super::law::{
    Add, AddOnTwist, Denominator, Difference, Double, DoubleOnTwist, Image, Normalise,
};
use crate::field::lanes::{LANES, Spread};

/// Lanes of a slot of three coordinates and one more.
pub(super) const fn slots<const DEGREE: usize>(from: [u8; 4]) -> [u8; LANES] {
    let (mut lanes, mut i) = ([0; LANES], 0);
    while i < 4 * DEGREE {
        let degree = DEGREE as u8;
        // From 4 on a slot of the second vector, whose lanes count from 8 on.
        let slot = from[i / DEGREE];
        let first = if slot < 4 { slot * degree } else { 8 + (slot - 4) * degree };
        lanes[i] = first + (i % DEGREE) as u8;
        i += 1;
    }
    lanes
}

/// `G₁` for `DEGREE` 1, `G₂` for 2, with the endomorphism `(X, Y) -> (c₀ X̄, c₁ Ȳ)` for the factors
/// `c₀`, `c₁`, 1 in the slots 0 to 2.
pub struct AcrossLanes<F: Spread, const DEGREE: usize> {
    f: F,
    factors: F::El,
}

impl<F: Spread, const DEGREE: usize> AcrossLanes<F, DEGREE> {
    /// The curve over the field `f` of lanes.
    pub const fn new(f: F, factors: F::El) -> Self {
        const { assert!(DEGREE == 1 || DEGREE == 2) };
        Self { f, factors }
    }

    /// The field.
    pub const fn field(&self) -> &F {
        &self.f
    }

    /// The image of `p` under the endomorphism.
    pub fn image(&self, p: &F::El) -> F::El {
        self.f.run(Image::<_, DEGREE>(&self.f, &self.factors, p))
    }

    /// The point over the denominator 1; `Z` becomes 0 for the neutral element.
    pub fn normalise(&self, p: &F::El) -> F::El {
        let inverse = self.f.inv0(&self.f.run(Denominator::<_, DEGREE>(&self.f, p)));
        self.f.run(Normalise::<_, DEGREE>(&self.f, p, &inverse))
    }

    /// In the slots 0 and 1 zeros if and only if `p` and `r` are the same point, where one of them
    /// is not neutral.
    pub fn difference(&self, p: &F::El, r: &F::El) -> F::El {
        self.f.run(Difference::<_, DEGREE>(&self.f, p, r))
    }

    /// `2 p`.
    pub fn double(&self, p: &F::El) -> F::El {
        if DEGREE == 1 {
            self.f.run(Double(&self.f, p))
        } else {
            self.f.run(DoubleOnTwist(&self.f, p))
        }
    }

    /// `p + r`.
    pub fn add(&self, p: &F::El, r: &F::El) -> F::El {
        if DEGREE == 1 {
            self.f.run(Add(&self.f, p, r))
        } else {
            self.f.run(AddOnTwist(&self.f, p, r))
        }
    }

    /// `-p`.
    pub fn neg(&self, p: &F::El) -> F::El {
        self.f.mix(p, &self.f.neg(p), const { slots::<DEGREE>([0, 5, 2, 3]) })
    }
}
