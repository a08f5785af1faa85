//! Twisted Edwards and Montgomery curves: every pair of points, and every multiple, of small curves
//! against the laws in fractions.

use polylimb::authors::curve::{Edwards, Group, Montgomery};
use polylimb::authors::field::prime::Toy;
use polylimb::authors::field::{Field, SquareRoot};
use polylimb::authors::limb::{Bits, Word};
use polylimb::authors::multiply::{
    BaseWindows, Comb, OddMultiples, fixed_window, interleaved_vartime, pippenger_vartime,
    straus_vartime, sum_of_two_vartime,
};

const PRIMES: [u8; 8] = [5, 13, 17, 29, 37, 41, 53, 61];

fn is_square(p: i64, a: i64) -> bool {
    (0..p).any(|x| (x * x - a).rem_euclid(p) == 0)
}

fn divided(p: i64, a: i64, b: i64) -> i64 {
    (0..p).find(|x| (x * b - a).rem_euclid(p) == 0 && b.rem_euclid(p) != 0).expect("not by 0")
}

/// `-x² + y² = 1 + d x² y²` modulo `p`.
#[derive(Clone, Copy)]
struct Small {
    p: i64,
    d: i64,
}

type Pair = (i64, i64);

impl Small {
    /// Up to four curves for each prime.
    fn all() -> impl Iterator<Item = Self> {
        PRIMES.into_iter().flat_map(|p| {
            let p = i64::from(p);
            assert!(is_square(p, -1));
            (2..p - 1).filter(move |&d| !is_square(p, d)).take(4).map(move |d| Self { p, d })
        })
    }

    fn points(self) -> Vec<Pair> {
        let Self { p, d } = self;
        let on = |&(x, y): &Pair| (y * y - x * x - 1 - d * x * x % p * y * y).rem_euclid(p) == 0;
        (0..p).flat_map(|x| (0..p).map(move |y| (x, y))).filter(on).collect()
    }

    fn add(self, (x1, y1): Pair, (x2, y2): Pair) -> Pair {
        let p = self.p;
        let product = self.d * x1 % p * x2 % p * y1 % p * y2 % p;
        (divided(p, x1 * y2 + x2 * y1, 1 + product), divided(p, y1 * y2 + x1 * x2, 1 - product))
    }

    fn multiple(self, k: Word, q: Pair) -> Pair {
        (0..k).fold((0, 1), |sum, _| self.add(sum, q))
    }

    fn group(self) -> Edwards<Toy> {
        Edwards::new(Toy::new(small(self.p)).unwrap(), small(self.d))
    }
}

fn small(n: i64) -> u8 {
    u8::try_from(n).unwrap()
}

fn entry<F: Field<El = u8>>(group: &Edwards<F>, (x, y): Pair) -> <Edwards<F> as Group>::Entry {
    group.entry(&small(x), &small(y))
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as the methods of a group take points")]
fn pair<F: Field<El = u8>>(group: &Edwards<F>, p: &<Edwards<F> as Group>::Point) -> Pair {
    let f = group.field();
    assert_eq!(f.mul(&p.x, &p.y), f.mul(&p.z, &p.t), "T is X Y / Z");
    let (x, y) = group.affine(p);
    (i64::from(x), i64::from(y))
}

#[test]
fn the_law_agrees_with_that_in_fractions() {
    let mut compared = 0;
    for curve in Small::all() {
        let (group, points) = (curve.group(), curve.points());
        // Each point as a pair, as an entry, and as a sum with another denominator.
        let forms: Vec<_> = points
            .iter()
            .enumerate()
            .map(|(i, &(x, y))| {
                let other = points[(i + 3) % points.len()];
                let rest = curve.add((x, y), ((curve.p - other.0) % curve.p, other.1));
                let sum = group
                    .add(&group.lift(&entry(&group, rest)), &group.lift(&entry(&group, other)));
                [group.point(&small(x), &small(y)), group.lift(&entry(&group, (x, y))), sum]
            })
            .collect();
        for (&p, p_forms) in points.iter().zip(&forms) {
            let twice = curve.add(p, p);
            for form in p_forms {
                assert_eq!(pair(&group, form), p);
                assert_eq!(pair(&group, &group.double(form)), twice, "2 {p:?}");
                let eight = curve.add(curve.add(twice, twice), curve.add(twice, twice));
                assert_eq!(pair(&group, &group.double_times(form, 3)), eight, "8 {p:?}");
                assert_eq!(pair(&group, &group.double_times(form, 0)), p);
                assert_eq!(pair(&group, &group.neg(form)), ((curve.p - p.0) % curve.p, p.1));
                assert_eq!(group.is_neutral(form).to_bool_vartime(), p == (0, 1));
                let (x, y) = (&small(p.0), &small(p.1));
                assert!(group.contains(x, y).to_bool_vartime());
                let f = group.field();
                let [above, below] = group.x_squared(y);
                assert_eq!(above, f.mul(&below, &f.sqr(x)));
                let (root, exists) = f.sqrt_ratio(&above, &below);
                assert!(exists.to_bool_vartime() && (root == *x || root == f.neg(x)));
                compared += 8;
            }
            for (&q, q_forms) in points.iter().zip(&forms) {
                let sum = curve.add(p, q);
                let e = entry(&group, q);
                assert_eq!(pair(&group, &group.add_entry(&p_forms[2], &e)), sum, "{p:?} + {q:?}");
                let difference = group.add_entry(&p_forms[1], &group.neg_entry(&e));
                let minus = ((curve.p - q.0) % curve.p, q.1);
                assert_eq!(pair(&group, &difference), curve.add(p, minus), "{p:?} - {q:?}");
                for (a, b) in [(0, 0), (1, 2), (2, 2)] {
                    let found = group.add(&p_forms[a], &q_forms[b]);
                    assert_eq!(pair(&group, &found), sum, "{p:?} + {q:?}");
                    let equal = group.equal(&p_forms[a], &q_forms[b]).to_bool_vartime();
                    assert_eq!(equal, p == q);
                }
                compared += 8;
            }
        }
        let all: Vec<_> = forms.iter().flatten().copied().collect();
        let mut entries = vec![entry(&group, (0, 1)); all.len()];
        group.normalise(&all, &mut entries);
        for (p, e) in all.iter().zip(&entries) {
            assert_eq!(pair(&group, &group.lift(e)), pair(&group, p));
        }
    }
    assert!(compared > 100_000, "{compared}");
}

#[test]
fn every_method_multiplies() {
    let mut compared = 0;
    for curve in Small::all().filter(|c| [13, 29].contains(&c.p)) {
        let (group, points) = (curve.group(), curve.points());
        let other = points[points.len() / 2];
        for &p in points.iter().step_by(3) {
            let e = entry(&group, p);
            let lifted = group.lift(&e);
            let comb = Comb::new(&group, &e, 3, 7);
            let windows = [1, 2, 4].map(|w| BaseWindows::new(&group, &e, w, 7));
            let odd = OddMultiples::new(&group, &entry(&group, other), 4);
            for k in 0 as Word..100 {
                let (words, l) = ([k], [k.wrapping_mul(7).wrapping_add(3) % 128]);
                let (bits, other_bits) = (Bits::with_len(&words, 7), Bits::with_len(&l, 7));
                let expected = curve.multiple(k, p);
                assert_eq!(pair(&group, &fixed_window::<8, _>(&group, bits, &e)), expected);
                assert_eq!(pair(&group, &comb.multiply(&group, bits)), expected);
                for windows in &windows {
                    assert_eq!(pair(&group, &windows.multiply(&group, bits)), expected);
                }
                let both = curve.add(expected, curve.multiple(l[0], other));
                let found = interleaved_vartime(&group, other_bits, &odd, bits, &lifted);
                assert_eq!(pair(&group, &found), both, "{k} {p:?} + {} {other:?}", l[0]);
                let of_other = entry(&group, other);
                let terms = [(bits, &e), (other_bits, &of_other)];
                assert_eq!(pair(&group, &straus_vartime(&group, &terms, 4)), both);
                assert_eq!(pair(&group, &pippenger_vartime(&group, &terms)), both);
                let points = [&lifted, &group.lift(&of_other)];
                let found = sum_of_two_vartime(&group, [bits, other_bits], points);
                assert_eq!(pair(&group, &found), both);
                compared += 9;
            }
        }
    }
    assert!(compared > 20_000, "{compared}");
}

/// `B v² = u³ + A u² + u` modulo `p`, with the `B` for which `(u, 1)` lies on it: on the curve or
/// its twist.
fn reference(p: i64, a: i64, u: i64, multiples: usize) -> Vec<i64> {
    let b = (u * u % p * u + a * u % p * u + u).rem_euclid(p);
    let base = (b != 0).then_some((u, 1));
    // Of order 2 where v = 0.
    let add = |q: Option<Pair>, r: Option<Pair>| {
        let (Some((u1, v1)), Some((u2, v2))) = (q, r) else { return q.or(r) };
        if u1 == u2 && (v1 + v2) % p == 0 {
            return None;
        }
        let slope = if u1 == u2 {
            divided(p, 3 * u1 * u1 + 2 * a * u1 + 1, 2 * b * v1)
        } else {
            divided(p, v2 - v1, u2 - u1)
        };
        let u3 = (b * slope % p * slope - a - u1 - u2).rem_euclid(p);
        Some((u3, (slope * (u1 - u3) - v1).rem_euclid(p)))
    };
    let mut sum = None;
    (0..multiples)
        .map(|_| {
            let this = sum.map_or(0, |(u, _)| u);
            sum = add(sum, base);
            this
        })
        .collect()
}

#[test]
fn the_ladder_by_u_alone_agrees_with_both_coordinates() {
    let mut compared = 0;
    for p in PRIMES.into_iter().chain([7, 11, 19, 23, 31]) {
        let toy = Toy::new(p).unwrap();
        let p = i64::from(p);
        for a24 in 0..small(p) {
            let a = 4 * i64::from(a24) + 2;
            if is_square(p, a * a - 4) {
                continue;
            }
            let curve = Montgomery::new(toy, u32::from(a24));
            for u in 0..p {
                for (k, expected) in (0..).zip(reference(p, a, u, 32)) {
                    let found = curve.multiply(&small(u), Bits::with_len(&[k], 5));
                    assert_eq!(i64::from(found), expected, "{k} times {u}, A = {a} modulo {p}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 100_000, "{compared}");
}

/// The map between the forms takes multiples to multiples.
#[test]
fn edwards_and_montgomery_form_are_the_same_curve() {
    let mut compared = 0;
    for curve in Small::all() {
        let (group, p) = (curve.group(), curve.p);
        // (A - 2) / 4 = -d / (1 + d).
        let a24 = divided(p, -curve.d, 1 + curve.d);
        let montgomery = Montgomery::new(*group.field(), u32::from(small(a24)));
        for q in curve.points() {
            let u = group.montgomery_u(&group.point(&small(q.0), &small(q.1)));
            for k in 0..16 {
                let (x, y) = curve.multiple(k, q);
                let expected = group.montgomery_u(&group.point(&small(x), &small(y)));
                // The ladder gives no multiples of the neutral element from its u.
                if q != (0, 1) {
                    assert_eq!(montgomery.multiply(&u, Bits::with_len(&[k], 4)), expected);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 5_000, "{compared}");
}
