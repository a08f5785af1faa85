//! `GF(2^7)` by shifts and search, curves over it small enough for every pair of points, and the
//! test of a group law against the school-book law.

#![allow(dead_code, reason = "each test program uses a part")]

use polylimb::authors::curve::{Coefficient, Curve};
use polylimb::authors::field::{Encoding, Field, VartimeField};
use polylimb::authors::limb::{Mask, Word};
use polylimb::{Error, Result};
use polylimb_catalogue::erased::AffineCodec;
use std::mem::MaybeUninit;
use std::sync::OnceLock;

/// `x^7 + x + 1`.
const POLYNOMIAL: u16 = 0x83;
/// The degree.
pub const M: usize = 7;

/// The product, bit by bit.
pub fn product(a: u8, b: u8) -> u8 {
    let mut r = 0u16;
    for i in (0..M).rev() {
        r <<= 1;
        if r >> M == 1 {
            r ^= POLYNOMIAL;
        }
        if (b >> i) & 1 == 1 {
            r ^= u16::from(a);
        }
    }
    u8::try_from(r).expect("reduced")
}

/// The inverse, by search; 0 for 0.
pub fn inverse(a: u8) -> u8 {
    (1..128).find(|&b| product(a, b) == 1).unwrap_or(0)
}

/// All products and inverses.
struct Tables {
    products: Vec<[u8; 128]>,
    inverses: Vec<u8>,
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| Tables {
        products: (0..128)
            .map(|a| std::array::from_fn(|b| product(a, u8::try_from(b).expect("small"))))
            .collect(),
        inverses: (0..128).map(inverse).collect(),
    })
}

/// `GF(2^7)` as a field of the library.
#[derive(Clone, Copy)]
pub struct Seven;

impl Field for Seven {
    type El = u8;
    type Mask = Mask;
    type Wide = u8;
    const WIDE_TERMS: usize = usize::MAX;

    fn zero(&self) -> u8 {
        0
    }

    fn one(&self) -> u8 {
        1
    }

    fn mul_into<'r>(&self, r: &'r mut MaybeUninit<u8>, a: &u8, b: &u8) -> &'r mut u8 {
        r.write(tables().products[usize::from(*a)][usize::from(*b)])
    }

    fn add(&self, a: &u8, b: &u8) -> u8 {
        a ^ b
    }

    fn sub(&self, a: &u8, b: &u8) -> u8 {
        a ^ b
    }

    fn halve(&self, _: &u8) -> u8 {
        0
    }

    fn inv0(&self, a: &u8) -> u8 {
        tables().inverses[usize::from(*a)]
    }

    fn equal(&self, a: &u8, b: &u8) -> Mask {
        Mask::equal(Word::from(*a), Word::from(*b))
    }

    fn select(&self, condition: Mask, if_true: &u8, if_false: &u8) -> u8 {
        u8::try_from(condition.select(Word::from(*if_true), Word::from(*if_false))).expect("a byte")
    }

    fn mul_wide(&self, a: &u8, b: &u8) -> u8 {
        self.mul(a, b)
    }

    fn add_wide(&self, a: &u8, b: &u8) -> u8 {
        a ^ b
    }

    fn sub_wide(&self, a: &u8, b: &u8) -> u8 {
        a ^ b
    }

    fn reduce(&self, a: &u8) -> u8 {
        *a
    }
}

impl VartimeField for Seven {}

impl Encoding for Seven {
    fn encoded_bytes(&self) -> usize {
        1
    }

    fn encode(&self, bytes: &mut [u8], a: &u8) -> Result<()> {
        bytes.copy_from_slice(&[*a]);
        Ok(())
    }

    fn decode(&self, bytes: &[u8]) -> Result<u8> {
        match *bytes {
            [a] if a < 128 => Ok(a),
            [_] => Err(Error::NotReduced { operand: "encoded element" }),
            _ => Err(Error::Length { what: "encoded element", expected: 1, got: bytes.len() }),
        }
    }

    fn decode_be(&self, bytes: &[u8]) -> Result<u8> {
        self.decode(bytes)
    }
}

/// A point: a pair, or the neutral element.
pub type Point = Option<(u8, u8)>;

/// `y² + x y = x³ + a x² + b` over `GF(2^7)`.
#[derive(Clone, Copy, Debug)]
pub struct Small {
    pub a: u8,
    pub b: u8,
}

/// Both Koblitz curves, of 2 · 71 and 4 · 29 points, and curves with other `a` and `b`.
pub const CURVES: [Small; 5] = [
    Small { a: 1, b: 1 },
    Small { a: 0, b: 1 },
    Small { a: 1, b: 0x2e },
    Small { a: 0, b: 0x55 },
    Small { a: 0x37, b: 0x11 },
];

impl Small {
    /// The school-book law of chord and tangent.
    pub fn add(self, p: Point, q: Point) -> Point {
        let (Some((x1, y1)), Some((x2, y2))) = (p, q) else { return p.or(q) };
        if x1 == x2 && y2 == x1 ^ y1 {
            return None;
        }
        let slope =
            if p == q { x1 ^ product(y1, inverse(x1)) } else { product(y1 ^ y2, inverse(x1 ^ x2)) };
        let x = product(slope, slope) ^ slope ^ x1 ^ x2 ^ self.a;
        Some((x, product(slope, x1 ^ x) ^ x ^ y1))
    }

    /// `-p`.
    pub fn neg(p: Point) -> Point {
        p.map(|(x, y)| (x, x ^ y))
    }

    /// All points, the neutral element first.
    pub fn points(self) -> Vec<Point> {
        let on = |&(x, y): &(u8, u8)| {
            let xx = product(x, x);
            product(y, y) ^ product(x, y) == product(xx, x) ^ product(self.a, xx) ^ self.b
        };
        let pairs = (0..128).flat_map(|x| (0..128).map(move |y| (x, y)));
        std::iter::once(None).chain(pairs.filter(on).map(Some)).collect()
    }

    /// Converts to the library's curve.
    pub fn curve<F: Field<El = u8>>(self, field: F) -> Curve<F> {
        let shape = match self.a {
            0 => Coefficient::Zero,
            1 => Coefficient::One,
            _ => Coefficient::Any,
        };
        Curve::new(field, self.a, self.b, shape)
    }
}

/// The group's entry for `p`; the neutral one is `p - p`.
pub fn entry<G: AffineCodec>(group: &G, p: Point) -> G::Entry {
    let decode = |x, y| group.decode(&[x], &[y]).expect("on the curve");
    if let Some((x, y)) = p {
        return decode(x, y);
    }
    let root = (0..128).find_map(|y| group.decode(&[0], &[y]).ok()).expect("of order 2");
    let mut entries = [root];
    group.normalise(&[group.neutral()], &mut entries);
    entries[0]
}

/// The coordinates of a point of the group.
pub fn affine<G: AffineCodec>(group: &G, p: &G::Point) -> Point {
    let mut entries = [entry(group, None)];
    group.normalise(&[*p], &mut entries);
    pair(group, &entries[0])
}

/// The coordinates of an entry.
pub fn pair<G: AffineCodec>(group: &G, e: &G::Entry) -> Point {
    let (mut x, mut y) = ([0], [0]);
    group.encode_vartime(e, &mut x, &mut y).expect("a byte each").map(|()| (x[0], y[0]))
}

/// Every pair of points, in several representations of each: returns the number of comparisons.
pub fn check_group<G: AffineCodec<Mask = Mask>>(curve: Small, group: &G) -> usize {
    let points = curve.points();
    let blank = entry(group, None);
    let affine = |p: &G::Point| {
        let mut entries = [blank];
        group.normalise(&[*p], &mut entries);
        pair(group, &entries[0])
    };
    let entries: Vec<G::Entry> = points.iter().map(|&p| entry(group, p)).collect();
    // Each point lifted, and as the sum of two others: with another denominator.
    let forms: Vec<Vec<G::Point>> = points
        .iter()
        .map(|&p| {
            let lifted = group.lift(&entry(group, p));
            let others = points.iter().skip(2).step_by(17).map(|&q| {
                let rest = curve.add(p, Small::neg(q));
                group.add(&group.lift(&entry(group, rest)), &group.lift(&entry(group, q)))
            });
            std::iter::once(lifted).chain(others.take(1)).collect()
        })
        .collect();
    let mut compared = 0;
    for (&p, p_forms) in points.iter().zip(&forms) {
        assert_eq!(pair(group, &group.neg_entry(&entry(group, p))), Small::neg(p));
        for form in p_forms {
            assert_eq!(affine(form), p, "lift or sum of {p:?}");
            assert_eq!(affine(&group.double(form)), curve.add(p, p), "2 {p:?}");
            assert_eq!(group.is_neutral(form).to_bool_vartime(), p.is_none());
            assert_eq!(affine(&group.neg(form)), Small::neg(p));
            compared += 4;
            for ((&q, q_forms), e) in points.iter().zip(&forms).zip(&entries) {
                let sum = curve.add(p, q);
                let mixed = group.add_entry(form, e);
                assert_eq!(affine(&mixed), sum, "{p:?} + {q:?}, mixed");
                for q_form in q_forms {
                    assert_eq!(affine(&group.add(form, q_form)), sum, "{p:?} + {q:?}");
                    assert_eq!(group.equal(form, q_form).to_bool_vartime(), p == q);
                    compared += 2;
                }
                compared += 1;
            }
        }
    }
    // Conversion of all at once gives the same as one by one.
    let all: Vec<_> = forms.iter().flatten().copied().collect();
    let mut entries = vec![blank; all.len()];
    group.normalise(&all, &mut entries);
    assert!(entries.iter().map(|e| pair(group, e)).eq(all.iter().map(affine)));
    compared + all.len()
}
