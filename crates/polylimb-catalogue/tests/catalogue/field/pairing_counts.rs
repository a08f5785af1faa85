//! The counted operations of a pairing, and the counts that `[Cuiman2019]` prints (sections V and
//! VI); known answers by its lines.
//!
//! M is a product of `F_p` outside products of `F_p²`; M̃, C̃ are products and squares of `F_p²`.

use super::answers::{element, numbers};
use polylimb::authors::field::extension::{Fp2, OnePlusU};
use polylimb::authors::field::prime::{
    Bls12381, Bn254Nogami, KernelSet, Portable, WithKernel, with_best,
};
use polylimb::authors::field::{Encoding, Field, VartimeField};
use polylimb::authors::pairing::{Homogeneous, Lines, Pair, PairingCurve, Point};
use polylimb::cpu::Features;
use polylimb_catalogue::counted::{Counted, Counts};
use polylimb_catalogue::pairing::{Jacobian, JacobianAsCounted, JacobianAsPrinted};

type Base = Bn254Nogami<Portable>;
type Two = Counted<Fp2<Base, OnePlusU>>;

fn curve() -> PairingCurve<Two> {
    PairingCurve::bn254_nogami(Counted::new(Fp2::new(Bn254Nogami::new(Portable))))
}

/// Products and squares of `F_p²`.
fn products(counts: Counts) -> (u32, u32) {
    (counts.mul, counts.sqr)
}

fn count<T>(curve: &PairingCurve<Two>, work: impl FnOnce() -> T) -> Counts {
    curve.tower().fp2().take();
    let _ = work();
    curve.tower().fp2().take()
}

/// The cost of a doubling and an addition with their lines.
fn lines<L: Lines>(curve: &PairingCurve<Two>) -> [(u32, u32); 2] {
    let pair = curve.generators().expect("the curve has its field");
    let mut t = Point::affine(curve.tower().fp2(), &pair.q);
    let double = products(count(curve, || L::double(curve, &mut t)));
    let add = products(count(curve, || L::add(curve, &mut t, &pair.q)));
    [double, add]
}

#[test]
fn doublings_and_additions() {
    let curve = curve();
    // Section V-A: 7M̃ + 5C̃ and 18M̃ + 4C̃. Algorithm 4 as printed has one more product.
    assert_eq!(lines::<JacobianAsCounted>(&curve), [(7, 5), (18, 4)]);
    assert_eq!(lines::<JacobianAsPrinted>(&curve), [(8, 5), (18, 4)]);
    // The added point is affine.
    assert_eq!(lines::<Jacobian>(&curve), [(7, 5), (10, 3)]);
    // `[Costello2010]`, and a product with the curve's coefficient.
    assert_eq!(lines::<Homogeneous>(&curve), [(3, 6), (11, 2)]);
}

#[test]
fn the_tower() {
    let curve = curve();
    let tower = curve.tower();
    let pair = curve.generators().expect("the curve has its field");
    let a = curve.miller_loop::<Homogeneous>(&pair);
    let m = curve.easy_part(&a);
    // Section VI: a square 12M̃, a general product 18M̃, a square of an element of norm 1 7M̃ +
    // 4C̃.
    assert_eq!(products(count(&curve, || tower.sqr(&a))), (12, 0));
    assert_eq!(products(count(&curve, || tower.mul(&a, &m))), (18, 0));
    assert_eq!(products(count(&curve, || tower.unitary_sqr(&m))), (7, 4));
    // `[Granger2010]`: three squares of F_p⁴; `[Karabina2013]`: two.
    assert_eq!(products(count(&curve, || tower.cyclotomic_sqr(&m))), (0, 9));
    assert_eq!(products(count(&curve, || tower.compressed_sqr(&tower.compress(&m)))), (0, 6));
    assert!(tower.equal(&tower.unitary_sqr(&m), &tower.cyclotomic_sqr(&m)).to_bool_vartime());
    // A product by a line 13M̃.
    let mut t = Point::affine(tower.fp2(), &pair.q);
    let line = JacobianAsCounted::double(&curve, &mut t);
    let line = polylimb::authors::pairing::evaluate(&curve, &line, &pair.p);
    assert_eq!(products(count(&curve, || tower.mul_line(&a, &line))), (13, 0));
}

#[test]
fn the_miller_loop() {
    let curve = curve();
    let pair = curve.generators().expect("the curve has its field");
    // The paper: 64 doublings and 4 additions with their lines, 64 squares and 68 products by
    // lines: 2172M̃ + 336C̃; the adjustment has 2 additions and 2 products by lines. Here the
    // loop's value starts as the first line, which saves a square and a product by a line.
    let [loop_products, loop_squares] = [64 * 7 + 4 * 18 + 64 * 12 + 68 * 13, 64 * 5 + 4 * 4];
    assert_eq!([loop_products, loop_squares], [2172, 336]);
    let adjustment = [2 * 18 + 2 * 13, 2 * 4];
    let got = products(count(&curve, || curve.miller_loop::<JacobianAsCounted>(&pair)));
    assert_eq!(got, (loop_products + adjustment[0] - 12 - 13, loop_squares + adjustment[1]));
    // Printed: 59M̃ + 6C̃ for the adjustment; two additions as counted above and two products by
    // lines are 62M̃ + 8C̃, and 46M̃ + 6C̃ for points that are affine.
    let got = products(count(&curve, || curve.miller_loop::<Jacobian>(&pair)));
    assert_eq!(got.0, 64 * 7 + 6 * 10 + 63 * 12 + 69 * 13);
    assert_eq!(got.1, 64 * 5 + 6 * 3);
}

/// How many values of the vectors the pairing with each system of lines gives.
fn known_answers<F: VartimeField + Encoding + Copy>(
    name: &str,
    f: &F,
    curve: &PairingCurve<Fp2<F, OnePlusU>>,
) -> usize {
    let coefficients =
        |text: &str| -> Vec<F::El> { numbers(text).iter().map(|n| element(f, n)).collect() };
    let mut compared = 0;
    for line in include_str!("../../../../polylimb/tests/vectors/pairing.txt").lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [curve_name, "pairing", p, q, value] = words[..] else { continue };
        if curve_name != name {
            continue;
        }
        let [p, q, c] = [p, q, value].map(coefficients);
        let pair = Pair { p: [p[0], p[1]], q: [[q[0], q[1]], [q[2], q[3]]] };
        for value in [
            curve.miller_loop::<Jacobian>(&pair),
            curve.miller_loop::<JacobianAsCounted>(&pair),
            curve.miller_loop::<JacobianAsPrinted>(&pair),
        ] {
            let power = curve.final_exponentiation(&value);
            let got = power.as_flattened().as_flattened();
            assert!(got.iter().zip(&c).all(|(a, b)| f.equal(a, b).to_bool_vartime()), "{line}");
            compared += 1;
        }
    }
    compared
}

struct Answers;

impl WithKernel for Answers {
    type Out = usize;

    fn call<K: KernelSet>(self, kernel: K) -> usize {
        let (bn, bls) = (Bn254Nogami::new(kernel), Bls12381::new(kernel));
        known_answers("bn254", &bn, &PairingCurve::bn254_nogami(Fp2::new(bn)))
            + known_answers("bls12-381", &bls, &PairingCurve::bls12_381(Fp2::new(bls)))
    }
}

#[test]
fn lines_give_the_known_answers() {
    assert_eq!(with_best(Features::detect(), Answers) + Answers.call(Portable), 2 * 3 * 14);
}
