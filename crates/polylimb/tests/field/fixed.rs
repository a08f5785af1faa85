//! The fixed prime fields: every prime, kernel set and word size against num-bigint, and the laws.

use crate::common::{below, big, operand, residue, rng, words};
use crate::erased::{El, Erased, ZERO};
use crate::laws::{encoding_laws, field_laws};
use num_bigint::BigUint;
use polylimb::Error;
use polylimb::authors::field::prime::{
    Fixed, ForEachPrime, KernelSet, P256, Portable, PrimeParameters, WithKernel, for_each_prime,
    with_best,
};
use polylimb::authors::field::{Encoding, Field, SquareRoot, invert_all};
use polylimb::authors::limb::{Mask, WORD_BITS, Word};
use polylimb::cpu::Features;
use rand_chacha::ChaCha8Rng;

fn holds(mask: Mask) -> bool {
    mask.to_bool_vartime()
}

fn every_prime<K: KernelSet>(check: &mut dyn FnMut(Erased), kernel: K) {
    struct Each<'c, K>(&'c mut dyn FnMut(Erased), K);
    impl<K: KernelSet> ForEachPrime for Each<'_, K> {
        fn call<const N: usize, P: PrimeParameters<N>>(&mut self) {
            (self.0)(Erased(&Fixed::<N, P, K>::new(self.1)));
        }
    }
    for_each_prime(&mut Each(check, kernel));
}

/// Checks every prime with every kernel set of this CPU.
fn every_field(mut check: impl FnMut(Erased)) {
    every_prime(&mut check, Portable);
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    match polylimb::authors::field::prime::Mulx::available(Features::detect()) {
        Some(kernel) => every_prime(&mut check, kernel),
        None => println!("SKIPPED kernel set mulx: this CPU lacks BMI2 or ADX"),
    }
    #[cfg(all(target_arch = "aarch64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    {
        use polylimb::authors::field::prime::Umulh;
        every_prime(&mut check, Umulh::WIDE);
        every_prime(&mut check, Umulh::NARROW);
    }
}

/// A prime, elements of its field, and their values.
struct Samples<'f> {
    f: Erased<'f>,
    n: usize,
    p: BigUint,
    /// The inverse of the factor that an element carries besides its value.
    scale: BigUint,
    folds: bool,
}

impl<'f> Samples<'f> {
    fn new(f: Erased<'f>) -> Self {
        let p = big(f.0.modulus());
        let one = big(&f.one());
        let scale = one.modinv(&p).expect("p is prime");
        Self { f, n: f.0.modulus().len(), p, folds: one == BigUint::from(1u32), scale }
    }

    /// The prime's name.
    fn name(&self) -> &'static str {
        self.f.0.names()[0]
    }

    /// The value of `a`, by the judge's arithmetic alone.
    fn value(&self, a: &El) -> BigUint {
        if !self.folds {
            assert!(big(a) < self.p, "an element of {} is out of range", self.name());
        }
        big(a) * &self.scale % &self.p
    }

    /// Any words that are an element: adversarial, and at the ends of the range.
    fn element(&self, rng: &mut ChaCha8Rng) -> El {
        let modulus = self.f.0.modulus();
        let near = |target: &BigUint, d: usize| {
            let d = BigUint::from(d);
            words(&(if &d < target { target - d } else { d }), self.n)
        };
        let (at, distance) = (below(rng, 12), below(rng, 3));
        let words = match at {
            0 => near(&self.p, 1 + distance),
            1 if self.folds => words(&(&self.p + distance), self.n),
            2 if self.folds => vec![Word::MAX; self.n],
            // A few multiples of the prime.
            3 if self.folds && modulus[self.n - 1] <= Word::MAX >> 1 => {
                near(&(&self.p * 2u32), distance)
            }
            4 if self.folds => {
                near(&(BigUint::from(1u32) << (self.n * WORD_BITS)), 1 + distance * 19)
            }
            5 if self.folds => operand(rng, self.n),
            _ => residue(rng, modulus),
        };
        element(&words)
    }

    /// The element whose product with `a` is, as words, near an end of the range, where last
    /// corrections happen.
    fn partner(&self, rng: &mut ChaCha8Rng, a: &El) -> El {
        let x = self.value(a);
        let small = big(&operand(rng, 1 + 80 / Word::BITS as usize)) >> below(rng, 64);
        let target = if below(rng, 2) == 0 { small } else { &self.p * 2u32 - small };
        let Some(inverse) = x.modinv(&self.p) else { return *a };
        let y = target * &self.scale * inverse;
        let unit = self.scale.modinv(&self.p).expect("a unit");
        element(&words(&(y * unit % &self.p), self.n))
    }
}

/// These words, padded with zeros.
fn element(words: &[Word]) -> El {
    let mut a = ZERO;
    a[..words.len()].copy_from_slice(words);
    a
}

struct Judge {
    rounds: usize,
    compared: usize,
    fields: usize,
}

impl Judge {
    fn check(&mut self, f: Erased) {
        let s = Samples::new(f);
        let mut rng = rng(s.n as u64);
        let two = BigUint::from(2u32);
        let inverse_of_two = two.modinv(&s.p).expect("odd");
        let before = self.compared;
        for round in 0..self.rounds {
            let (a, c) = (s.element(&mut rng), s.element(&mut rng));
            let b = if round % 8 == 0 { s.partner(&mut rng, &a) } else { s.element(&mut rng) };
            let (x, y, z) = (s.value(&a), s.value(&b), s.value(&c));
            let mut same = |what: &str, r: &El, expected: BigUint| {
                assert_eq!(
                    s.value(r),
                    expected % &s.p,
                    "{what}, {}, {}, round {round}, {a:x?} {b:x?} {c:x?}",
                    s.name(),
                    f.0.names()[1]
                );
                self.compared += 1;
            };
            same("mul", &f.mul(&a, &b), &x * &y);
            same("sqr", &f.sqr(&a), &x * &x);
            same("add", &f.add(&a, &b), &x + &y);
            same("sub", &f.sub(&a, &b), &s.p + &x - &y);
            same("halve", &f.halve(&a), &x * &inverse_of_two);
            let n = (round as u32).wrapping_mul(0x9e37_79b9) >> (round % 32);
            same("mul_small", &f.mul_small(&a, n), &x * n);
            let (ab, cc) = (f.mul_wide(&a, &b), f.sqr_wide(&c));
            same("ab + cc", &f.reduce(&f.add_wide(&ab, &cc)), &x * &y + &z * &z);
            same("ab - cc", &f.reduce(&f.sub_wide(&ab, &cc)), &s.p * &s.p + &x * &y - &z * &z);
            assert_eq!(big(&f.0.leave(&a)), x, "leave, {}", s.name());
            assert_eq!(holds(f.equal(&a, &b)), x == y, "equal, {}", s.name());
            assert_eq!(holds(f.is_zero(&a)), x == BigUint::ZERO, "is_zero, {}", s.name());
            let entered = f.0.enter(&words(&x, s.n)).expect("reduced");
            same("enter", &entered, x.clone());
            same("3 a + b", &f.triple_add(&a, &b), &x * 3u32 + &y);
            same("a - 2 b", &f.sub_double(&a, &b), &s.p * 2u32 + &x - &y * 2u32);
            same("2 a - b", &f.double_sub(&a, &b), &s.p + &x * 2u32 - &y);
            let (ab, cc, na) = (f.mul(&a, &b), f.sqr(&c), f.mul_small(&a, n));
            let products = [(ab, &x * &y), (cc, &z * &z), (na, &x * n), (entered, x.clone())];
            for (p, u) in &products {
                for (q, v) in &products {
                    same("sum of products", &f.add_products(p, q), u + v);
                    let difference = &s.p + u % &s.p - v % &s.p;
                    same("difference of products", &f.sub_products(p, q), difference);
                }
            }
            let any = operand(&mut rng, s.n);
            same("enter_mod", &f.0.enter_mod(&any), big(&any));
        }
        assert!(self.compared >= before + 10 * self.rounds);
        self.fields += 1;
    }
}

const ROUNDS: usize = if WORD_BITS == 8 { 1000 } else { 3000 };

#[test]
fn every_operation_agrees_with_num_bigint() {
    let mut judge = Judge { rounds: ROUNDS, compared: 0, fields: 0 };
    every_field(|f| judge.check(f));
    println!("{} comparisons in {} fields", judge.compared, judge.fields);
    assert!(judge.fields >= 24 && judge.compared >= 10 * ROUNDS * judge.fields);
}

#[test]
fn the_laws_hold() {
    let mut compared = 0;
    every_field(|f| {
        let (s, mut rng) = (Samples::new(f), rng(7));
        let samples: Vec<_> = (0..8).map(|_| s.element(&mut rng)).collect();
        compared += field_laws(&f, &samples, holds) + encoding_laws(&f, &samples, holds);
    });
    assert!(compared >= 24 * 5_000, "only {compared} comparisons ran");
}

struct Roots {
    squares: usize,
    others: usize,
}

impl Roots {
    fn check(&mut self, f: Erased) {
        let s = Samples::new(f);
        let mut rng = rng(8);
        let exponent = (&s.p - 1u32) >> 1;
        let count = if size_of::<Word>() == 1 { 4 } else { 12 };
        for i in 0..count {
            let a = match i {
                0 => f.zero(),
                1 => f.one(),
                2 => f.neg(&f.one()),
                _ => s.element(&mut rng),
            };
            let (root, exists) = f.sqrt(&a);
            let is_square = s.value(&a).modpow(&exponent, &s.p) <= BigUint::from(1u32);
            assert_eq!(holds(exists), is_square, "{}: which numbers are squares", s.name());
            if is_square {
                assert_eq!(s.value(&f.sqr(&root)), s.value(&a), "{}: the root", s.name());
                self.squares += 1;
            } else {
                self.others += 1;
            }
            let (_, exists) = f.sqrt(&f.sqr(&a));
            assert!(holds(exists), "{}: a square has a root", s.name());
            let mut below = s.element(&mut rng);
            if holds(f.is_zero(&below)) {
                below = f.one();
            }
            let (root, exists) = f.sqrt_ratio(&a, &below);
            let product = s.value(&a) * s.value(&below);
            let is_square = product.modpow(&exponent, &s.p) <= BigUint::from(1u32);
            assert_eq!(holds(exists), is_square, "{}: which ratios are squares", s.name());
            if is_square {
                let square = s.value(&f.mul(&below, &f.sqr(&root)));
                assert_eq!(square, s.value(&a), "{}: the root of a ratio", s.name());
            }
        }
        if let Some(c) = f.0.root_of_unity() {
            let order = (0..s.n * WORD_BITS)
                .find(|i| big(&c).modpow(&(BigUint::from(1u32) << i), &s.p) == BigUint::from(1u32));
            let adicity = (&s.p - 1u32).trailing_zeros();
            assert_eq!(order.map(|o| o as u64), adicity, "{}: the root of unity", s.name());
        }
    }
}

#[test]
fn square_roots() {
    let mut roots = Roots { squares: 0, others: 0 };
    every_field(|f| roots.check(f));
    assert!(roots.squares >= 28 && roots.others >= 7, "{} and {}", roots.squares, roots.others);
}

struct Inverses(usize);

impl Inverses {
    fn check(&mut self, f: Erased) {
        let s = Samples::new(f);
        let mut rng = rng(9);
        for len in [0, 1, 2, 9] {
            let mut a: Vec<_> = (0..len).map(|_| s.element(&mut rng)).collect();
            if len > 1 {
                a[len / 2] = f.zero();
            }
            let expected: Vec<_> =
                a.iter().map(|a| s.value(a).modinv(&s.p).unwrap_or_default()).collect();
            for (a, expected) in a.iter().zip(&expected) {
                assert_eq!(s.value(&f.inv0(a)), *expected, "{}: inv0", s.name());
            }
            invert_all(&f, &mut a, &mut vec![f.zero(); len]);
            let inverses: Vec<_> = a.iter().map(|a| s.value(a)).collect();
            assert_eq!(inverses, expected, "{}: invert_all", s.name());
            self.0 += len;
        }
    }
}

#[test]
fn inverses_one_by_one_and_together() {
    let mut inverses = Inverses(0);
    every_field(|f| inverses.check(f));
    assert!(inverses.0 >= 14 * 12);
}

struct Bytes(usize);

impl Bytes {
    fn check(&mut self, f: Erased) {
        let s = Samples::new(f);
        let mut rng = rng(10);
        let len = f.encoded_bytes();
        assert_eq!(len, (s.p.bits() as usize).div_ceil(8));
        let padded = |x: &BigUint| {
            let mut bytes = x.to_bytes_le();
            bytes.resize(len, 0);
            bytes
        };
        for _ in 0..50 {
            let a = s.element(&mut rng);
            let (mut little, mut great) = (vec![0; len], vec![0; len]);
            f.encode(&mut little, &a).expect("the length is right");
            f.encode_be(&mut great, &a).expect("the length is right");
            assert_eq!(little, padded(&s.value(&a)));
            assert!(great.iter().eq(little.iter().rev()));
            let (b, c) =
                (f.decode(&little).expect("reduced"), f.decode_be(&great).expect("reduced"));
            assert_eq!((s.value(&b), s.value(&c)), (s.value(&a), s.value(&a)));
            self.0 += 2;
        }
        // Refuses numbers that are not below p, and other lengths.
        let refused = Err(Error::NotReduced { operand: "number" });
        let all_ones = BigUint::from_bytes_le(&vec![0xff; len]);
        for number in [s.p.clone(), &s.p + 1u32, all_ones] {
            let mut bytes = padded(&number);
            assert_eq!(f.decode(&bytes), refused, "{}", s.name());
            bytes.reverse();
            assert_eq!(f.decode_be(&bytes), refused, "{}", s.name());
        }
        assert_eq!(f.0.enter(f.0.modulus()), refused);
        let mut bytes = padded(&(&s.p - 1u32));
        assert!(f.decode(&bytes).is_ok());
        bytes.push(0);
        for wrong in [&bytes[..], &bytes[..len - 1]] {
            assert!(matches!(f.decode(wrong), Err(Error::Length { .. })));
            assert!(matches!(f.decode_be(wrong), Err(Error::Length { .. })));
        }
    }
}

#[test]
fn encodings_are_canonical_and_strict() {
    let mut bytes = Bytes(0);
    every_field(|f| bytes.check(f));
    assert!(bytes.0 >= 14 * 100);
}

/// The choice of the kernel set does not change the result, and a mask removes kernels.
#[test]
fn a_kernel_is_chosen_once() {
    struct Name;
    impl WithKernel for Name {
        type Out = (&'static str, Vec<u8>);
        fn call<K: KernelSet>(self, kernel: K) -> Self::Out {
            let f = P256::new(kernel);
            let mut bytes = vec![0; 32];
            f.encode(&mut bytes, &f.inv0(&f.small(3))).expect("32 bytes");
            (K::NAME, bytes)
        }
    }
    let (name, best) = with_best(Features::detect(), Name);
    let (portable, plain) = with_best(Features::NONE, Name);
    assert_eq!((portable, &plain), ("portable", &best), "{name}");
}
