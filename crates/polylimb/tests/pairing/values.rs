//! The pairing: known answers, bilinearity, prepared lines, the cheaper
//! final exponentiations.

use polylimb::authors::curve::{
    AffinePoint, Coefficient, Curve, Group, Jacobian as Coordinates, Vartime,
};
use polylimb::authors::field::extension::{Fp2, NinePlusU, OnePlusU, Xi};
use polylimb::authors::field::prime::{
    Bls12381, Bn254Nogami, Bn254Snark, KernelSet, Portable, WithKernel, with_best,
};
use polylimb::authors::field::{Encoding, Field, VartimeField};
use polylimb::authors::limb::{Bits, Mask, WORD_BITS};
use polylimb::authors::pairing::{Homogeneous, Pair, PairingCurve};
use polylimb::cpu::Features;
use polylimb::{Split, Team};
use rand_core::RngCore;

use crate::answers::{element, numbers};
use crate::common::{rng, words};
use crate::splits::Shuffled;

fn holds(mask: Mask) -> bool {
    mask.to_bool_vartime()
}

fn coefficients<F: Encoding>(f: &F, text: &str) -> Vec<F::El> {
    numbers(text).iter().map(|n| element(f, n)).collect()
}

fn pair<F: Encoding, X: Xi>(f: &F, p: &str, q: &str) -> Pair<Fp2<F, X>> {
    let (p, q) = (coefficients(f, p), coefficients(f, q));
    Pair { p: [p[0], p[1]], q: [[q[0], q[1]], [q[2], q[3]]] }
}

/// A check of every curve.
trait Check {
    fn check<F: VartimeField<El: Send + Sync> + Encoding + Copy + Send + Sync, X: Xi>(
        &mut self,
        name: &str,
        f: &F,
        curve: &PairingCurve<Fp2<F, X>>,
    );
}

struct Every<'a, C>(&'a mut C);

impl<C: Check> WithKernel for Every<'_, C> {
    type Out = ();

    fn call<K: KernelSet>(self, kernel: K) {
        let (bn, snark, bls) =
            (Bn254Nogami::new(kernel), Bn254Snark::new(kernel), Bls12381::new(kernel));
        let curve = PairingCurve::bn254_nogami(Fp2::<_, OnePlusU>::new(bn));
        self.0.check("bn254", &bn, &curve);
        let curve = PairingCurve::bn254_snark(Fp2::<_, NinePlusU>::new(snark));
        self.0.check("bn254-snark", &snark, &curve);
        let curve = PairingCurve::bls12_381(Fp2::<_, OnePlusU>::new(bls));
        self.0.check("bls12-381", &bls, &curve);
    }
}

struct Answers(usize);

impl Check for Answers {
    fn check<F: VartimeField<El: Send + Sync> + Encoding + Copy + Send + Sync, X: Xi>(
        &mut self,
        name: &str,
        f: &F,
        curve: &PairingCurve<Fp2<F, X>>,
    ) {
        let tower = curve.tower();
        for line in include_str!("../vectors/pairing.txt").lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let [curve_name, "pairing", p, q, value] = words[..] else { continue };
            if curve_name != name {
                continue;
            }
            let c = coefficients(f, value);
            let expected = core::array::from_fn(|i| {
                core::array::from_fn(|j| core::array::from_fn(|k| c[6 * i + 2 * j + k]))
            });
            let pair = pair(f, p, q);
            for value in [
                curve.miller_loop::<Homogeneous>(&pair),
                curve.miller_loop_prepared(&[(pair.p, &curve.prepare::<Homogeneous>(&pair.q))]),
            ] {
                let power = curve.final_exponentiation(&value);
                assert!(holds(tower.equal(&power, &expected)), "{name}: {p} {q}");
                self.0 += 1;
            }
        }
    }
}

#[test]
fn known_answers() {
    let mut answers = Answers(0);
    with_best(Features::detect(), Every(&mut answers));
    Every(&mut answers).call(Portable);
    assert_eq!(answers.0, 2 * 2 * 2 * 7);
}

/// `k p` on `y² = x³ + b`, by the curve's group law, independent of pairings.
fn multiple<F: VartimeField + Copy>(f: F, b: F::El, p: &[F::El; 2], k: u64) -> [F::El; 2] {
    let curve = Curve::new(f, f.zero(), b, Coefficient::Zero);
    assert!(holds(curve.contains(&p[0], &p[1])), "the point lies on the curve");
    let group = Vartime::<F, Coordinates>::new(curve);
    let k = words(&k.into(), 64 / WORD_BITS);
    let (k, p) = (Bits::new(&k), AffinePoint::new(p[0], p[1]));
    let product = (0..k.len()).rev().fold(group.neutral(), |sum, i| {
        let twice = group.double(&sum);
        if k.bit(i) == 1 { group.add_entry(&twice, &p) } else { twice }
    });
    let mut entry = [AffinePoint::neutral(&f)];
    group.normalise(&[product], &mut entry);
    assert!(!holds(entry[0].neutral));
    [entry[0].x, entry[0].y]
}

struct Laws {
    rounds: usize,
    compared: usize,
}

impl Check for Laws {
    /// e(a P, b Q) = e(b P, a Q) = e(P, Q)^(a b); products; the exponents of the cheaper final
    /// exponentiation.
    fn check<F: VartimeField<El: Send + Sync> + Encoding + Copy + Send + Sync, X: Xi>(
        &mut self,
        name: &str,
        f: &F,
        curve: &PairingCurve<Fp2<F, X>>,
    ) {
        let (tower, fp2) = (curve.tower(), curve.tower().fp2());
        let mut rng = rng(name.len() as u64);
        let generators = curve.generators().expect("the curve has its field");
        let b = f.sub(&f.sqr(&generators.p[1]), &f.mul(&f.sqr(&generators.p[0]), &generators.p[0]));
        let of = |a: u64, c: u64| Pair {
            p: multiple(*f, b, &generators.p, a),
            q: multiple(*fp2, *curve.twist_coefficient(), &generators.q, c),
        };
        let pairing =
            |pair: &Pair<_>| curve.final_exponentiation(&curve.miller_loop::<Homogeneous>(pair));
        let once = pairing(&generators);
        assert!(!holds(tower.equal(&once, &tower.one())), "{name} is degenerate");
        for _ in 0..self.rounds {
            // The product of both fits an exponent of 64 bits.
            let (a, c) = (u64::from(rng.next_u32()) | 1, u64::from(rng.next_u32()) | 1);
            let value = pairing(&of(a, c));
            let mut power = tower.one();
            for i in (0..64).rev() {
                tower.sqr_assign(&mut power);
                if (a * c) >> i & 1 == 1 {
                    tower.mul_assign(&mut power, &once);
                }
            }
            assert!(holds(tower.equal(&value, &power)), "{name}: e({a} P, {c} Q)");
            assert!(holds(tower.equal(&pairing(&of(c, a)), &power)), "{name}: e({c} P, {a} Q)");

            // e(a P, Q) e(-P, a Q) = 1, also by the cheaper exponentiation and by prepared lines.
            let (left, mut right) = (of(a, 1), of(1, a));
            right.p[1] = f.neg(&right.p[1]);
            let product = curve.miller_loop_product::<Homogeneous>(&[left, right]);
            assert!(holds(tower.equal(&curve.final_exponentiation(&product), &tower.one())));
            let cheap = curve.final_exponentiation_to_a_power(&product);
            assert!(holds(tower.equal(&cheap, &tower.one())), "{name}: product");
            let lines = [&left, &right].map(|pair| curve.prepare::<Homogeneous>(&pair.q));
            let value = curve.miller_loop_prepared(&[(left.p, &lines[0]), (right.p, &lines[1])]);
            assert!(holds(tower.equal(&value, &product)), "{name}: prepared lines");
            // Both detect a wrong second factor.
            let wrong = curve.miller_loop_product::<Homogeneous>(&[left, of(1, a)]);
            assert!(!holds(tower.equal(&curve.final_exponentiation(&wrong), &tower.one())));
            let cheap = curve.final_exponentiation_to_a_power(&wrong);
            assert!(!holds(tower.equal(&cheap, &tower.one())), "{name}: wrong product");
            self.compared += 7;
        }
        assert!(holds(tower.equal(&curve.miller_loop_product::<Homogeneous>(&[]), &tower.one())));
    }
}

#[test]
fn laws() {
    let mut laws = Laws { rounds: if WORD_BITS == 8 { 1 } else { 12 }, compared: 0 };
    with_best(Features::detect(), Every(&mut laws));
    assert_eq!(laws.compared, 3 * 7 * laws.rounds);
}

struct OnThreads {
    threads: usize,
    compared: usize,
}

impl Check for OnThreads {
    /// The loop and the final exponentiation on several threads, each alone, compared with one
    /// thread.
    fn check<F: VartimeField<El: Send + Sync> + Encoding + Copy + Send + Sync, X: Xi>(
        &mut self,
        name: &str,
        f: &F,
        curve: &PairingCurve<Fp2<F, X>>,
    ) {
        let tower = curve.tower();
        let team = Team::new(self.threads).expect("the threads start");
        let known = include_str!("../vectors/pairing.txt").lines().filter_map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            let [curve_name, "pairing", p, q, _] = words[..] else { return None };
            (curve_name == name).then(|| pair(f, p, q))
        });
        let known: Vec<_> = known.chain(curve.generators()).collect();
        let all: Vec<_> = known.into_iter().cycle().take(5).collect();
        // No pair, one, and a number for which the threads' shares have different lengths.
        for pairs in [&all[..0], &all[..1], &all[..2], &all] {
            let value = curve.miller_loop_product::<Homogeneous>(pairs);
            let power = curve.final_exponentiation(&value);
            // Side by side, and one part after another in changing orders.
            for split in [&team as &dyn Split, &Shuffled::new(self.threads)] {
                let on = curve.miller_loop_on::<Homogeneous>(split, pairs);
                assert!(holds(tower.equal(&on, &value)), "{name}: {} threads", self.threads);
                let on = curve.final_exponentiation_on(split, &value);
                assert!(holds(tower.equal(&on, &power)), "{name}: {} threads", self.threads);
                self.compared += 2;
            }
        }
    }
}

#[test]
fn several_threads_compute_what_one_does() {
    for threads in [1, 2, 3, 4, 8] {
        let mut on = OnThreads { threads, compared: 0 };
        with_best(Features::detect(), Every(&mut on));
        assert_eq!(on.compared, 3 * 16);
    }
}
