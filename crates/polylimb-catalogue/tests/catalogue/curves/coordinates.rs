//! Every coordinate system of curves over prime fields multiplies as the school-book law does with
//! num-bigint.

use super::school_book::{self, Point, big};
use num_bigint::BigInt;
use polylimb::Error;
use polylimb::authors::curve::{NamedCurve, Parameters};
use polylimb::authors::entry::Domain::{Any, BinaryCurves, Curve, PrimeCurves};
use polylimb::authors::limb::{Bits, Natural, Word};
use polylimb::modmul::{Modulus, Options};
use polylimb_catalogue::coordinates::{self, of};
use polylimb_catalogue::erased::AnyCurve;
use polylimb_catalogue::multiply::{METHODS, Work, find};

/// `k G`.
fn multiple(c: &Parameters, k: &BigInt) -> Point {
    school_book::multiply(c, k, &Some(c.generator().map(big)))
}

fn bytes(n: &BigInt, length: usize) -> Vec<u8> {
    let mut bytes = n.to_bytes_le().1;
    bytes.resize(length, 0);
    bytes
}

fn product(curve: &AnyCurve, c: &Parameters, k: &[Word], method: &str) -> Point {
    let [x, y] = c.generator().map(|v| bytes(&big(v), curve.coordinate_bytes()));
    let base = curve.decode(&x, &y).unwrap();
    let mut r = base.clone();
    let k = Bits::new_vartime(k);
    let work = Work::new(k, &base);
    curve.multiply(find(method).unwrap(), &work, &mut r).unwrap();
    let number = |b: Vec<u8>| BigInt::from_bytes_le(num_bigint::Sign::Plus, &b);
    curve.encode_vartime(&r).unwrap().map(|[x, y]| [number(x), number(y)])
}

#[test]
fn every_system_multiplies_on_every_curve() {
    let mut compared = 0;
    for (i, c) in NamedCurve::PRIME.iter().enumerate() {
        let p = Parameters::named(c.name).unwrap();
        let modulus = Modulus::new(p.prime(), &Options::default()).unwrap();
        let k = Natural::from(0x9e37_79b9_7f4a_7c15_u64 + i as u64);
        let expected = multiple(&p, &big(k.words()));
        for (j, system) in of(PrimeCurves).enumerate() {
            let curve = system.make.over_prime(&p, modulus.modmul().clone()).unwrap();
            for (l, method) in METHODS.iter().enumerate() {
                // A third of the methods on each curve in each system, in turn.
                let turn = match method.domain {
                    Curve(only) => only == c.name,
                    _ => (i + j + l) % 3 == 0,
                };
                if !turn {
                    continue;
                }
                let r = product(&curve, &p, k.words(), method.name);
                assert_eq!(r, expected, "{} {} {}", c.name, system.name, method.name);
                compared += 1;
            }
        }
    }
    let of_all_curves = METHODS.iter().filter(|m| m.domain == Any).count();
    assert!(compared >= 38 * 7 * of_all_curves / 3 + 7 * 2 - 38 * 7, "{compared}");
}

/// The ends of the range, where formulas meet equal, opposite and neutral points.
#[test]
fn scalars_around_the_order_are_right() {
    for name in ["P-256", "secp256k1"] {
        around_the_order(name);
    }
}

fn around_the_order(name: &'static str) {
    let p = Parameters::named(name).unwrap();
    let modulus = Modulus::new(p.prime(), &Options::default()).unwrap();
    let n = big(p.order());
    for system in of(PrimeCurves) {
        let curve = system.make.over_prime(&p, modulus.modmul().clone()).unwrap();
        for k in [0, 1, 2, 3].map(BigInt::from).into_iter().chain([-2, -1, 0, 1, 2].map(|d| &n + d))
        {
            let words = Natural::from_be_bytes(&k.to_bytes_be().1);
            let expected = multiple(&p, &(&k % &n));
            for method in METHODS.iter().filter(|m| [Any, Curve(name)].contains(&m.domain)) {
                let r = product(&curve, &p, words.words(), method.name);
                assert_eq!(r, expected, "{k} {} {}", system.name, method.name);
            }
        }
    }
}

/// Doublings of the generator for the ones of `k` add up to `k G`. Also sums of equal and opposite
/// points, and the empty sum.
#[test]
fn sums_of_entries_are_multiples() {
    let p = Parameters::named("P-256").unwrap();
    let modulus = Modulus::new(p.prime(), &Options::default()).unwrap();
    let mut compared = 0;
    for system in of(PrimeCurves) {
        let curve = system.make.over_prime(&p, modulus.modmul().clone()).unwrap();
        let number = |b: Vec<u8>| BigInt::from_bytes_le(num_bigint::Sign::Plus, &b);
        let coordinates = |e: &[Word]| curve.encode_vartime(e).unwrap().map(|p| p.map(number));
        let [x, y] = p.generator().map(|v| bytes(&big(v), curve.coordinate_bytes()));
        let mut doublings = vec![curve.decode(&x, &y).unwrap()];
        for i in 1..256 {
            doublings.push(curve.add(&doublings[i - 1], &doublings[i - 1]).unwrap());
        }
        for k in [
            BigInt::from(1),
            BigInt::from(0xdead_beef_u32),
            big(p.order()) - 1,
            big(p.prime()) >> 1,
        ] {
            let entries = doublings.iter().enumerate().filter(|(i, _)| k.bit(*i as u64));
            let sum = curve.sum_vartime(entries.map(|(_, e)| &e[..])).unwrap();
            assert_eq!(coordinates(&sum), multiple(&p, &k), "{k} {}", system.name);
            compared += 1;
        }
        let opposite = curve.neg(&doublings[0]).unwrap();
        for (entries, k) in [
            (vec![], 0),
            (vec![&doublings[0], &doublings[0], &doublings[1]], 4),
            (vec![&doublings[0], &opposite, &doublings[3]], 8),
        ] {
            let sum = curve.sum_vartime(entries.into_iter().map(Vec::as_slice)).unwrap();
            assert_eq!(coordinates(&sum), multiple(&p, &BigInt::from(k)), "{k} {}", system.name);
            compared += 1;
        }
        let short = curve.sum_vartime([&doublings[0][1..]]);
        assert!(matches!(short, Err(Error::Length { .. })));
    }
    assert_eq!(compared, of(PrimeCurves).count() * 7);
}

#[test]
fn a_multiplication_for_another_prime_is_refused() {
    let p = Parameters::named("P-256").unwrap();
    let other = Modulus::new(&[101], &Options::default()).unwrap();
    let jacobian = coordinates::find("jacobian", PrimeCurves).unwrap();
    let built = jacobian.make.over_prime(&p, other.modmul().clone());
    assert!(matches!(built, Err(Error::Parameter { .. })));
    let binary = Parameters::named("K-163").unwrap();
    let built = jacobian.make.over_prime(&binary, other.modmul().clone());
    assert!(matches!(built, Err(Error::Curve { .. })));
    assert!(matches!(jacobian.make.over_binary(&binary, None), Err(Error::Curve { .. })));
    let binary = coordinates::find("jacobian", BinaryCurves).unwrap();
    assert!(matches!(binary.make.over_binary(&p, None), Err(Error::Curve { .. })));
    assert!(coordinates::find("polar", PrimeCurves).is_err());
    assert!(coordinates::find("uniform", PrimeCurves).is_err());
}
