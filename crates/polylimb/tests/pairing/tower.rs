//! The towers of the pairing curves: known answers, the laws of fields on every level, counted
//! operations.

use polylimb::authors::field::extension::{Fp2, OnePlusU, Quadratic};
use polylimb::authors::field::prime::{Bls12381, Bn254Nogami, KernelSet, WithKernel, with_best};
use polylimb::authors::field::{Encoding, Field, VartimeField};
use polylimb::authors::limb::Mask;
use polylimb::authors::pairing::PairingCurve;
use polylimb::cpu::Features;

use crate::answers::{element, numbers};

fn holds(mask: Mask) -> bool {
    mask.to_bool_vartime()
}

type Twelve<E> = [[[E; 2]; 3]; 2];

/// The element of `F_p¹²` with these twelve coefficients.
fn twelve<F: Encoding>(f: &F, text: &str) -> Twelve<F::El> {
    let c: Vec<F::El> = numbers(text).iter().map(|n| element(f, n)).collect();
    assert_eq!(c.len(), 12);
    core::array::from_fn(|i| {
        core::array::from_fn(|j| core::array::from_fn(|k| c[6 * i + 2 * j + k]))
    })
}

struct Answers;

impl WithKernel for Answers {
    type Out = usize;

    fn call<K: KernelSet>(self, kernel: K) -> usize {
        let bn = Bn254Nogami::new(kernel);
        let bls = Bls12381::new(kernel);
        answers("bn254", &bn, &PairingCurve::bn254_nogami(Fp2::<_, OnePlusU>::new(bn)))
            + answers("bls12-381", &bls, &PairingCurve::bls12_381(Fp2::<_, OnePlusU>::new(bls)))
    }
}

/// Compares every known answer of the curve; returns their number.
fn answers<F: VartimeField + Encoding>(
    name: &str,
    f: &F,
    curve: &PairingCurve<Fp2<F, OnePlusU>>,
) -> usize {
    let tower = curve.tower();
    let q = tower.fp2();
    let mut compared = 0;
    for line in include_str!("../vectors/pairing_tower.txt").lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [curve_name, degree, operation, operands @ .., result] = &words[..] else {
            panic!("{line}")
        };
        if *curve_name != name {
            continue;
        }
        let same = if *degree == "2" {
            let two = |text: &str| {
                let c = numbers(text);
                [element(f, &c[0]), element(f, &c[1])]
            };
            let a = two(operands[0]);
            let b = || two(operands[1]);
            let got = match *operation {
                "add" => q.add(&a, &b()),
                "sub" => q.sub(&a, &b()),
                "mul" => q.mul(&a, &b()),
                "sqr" => q.sqr(&a),
                "inv" => q.inv0(&a),
                "mul-xi" => q.mul_xi(&a),
                _ => panic!("{operation}"),
            };
            q.equal(&got, &two(result))
        } else {
            let a = twelve(f, operands[0]);
            let b = || twelve(f, operands[1]);
            let frobenius = |n| tower.frobenius(curve.frobenius(), &a, n);
            let easy = || curve.easy_part(&a);
            let got = match *operation {
                "add" => tower.add(&a, &b()),
                "sub" => tower.sub(&a, &b()),
                "mul" => tower.mul(&a, &b()),
                "sqr" => tower.sqr(&a),
                "inv" => tower.inv0(&a),
                "frobenius-1" => frobenius(1),
                "frobenius-2" => frobenius(2),
                "frobenius-3" => frobenius(3),
                "conjugate" => tower.conjugate(&a),
                "easy" => easy(),
                "cyclotomic-sqr" => tower.cyclotomic_sqr(&easy()),
                "power-u" => curve.power_u(&easy()),
                "final" => curve.final_exponentiation(&a),
                _ => panic!("{operation}"),
            };
            tower.equal(&got, &twelve(f, result))
        };
        assert!(holds(same), "{name}: {operation} in the field of degree {degree}");
        compared += 1;
    }
    compared
}

#[test]
fn known_answers() {
    let compared = with_best(Features::detect(), Answers)
        + Answers.call(polylimb::authors::field::prime::Portable);
    assert_eq!(compared, 2 * 248);
}
