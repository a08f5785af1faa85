//! One pairing across the lanes: every operation of the tower and the whole pairing against the
//! tower over words, and sums within the lanes' limits for all inputs.

use crate::answers::{element, numbers};
use crate::common::rng;
use crate::intervals::{Bounds, Intervals, bounds};
use crate::splits::Shuffled;
use crate::spread::SpreadIntervals;
use num_bigint::BigUint;
use polylimb::authors::field::extension::{Fp2, NinePlusU, OnePlusU, Quadratic, Xi};
use polylimb::authors::field::lanes::primes;
use polylimb::authors::field::lanes::{LANES, LooseLanes, Spread};
use polylimb::authors::field::prime::{self, Bls12381, Bn254Nogami, Bn254Snark};
use polylimb::authors::field::{Encoding, Field};
use polylimb::authors::pairing::{
    AcrossLanes, Cyclotomic, Homogeneous, Packed, Pair, PairingCurve,
};
use polylimb::cpu::Features;
use polylimb::{Split, Team};
use rand_core::RngCore;

/// A field of lanes with conversion of numbers for tests.
trait Numbers: Spread<El: Send + Sync> + Send + Sync + Sized {
    type Xi: Xi;
    fn put(&self, n: &BigUint) -> Self::El;
    fn take(&self, a: &Self::El) -> [BigUint; LANES];
    fn curve(self) -> PairingCurve<Fp2<Self, Self::Xi>>;
}

macro_rules! numbers {
    ($($vectors:ident, $prime:ident, $d:literal, $curve:ident, $xi:ident;)*) => {
        $(
            impl Numbers for LooseLanes<polylimb::authors::field::lanes::$vectors, primes::$prime, $d> {
                type Xi = $xi;

                fn put(&self, n: &BigUint) -> Self::El {
                    let mask = (1 << 52) - 1u64;
                    let digit = |j: usize| (n >> (52 * j)).iter_u64_digits().next().unwrap_or(0);
                    self.enter_digits(&[core::array::from_fn(|j| digit(j) & mask); LANES])
                }

                fn take(&self, a: &Self::El) -> [BigUint; LANES] {
                    let number = |digits: [u64; $d]| {
                        digits.iter().rev().fold(BigUint::ZERO, |n, digit| (n << 52) + digit)
                    };
                    self.leave_digits(a).map(number)
                }

                fn curve(self) -> PairingCurve<Fp2<Self, $xi>> {
                    PairingCurve::$curve(Fp2::new(self))
                }
            }
        )*
    };
}

numbers! {
    Portable, Bn254Nogami, 5, bn254_nogami, OnePlusU;
    Portable, Bn254Snark, 5, bn254_snark, NinePlusU;
    Portable, Bls12381, 8, bls12_381, OnePlusU;
}
#[cfg(target_arch = "x86_64")]
numbers! {
    Ifma, Bn254Nogami, 5, bn254_nogami, OnePlusU;
    Ifma, Bn254Snark, 5, bn254_snark, NinePlusU;
    Ifma, Bls12381, 8, bls12_381, OnePlusU;
}

/// The same curve over lanes and over words.
struct Both<L: Numbers, F: Encoding> {
    lanes: Packed<L, L::Xi>,
    words: PairingCurve<Fp2<F, L::Xi>>,
    f: F,
}

type Twelve<E> = [[[E; 2]; 3]; 2];
type PairOver<F, X> = Pair<Fp2<F, X>>;

impl<L: Numbers, F: Encoding> Both<L, F> {
    fn words(&self, c: &[BigUint; 12]) -> Twelve<F::El> {
        let of = |i: usize, j: usize, k: usize| element(&self.f, &c[6 * i + 2 * j + k]);
        core::array::from_fn(|i| core::array::from_fn(|j| core::array::from_fn(|k| of(i, j, k))))
    }

    fn lanes(&self, c: &[BigUint; 12]) -> [L::El; 2] {
        let f = self.lanes.curve().tower().fp2().base();
        let of = |i: usize, j: usize, k: usize| f.put(&c[6 * i + 2 * j + k]);
        self.lanes.enter(&core::array::from_fn(|i| {
            core::array::from_fn(|j| core::array::from_fn(|k| of(i, j, k)))
        }))
    }

    fn number(&self, a: &F::El) -> BigUint {
        let mut bytes = vec![0; self.f.encoded_bytes()];
        self.f.encode(&mut bytes, a).unwrap();
        BigUint::from_bytes_le(&bytes)
    }

    /// Returns the number of coefficients that are the same, in every lane.
    fn same(&self, what: &str, lanes: &[L::El; 2], words: &Twelve<F::El>) -> usize {
        let f = self.lanes.curve().tower().fp2().base();
        let lanes = self.lanes.leave(lanes);
        let pairs =
            lanes.as_flattened().as_flattened().iter().zip(words.as_flattened().as_flattened());
        pairs
            .map(|(lanes, word)| {
                let expected = self.number(word);
                assert!(f.take(lanes).iter().all(|n| *n == expected), "{what}");
                1
            })
            .sum()
    }

    fn pair(&self, c: &[BigUint]) -> (PairOver<L, L::Xi>, PairOver<F, L::Xi>) {
        let f = self.lanes.curve().tower().fp2().base();
        let l: Vec<_> = c.iter().map(|n| f.put(n)).collect();
        let w: Vec<_> = c.iter().map(|n| element(&self.f, n)).collect();
        (
            Pair { p: [l[0], l[1]], q: [[l[2], l[3]], [l[4], l[5]]] },
            Pair { p: [w[0], w[1]], q: [[w[2], w[3]], [w[4], w[5]]] },
        )
    }
}

/// A check of all curves over both kinds of vectors.
trait Check {
    fn check<L: Numbers, F: Encoding + Copy>(&mut self, name: &str, both: &Both<L, F>, p: &BigUint);
}

fn every(check: &mut impl Check) {
    macro_rules! check {
        ($vectors:ident, $prime:ident, $d:literal, $curve:ident, $name:literal) => {
            let f = $prime::new(prime::Portable);
            let words = PairingCurve::$curve(Fp2::new(f));
            match LooseLanes::<polylimb::authors::field::lanes::$vectors, primes::$prime, $d>::new(
                Features::detect(),
            ) {
                Ok(lanes) => {
                    let lanes = Packed::new(lanes.curve());
                    check.check($name, &Both { lanes, words, f }, &modulus(&f));
                }
                Err(e) => println!("SKIPPED {e}"),
            }
        };
        ($vectors:ident) => {
            check!($vectors, Bn254Nogami, 5, bn254_nogami, "bn254");
            check!($vectors, Bn254Snark, 5, bn254_snark, "bn254-snark");
            check!($vectors, Bls12381, 8, bls12_381, "bls12-381");
        };
    }
    check!(Portable);
    #[cfg(target_arch = "x86_64")]
    check!(Ifma);
}

fn modulus<F: Encoding>(f: &F) -> BigUint {
    let mut bytes = vec![0; f.encoded_bytes()];
    f.encode(&mut bytes, &f.neg(&f.one())).unwrap();
    BigUint::from_bytes_le(&bytes) + 1u32
}

/// 0, 1, `p - 1`, ones in all digits, or anything below `p`.
fn draw(rng: &mut impl RngCore, kind: u32, p: &BigUint) -> BigUint {
    let mut bytes = [0; 64];
    rng.fill_bytes(&mut bytes);
    match kind % 8 {
        0 => BigUint::ZERO,
        1 => BigUint::from(1u32),
        2 => p - 1u32,
        3 => (BigUint::from(1u32) << (p.bits() - 1)) - 1u32,
        _ => BigUint::from_bytes_le(&bytes) % p,
    }
}

struct Operations(usize);

impl Check for Operations {
    fn check<L: Numbers, F: Encoding + Copy>(
        &mut self,
        name: &str,
        both: &Both<L, F>,
        p: &BigUint,
    ) {
        let (t, words) = (&both.lanes, both.words.tower());
        let frobenius = both.words.frobenius();
        let mut rng = rng(p.bits());
        for round in 0..12 {
            // All alike in the first rounds, mixed in the others.
            let mut any = || {
                core::array::from_fn(|_| {
                    let kind = if round < 4 { round } else { rng.next_u32() };
                    draw(&mut rng, kind, p)
                })
            };
            let (c, d): ([BigUint; 12], [BigUint; 12]) = (any(), any());
            let (a, b, x, y) = (both.lanes(&c), both.lanes(&d), both.words(&c), both.words(&d));
            let mut same = |what: &str, lanes: &[L::El; 2], words: &Twelve<F::El>| {
                self.0 += both.same(&format!("{name}: {what}"), lanes, words);
            };
            same("product", &t.mul(&a, &b), &words.mul(&x, &y));
            same("square", &t.sqr(&a), &words.sqr(&x));
            same("conjugate", &t.conjugate(&a), &words.conjugate(&x));
            same("inverse", &t.inv0(&a), &words.inv0(&x));
            for n in 1..4 {
                same("frobenius", &t.frobenius(&a, n), &words.frobenius(frobenius, &x, n));
            }
            // A long chain: each operation must accept the results of the previous one.
            let (mut r, mut s) = (a, x);
            for _ in 0..3 {
                r = t.mul(&t.sqr(&t.conjugate(&t.sqr(&r))), &t.mul(&r, &b));
                s = words.mul(&words.sqr(&words.conjugate(&words.sqr(&s))), &words.mul(&s, &y));
            }
            same("chain", &r, &s);
            // In the cyclotomic subgroup, which does not contain 0.
            let easy = both.words.easy_part(&if round == 0 { words.one() } else { x });
            let coefficients = easy.as_flattened().as_flattened();
            let m = both.lanes(&core::array::from_fn(|i| both.number(&coefficients[i])));
            same("cyclotomic square", &t.cyclotomic_sqr(&m), &words.cyclotomic_sqr(&easy));
            for exponent in [1, 2, 5, 1 << 40, 0xd201_0000_0001_0000, 0x1234_5678_9abc_def1] {
                let power = both.words.power(&easy, exponent);
                same("power", &Cyclotomic::power(t, &m, exponent), &power);
            }
        }
        same_one(both);
    }
}

fn same_one<L: Numbers, F: Encoding>(both: &Both<L, F>) {
    assert_eq!(both.same("one", &both.lanes.one(), &both.words.tower().one()), 12);
}

#[test]
fn operations_are_those_of_the_tower() {
    let mut check = Operations(0);
    every(&mut check);
    assert!(check.0 >= 3 * 12 * 12 * 15, "{} coefficients were compared", check.0);
}

struct Pairings(usize);

impl Check for Pairings {
    /// The formulas do not check whether numbers belong to points.
    fn check<L: Numbers, F: Encoding + Copy>(
        &mut self,
        name: &str,
        both: &Both<L, F>,
        p: &BigUint,
    ) {
        let mut rng = rng(p.bits() + 1);
        for round in 0..6 {
            let c: Vec<_> = (0..6)
                .map(|_| {
                    let kind = if round < 3 { rng.next_u32() } else { 7 };
                    draw(&mut rng, kind, p)
                })
                .collect();
            let (lanes, words) = both.pair(&c);
            let f = both.lanes.miller_loop(&lanes);
            let g = both.words.miller_loop::<Homogeneous>(&words);
            let (value, expected) =
                (both.lanes.final_exponentiation(&f), both.words.final_exponentiation(&g));
            self.0 += both.same(name, &value, &expected);
        }
    }
}

#[test]
fn pairings_are_those_over_words() {
    let mut check = Pairings(0);
    every(&mut check);
    assert!(check.0 >= 3 * 6 * 12, "{} coefficients were compared", check.0);
}

/// Products of several pairings, side by side on a team's threads, and one part after another in
/// changing orders.
struct OnThreads {
    threads: usize,
    compared: usize,
}

impl Check for OnThreads {
    fn check<L: Numbers, F: Encoding + Copy>(
        &mut self,
        name: &str,
        both: &Both<L, F>,
        p: &BigUint,
    ) {
        let team = Team::new(self.threads).expect("the threads start");
        let mut rng = rng(p.bits() + 2);
        let mut any = || (0..6).map(|_| draw(&mut rng, 7, p)).collect::<Vec<_>>();
        let (lanes, words): (Vec<_>, Vec<_>) = (0..3).map(|_| both.pair(&any())).unzip();
        for n in [0, 1, 3] {
            let f = both.words.miller_loop_product::<Homogeneous>(&words[..n]);
            let expected = both.words.final_exponentiation(&f);
            for split in [&team as &dyn Split, &Shuffled::new(self.threads)] {
                let f = both.lanes.miller_loop_on(split, &lanes[..n]);
                // The value equals the value from one thread after the final exponentiation, which
                // removes the factors between them.
                let one = both.lanes.miller_loop_product(&lanes[..n]);
                let value = both.lanes.final_exponentiation_on(split, &f);
                self.compared += both.same(name, &value, &expected);
                let value = both.lanes.final_exponentiation_on(split, &one);
                self.compared += both.same(name, &value, &expected);
            }
        }
    }
}

#[test]
fn several_threads_compute_what_one_does() {
    for threads in [1, 2, 5] {
        let mut check = OnThreads { threads, compared: 0 };
        every(&mut check);
        assert!(check.compared >= 3 * 3 * 2 * 2 * 12, "{} were compared", check.compared);
    }
}

struct Answers(usize);

impl Check for Answers {
    fn check<L: Numbers, F: Encoding + Copy>(
        &mut self,
        name: &str,
        both: &Both<L, F>,
        _: &BigUint,
    ) {
        for line in include_str!("../vectors/pairing.txt").lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let [curve, "pairing", p, q, value] = words[..] else { continue };
            if curve == name {
                let (pair, _) = both.pair(&[numbers(p), numbers(q)].concat());
                let value = numbers(value);
                let expected = both.words(&core::array::from_fn(|i| value[i].clone()));
                let result = both.lanes.final_exponentiation(&both.lanes.miller_loop(&pair));
                self.0 += both.same(name, &result, &expected);
            }
        }
    }
}

#[test]
fn known_answers() {
    let mut check = Answers(0);
    every(&mut check);
    assert!(check.0 >= 2 * 7 * 12, "{} coefficients were compared", check.0);
}

/// The pairing over intervals: every sum of the formulas stays within the limit.
fn within<X: Xi>(
    bounds: Bounds,
    curve: impl Fn(Fp2<SpreadIntervals, X>) -> PairingCurve<Fp2<SpreadIntervals, X>>,
) -> usize {
    let f = Intervals::new(bounds);
    let number = SpreadIntervals::all(f.any(), false);
    let packed = Packed::new(curve(Fp2::new(SpreadIntervals(f.clone()))));
    let pair = Pair { p: [number; 2], q: [[number; 2]; 2] };
    let value = packed.miller_loop(&pair);
    let _ = packed.final_exponentiation(&value);
    let _ = packed.final_exponentiation_to_a_power(&packed.inv0(&value));
    f.sums()
}

#[test]
fn sums_stay_within_the_limit() {
    let of_one = PairingCurve::<Fp2<_, OnePlusU>>::bn254_nogami;
    let bn = within(bounds::<primes::Bn254Nogami, 5>(), of_one);
    let of_nine = PairingCurve::<Fp2<_, NinePlusU>>::bn254_snark;
    let snark = within(bounds::<primes::Bn254Snark, 5>(), of_nine);
    let of_one = PairingCurve::<Fp2<_, OnePlusU>>::bls12_381;
    let bls = within(bounds::<primes::Bls12381, 8>(), of_one);
    for sums in [bn, snark, bls] {
        assert!(sums > 100_000, "{sums} sums were bounded");
    }
}

/// The operations of points across lanes, on each other's results.
fn points_within(bounds: Bounds) -> usize {
    fn walk<const DEGREE: usize>(f: SpreadIntervals, number: <SpreadIntervals as Field>::El) {
        let group = AcrossLanes::<_, DEGREE>::new(f, number);
        let mut p = number;
        for _ in 0..8 {
            p = group.add(&group.double(&group.neg(&group.image(&p))), &group.neg(&p));
            p = group.add(&group.double(&p), &group.neg(&group.add(&p, &p)));
            p = group.double(&group.double(&p));
        }
        let _ = group.difference(&group.image(&p), &group.neg(&p));
        let _ = group.normalise(&group.neg(&p));
    }
    let f = Intervals::new(bounds);
    let number = SpreadIntervals::all(f.any(), false);
    walk::<1>(SpreadIntervals(f.clone()), number);
    walk::<2>(SpreadIntervals(f.clone()), number);
    f.sums()
}

#[test]
fn sums_of_points_stay_within_the_limit() {
    let sums = points_within(bounds::<primes::Bls12381, 8>());
    assert!(sums > 10_000, "{sums} sums were bounded");
}

#[test]
#[should_panic(expected = "exceeds the limit")]
fn sums_of_points_exceed_a_smaller_limit() {
    let mut small = bounds::<primes::Bls12381, 8>();
    small.limit *= 0.25;
    let _ = points_within(small);
}

/// The check finds a limit that the formulas exceed.
#[test]
#[should_panic(expected = "exceeds the limit")]
fn a_smaller_limit_is_exceeded() {
    let mut small = bounds::<primes::Bn254Nogami, 5>();
    small.limit *= 0.5;
    let _ = within::<OnePlusU>(small, PairingCurve::bn254_nogami);
}
