//! The types of blst.h. Their layout is public: elements of the prime field are six words in
//! Montgomery's form for `R = 2^384`, scalars of the order's field four words for `R = 2^256`, both
//! as `polylimb` keeps them.

use crate::field::{Coordinate, fp12};
use core::any::Any;
use polylimb::authors::field::Field;
use zeroize::{Zeroize, ZeroizeOnDrop};

pub type byte = u8;
pub type limb_t = u64;

/// Status of a call.
#[repr(u32)]
#[derive(Debug, Clone, Copy, Hash, PartialEq, Eq)]
pub enum BLST_ERROR {
    BLST_SUCCESS = 0,
    BLST_BAD_ENCODING = 1,
    BLST_POINT_NOT_ON_CURVE = 2,
    BLST_POINT_NOT_IN_GROUP = 3,
    BLST_AGGR_TYPE_MISMATCH = 4,
    BLST_VERIFY_FAIL = 5,
    BLST_PK_IS_INFINITY = 6,
    BLST_BAD_SCALAR = 7,
}

/// A number of 256 bits, least significant byte first. Wiped when dropped.
#[repr(C)]
#[derive(Debug, Default, Clone, PartialEq, Eq, Zeroize, ZeroizeOnDrop)]
pub struct blst_scalar {
    pub b: [byte; 32],
}

/// A number modulo the order.
#[repr(C)]
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct blst_fr {
    pub l: [limb_t; 4],
}

/// A number modulo the prime.
#[repr(C)]
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct blst_fp {
    pub l: [limb_t; 6],
}

/// `fp[0] + fp[1] u`.
#[repr(C)]
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct blst_fp2 {
    pub fp: [blst_fp; 2],
}

/// `fp2[0] + fp2[1] v + fp2[2] v²`.
#[repr(C)]
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct blst_fp6 {
    pub fp2: [blst_fp2; 3],
}

/// `fp6[0] + fp6[1] w`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct blst_fp12 {
    pub fp6: [blst_fp6; 2],
}

impl Default for blst_fp12 {
    fn default() -> Self {
        Self::of(&fp12().one())
    }
}

/// A point `(x / z², y / z³)`; neutral where `z` is 0.
#[repr(C)]
#[derive(Debug, Default, Clone, Copy)]
pub struct Jacobian<C> {
    pub x: C,
    pub y: C,
    pub z: C,
}

/// A point `(x, y)`; `(0, 0)` stands for the neutral one.
#[repr(C)]
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Affine<C> {
    pub x: C,
    pub y: C,
}

impl<C: Coordinate> PartialEq for Jacobian<C> {
    fn eq(&self, other: &Self) -> bool {
        self.is_equal(other)
    }
}

impl<C: Coordinate> Eq for Jacobian<C> {}

pub type blst_p1 = Jacobian<blst_fp>;
pub type blst_p1_affine = Affine<blst_fp>;
pub type blst_p2 = Jacobian<blst_fp2>;
pub type blst_p2_affine = Affine<blst_fp2>;

/// The memory of a product of pairings, [`blst_pairing_sizeof`](crate::blst_pairing_sizeof) bytes.
#[repr(C)]
#[derive(Debug, Default)]
pub struct blst_pairing {
    _memory: [u8; 0],
}

/// The memory of a set of messages, [`blst_uniq_sizeof`](crate::blst_uniq_sizeof) bytes.
#[repr(C)]
#[derive(Debug, Default)]
pub struct blst_uniq {
    _memory: [u8; 0],
}

/// The point behind `any`, if it is one of these.
pub(crate) fn affine<C: Coordinate>(any: &dyn Any) -> Option<&Affine<C>> {
    any.downcast_ref()
}
