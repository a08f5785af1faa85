//! X25519 `[RFC7748]`: by the kernels of the folder `curve25519`, or by the library's generic
//! ladder and field in plain Rust, depending on the build.

use polylimb::authors::field::prime::{Fixed, Portable, PrimeParameters, from_hex};

/// A number below 2^256, least significant byte first.
pub type El = [u8; 32];

/// 2^255 - 19.
#[derive(Debug, Clone, Copy)]
pub struct Prime;

impl PrimeParameters<32> for Prime {
    const NAME: &'static str = "2^255-19";
    const MODULUS: El =
        from_hex("7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");
}

/// The library's field.
const FIELD: Fixed<32, Prime, Portable> = Fixed::new(Portable);

#[cfg(feature = "kernels")]
pub use crate::curve25519::{
    difference, multiply, multiply_add_small, square, sum_and_difference, x25519,
};

#[cfg(not(feature = "kernels"))]
mod portable {
    use super::{El, FIELD};
    use polylimb::authors::curve::Montgomery;
    use polylimb::authors::field::Field;
    use polylimb::authors::limb::Bits;

    /// (A - 2) / 4.
    const A24: u32 = 121_665;

    /// `r = a b`.
    #[inline(never)]
    pub fn multiply(r: &mut El, a: &El, b: &El) {
        *r = FIELD.mul(a, b);
    }

    /// `r = a²`.
    #[inline(never)]
    pub fn square(r: &mut El, a: &El) {
        *r = FIELD.sqr(a);
    }

    /// `r = (x + z, x - z)`.
    #[inline(never)]
    pub fn sum_and_difference(r: &mut [El; 2], [x, z]: &[El; 2]) {
        *r = [FIELD.add(x, z), FIELD.sub(x, z)];
    }

    /// `r = a - b`.
    #[inline(never)]
    pub fn difference(r: &mut El, a: &El, b: &El) {
        *r = FIELD.sub(a, b);
    }

    /// `r = 121665 a + b`.
    #[inline(never)]
    pub fn multiply_add_small(r: &mut El, a: &El, b: &El) {
        *r = FIELD.add(&FIELD.mul_small(a, A24), b);
    }

    /// `k` times the point of coordinate `u`; 0 where that is neutral.
    #[inline(never)]
    pub fn x25519(r: &mut El, k: &El, u: &El) {
        let (mut k, mut u) = (*k, *u);
        k[0] &= 0xf8;
        k[31] = k[31] & 0x7f | 0x40;
        u[31] &= 0x7f;
        let curve = Montgomery::new(FIELD, A24);
        *r = FIELD.leave(&curve.multiply(&u, Bits::with_len(&k, 255)));
    }
}
#[cfg(not(feature = "kernels"))]
pub use portable::{difference, multiply, multiply_add_small, square, sum_and_difference, x25519};

/// The number in `[0, p)` of an element.
#[inline(never)]
pub fn canonical(a: &El) -> El {
    FIELD.leave(a)
}
