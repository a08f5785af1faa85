//! Points of both curves: laws, encodings, membership, multiples.
//!
//! Sums use the complete law, so they are right for all points, and constant time. The encodings
//! are Zcash's; whether bytes are valid is public.

use crate::border::{c, slice};
use crate::field::{Coordinate, be_of_words, certain, words_of_be};
use crate::layout::{
    Affine, BLST_ERROR, Jacobian, blst_fp, blst_fp2, blst_p1, blst_p1_affine, blst_p2,
    blst_p2_affine, blst_scalar, byte,
};
use crate::scalar;
use polylimb::authors::curve::{AffinePoint, Coefficient, Complete, Curve, Group, ProjectivePoint};
use polylimb::authors::field::{Field, SquareRoot, VartimeField, invert_all};
use polylimb::authors::limb::{Bits, Mask, Word, less_than};
use polylimb::authors::multiply::fixed_window;
use zeroize::Zeroizing;

/// Flags in the first byte of an encoding.
const COMPRESSED: u8 = 0x80;
const INFINITY: u8 = 0x40;
const LARGER: u8 = 0x20;
const FLAGS: u8 = COMPRESSED | INFINITY | LARGER;

/// Multiples in the table of a window of five bits.
const MULTIPLES: usize = 16;

pub(crate) fn law<C: Coordinate>() -> Complete<C::Field> {
    let f = C::field();
    Complete::new(Curve::new(f, f.zero(), C::b(), Coefficient::Zero))
}

impl<C: Coordinate> Affine<C> {
    pub(crate) fn new(x: &C::El, y: &C::El) -> Self {
        Self { x: C::of(x), y: C::of(y) }
    }

    pub(crate) fn is_inf(&self) -> bool {
        *self == Self::default()
    }

    pub(crate) fn jacobian(&self) -> Jacobian<C> {
        let f = C::field();
        let neutral = Mask::from_bit(self.is_inf().into());
        Jacobian { x: self.x, y: self.y, z: C::of(&f.select(neutral, &f.zero(), &f.one())) }
    }

    fn on_curve(&self) -> bool {
        self.is_inf() || law::<C>().curve().contains(&self.x.el(), &self.y.el()).to_bool_vartime()
    }

    /// Whether it is a point of the group, the neutral one included.
    pub(crate) fn in_group(&self) -> bool {
        let [x, y] = self.coordinates();
        self.is_inf() || C::group().point(&x[..C::BYTES], &y[..C::BYTES]).is_ok()
    }

    /// The multiple of a point of the group by a secret key. Constant time.
    pub(crate) fn times_key(&self, key: &blst_scalar) -> Self {
        let words = words_of_le(&key.b, 256);
        let bits = Bits::with_len(&words, 256);
        Self::of_source(&certain(C::group().multiply(bits, &self.source())))
    }

    fn coordinates(&self) -> [Zeroizing<[u8; 96]>; 2] {
        [self.x, self.y].map(|c| {
            let mut bytes = Zeroizing::new([0; 96]);
            write(&mut bytes[..C::BYTES], &c);
            bytes
        })
    }

    /// The point for the engine, which takes our word that it is in its group.
    pub(crate) fn source(&self) -> C::Source {
        let [x, y] = self.coordinates();
        if self.is_inf() {
            return C::group().neutral();
        }
        certain(C::group().point_unchecked(&x[..C::BYTES], &y[..C::BYTES]))
    }

    pub(crate) fn of_source(p: &C::Source) -> Self {
        C::coordinates(p).map_or_else(Self::default, |coordinates| {
            let [x, y] = coordinates.map(|bytes| read(bytes).expect("coordinates of a point"));
            Self { x, y }
        })
    }

    pub(crate) fn serialize(&self, out: &mut [u8]) {
        let (x, y) = out.split_at_mut(C::BYTES);
        write(x, &self.x);
        write(y, &self.y);
        if self.is_inf() {
            out[0] = INFINITY;
        }
    }

    pub(crate) fn compress(&self, out: &mut [u8]) {
        write(out, &self.x);
        out[0] |= COMPRESSED | (u8::from(is_larger(&self.y)) * LARGER);
        if self.is_inf() {
            out[0] = COMPRESSED | INFINITY;
        }
    }

    /// Reads the compressed form.
    pub(crate) fn uncompress(bytes: &[u8]) -> Result<Self, BLST_ERROR> {
        let flags = bytes[0] & FLAGS;
        if flags & COMPRESSED == 0 {
            return Err(BLST_ERROR::BLST_BAD_ENCODING);
        }
        if flags & INFINITY != 0 {
            return Self::read_neutral(bytes, COMPRESSED | INFINITY);
        }
        let mut number = [0; 96];
        number[..C::BYTES].copy_from_slice(bytes);
        number[0] &= !FLAGS;
        let x: C = read(&number[..C::BYTES]).ok_or(BLST_ERROR::BLST_BAD_ENCODING)?;
        let f = C::field();
        let (y, exists) = f.sqrt(&law::<C>().curve().right_side(&x.el()));
        if !exists.to_bool_vartime() {
            return Err(BLST_ERROR::BLST_POINT_NOT_ON_CURVE);
        }
        let negative = is_larger(&C::of(&y)) != (flags & LARGER != 0);
        Ok(Self { x, y: C::of(&if negative { f.neg(&y) } else { y }) })
    }

    /// Reads either form.
    pub(crate) fn deserialize(bytes: &[u8]) -> Result<Self, BLST_ERROR> {
        let flags = bytes[0] & FLAGS;
        if flags & COMPRESSED != 0 {
            return Self::uncompress(bytes);
        }
        if flags & INFINITY != 0 {
            return Self::read_neutral(bytes, INFINITY);
        }
        let (x, y) = bytes.split_at(C::BYTES);
        let (true, Some(x), Some(y)) = (flags == 0, read(x), read(y)) else {
            return Err(BLST_ERROR::BLST_BAD_ENCODING);
        };
        let p = Self { x, y };
        if law::<C>().curve().contains(&x.el(), &y.el()).to_bool_vartime() {
            return Ok(p);
        }
        Err(BLST_ERROR::BLST_POINT_NOT_ON_CURVE)
    }

    fn read_neutral(bytes: &[u8], flags: u8) -> Result<Self, BLST_ERROR> {
        if bytes[0] == flags && bytes[1..].iter().all(|byte| *byte == 0) {
            return Ok(Self::default());
        }
        Err(BLST_ERROR::BLST_BAD_ENCODING)
    }

    /// What blst says of a decoded point: of points outside of the group it tells `(0, ±2)`, which
    /// have order 3.
    pub(crate) fn status(&self) -> BLST_ERROR {
        if C::field().is_zero_vartime(&self.x.el()) && !self.is_inf() {
            return BLST_ERROR::BLST_POINT_NOT_IN_GROUP;
        }
        BLST_ERROR::BLST_SUCCESS
    }
}

/// The element in these bytes, most significant first, higher coefficients first.
fn read<C: Coordinate>(bytes: &[u8]) -> Option<C> {
    let mut numbers = [[0; 6]; 2];
    for (number, bytes) in numbers.iter_mut().zip(bytes.rchunks_exact(48)) {
        *number = words_of_be(bytes);
    }
    C::of_numbers(&numbers)
}

fn write<C: Coordinate>(bytes: &mut [u8], c: &C) {
    for (bytes, number) in bytes.rchunks_exact_mut(48).zip(&c.numbers()) {
        be_of_words(bytes, number);
    }
}

/// Whether `y` is larger than `-y`: as numbers, the higher coefficient first.
fn is_larger<C: Coordinate>(y: &C) -> bool {
    let opposite = C::of(&C::field().neg(&y.el()));
    let [y, opposite]: [[[Word; 6]; 2]; 2] = [y.numbers(), opposite.numbers()];
    less_than(opposite.as_flattened(), y.as_flattened()).to_bool_vartime()
}

impl<C: Coordinate> Jacobian<C> {
    pub(crate) fn is_inf(&self) -> bool {
        C::field().is_zero_vartime(&self.z.el())
    }

    /// In the coordinates of the complete law.
    fn complete(&self) -> ProjectivePoint<C::El> {
        let (f, z) = (C::field(), self.z.el());
        let (x, z3) = (f.mul(&self.x.el(), &z), f.mul(&f.sqr(&z), &z));
        // A neutral point may have any other coordinates.
        let y = f.select(f.is_zero(&z), &f.one(), &self.y.el());
        ProjectivePoint { x, y, z: z3 }
    }

    fn of_complete(p: &ProjectivePoint<C::El>) -> Self {
        let f = C::field();
        let y = f.mul(&p.y, &f.sqr(&p.z));
        Self { x: C::of(&f.mul(&p.x, &p.z)), y: C::of(&y), z: C::of(&p.z) }
    }

    pub(crate) fn add(&self, other: &Self) -> Self {
        Self::of_complete(&law::<C>().add(&self.complete(), &other.complete()))
    }

    pub(crate) fn add_affine(&self, other: &Affine<C>) -> Self {
        let neutral = Mask::from_bit(other.is_inf().into());
        let entry = AffinePoint { x: other.x.el(), y: other.y.el(), neutral };
        Self::of_complete(&law::<C>().add_entry(&self.complete(), &entry))
    }

    /// The published doubling `dbl-2009-l` of the Explicit-Formulas Database: no point of these
    /// curves has order 2.
    pub(crate) fn double(&self) -> Self {
        let (f, x, y, z) = (C::field(), self.x.el(), self.y.el(), self.z.el());
        let (a, b) = (f.sqr(&x), f.sqr(&y));
        let c = f.sqr(&b);
        let d = f.double(&f.sub(&f.sub(&f.sqr(&f.add(&x, &b)), &a), &c));
        let e = f.triple_add(&a, &f.zero());
        let x3 = f.sub_double(&f.sqr(&e), &d);
        let c8 = f.double(&f.double(&f.double(&c)));
        let y3 = f.sub(&f.mul(&e, &f.sub(&d, &x3)), &c8);
        Self { x: C::of(&x3), y: C::of(&y3), z: C::of(&f.double(&f.mul(&y, &z))) }
    }

    pub(crate) fn cneg(&mut self, flag: bool) {
        let (f, y) = (C::field(), self.y.el());
        self.y = C::of(&f.select(Mask::from_bit(flag.into()), &f.neg(&y), &y));
    }

    /// `(0, 0)` for a neutral point. Constant time.
    pub(crate) fn affine(&self) -> Affine<C> {
        let mut affine = [Affine::default()];
        to_affine(&mut affine, core::iter::once(self));
        affine[0]
    }

    pub(crate) fn is_equal(&self, other: &Self) -> bool {
        let group = law::<C>();
        group.equal(&self.complete(), &other.complete()).to_bool_vartime()
    }

    fn on_curve(&self) -> bool {
        self.is_inf() || self.affine().on_curve()
    }

    /// The multiple by the low `bits` bits of a number, least significant byte first. Constant time
    /// in the number and the point, for any point of the curve.
    fn times_any(&self, number: &[u8], bits: usize) -> Self {
        let words = words_of_le(number, bits);
        let p = self.affine();
        let neutral = Mask::from_bit(p.is_inf().into());
        let entry = AffinePoint { x: p.x.el(), y: p.y.el(), neutral };
        let multiple =
            fixed_window::<MULTIPLES, _>(&law::<C>(), Bits::with_len(&words, bits), &entry);
        Self::of_complete(&multiple)
    }

    /// The same for a point of the group: faster for a long number below the order.
    pub(crate) fn times(&self, number: &[u8], bits: usize) -> Self {
        if (GLV_BITS..=256).contains(&bits) {
            let mut scalar = blst_scalar::default();
            let bytes = words_of_le(number, bits);
            for (bytes, word) in scalar.b.chunks_exact_mut(8).zip(bytes.iter()) {
                bytes.copy_from_slice(&word.to_le_bytes());
            }
            // As in blst, which numbers are below the order is not hidden.
            if scalar::is_reduced(&scalar) {
                return self.affine().times_key(&scalar).jacobian();
            }
        }
        self.times_any(number, bits)
    }
}

/// From this length on endomorphisms pay.
const GLV_BITS: usize = 176;

/// The words of the low `bits` bits of a number.
pub(crate) fn words_of_le(number: &[u8], bits: usize) -> Zeroizing<Vec<Word>> {
    let mut words = Zeroizing::new(vec![0; bits.div_ceil(64).max(1)]);
    for (i, byte) in number[..bits.div_ceil(8)].iter().enumerate() {
        let mask = if 8 * i + 8 > bits { 0xff >> (8 * i + 8 - bits) } else { 0xff };
        words[i / 8] |= Word::from(byte & mask) << (8 * (i % 8));
    }
    words
}

/// The affine forms of all points, with one inversion. Constant time.
pub(crate) fn to_affine<'a, C: Coordinate>(
    out: &mut [Affine<C>],
    points: impl Iterator<Item = &'a Jacobian<C>> + Clone,
) {
    let f = C::field();
    let mut inverses: Vec<_> = points.clone().map(|p| p.z.el()).collect();
    let mut scratch = inverses.clone();
    invert_all(&f, &mut inverses, &mut scratch);
    for ((out, p), inverse) in out.iter_mut().zip(points).zip(&inverses) {
        let square = f.sqr(inverse);
        let cube = f.mul(&square, inverse);
        *out = Affine::new(&f.mul(&p.x.el(), &square), &f.mul(&p.y.el(), &cube));
    }
}

/// The functions that both groups have.
macro_rules! points {
    (
        $c:ident $point:ident $affine:ident: $add:ident $add_or_double:ident $add_affine:ident
        $add_or_double_affine:ident $double:ident $mult:ident $unchecked_mult:ident $cneg:ident
        $to_affine:ident $from_affine:ident $from_jacobian:ident $on_curve:ident $in_group:ident
        $is_equal:ident $is_inf:ident $generator:ident $affine_on_curve:ident $affine_in_group:ident
        $affine_is_equal:ident $affine_is_inf:ident $affine_generator:ident $serialize:ident
        $compress:ident $affine_serialize:ident $affine_compress:ident $uncompress:ident
        $deserialize:ident $sizeof:ident $affine_sizeof:ident $aggregate:ident
    ) => {
        c! {
            fn $add(out: *mut $point, a: *const $point, b: *const $point) {
                *out = (*a).add(&*b);
            }
            fn $add_or_double(out: *mut $point, a: *const $point, b: *const $point) {
                *out = (*a).add(&*b);
            }
            fn $add_affine(out: *mut $point, a: *const $point, b: *const $affine) {
                *out = (*a).add_affine(&*b);
            }
            fn $add_or_double_affine(out: *mut $point, a: *const $point, b: *const $affine) {
                *out = (*a).add_affine(&*b);
            }
            fn $double(out: *mut $point, a: *const $point) {
                *out = (*a).double();
            }
            fn $mult(out: *mut $point, p: *const $point, scalar: *const byte, nbits: usize) {
                *out = (*p).times(slice(scalar, nbits.div_ceil(8)), nbits);
            }
            fn $unchecked_mult(out: *mut $point, p: *const $point, scalar: *const byte, nbits: usize) {
                *out = (*p).times_any(slice(scalar, nbits.div_ceil(8)), nbits);
            }
            fn $cneg(p: *mut $point, flag: bool) {
                (*p).cneg(flag);
            }
            fn $to_affine(out: *mut $affine, p: *const $point) {
                *out = (*p).affine();
            }
            fn $from_affine(out: *mut $point, p: *const $affine) {
                *out = (*p).jacobian();
            }
            fn $from_jacobian(out: *mut $point, p: *const $point) {
                *out = (*p).affine().jacobian();
            }
            fn $on_curve(p: *const $point) -> bool {
                (*p).on_curve()
            }
            fn $in_group(p: *const $point) -> bool {
                (*p).affine().in_group()
            }
            fn $is_equal(a: *const $point, b: *const $point) -> bool {
                (*a).is_equal(&*b)
            }
            fn $is_inf(p: *const $point) -> bool {
                (*p).is_inf()
            }
            fn $generator() -> *const $point {
                $c::generator()
            }
            fn $affine_on_curve(p: *const $affine) -> bool {
                (*p).on_curve()
            }
            fn $affine_in_group(p: *const $affine) -> bool {
                (*p).in_group()
            }
            fn $affine_is_equal(a: *const $affine, b: *const $affine) -> bool {
                *a == *b
            }
            fn $affine_is_inf(p: *const $affine) -> bool {
                (*p).is_inf()
            }
            fn $affine_generator() -> *const $affine {
                // Its first two coordinates are the affine point's.
                $generator().cast()
            }
            fn $serialize(out: *mut byte, p: *const $point) {
                $affine_serialize(out, &(*p).affine());
            }
            fn $compress(out: *mut byte, p: *const $point) {
                $affine_compress(out, &(*p).affine());
            }
            fn $affine_serialize(out: *mut byte, p: *const $affine) {
                (*p).serialize(core::slice::from_raw_parts_mut(out, 2 * $c::BYTES));
            }
            fn $affine_compress(out: *mut byte, p: *const $affine) {
                (*p).compress(core::slice::from_raw_parts_mut(out, $c::BYTES));
            }
            fn $uncompress(out: *mut $affine, bytes: *const byte) -> BLST_ERROR {
                put(out, Affine::uncompress(slice(bytes, $c::BYTES)))
            }
            fn $deserialize(out: *mut $affine, bytes: *const byte) -> BLST_ERROR {
                put(out, Affine::deserialize(encoded::<$c>(bytes)))
            }
            fn $sizeof() -> usize {
                size_of::<$point>()
            }
            fn $affine_sizeof() -> usize {
                size_of::<$affine>()
            }
            fn $aggregate(out: *mut $point, sum: *const $point, bytes: *const byte) -> BLST_ERROR {
                let point: $affine = match Affine::deserialize(encoded::<$c>(bytes)) {
                    Ok(point) if point.in_group() => point,
                    Ok(_) => return BLST_ERROR::BLST_POINT_NOT_IN_GROUP,
                    Err(error) => return error,
                };
                if sum.is_null() {
                    *out = point.jacobian();
                } else if !point.is_inf() {
                    *out = (*sum).add_affine(&point);
                }
                BLST_ERROR::BLST_SUCCESS
            }
        }
    };
}

/// Writes a decoded point.
///
/// # Safety
/// `out` is a point.
unsafe fn put<C: Coordinate>(
    out: *mut Affine<C>,
    decoded: Result<Affine<C>, BLST_ERROR>,
) -> BLST_ERROR {
    match decoded {
        Ok(point) => {
            // SAFETY: as above.
            unsafe { *out = point };
            point.status()
        }
        Err(error) => error,
    }
}

/// The bytes of an encoded point: as many as the first says.
///
/// # Safety
/// That many are there.
unsafe fn encoded<'a, C: Coordinate>(bytes: *const byte) -> &'a [u8] {
    // SAFETY: as above.
    unsafe {
        let len = if *bytes & COMPRESSED == 0 { 2 * C::BYTES } else { C::BYTES };
        slice(bytes, len)
    }
}

points! {
    blst_fp blst_p1 blst_p1_affine: blst_p1_add blst_p1_add_or_double blst_p1_add_affine
    blst_p1_add_or_double_affine blst_p1_double blst_p1_mult blst_p1_unchecked_mult blst_p1_cneg
    blst_p1_to_affine blst_p1_from_affine blst_p1_from_jacobian blst_p1_on_curve blst_p1_in_g1
    blst_p1_is_equal blst_p1_is_inf blst_p1_generator blst_p1_affine_on_curve blst_p1_affine_in_g1
    blst_p1_affine_is_equal blst_p1_affine_is_inf blst_p1_affine_generator blst_p1_serialize
    blst_p1_compress blst_p1_affine_serialize blst_p1_affine_compress blst_p1_uncompress
    blst_p1_deserialize blst_p1_sizeof blst_p1_affine_sizeof blst_aggregate_in_g1
}
points! {
    blst_fp2 blst_p2 blst_p2_affine: blst_p2_add blst_p2_add_or_double blst_p2_add_affine
    blst_p2_add_or_double_affine blst_p2_double blst_p2_mult blst_p2_unchecked_mult blst_p2_cneg
    blst_p2_to_affine blst_p2_from_affine blst_p2_from_jacobian blst_p2_on_curve blst_p2_in_g2
    blst_p2_is_equal blst_p2_is_inf blst_p2_generator blst_p2_affine_on_curve blst_p2_affine_in_g2
    blst_p2_affine_is_equal blst_p2_affine_is_inf blst_p2_affine_generator blst_p2_serialize
    blst_p2_compress blst_p2_affine_serialize blst_p2_affine_compress blst_p2_uncompress
    blst_p2_deserialize blst_p2_sizeof blst_p2_affine_sizeof blst_aggregate_in_g2
}
