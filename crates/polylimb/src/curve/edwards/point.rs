//! Points and entries.

use zeroize::Zeroize;

/// `(X : Y : Z : T)` stands for `(X/Z, Y/Z)`, and `X Y = Z T` (extended coordinates,
/// `[Hisil2008]`). `Z` is not 0.
#[derive(Clone, Copy)]
pub struct EdwardsPoint<E> {
    /// `X`.
    pub x: E,
    /// `Y`.
    pub y: E,
    /// `Z`.
    pub z: E,
    /// `T`.
    pub t: E,
}

/// `(x, y)` in the form that an addition needs.
#[derive(Clone, Copy)]
pub struct EdwardsEntry<E> {
    /// `y + x`.
    pub sum: E,
    /// `y - x`.
    pub difference: E,
    /// `2 d x y`.
    pub product: E,
}

impl<E: Zeroize> Zeroize for EdwardsPoint<E> {
    fn zeroize(&mut self) {
        self.x.zeroize();
        self.y.zeroize();
        self.z.zeroize();
        self.t.zeroize();
    }
}

impl<E: Zeroize> Zeroize for EdwardsEntry<E> {
    fn zeroize(&mut self) {
        self.sum.zeroize();
        self.difference.zeroize();
        self.product.zeroize();
    }
}
