//! A group small enough for every pair of points, computed with integers only, and the test of a
//! group law against it.

#![allow(dead_code, reason = "each test program uses a part")]

use polylimb::authors::curve::{AffinePoint, Coefficient, Curve, Group};
use polylimb::authors::field::Field;
use polylimb::authors::field::prime::Toy;
use polylimb::authors::limb::Mask;

/// A point: a pair, or the neutral element.
pub type Point = Option<(i64, i64)>;

/// `y² = x³ + a x + b` modulo a small prime.
#[derive(Clone, Copy)]
pub struct Small {
    pub p: i64,
    pub a: i64,
    pub b: i64,
}

/// Curves of odd order, prime and composite, with `a` of every kind; the first, of 37 points, is
/// the example of `[Arruda2014]`.
pub const ODD: [Small; 4] = [
    Small { p: 29, a: 4, b: 20 },
    Small { p: 31, a: -3, b: 6 },
    Small { p: 31, a: 0, b: 7 },
    Small { p: 43, a: -3, b: 1 },
];
/// Curves with points of order 2; (0, 0) lies on the third.
pub const EVEN: [Small; 4] = [
    Small { p: 31, a: -3, b: 4 },
    Small { p: 29, a: 0, b: 1 },
    Small { p: 31, a: 5, b: 0 },
    Small { p: 13, a: 2, b: 7 },
];

impl Small {
    fn inverse(self, a: i64) -> i64 {
        (1..self.p).find(|x| (a * x - 1).rem_euclid(self.p) == 0).expect("not 0")
    }

    /// The school-book law of chord and tangent.
    pub fn add(self, p: Point, q: Point) -> Point {
        let (Some((x1, y1)), Some((x2, y2))) = (p, q) else { return p.or(q) };
        if x1 == x2 && (y1 + y2) % self.p == 0 {
            return None;
        }
        let slope = if p == q {
            (3 * x1 * x1 + self.a) * self.inverse(2 * y1)
        } else {
            (y2 - y1) * self.inverse((x2 - x1).rem_euclid(self.p))
        };
        let x = (slope.rem_euclid(self.p).pow(2) - x1 - x2).rem_euclid(self.p);
        Some((x, (slope.rem_euclid(self.p) * (x1 - x) - y1).rem_euclid(self.p)))
    }

    /// All points, the neutral element first.
    pub fn points(self) -> Vec<Point> {
        let on = |&(x, y): &(i64, i64)| {
            (y * y - x * x * x - self.a * x - self.b).rem_euclid(self.p) == 0
        };
        let pairs = (0..self.p).flat_map(|x| (0..self.p).map(move |y| (x, y)));
        std::iter::once(None).chain(pairs.filter(on).map(Some)).collect()
    }

    /// Converts to the library's curve.
    pub fn curve<F: Field<El = u8>>(self, field: F) -> Curve<F> {
        let element = |n: i64| small(n.rem_euclid(self.p));
        let shape = match self.a {
            0 => Coefficient::Zero,
            -3 => Coefficient::MinusThree,
            _ => Coefficient::Any,
        };
        Curve::new(field, element(self.a), element(self.b), shape)
    }

    pub fn toy(self) -> Toy {
        Toy::new(small(self.p)).expect("prime")
    }
}

fn small(n: i64) -> u8 {
    u8::try_from(n).expect("small")
}

pub fn entry<F: Field<El = u8, Mask = Mask>>(field: &F, p: Point) -> AffinePoint<F> {
    p.map_or(AffinePoint::neutral(field), |(x, y)| AffinePoint::new(small(x), small(y)))
}

pub fn point<F: Field<El = u8, Mask = Mask>>(e: &AffinePoint<F>) -> Point {
    (!e.neutral.to_bool_vartime()).then(|| (i64::from(e.x), i64::from(e.y)))
}

/// Every pair of points, in several representations of each: returns the number of comparisons.
pub fn check_group<F, G>(curve: Small, field: &F, group: &G) -> usize
where
    F: Field<El = u8, Mask = Mask>,
    G: Group<Entry = AffinePoint<F>, Mask = Mask>,
{
    let points = curve.points();
    let affine = |p: &G::Point| {
        let mut e = [AffinePoint::neutral(field)];
        group.normalise(&[*p], &mut e);
        point(&e[0])
    };
    // Each point lifted, and as the sum of its neighbours in the list: with another denominator.
    let forms: Vec<Vec<G::Point>> = points
        .iter()
        .map(|&p| {
            let lifted = group.lift(&entry(field, p));
            let others = points.iter().step_by(5).map(|&q| {
                let minus = q.map(|(x, y)| (x, (curve.p - y) % curve.p));
                let rest = curve.add(p, minus);
                group.add(&group.lift(&entry(field, rest)), &group.lift(&entry(field, q)))
            });
            std::iter::once(lifted).chain(others.take(3)).collect()
        })
        .collect();
    let mut compared = 0;
    for (&p, p_forms) in points.iter().zip(&forms) {
        for form in p_forms {
            assert_eq!(affine(form), p, "lift or sum of {p:?}");
            assert_eq!(affine(&group.double(form)), curve.add(p, p), "2 {p:?}");
            assert_eq!(group.is_neutral(form).to_bool_vartime(), p.is_none());
            let minus = p.map(|(x, y)| (x, (curve.p - y) % curve.p));
            assert_eq!(affine(&group.neg(form)), minus);
            compared += 4;
            for (&q, q_forms) in points.iter().zip(&forms) {
                let e = entry(field, q);
                assert_eq!(affine(&group.add_entry(form, &e)), curve.add(p, q), "{p:?} + {q:?}");
                for q_form in q_forms {
                    assert_eq!(affine(&group.add(form, q_form)), curve.add(p, q), "{p:?} + {q:?}");
                    assert_eq!(group.equal(form, q_form).to_bool_vartime(), p == q);
                    compared += 2;
                }
                compared += 1;
            }
        }
    }
    // Conversion of all at once gives the same as one by one.
    let all: Vec<_> = forms.iter().flatten().copied().collect();
    let mut entries = vec![AffinePoint::neutral(field); all.len()];
    group.normalise(&all, &mut entries);
    assert!(entries.iter().map(point).eq(all.iter().map(affine)));
    compared + all.len()
}
