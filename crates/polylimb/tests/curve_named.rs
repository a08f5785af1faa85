//! Curves by name and by parameters: every named curve is what it should be, wrong parameters are told apart, and every
//! coordinate system multiplies as the school book's law does with num-bigint.
#![cfg(feature = "engines")]

#[path = "curve_common/school_book.rs"]
mod school_book;

use num_bigint::BigInt;
use polylimb::Error;
use polylimb::curve::named::{PRIME_CURVES, Parameters};
use polylimb::curve::{AnyCurve, COORDINATES, find_coordinates};
use polylimb::limb::{Bits, Natural, Word};
use polylimb::modmul::{Modulus, Options};
use polylimb::multiply::{METHODS, Work};
use school_book::{Point, big};

fn natural(text: &str) -> Natural {
    Natural::parse(text).unwrap()
}

/// The numbers of a named curve, of which a test may change one.
fn numbers(name: &str) -> [Natural; 7] {
    let c = PRIME_CURVES.iter().find(|c| c.name == name).expect("a curve");
    [c.p, c.a, c.b, c.gx, c.gy, c.n, c.h].map(natural)
}

fn parameters([p, a, b, x, y, n, h]: &[Natural; 7]) -> polylimb::Result<Parameters> {
    Parameters::new(p, a, b, [x, y], n, h)
}

#[test]
fn every_named_curve_is_valid() {
    for c in PRIME_CURVES {
        let checked = parameters(&numbers(c.name));
        if c.name == "SS_P1536" {
            // A pairing curve: its order has 256 bits, far below 4 √p.
            assert_eq!(checked, Err(Error::Curve { wrong: "the order n is not above 4 √p" }));
            continue;
        }
        let named = Parameters::named(c.name).unwrap();
        assert_eq!(checked.as_ref(), Ok(&named), "{}", c.name);
        for alias in c.aliases {
            assert_eq!(Parameters::named(&alias.to_uppercase()).as_ref(), Ok(&named));
        }
    }
    assert_eq!(PRIME_CURVES.len(), 38);
    assert_eq!(Parameters::named("P-255"), Err(Error::UnknownName { kind: "curve" }));
}

#[test]
fn wrong_parameters_are_told_apart() {
    let right = numbers("secp256k1");
    let p128 = numbers("secp128r1");
    let changed = |i: usize, n: &Natural| {
        let mut wrong = right.clone();
        wrong[i] = n.clone();
        match parameters(&wrong) {
            Err(Error::Curve { wrong }) => wrong,
            other => panic!("{other:?}"),
        }
    };
    let small = |n: u64| Natural::from(n);
    assert_eq!(changed(0, &small(1 << 20)), "a coefficient or coordinate is not below p");
    let even = natural("0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc30");
    assert_eq!(changed(0, &even), "p is not a prime above 3");
    assert_eq!(changed(1, &right[0]), "a coefficient or coordinate is not below p");
    assert_eq!(changed(2, &small(0)), "the curve is singular: 4a³ + 27b² = 0");
    assert_eq!(changed(2, &small(8)), "the generator does not lie on the curve");
    assert_eq!(changed(4, &small(1)), "the generator does not lie on the curve");
    assert_eq!(changed(5, &right[0]), "n times the generator is not the neutral element");
    assert_eq!(changed(5, &small(15)), "the order n is not prime");
    assert_eq!(changed(5, &p128[5]), "the order n is not above 4 √p");
    assert_eq!(changed(5, &small(0)), "the order n is not prime");
    assert_eq!(changed(6, &small(2)), "h n is not within Hasse's interval around p + 1");
    assert_eq!(changed(6, &small(0)), "h n is not within Hasse's interval around p + 1");
}

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
    polylimb::multiply::find(method).unwrap().multiply(curve, &work, &mut r).unwrap();
    let number = |b: Vec<u8>| BigInt::from_bytes_le(num_bigint::Sign::Plus, &b);
    curve.encode_vartime(&r).unwrap().map(|[x, y]| [number(x), number(y)])
}

#[test]
fn every_system_multiplies_on_every_curve() {
    let mut compared = 0;
    for (i, c) in PRIME_CURVES.iter().enumerate() {
        let p = Parameters::named(c.name).unwrap();
        let modulus = Modulus::new(p.prime(), &Options::default()).unwrap();
        let k = Natural::from(0x9e37_79b9_7f4a_7c15_u64 + i as u64);
        let expected = multiple(&p, &big(k.words()));
        for (j, system) in COORDINATES.iter().enumerate() {
            let curve = system.build(&p, modulus.modmul().clone()).unwrap();
            for (l, method) in METHODS.iter().enumerate() {
                // A third of the methods on each curve in each system, others on the next.
                if method.curve.map_or((i + j + l) % 3 != 0, |name| name != c.name) {
                    continue;
                }
                let r = product(&curve, &p, k.words(), method.name);
                assert_eq!(r, expected, "{} {} {}", c.name, system.name, method.name);
                compared += 1;
            }
        }
    }
    let of_all_curves = METHODS.iter().filter(|m| m.curve.is_none()).count();
    assert!(compared >= 38 * 7 * of_all_curves / 3 + 7 * 2 - 38 * 7, "{compared}");
}

/// The ends of the range, where formulas meet equal, opposite and neutral points.
#[test]
fn scalars_around_the_order_are_right() {
    for name in ["P-256", "secp256k1"] {
        around_the_order(name);
    }
}

fn around_the_order(name: &str) {
    let p = Parameters::named(name).unwrap();
    let modulus = Modulus::new(p.prime(), &Options::default()).unwrap();
    let n = big(p.order());
    for system in COORDINATES {
        let curve = system.build(&p, modulus.modmul().clone()).unwrap();
        for k in [0, 1, 2, 3].map(BigInt::from).into_iter().chain([-2, -1, 0, 1, 2].map(|d| &n + d))
        {
            let words = Natural::from_be_bytes(&k.to_bytes_be().1);
            for method in METHODS.iter().filter(|m| m.curve.is_none_or(|only| only == name)) {
                let r = product(&curve, &p, words.words(), method.name);
                assert_eq!(r, multiple(&p, &(&k % &n)), "{k} {} {}", system.name, method.name);
            }
        }
    }
}

/// Doublings of the generator for the ones of `k` add up to `k G`; so do equal and opposite points, and none at all.
#[test]
fn sums_of_entries_are_multiples() {
    let p = Parameters::named("P-256").unwrap();
    let modulus = Modulus::new(p.prime(), &Options::default()).unwrap();
    let mut compared = 0;
    for system in COORDINATES {
        let curve = system.build(&p, modulus.modmul().clone()).unwrap();
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
    assert_eq!(compared, COORDINATES.len() * 7);
}

#[test]
fn a_multiplication_for_another_prime_is_refused() {
    let p = Parameters::named("P-256").unwrap();
    let other = Modulus::new(&[101], &Options::default()).unwrap();
    let built = find_coordinates("jacobian").unwrap().build(&p, other.modmul().clone());
    assert!(matches!(built, Err(Error::Parameter { .. })));
    assert!(find_coordinates("polar").is_err());
}

/// The parameters in another's list.
#[test]
fn wycheproof() {
    let mut compared = 0;
    for line in
        include_str!("vectors/wycheproof_curves.txt").lines().filter(|l| !l.starts_with('#'))
    {
        let fields: Vec<&str> = line.split(' ').collect();
        let theirs = |i: usize| natural(&format!("0x{}", fields[i]));
        let theirs = [2, 3, 4, 5, 6, 7].map(theirs);
        let Ok(curve) = polylimb::curve::named::find(fields[0]) else {
            // That of ANSSI, which has no name here.
            let ([p, a, b, x, y, n], one) = (&theirs, &Natural::from(1));
            assert!(fields[0] == "FRP256v1" && Parameters::new(p, a, b, [x, y], n, one).is_ok());
            continue;
        };
        let [p, a, b, x, y, n, h] = numbers(curve.name);
        assert_eq!([p, a, b, x, y, n], theirs, "{}", fields[0]);
        assert_eq!(h, Natural::from(1));
        compared += 1;
    }
    assert_eq!(compared, 19);
}
