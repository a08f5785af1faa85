//! The curve of X25519 and Ed25519: its constants, the tables of its base, points as bytes (RFC
//! 7748, RFC 8032).

use crate::curve::Group;
use crate::curve::edwards::{Edwards, EdwardsEntry, EdwardsPoint};
use crate::field::prime::fixed::{from_hex, words_for};
use crate::field::prime::{F25519, F25519Order, KernelSet};
use crate::field::{Encoding, Field, SquareRoot, VartimeField};
use crate::limb::{Bits, Mask, WORD_BITS, WORD_BYTES, Word};
use crate::{Error, Result};

/// Words of an element and of a scalar.
pub(crate) const N: usize = words_for(256);
/// Both have encodings of this length in bytes.
pub(crate) const BYTES: usize = 32;
/// `(A - 2) / 4` for `A = 486662`.
pub(crate) const A24: u32 = 121_665;
/// Bits of a multiplier: clamped multipliers are below `2^255`, others below the order.
pub(crate) const SCALAR_BITS: usize = 255;

/// A number of the field or a scalar.
pub(crate) type Number = [Word; N];
/// A point.
pub(crate) type Point = EdwardsPoint<Number>;
/// A point for tables.
pub(crate) type Entry = EdwardsEntry<Number>;

/// `-121665/121666`.
pub(crate) const D: Number =
    from_hex("52036cee2b6ffe73 8cc740797779e898 00700a4d4141d8ab 75eb4dca135978a3");
/// A square root of -1.
pub(crate) const ROOT_OF_MINUS_ONE: Number =
    from_hex("2b8324804fc1df0b 2b4d00993dfbd7a7 2f431806ad2fe478 c4ee1b274a0ea0b0");
const BASE_X: Number =
    from_hex("216936d3cd6e53fe c0a4e231fdd6dc5c 692cc7609525a7b2 c9562d608f25d51a");
/// `4/5`.
const BASE_Y: Number =
    from_hex("6666666666666666 6666666666666666 6666666666666666 6666666666666658");
/// The windows of the base's tables: 32 times 8 entries for secrets, 32 for verification.
const BASE_WINDOW: usize = 4;
const BASE_WINDOW_VARTIME: usize = 7;

/// The number in `bytes`, least significant first.
#[inline]
pub(crate) fn read(bytes: &[u8; BYTES]) -> Number {
    let mut parts = bytes.chunks_exact(WORD_BYTES);
    core::array::from_fn(|_| {
        let part = parts.next().and_then(|part| part.try_into().ok());
        Word::from_le_bytes(part.unwrap_or([0; WORD_BYTES]))
    })
}

/// The bytes of `number`.
#[inline]
pub(crate) fn write(number: &Number) -> [u8; BYTES] {
    core::array::from_fn(|i| (number[i / WORD_BYTES] >> (8 * (i % WORD_BYTES))) as u8)
}

/// The number in `bytes` modulo the order of the base, as an element of that field.
pub(crate) fn scalar_mod<K: KernelSet>(f: &F25519Order<K>, bytes: &[u8; 2 * BYTES]) -> Number {
    let half = |from: usize| {
        let mut half = [0; BYTES];
        half.copy_from_slice(&bytes[from..from + BYTES]);
        f.enter_mod(&read(&half))
    };
    // 1 is stored as 2^256 modulo the order, so entering that is 2^256.
    let above = f.enter_mod(&f.one());
    f.add(&half(0), &f.mul(&half(BYTES), &above))
}

/// The curve over a kernel set.
#[inline(always)]
pub(crate) fn curve<K: KernelSet>(kernel: K) -> Edwards<F25519<K>> {
    Edwards::new(F25519::new(kernel), D)
}

/// The base as entry.
#[inline(always)]
pub(crate) fn base<K: KernelSet>(curve: &Edwards<F25519<K>>) -> Entry {
    curve.entry(&BASE_X, &BASE_Y)
}

/// `k` times the base. Constant time.
#[inline(always)]
pub(crate) fn multiply_base<K: KernelSet>(curve: &Edwards<F25519<K>>, k: &Number) -> Point {
    let k = Bits::with_len(k, SCALAR_BITS);
    #[cfg(all(feature = "std", feature = "engine"))]
    {
        use crate::multiply::BaseWindows;
        static TABLES: std::sync::OnceLock<BaseWindows<Entry>> = std::sync::OnceLock::new();
        TABLES
            .get_or_init(|| BaseWindows::new(curve, &base(curve), BASE_WINDOW, SCALAR_BITS))
            .multiply(curve, k)
    }
    // Nowhere to keep tables.
    #[cfg(not(all(feature = "std", feature = "engine")))]
    crate::multiply::fixed_window::<{ 1 << (BASE_WINDOW - 1) }, _>(curve, k, &base(curve))
}

/// `k` times the base plus `l p`. Variable time.
#[inline(always)]
pub(crate) fn multiply_add_vartime<K: KernelSet>(
    curve: &Edwards<F25519<K>>,
    k: &Number,
    l: &Number,
    p: &Point,
) -> Point {
    let [k, l] = [k, l].map(|k| Bits::with_len(k, SCALAR_BITS));
    #[cfg(all(feature = "std", feature = "engine"))]
    {
        use crate::multiply::{OddMultiples, interleaved_vartime};
        static TABLE: std::sync::OnceLock<OddMultiples<Entry>> = std::sync::OnceLock::new();
        let make = || OddMultiples::new(curve, &base(curve), BASE_WINDOW_VARTIME);
        interleaved_vartime(curve, k, TABLE.get_or_init(make), l, p)
    }
    // Nowhere to keep tables.
    #[cfg(not(all(feature = "std", feature = "engine")))]
    {
        use crate::curve::Group;
        crate::multiply::sum_of_two_vartime(curve, [k, l], [&curve.lift(&base(curve)), p])
    }
}

/// RFC 8032, section 5.1.2: `y`, and in the top bit whether `x` is odd. Constant time.
#[inline(always)]
pub(crate) fn encode<K: KernelSet>(curve: &Edwards<F25519<K>>, p: &Point) -> [u8; BYTES] {
    let (x, y) = curve.affine(p);
    let f = curve.field();
    let mut bytes = write(&f.leave(&y));
    bytes[BYTES - 1] |= ((f.leave(&x)[0] & 1) as u8) << 7;
    bytes
}

/// RFC 8032, section 5.1.3: the point whose encoding this is. Public points only.
///
/// # Errors
/// [`Error::NotReduced`] if `y` is not below the prime, [`Error::Curve`] if there is no such point,
/// or for the encoding of `-0`.
pub(crate) fn decode_vartime<K: KernelSet>(
    curve: &Edwards<F25519<K>>,
    bytes: &[u8; BYTES],
) -> Result<Point> {
    let f = curve.field();
    let mut y = *bytes;
    let odd = y[BYTES - 1] >> 7;
    y[BYTES - 1] &= 0x7f;
    let y = f.decode(&y)?;
    let [above, below] = curve.x_squared(&y);
    let (x, exists) = f.sqrt_ratio(&above, &below);
    if !exists.to_bool_vartime() {
        return Err(Error::Curve { wrong: "no point of the curve has this y" });
    }
    if odd == 1 && f.is_zero_vartime(&x) {
        return Err(Error::Curve { wrong: "the sign of x = 0 must be 0" });
    }
    let other = Mask::from_bit((f.leave(&x)[0] & 1) ^ Word::from(odd));
    Ok(curve.point(&f.select(other, &f.neg(&x), &x), &y))
}

/// Whether 8 times the point is neutral, which holds for eight points.
pub(crate) fn is_low_order<K: KernelSet>(curve: &Edwards<F25519<K>>, p: &Point) -> Mask {
    curve.is_neutral(&curve.double_times(p, 3))
}

/// `[RFC7748]`, section 5: a multiple of the cofactor with its highest bit set, for any bytes.
pub(crate) fn clamp(mut bytes: [u8; BYTES]) -> [u8; BYTES] {
    bytes[0] &= 0b1111_1000;
    bytes[BYTES - 1] &= 0b0111_1111;
    bytes[BYTES - 1] |= 0b0100_0000;
    bytes
}

const _: () = assert!(N * WORD_BITS == 8 * BYTES);
