//! Known answers: powers with random exponents and with 65537, through every method and the checked
//! face.

use super::methods;
use super::shared::{power, usual};
use crate::common::words;
use crate::splits::Shuffled;
use num_bigint::BigUint;
use polylimb::authors::limb::WORD_BITS;
use polylimb::modmul::{Modulus, Options};
use polylimb::powm::Exponent;

struct Case {
    m: BigUint,
    a: BigUint,
    /// An exponent and its power.
    powers: [(BigUint, BigUint); 2],
}

fn cases() -> Vec<Case> {
    let longest = if WORD_BITS == 8 { 521 } else { 8192 };
    include_str!("../vectors/powm.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let number =
                |text: &str| BigUint::parse_bytes(text.as_bytes(), 16).expect("hexadecimal");
            let fields: Vec<_> = line.split(' ').map(number).collect();
            let [m, a, e, power, power_f4] = fields.try_into().expect("five numbers");
            Case { m, a, powers: [(e, power), (BigUint::from(65537u32), power_f4)] }
        })
        .filter(|case| case.m.bits() <= longest)
        .collect()
}

#[test]
fn every_method() {
    let mut compared = 0;
    // For longer moduli all methods together take too long; the face computes all cases.
    for case in cases().into_iter().filter(|case| case.m.bits() <= 1024) {
        let n = (case.m.bits() as usize).div_ceil(WORD_BITS);
        let modmul = usual(&words(&case.m, n));
        for (e, expected) in &case.powers {
            let e = words(e, (e.bits() as usize).div_ceil(WORD_BITS).max(1));
            for method in methods() {
                let split = Shuffled::new(method.threads.min());
                let got = power(method, &*modmul, &split, None, &case.a, Exponent::new(&e));
                assert_eq!(&got, expected, "{} mod {:#x}", method.name, case.m);
                compared += 1;
            }
        }
    }
    assert!(compared >= 72 * methods().count(), "only {compared} known answers compared");
}

#[test]
fn the_checked_face() {
    let mut compared = 0;
    for case in cases() {
        let m = Modulus::from_be_bytes(&case.m.to_bytes_be(), &Options::default()).expect("not 0");
        let a = case.a.to_bytes_be();
        for (e, expected) in &case.powers {
            let e = e.to_bytes_be();
            for power in [m.pow_be_bytes(&a, &e), m.pow_be_bytes_vartime(&a, &e)] {
                assert_eq!(&BigUint::from_bytes_be(&power.expect("reduced")), expected);
                compared += 1;
            }
        }
    }
    assert!(compared >= 300, "only {compared} known answers compared");
}
