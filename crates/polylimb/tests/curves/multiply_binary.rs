//! Known answers on every named binary curve, through engines with and without the carry-less
//! multiplication; what engines refuse; wrong parameters.

use crate::answers::{Point, binary, check_lines, number, point};
use crate::common::{big, operand, rng};
use num_bigint::BigInt;
use polylimb::Error;
use polylimb::authors::curve::{AffinePoint, Group, NamedCurve, Parameters, Uniform};
use polylimb::authors::field::{Encoding, Field as _};
use polylimb::authors::limb::{Bits, Natural, WORD_BITS, Word};
use polylimb::authors::multiply::{Engine, PlainPoint, engine};
use polylimb::authors::recoding::{Koblitz, Representatives, width_tau_naf_vartime};
use polylimb::cpu::Features;
use std::sync::Arc;

struct Named {
    name: &'static str,
    engines: [Arc<dyn Engine>; 2],
}

impl Named {
    fn new(name: &'static str) -> Self {
        let parameters = Parameters::named(name).expect("a curve");
        let engines = [Features::detect(), Features::NONE]
            .map(|features| engine(&parameters, features).expect("an engine"));
        Self { name, engines }
    }

    fn point(&self, text: &str) -> Point {
        point(text, self.engines[0].coordinate_bytes())
    }

    fn plain(point: Option<PlainPoint>) -> Point {
        point.map(|p| [p.x().to_vec(), p.y().to_vec()])
    }

    /// Checks one line of the file, every fourth also without the carry-less multiplication;
    /// returns the number of compared results.
    fn check(&self, line: &str, turn: usize) -> usize {
        let engines = &self.engines[..if turn.is_multiple_of(4) { 2 } else { 1 }];
        let fields: Vec<_> = line.split(' ').collect();
        let same = |point: &Point, expected: &str| {
            binary::assert_same(
                &*self.engines[0],
                point,
                expected,
                &format!("{} {line}", self.name),
            );
        };
        match fields[..] {
            ["base", k, expected] => {
                let k = number(k);
                for engine in engines {
                    let r = engine.multiply_generator(Bits::new_vartime(k.words()));
                    same(&Self::plain(r), expected);
                    // G is 0 G + 1 G, and k G is the same as by the multiplication for points.
                    let g = engine.multiply_generator(Bits::new(&[1])).expect("not neutral");
                    let r = engine.multiply(Bits::new_vartime(k.words()), &g).unwrap();
                    same(&Self::plain(r), expected);
                    let r = engine.multiply_add_vartime(
                        Bits::new(&[0]),
                        Bits::new_vartime(k.words()),
                        &g,
                    );
                    same(&Self::plain(r.unwrap()), expected);
                }
                3 * engines.len()
            }
            ["point", k, p, expected] => {
                let k = number(k);
                let Some([x, y]) = self.point(p) else { return 0 };
                let p = PlainPoint::new(x, y);
                for engine in engines {
                    let r =
                        engine.multiply(Bits::new_vartime(k.words()), &p).expect("in the subgroup");
                    same(&Self::plain(r), expected);
                    let one = engine.multiply_add_vartime(
                        Bits::new_vartime(k.words()),
                        Bits::new(&[1]),
                        &p,
                    );
                    let sum = match engine.multiply_generator(Bits::new_vartime(k.words())) {
                        Some(kg) => engine.add(&kg, &p).unwrap(),
                        None => Some(p.clone()),
                    };
                    assert_eq!(one.unwrap(), sum);
                }
                2 * engines.len()
            }
            // These points may be outside the subgroup; the catalogue's tests add them.
            ["add", ..] => 0,
            _ => panic!("{line}"),
        }
    }
}

/// Words of 8 bits are slow: checks one line of this many.
const ONE_OF: usize = if WORD_BITS == 8 { 9 } else { 1 };

#[test]
fn every_named_curve() {
    let file = include_str!("../vectors/binary_curves.txt");
    let compared = check_lines(file, ONE_OF, NamedCurve::BINARY, Named::new, Named::check);
    let least = if WORD_BITS == 8 { 100 } else { 1000 };
    assert!(compared >= least, "only {compared} known answers compared");
}

/// The digits of the τ-adic non-adjacent form stand for the reduced scalar, whose norm is at most
/// the order.
#[test]
fn tau_adic_digits() {
    let mut rng = rng(90);
    let mut compared = 0;
    for name in ["sect163k1", "sect233k1", "sect239k1", "sect283k1", "sect409k1", "sect571k1"] {
        let curve = Parameters::named(name).unwrap();
        let ring = Koblitz::new(curve.bits(), name == "sect163k1", curve.order()).unwrap();
        let mu = if ring.mu_is_minus() { -1 } else { 1 };
        let representatives = Representatives::new(ring.mu_is_minus(), 2);
        let order = BigInt::from(big(curve.order()));
        for _ in 0..100 {
            let k = operand(&mut rng, curve.order().len());
            let mut digits = vec![0; ring.digits_needed()];
            let used = width_tau_naf_vartime(&ring, &mut digits, Bits::new(&k), &representatives);
            let (mut a, mut b) = (BigInt::ZERO, BigInt::ZERO);
            for &digit in digits[..used].iter().rev() {
                (a, b) = (-2 * &b + digit, a + mu * b);
            }
            let reduced = ring.reduce(Bits::new(&k));
            let number = |words: &[Word]| {
                let bytes: Vec<_> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                BigInt::from_signed_bytes_le(&bytes)
            };
            assert_eq!([&a, &b], reduced.coordinates().map(number).each_ref(), "{name} {k:x?}");
            assert!(&a * &a + mu * &a * &b + 2 * &b * &b <= order, "{name} {k:x?}");
            compared += 2;
        }
    }
    assert_eq!(compared, 1200);
}

/// The parameters of a named curve; a test may change one of them.
fn numbers(name: &str) -> [Natural; 7] {
    let c = NamedCurve::BINARY.iter().find(|c| c.name == name).expect("a curve");
    [c.p, c.a, c.b, c.gx, c.gy, c.n, c.h].map(|text| Natural::parse(text).unwrap())
}

fn parameters([p, a, b, x, y, n, h]: &[Natural; 7]) -> polylimb::Result<Parameters> {
    Parameters::new_binary(p, a, b, [x, y], n, h)
}

#[test]
fn parameters_are_checked() {
    for name in ["sect113r1", "sect131r2", "sect163k1", "sect163r2", "sect239k1"] {
        let named = Parameters::named(name).unwrap();
        assert_eq!(parameters(&numbers(name)).as_ref(), Ok(&named), "{name}");
        assert_eq!(named.is_koblitz(), name.contains('k'));
    }
    let right = numbers("sect113r1");
    let changed = |i: usize, n: &Natural| {
        let mut wrong = right.clone();
        wrong[i] = n.clone();
        match parameters(&wrong) {
            Err(Error::Curve { wrong }) => wrong,
            other => panic!("{other:?}"),
        }
    };
    let small = |n: u64| Natural::from(n);
    let polynomial = |low: &str| number(&format!("2000000000000000000000000{low}"));
    assert_eq!(changed(0, &polynomial("0203")), "the polynomial is not irreducible");
    assert_eq!(changed(0, &polynomial("0200")), "the polynomial is not irreducible");
    assert_eq!(changed(0, &polynomial("ffff")), "the polynomial has more than 16 terms");
    assert_eq!(changed(0, &small(1 << 20)), "a coefficient or coordinate is not below p");
    assert_eq!(changed(2, &small(0)), "the curve is singular: b = 0");
    assert_eq!(changed(2, &small(8)), "the generator does not lie on the curve");
    assert_eq!(changed(3, &right[0]), "a coefficient or coordinate has not a degree below m");
    assert_eq!(changed(5, &small(15)), "the order n is not prime");
    assert_eq!(changed(5, &small(7)), "the order n is not above 4 √p");
    assert_eq!(changed(6, &small(4)), "h n is not within Hasse's interval around p + 1");
    let long = number(&"1".repeat(150));
    let mut wrong = right.clone();
    wrong[0] = long;
    assert!(matches!(parameters(&wrong), Err(Error::TooLarge { .. })));
}

#[test]
fn bad_points_are_refused() {
    for (name, features) in
        [("K-233", Features::detect()), ("B-163", Features::detect()), ("K-163", Features::NONE)]
    {
        let parameters = Parameters::named(name).unwrap();
        let curve = engine(&parameters, features).unwrap();
        let g = curve.multiply_generator(Bits::new(&[1])).unwrap();
        let wrong = |x: &[u8], y: &[u8]| curve.check(&PlainPoint::new(x, y)).unwrap_err();
        let off = Error::Curve { wrong: "the point does not lie on the curve" };
        let outside = Error::Curve { wrong: "the point is not in the generator's subgroup" };
        assert_eq!(wrong(g.y(), g.x()), off);
        assert!(matches!(wrong(&vec![0xff; g.x().len()], g.y()), Error::NotReduced { .. }));
        assert!(matches!(wrong(&g.x()[1..], g.y()), Error::Length { .. }));
        // G plus the point (0, √b) of order 2, which is (0, 1) for b = 1, lies on the curve but not
        // in the subgroup.
        if parameters.is_koblitz() {
            let group = Uniform::new(binary::curve(&parameters));
            let f = &group.curve().field;
            let element = |bytes: &[u8]| f.decode_be(bytes).unwrap();
            let mut one = vec![0; g.x().len()];
            one[g.x().len() - 1] = 1;
            let two = AffinePoint::new(f.zero(), f.one());
            let lifted = group.lift(&AffinePoint::new(element(g.x()), element(g.y())));
            let mut sum = [two];
            group.normalise(&[group.add_entry(&lifted, &two)], &mut sum);
            let [x, y] = [sum[0].x, sum[0].y].map(|v| {
                let mut bytes = vec![0; g.x().len()];
                f.encode_be(&mut bytes, &v).unwrap();
                bytes
            });
            assert_eq!(wrong(&x, &y), outside);
            assert_eq!(wrong(&vec![0; g.x().len()], &one), outside);
        }
        // Half of all abscissas have a point, and one of `cofactor` such points is in the subgroup.
        let mut found = 0;
        for n in 1..=64u8 {
            let mut x = vec![0; g.x().len()];
            *x.last_mut().unwrap() = n;
            if let Ok(point) = curve.decompress(&x, false) {
                let order = Bits::new(parameters.order());
                assert_eq!(curve.multiply(order, &point).unwrap(), None);
                found += 1;
            }
        }
        assert!((2..=40).contains(&found), "{name}: {found}");
        assert!(curve.decompress(&vec![0; g.x().len()], false).is_err());
    }
}
