//! Affine points in memory, and sums of many pairs of them with one inversion.
//!
//! **Source.** `[Montgomery1987]` for the inversion. **Cost** of a sum: five products, a square and
//! a share of an inversion, in each lane. Equal points, opposite points and points of order 2 are
//! rare: they are looked for only when a denominator is 0, in a second pass over the same pairs.

use super::{Arena, Id, SIGN, Table, Tables};
use crate::curve::Curve;
use crate::field::Op;
use crate::field::apart::Apart;
use crate::field::lanes::LANES;
use crate::limb::simd::prefetch;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

/// Elements that share an inversion: what is kept of them stays in the second cache.
const SHARE: usize = 256;
/// How many elements ahead memory is fetched.
const AHEAD: usize = 4;

/// Coordinates of points other than the neutral one.
struct Points<T> {
    x: Vec<T>,
    y: Vec<T>,
}

/// Points of a curve.
struct Affine<F: Apart> {
    curve: Curve<F>,
    points: Points<F::One>,
    /// Bytes of a coordinate.
    bytes: usize,
}

impl<F: Apart<El: Send + Sync>> Tables for Curve<F> {
    fn table(&self, bytes: usize, points: &[[&[u8]; 2]]) -> Box<dyn Table> {
        let read = |i: usize| {
            // Loops, here and below: iterators would be compiled for each field.
            let mut numbers = Vec::with_capacity(points.len());
            for p in points {
                numbers.push(self.field.read(p[i]));
            }
            self.field.run(Convert { f: &self.field, numbers: &mut numbers, enter: true });
            numbers
        };
        let points = Points { x: read(0), y: read(1) };
        Box::new(Affine { curve: Curve { ..*self }, points, bytes })
    }
}

impl<F: Apart<El: Send + Sync>> Affine<F> {
    fn sums(&self) -> Sums<'_, F> {
        let own = Points { x: Vec::new(), y: Vec::new() };
        Sums { table: self, own, used: 0, shared: Vec::new() }
    }
}

impl<F: Apart<El: Send + Sync>> Table for Affine<F> {
    fn arena(&self) -> Box<dyn Arena + '_> {
        Box::new(self.sums())
    }

    fn extend(&mut self, doublings: usize, times: usize) {
        let n = self.points.x.len() as Id;
        for step in 1..=times as Id {
            let mut sums = self.sums();
            let mut ids = (step - 1) * n..step * n;
            for _ in 0..doublings {
                let mut pairs = Vec::with_capacity(ids.len());
                for id in ids {
                    pairs.push([id, id]);
                }
                let first = sums.add(&pairs, &mut Vec::new());
                ids = first..first + n;
            }
            let last = (ids.start - step * n) as usize..(ids.end - step * n) as usize;
            let (x, y) = (sums.own.x[last.clone()].to_vec(), sums.own.y[last].to_vec());
            self.points.x.extend(x);
            self.points.y.extend(y);
        }
    }
}

/// What the second pass needs of the first, for pairs that stand side by side.
#[derive(Clone, Copy)]
struct Shared<E> {
    x: [E; 2],
    denominator: E,
    /// The product of the denominators before it.
    before: E,
    /// Which pairs are equal points, and which have a neutral sum.
    equal: u8,
    neutral: u8,
}

/// A table and the sums of its points so far.
struct Sums<'a, F: Apart> {
    table: &'a Affine<F>,
    own: Points<F::One>,
    /// How many of `own` are sums; the rest is room.
    used: usize,
    shared: Vec<Shared<F::El>>,
}

impl<F: Apart<El: Send + Sync>> Arena for Sums<'_, F> {
    fn add(&mut self, pairs: &[[Id; 2]], neutral: &mut Vec<Id>) -> Id {
        let first = self.used;
        let (table, offset) = (&self.table.points, self.table.points.x.len());
        self.used += pairs.len().next_multiple_of(F::COUNT);
        if self.own.x.len() < self.used {
            self.own.x.resize(self.used, table.x[0]);
            self.own.y.resize(self.used, table.y[0]);
        }
        let (x, x_sums) = self.own.x.split_at_mut(first);
        let (y, y_sums) = self.own.y.split_at_mut(first);
        let sums = x_sums.chunks_mut(SHARE * F::COUNT).zip(y_sums.chunks_mut(SHARE * F::COUNT));
        for (i, (pairs, (x_sums, y_sums))) in pairs.chunks(SHARE * F::COUNT).zip(sums).enumerate() {
            self.table.curve.field.run(AddPairs {
                curve: &self.table.curve,
                x: [&table.x, x],
                y: [&table.y, y],
                pairs,
                sums: [x_sums, y_sums],
                shared: &mut self.shared,
            });
            for (group, shared) in self.shared.iter().enumerate() {
                for lane in 0..F::COUNT {
                    if shared.neutral >> lane & 1 == 1 {
                        let place = first + (i * SHARE + group) * F::COUNT + lane;
                        neutral.push((offset + place) as Id);
                    }
                }
            }
        }
        (offset + first) as Id
    }

    fn coordinates(&self, ids: &[Id]) -> Vec<[Vec<u8>; 2]> {
        let (f, table) = (&self.table.curve.field, &self.table.points);
        let mut numbers = Vec::with_capacity(2 * ids.len());
        for &id in ids {
            numbers.push(*number([&table.x, &self.own.x], id));
            numbers.push(*number([&table.y, &self.own.y], id));
        }
        f.run(Convert { f, numbers: &mut numbers, enter: false });
        let mut coordinates = Vec::with_capacity(ids.len());
        for i in 0..ids.len() {
            let (mut x, mut y) = (vec![0; self.table.bytes], vec![0; self.table.bytes]);
            f.write(&numbers[2 * i], &mut x);
            f.write(&numbers[2 * i + 1], &mut y);
            coordinates.push([x, y]);
        }
        coordinates
    }

    fn end(&self) -> Id {
        (self.table.points.x.len() + self.used) as Id
    }

    fn keep(&mut self, from: Id, ids: &mut [Option<Id>]) {
        let of_table = self.table.points.x.len();
        let mut points = Vec::with_capacity(ids.len());
        for id in &*ids {
            let Some(id) = id.map(|id| id & !SIGN).filter(|id| *id >= from) else { continue };
            let place = id as usize - of_table;
            points.push((self.own.x[place], self.own.y[place]));
        }
        self.used = from as usize - of_table;
        let first = self.used;
        for id in ids {
            let Some(id) = id.as_mut().filter(|id| **id & !SIGN >= from) else { continue };
            *id = self.end() | (*id & SIGN);
            (self.own.x[self.used], self.own.y[self.used]) = points[self.used - first];
            self.used += 1;
        }
    }
}

/// The coordinate of a point, of the table or of a sum.
#[cfg_attr(not(debug_assertions), inline(always))]
fn number<T>([table, sums]: [&[T]; 2], id: Id) -> &T {
    let id = (id & !SIGN) as usize;
    if id < table.len() { &table[id] } else { &sums[id - table.len()] }
}

/// Numbers to elements, or back.
struct Convert<'a, F: Apart> {
    f: &'a F,
    numbers: &'a mut [F::One],
    enter: bool,
}

impl<F: Apart> Op for Convert<'_, F> {
    type Out = ();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) {
        for numbers in self.numbers.chunks_mut(F::COUNT) {
            let mut all = [numbers[0]; LANES];
            all[..numbers.len()].copy_from_slice(numbers);
            let a = self.f.gather(all.each_ref());
            let a = if self.enter { self.f.enter(&a) } else { self.f.leave(&a) };
            self.f.scatter(&a, &mut all[..F::COUNT]);
            numbers.copy_from_slice(&all[..numbers.len()]);
        }
    }
}

/// The sums of up to [`SHARE`] times [`Apart::COUNT`] pairs.
struct AddPairs<'a, F: Apart> {
    curve: &'a Curve<F>,
    x: [&'a [F::One]; 2],
    y: [&'a [F::One]; 2],
    pairs: &'a [[Id; 2]],
    sums: [&'a mut [F::One]; 2],
    shared: &'a mut Vec<Shared<F::El>>,
}

/// The coordinates of one side of up to [`Apart::COUNT`] pairs, and the signs; the first pair in
/// place of missing ones.
#[cfg_attr(not(debug_assertions), inline(always))]
fn gather<F: Apart>(f: &F, from: [&[F::One]; 2], pairs: &[[Id; 2]], side: usize) -> (F::El, u8) {
    let mut numbers = [number(from, pairs[0][side]); LANES];
    let mut signs = (pairs[0][side] / SIGN) as u8;
    for i in 1..F::COUNT {
        if i < pairs.len() {
            numbers[i] = number(from, pairs[i][side]);
            signs |= ((pairs[i][side] / SIGN) as u8) << i;
        }
    }
    (f.gather(numbers), signs)
}

impl<F: Apart> AddPairs<'_, F> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn y(&self, pairs: &[[Id; 2]], side: usize) -> F::El {
        let f = &self.curve.field;
        let (y, signs) = gather(f, self.y, pairs, side);
        if signs == 0 { y } else { f.select(F::mask(signs), &f.neg(&y), &y) }
    }

    /// Products of denominators; their product over all pairs. If `careful`, no denominator is 0.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn denominators(&mut self, careful: bool) -> F::El {
        let f = &self.curve.field;
        self.shared.clear();
        let mut product = f.one();
        for (i, pairs) in self.pairs.chunks(F::COUNT).enumerate() {
            for pair in self.pairs.iter().skip((i + AHEAD) * F::COUNT).take(F::COUNT) {
                prefetch(number(self.x, pair[0]));
                prefetch(number(self.x, pair[1]));
            }
            let (x1, _) = gather(f, self.x, pairs, 0);
            let (x2, _) = gather(f, self.x, pairs, 1);
            let mut denominator = f.sub(&x2, &x1);
            let (mut equal, mut neutral) = (0, 0);
            if careful {
                let same = f.is_zero(&denominator);
                let (y1, y2) = (self.y(pairs, 0), self.y(pairs, 1));
                let opposite = same & f.is_zero(&f.add(&y1, &y2));
                denominator = f.select(same, &f.double(&y1), &denominator);
                denominator = f.select(opposite, &f.one(), &denominator);
                let present = u8::MAX >> (LANES - pairs.len());
                (equal, neutral) = (F::bits(same), F::bits(opposite) & present);
            }
            let x = [x1, x2];
            self.shared.push(Shared { x, denominator, before: product, equal, neutral });
            f.mul_assign(&mut product, &denominator);
        }
        product
    }
}

impl<F: Apart> Op for AddPairs<'_, F> {
    type Out = ();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(mut self) {
        let f = &self.curve.field;
        // Doublings come together. The loop holds the first pass once: its code is long.
        let mut careful = self.pairs[0][0] == self.pairs[0][1];
        let product = loop {
            let product = self.denominators(careful);
            if careful || F::bits(f.is_zero(&product)) == 0 {
                break product;
            }
            careful = true;
        };
        let mut inverse = f.invert_vartime(&product);
        for (i, pairs) in self.pairs.chunks(F::COUNT).enumerate().rev() {
            let soon = i.saturating_sub(AHEAD) * F::COUNT;
            for pair in &self.pairs[soon..soon + if i < AHEAD { 0 } else { F::COUNT }] {
                prefetch(number(self.y, pair[0]));
                prefetch(number(self.y, pair[1]));
            }
            let Shared { x: [x1, x2], denominator, before, equal, .. } = self.shared[i];
            let (y1, y2) = (self.y(pairs, 0), self.y(pairs, 1));
            let mut rise = f.sub(&y2, &y1);
            if equal != 0 {
                let square = f.sqr(&x1);
                let tangent = f.add(&f.add(&f.double(&square), &square), &self.curve.a);
                rise = f.select(F::mask(equal), &tangent, &rise);
            }
            let slope = f.mul(&f.mul(&inverse, &before), &rise);
            f.mul_assign(&mut inverse, &denominator);
            let x = f.settle(&f.sub(&f.sub(&f.sqr(&slope), &x1), &x2));
            let y = f.settle(&f.sub(&f.mul(&slope, &f.sub(&x1, &x)), &y1));
            f.scatter(&x, &mut self.sums[0][i * F::COUNT..][..F::COUNT]);
            f.scatter(&y, &mut self.sums[1][i * F::COUNT..][..F::COUNT]);
        }
    }
}
