//! The kernels for both Arms against plain Rust, on operands at the ends of their ranges and random
//! ones. Small, so that it runs in the emulator: `tests/field` compares both with num-bigint.

use crate::common::{residue, rng};
use polylimb::authors::field::Field;
use polylimb::authors::field::prime::{
    Fixed, ForEachPrime, KernelSet, Portable, PrimeParameters, for_each_prime,
};
use polylimb::authors::limb::{Kernel, Word};

/// The kernel set with the number of compared results.
struct Compared<K>(K, usize);

impl<K: KernelSet> ForEachPrime for Compared<K> {
    fn call<const N: usize, P: PrimeParameters<N>>(&mut self) {
        let (f, plain) = (Fixed::<N, P, _>::new(self.0), Fixed::<N, P, Portable>::new(Portable));
        let mut rng = rng(N as u64);
        let mut below = |i: usize| -> [Word; N] {
            let m = &P::MODULUS;
            let small = |w: Word| core::array::from_fn(|j| if j == 0 { w } else { 0 });
            match i {
                // The ends: 0, 1 and the largest numbers.
                0..2 => small(i as Word),
                2..5 => {
                    let mut a = *m;
                    Kernel::PORTABLE.sub_assign(&mut a, &small(i as Word - 1));
                    a
                }
                // All ones below the top word: carries run through.
                5 => core::array::from_fn(|j| if j + 1 < N { Word::MAX } else { m[j] >> 1 }),
                _ => residue(&mut rng, m).try_into().expect("N words"),
            }
        };
        let elements: Vec<_> = (0..16).map(&mut below).collect();
        for a in &elements {
            for b in &elements {
                let same = |what: &str, r: [Word; N], expected: [Word; N]| {
                    // A folded element has several forms.
                    let equal = plain.equal(&r, &expected).to_bool_vartime();
                    assert!(equal, "{what}, {}: {a:x?} {b:x?} {r:x?}", P::NAME);
                };
                same("mul", f.mul(a, b), plain.mul(a, b));
                same("sqr", f.sqr(a), plain.sqr(a));
                same("add", f.add(a, b), plain.add(a, b));
                same("sub", f.sub(a, b), plain.sub(a, b));
                let wide = |a, b| f.reduce(&f.sub_wide(&f.mul_wide(a, b), &f.sqr_wide(b)));
                let expected = plain.sub(&plain.mul(a, b), &plain.sqr(b));
                same("sum of products", wide(a, b), expected);
                for (what, kernel, expected) in complex(&f, &plain, [*a, *b]) {
                    if let Some([re, im]) = kernel {
                        same(what, re, expected[0]);
                        same(what, im, expected[1]);
                        self.1 += 2;
                    }
                }
                let small = b[0] as u32;
                same("mul_small", f.mul_small(a, small), plain.mul_small(a, small));
                self.1 += 6;
            }
        }
    }
}

/// `(a + b u)(b + (a + 1) u)` and `(a + b u)²` for `u² = -1`: by kernels, if there are, and by
/// plain Rust.
#[allow(clippy::type_complexity, reason = "a name would be longer than the type")]
fn complex<const N: usize, P: PrimeParameters<N>, K: KernelSet>(
    f: &Fixed<N, P, K>,
    plain: &Fixed<N, P, Portable>,
    [a, b]: [[Word; N]; 2],
) -> [(&'static str, Option<[[Word; N]; 2]>, [[Word; N]; 2]); 2] {
    let next = plain.add(&a, &plain.one());
    let product = [
        plain.sub(&plain.mul(&a, &b), &plain.mul(&b, &next)),
        plain.add(&plain.mul(&a, &next), &plain.sqr(&b)),
    ];
    let square = [plain.sub(&plain.sqr(&a), &plain.sqr(&b)), plain.double(&plain.mul(&a, &b))];
    [
        ("complex product", f.complex_product(&[a, b], &[b, next]), product),
        ("complex square", f.complex_square(&[a, b]), square),
    ]
}

fn every_prime(kernels: impl KernelSet + std::fmt::Debug) {
    let mut compared = Compared(kernels, 0);
    for_each_prime(&mut compared);
    println!("{} results of {kernels:?} compared", compared.1);
    assert!(compared.1 > 20_000);
}

#[cfg(target_arch = "arm")]
#[test]
fn every_prime_on_arm() {
    use polylimb::authors::field::prime::Umaal;
    use polylimb::cpu::Features;
    every_prime(Umaal::available(Features::detect()).expect("every Armv7 has it"));
}

#[cfg(target_arch = "aarch64")]
mod aarch64 {
    #[cfg(feature = "std")]
    use crate::common::big;
    use crate::common::{operand, rng};
    #[cfg(feature = "std")]
    use num_bigint::BigUint;
    use polylimb::authors::field::Field;
    use polylimb::authors::field::binary::{
        Binary, Comb, F163, F233, F283, F409, F571, Polynomial, Product, WithProduct, with_best,
        words_for,
    };
    use polylimb::authors::field::prime::Umulh;
    use polylimb::authors::limb::Word;
    use polylimb::cpu::Features;
    #[cfg(feature = "std")]
    use polylimb::{modmul::Options, powm::CrtModulus};
    #[cfg(feature = "std")]
    use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    use std::marker::PhantomData;

    #[test]
    fn every_prime() {
        super::every_prime(Umulh::WIDE);
        super::every_prime(Umulh::NARROW);
    }

    /// The emulator says which core it is.
    #[cfg(all(feature = "std", target_os = "linux"))]
    #[test]
    fn narrow_cores_are_known() {
        use polylimb::authors::field::prime::KernelSet;
        if std::env::var_os("POLYLIMB_NARROW").is_none() {
            return println!("SKIPPED narrow cores: POLYLIMB_NARROW does not say that this is one");
        }
        let detected = Features::detect();
        assert_eq!(Umulh::available(detected), Some(Umulh::NARROW));
        assert_eq!(Umulh::available(detected.without(Features::NARROW)), Some(Umulh::WIDE));
    }

    /// Keys of OpenSSL, with primes of 1024, 1536 and 2048 bits: the powers modulo both primes side
    /// by side, and one after another.
    #[cfg(feature = "std")]
    #[test]
    fn rsa() {
        let mut compared = 0;
        for line in include_str!("../vectors/rsa.txt").lines().filter(|line| !line.starts_with('#'))
        {
            let fields: Vec<_> = line.split(' ').collect();
            let [e, primes, _, x, y] = fields[..] else { panic!("five fields: {line}") };
            let hex = |text: &str| BigUint::parse_bytes(text.as_bytes(), 16).expect("hexadecimal");
            let words = |number: &BigUint| number.to_u64_digits();
            let primes: Vec<_> = primes.split(',').map(hex).collect();
            let [p, q] = &primes[..] else { continue };
            if p.bits() < 1024 {
                continue;
            }
            let (e, x, y, n) = (hex(e), hex(x), hex(y), p * q);
            let inputs = [x, BigUint::ZERO, BigUint::from(1_u8), &n - 1_u8, p * 3_u8, y.clone()];
            for features in [Features::detect(), Features::detect().without(Features::NARROW)] {
                let mut options = Options::default();
                options.features = features;
                let key = CrtModulus::from_primes(&[&words(p), &words(q)], &words(&e), &options);
                let (key, mut rng) = (key.expect("two primes"), ChaCha20Rng::seed_from_u64(3));
                for (i, x) in inputs.iter().enumerate() {
                    let mut x_words = words(x);
                    x_words.resize(x_words.len().max(1), 0);
                    let power = key.private(&x_words, &mut rng).expect("below the modulus");
                    let power = big(&power);
                    assert!(i > 0 || power == y, "the signature of OpenSSL");
                    assert_eq!(power.modpow(&e, &n), *x, "{} bits, number {i}", n.bits());
                    compared += 1;
                }
            }
        }
        println!("{compared} powers compared");
        assert!(compared >= 60);
    }

    /// The fastest product against the comb, on random and full elements.
    struct Products<P, const N: usize>(PhantomData<P>);

    impl<P: Polynomial, const N: usize> WithProduct for Products<P, N> {
        type Out = ();

        fn call<K: Product>(self, kernel: K) {
            if K::NAME != "pmull" {
                return println!("SKIPPED pmull: this processor lacks it");
            }
            let (f, plain) = (Binary::<N, P, K>::with(kernel), Binary::<N, P, Comb>::with(Comb));
            let mut rng = rng(P::DEGREE as u64);
            for i in 0..20 {
                let [a, b] = [(); 2].map(|()| -> [Word; N] {
                    let mut a: [Word; N] = operand(&mut rng, N).try_into().expect("N words");
                    if i == 0 {
                        a = [Word::MAX; N];
                    }
                    a[N - 1] &= Word::MAX >> (64 * N - P::DEGREE);
                    a
                });
                assert_eq!(f.mul(&a, &b), plain.mul(&a, &b), "{a:x?} {b:x?}");
                assert_eq!(f.sqr(&a), plain.sqr(&a), "{a:x?}");
                let words = kernel.product(&a, &b);
                assert_eq!(words.words(), Comb.product(&a, &b).words(), "{a:x?} {b:x?}");
            }
        }
    }

    #[test]
    fn every_polynomial() {
        let features = Features::detect();
        with_best(features, Products::<F163, { words_for(163) }>(PhantomData));
        with_best(features, Products::<F233, { words_for(233) }>(PhantomData));
        with_best(features, Products::<F283, { words_for(283) }>(PhantomData));
        with_best(features, Products::<F409, { words_for(409) }>(PhantomData));
        with_best(features, Products::<F571, { words_for(571) }>(PhantomData));
    }
}
