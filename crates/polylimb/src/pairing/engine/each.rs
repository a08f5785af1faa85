//! The groups of BLS12-381 with a point in each number of an element: one over words, eight over
//! lanes; from bytes to bytes.
//!
//! Constant time but for whether a result is neutral, which is public; decompression is variable
//! time.

use super::across::{Enter, Leave, Plain};
use super::map::{BYTES, Map};
use super::multiples::Endomorphic;
use super::source_group::Endomorphism;
use crate::curve::weierstrass::{Complete, Constant, ProjectivePoint};
use crate::curve::{Coefficient, Curve, Group};
use crate::field::apart::Apart;
use crate::field::lanes::LANES;
use crate::field::{Field, Op, SquareRoot};
use crate::limb::Bits;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::{Zeroize, Zeroizing};

/// A scalar of at most 256 bits, and a point; `None` is the neutral element.
pub(super) type Job<'a> = (Bits<'a>, Option<[&'a [u8]; 2]>);

/// Several points at a time, as many as an element has numbers. Coordinates are as in
/// [`GroupPoint`](super::GroupPoint).
pub(super) trait ManyPoints: Send + Sync {
    /// The multiple of each job.
    fn multiples(&self, jobs: &[Job<'_>]) -> Vec<Plain>;

    /// The points of the group for uniform bytes, which are one element or two of the field.
    fn mapped(&self, uniform: &[&[u8]]) -> Vec<Plain>;

    /// The points of the curve for one element each, in projective coordinates.
    fn images(&self, uniform: &[&[u8]]) -> Vec<[Zeroizing<Vec<u8>>; 3]>;

    /// The points of the group with these abscissas below the prime, and the larger or the smaller
    /// ordinate; `None` where there is no such point.
    fn decompressed_vartime(&self, x: &[(&[u8], bool)]) -> Vec<Option<Vec<u8>>>;
}

/// `G₁` or `G₂`, by the constant of its curve.
pub(super) struct Each<F: Apart, B> {
    group: Complete<F, B>,
    endomorphism: Endomorphism<F>,
    map: Map<F>,
    degree: usize,
    u: (u64, bool),
}

/// The element of these numbers, 0 in place of missing ones.
pub(super) fn entered<'a, F: Apart>(f: &F, numbers: impl Iterator<Item = &'a [u8]>) -> F::El {
    let mut rows = [f.read(&[]); LANES];
    for (row, bytes) in rows.iter_mut().zip(numbers) {
        *row = f.read(bytes);
    }
    let a = f.run(Enter(f, rows.each_ref()));
    rows.zeroize();
    a
}

/// The numbers of the element; only as many as it has count.
pub(super) fn left<F: Apart>(f: &F, a: &F::El) -> Zeroizing<[F::One; LANES]> {
    let mut rows = Zeroizing::new([f.read(&[]); LANES]);
    f.run(Leave(f, a, &mut rows));
    rows
}

impl<F: Apart + SquareRoot, B: Constant<F>> Each<F, B> {
    /// The group on `y² = x³ + b` over the field `f` of this degree, for the `b` that `B` says,
    /// with the factors of the endomorphism.
    pub(super) fn new(
        f: F,
        degree: usize,
        b: F::El,
        factors: [&[u8]; 2],
        image: fn(&F, &F::El) -> F::El,
        u: (u64, bool),
    ) -> Self {
        let [x_factor, y_factor] =
            factors.map(|factor| entered(&f, core::iter::repeat_n(factor, F::COUNT)));
        Self {
            group: Complete::with_constant(Curve::new(f, f.zero(), b, Coefficient::Zero)),
            endomorphism: Endomorphism { x_factor, y_factor, image },
            map: Map::of_bls12_381(&f, degree),
            degree,
            u,
        }
    }

    fn field(&self) -> &F {
        &self.group.curve().field
    }

    fn written(&self, number: &F::One) -> Zeroizing<Vec<u8>> {
        let mut bytes = Zeroizing::new(vec![0; BYTES * self.degree]);
        self.field().write(number, &mut bytes);
        bytes
    }

    /// The coordinates of the first points.
    fn leave(&self, mut p: ProjectivePoint<F::El>, count: usize) -> Vec<Plain> {
        let f = self.field();
        let mut inverse = f.inv0(&p.z);
        // Whether a result is neutral is public.
        let neutral = F::bits(f.is_zero(&p.z));
        let mut affine = [f.mul(&p.x, &inverse), f.mul(&p.y, &inverse)];
        let rows = affine.each_ref().map(|a| left(f, a));
        let plain = |i: usize| {
            if neutral >> i & 1 == 1 {
                return None;
            }
            let mut coordinates = vec![0; 2 * BYTES * self.degree];
            let (x, y) = coordinates.split_at_mut(BYTES * self.degree);
            f.write(&rows[0][i], x);
            f.write(&rows[1][i], y);
            Some(coordinates)
        };
        let points = (0..count).map(plain).collect();
        p.zeroize();
        inverse.zeroize();
        affine.zeroize();
        points
    }

    /// The points of the curve for one element each.
    fn image_of(&self, uniform: &[&[u8]]) -> ProjectivePoint<F::El> {
        let u = Zeroizing::new(self.map.element(uniform));
        self.map.point(&self.group, &u)
    }
}

struct Double<'a, F: Field, B>(&'a Complete<F, B>, &'a ProjectivePoint<F::El>);

impl<F: Field, B: Constant<F>> Op for Double<'_, F, B> {
    type Out = ProjectivePoint<F::El>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> Self::Out {
        self.0.double(self.1)
    }
}

struct Add<'a, F: Field, B>(&'a Complete<F, B>, [&'a ProjectivePoint<F::El>; 2]);

impl<F: Field, B: Constant<F>> Op for Add<'_, F, B> {
    type Out = ProjectivePoint<F::El>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> Self::Out {
        self.0.add(self.1[0], self.1[1])
    }
}

struct Equal<'a, F: Field, B>(&'a Complete<F, B>, [&'a ProjectivePoint<F::El>; 2]);

impl<F: Field, B: Constant<F>> Op for Equal<'_, F, B> {
    type Out = F::Mask;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> Self::Out {
        self.0.equal(self.1[0], self.1[1])
    }
}

/// Both ordinates for an abscissa, and whether it has any.
struct Ordinates<'a, F: Field, B>(&'a Complete<F, B>, &'a F::El);

impl<F: SquareRoot, B: Constant<F>> Op for Ordinates<'_, F, B> {
    type Out = ([F::El; 2], F::Mask);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> Self::Out {
        let curve = self.0.curve();
        let (y, exists) = curve.field.sqrt(&curve.right_side(self.1));
        ([y, curve.field.neg(&y)], exists)
    }
}

struct LookUp<'a, F: Apart>(&'a F, &'a [ProjectivePoint<F::El>], [u8; 4]);

impl<F: Apart> Op for LookUp<'_, F> {
    type Out = ProjectivePoint<F::El>;

    #[allow(clippy::needless_range_loop, reason = "inside a root, see `field/lanes/digits.rs`")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> Self::Out {
        let Self(f, table, bits) = self;
        let mut r = table[0];
        // One coordinate after another, so that it stays in registers.
        macro_rules! coordinate {
            ($coordinate:ident) => {
                for i in 1..table.len() {
                    let mut equal = !0;
                    for j in 0..bits.len() {
                        equal &= if i >> j & 1 == 1 { bits[j] } else { !bits[j] };
                    }
                    let entry = &table[i].$coordinate;
                    r.$coordinate = f.select(F::mask(equal), entry, &r.$coordinate);
                }
            };
        }
        coordinate!(x);
        coordinate!(y);
        coordinate!(z);
        r
    }
}

impl<F: Apart + SquareRoot, B: Constant<F>> Endomorphic for Each<F, B> {
    type Point = ProjectivePoint<F::El>;

    fn neutral(&self) -> Self::Point {
        self.group.neutral()
    }

    #[inline(never)]
    fn double(&self, p: &Self::Point) -> Self::Point {
        self.field().run(Double(&self.group, p))
    }

    #[inline(never)]
    fn add(&self, p: &Self::Point, q: &Self::Point) -> Self::Point {
        self.field().run(Add(&self.group, [p, q]))
    }

    fn neg(&self, p: &Self::Point) -> Self::Point {
        self.group.neg(p)
    }

    fn image(&self, p: &Self::Point) -> Self::Point {
        self.endomorphism.of_point(self.field(), p)
    }

    fn look_up(&self, table: &[Self::Point], bits: [u8; 4]) -> Self::Point {
        self.field().run(LookUp(self.field(), table, bits))
    }

    fn degree(&self) -> usize {
        self.degree
    }

    fn u(&self) -> (u64, bool) {
        self.u
    }
}

impl<F, B> ManyPoints for Each<F, B>
where
    F: Apart + SquareRoot + Field<El: Send + Sync>,
    B: Constant<F> + Send + Sync,
{
    fn multiples(&self, jobs: &[Job<'_>]) -> Vec<Plain> {
        let (f, mut neutral, mut scalars) = (self.field(), !0, Vec::with_capacity(LANES));
        for (i, (k, p)) in jobs.iter().enumerate() {
            neutral &= !(u8::from(p.is_some()) << i);
            scalars.push(*k);
        }
        let part =
            |part: usize| jobs.iter().map(move |(_, p)| p.map_or(&[][..], |p: [&[u8]; 2]| p[part]));
        let point = ProjectivePoint { x: entered(f, part(0)), y: entered(f, part(1)), z: f.one() };
        let point = self.group.select(F::mask(neutral), &self.group.neutral(), &point);
        let point = Zeroizing::new(point);
        self.leave(self.multiple(&scalars, &point), jobs.len())
    }

    fn mapped(&self, uniform: &[&[u8]]) -> Vec<Plain> {
        let length = self.map.uniform_bytes();
        let (first, second): (Vec<_>, Vec<_>) =
            uniform.iter().map(|bytes| bytes.split_at(length)).unzip();
        let mut sum = self.image_of(&first);
        if !second[0].is_empty() {
            sum = self.add(&sum, &self.image_of(&second));
        }
        let sum = Zeroizing::new(sum);
        self.leave(self.clear_cofactor(&sum), uniform.len())
    }

    fn images(&self, uniform: &[&[u8]]) -> Vec<[Zeroizing<Vec<u8>>; 3]> {
        let (f, p) = (self.field(), Zeroizing::new(self.image_of(uniform)));
        let rows = [left(f, &p.x), left(f, &p.y), left(f, &p.z)];
        let point = |i: usize| rows.each_ref().map(|rows| self.written(&rows[i]));
        (0..uniform.len()).map(point).collect()
    }

    /// The source group's header has the test.
    fn decompressed_vartime(&self, x: &[(&[u8], bool)]) -> Vec<Option<Vec<u8>>> {
        let f = self.field();
        let abscissa = entered(f, x.iter().map(|(x, _)| *x));
        let ([y, opposite], exists) = f.run(Ordinates(&self.group, &abscissa));
        let p = ProjectivePoint { x: abscissa, y, z: f.one() };
        let once = self.times_u(&p);
        let multiple = if self.degree == 1 { self.neg(&self.times_u(&once)) } else { once };
        let in_group = f.run(Equal(&self.group, [&self.image(&p), &multiple]));
        let valid = F::bits(in_group & exists);
        let ordinates = [left(f, &y), left(f, &opposite)];
        let point = |(i, (x, larger)): (usize, &(&[u8], bool))| {
            let [y, opposite] = ordinates.each_ref().map(|rows| self.written(&rows[i]));
            let y = if (*y > *opposite) == *larger { y } else { opposite };
            (valid >> i & 1 == 1).then(|| [*x, &y[..]].concat())
        };
        x.iter().enumerate().map(point).collect()
    }
}
