//! The kernel sets in assembly, for every fixed prime: with MULX, ADCX and ADOX
//! (`crates/polylimb/src/field/prime/fixed/x86_64`), with UMULH (`aarch64`).

#![cfg(target_os = "linux")]

use super::{Products, sums};
#[cfg(target_arch = "aarch64")]
use super::{narrow, narrow_squares};
#[cfg(target_arch = "aarch64")]
use crate::field::lanes::proofs::assembly::Exact;
use crate::field::lanes::proofs::assembly::{Argument, Case, Region, Theorem};
use crate::field::prime::fixed::named::{ForEachPrime, for_each_prime};
use crate::field::prime::fixed::parameters::{Derived, PrimeParameters};
use crate::field::prime::fixed::primes::{Bls12381, Bn254Nogami, F25519, Secp256k1};
use crate::limb::Word;
use num_bigint::BigInt;

#[cfg(target_arch = "x86_64")]
const KERNELS: super::Mulx = super::Mulx(());
#[cfg(target_arch = "aarch64")]
const KERNELS: super::Umulh = super::Umulh::WIDE;
/// The other kernel sets compute more in plain Rust.
const MULX: bool = cfg!(target_arch = "x86_64");

type Number<const N: usize> = [Word; N];

/// A kernel as a function: `$name` of the kernel set, with these arguments.
macro_rules! kernel {
    ($name:ident($($argument:ident: $type:ty),*) -> $result:ty $(, $of:ident)?) => {{
        extern "C" fn kernel<P: PrimeParameters<N>, const N: usize>(r: &mut $result, $($argument: $type),*) {
            let result = KERNELS.$name::<P, N>($($argument),*);
            *r = result$(.$of("it is offered"))?;
        }
        kernel::<P, N> as *const ()
    }};
}

fn prime<P: PrimeParameters<N>, const N: usize>() -> BigInt {
    let words = P::MODULUS.iter().rev();
    words.fold(BigInt::ZERO, |p, word| (p << 64) + word)
}

/// One prime.
struct Theorems<P, const N: usize> {
    p: BigInt,
    /// The exponent of 2 that products lose.
    lost: u64,
    theorem: Theorem,
    prime: core::marker::PhantomData<P>,
}

impl<P: PrimeParameters<N>, const N: usize> Theorems<P, N> {
    const SHORT: bool = P::FOLDS && P::BITS == 255;

    fn new() -> Self {
        let lost = if P::FOLDS { 0 } else { 64 * N as u64 };
        let theorem = Theorem::new(P::NAME);
        Self { p: prime::<P, N>(), lost, theorem, prime: core::marker::PhantomData }
    }

    fn prove(&self, what: &str, theorem: impl Fn(&mut Case) -> Option<()>) {
        self.theorem.prove(what, theorem);
    }

    /// The greatest element.
    fn most(&self) -> BigInt {
        if P::FOLDS { (BigInt::from(1) << (64 * N)) - 1 } else { &self.p - 1 }
    }

    /// The greatest result of a product.
    fn most_product(&self) -> BigInt {
        let power = |bits: u32| BigInt::from(1) << bits;
        match P::BITS {
            255 if P::FOLDS => power(255) + power(62) - 1_u32,
            521 if P::FOLDS && !MULX => power(521) + power(112) - 1_u32,
            _ => self.most(),
        }
    }

    fn element(&self, case: &mut Case) -> Region {
        if P::FOLDS { case.operand(N) } else { case.operand_up_to(N, &self.most()) }
    }

    /// Products and their reductions.
    fn products(&self) {
        let (p, lost) = (&self.p, self.lost);
        self.product("a b", |case| [self.element(case), case.operand(N)]);
        self.prove("a²", |case| {
            let (r, a) = (case.place(N), self.element(case));
            let square = case.number(a).mul(&case.number(a));
            // SAFETY: as above.
            unsafe {
                case.call(kernel!(sqr(a: &Number<N>) -> Number<N>), &[r, a].map(Argument::Memory))?;
            };
            let r = case.number(r);
            case.verify_range(&r, &self.most_product());
            case.verify_congruent(&r.shl(lost), &square, p);
            Some(())
        });
        self.prove("reduction", |case| {
            let (r, t) = (case.place(N), case.wide_operand(N, &self.most()));
            let number = case.number(t);
            // SAFETY: as above.
            unsafe {
                case.call(
                    kernel!(reduce(t: &[Number<N>; 2]) -> Number<N>),
                    &[r, t].map(Argument::Memory),
                )?;
            };
            let r = case.number(r);
            case.verify_range(&r, &self.most_product());
            case.verify_congruent(&r.shl(lost), &number, p);
            Some(())
        });
    }

    /// Products in twice as many words.
    fn wide_products(&self) {
        self.prove("a b, wide", |case| {
            let (r, a, b) = (case.place(2 * N), case.operand(N), case.operand(N));
            let product = case.number(a).mul(&case.number(b));
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(
                    kernel!(mul_wide(a: &Number<N>, b: &Number<N>) -> [Number<N>; 2]),
                    &[r, a, b].map(Argument::Memory),
                )?;
            };
            case.verify_equal(&case.number(r), &product);
            Some(())
        });
        self.prove("a², wide", |case| {
            let (r, a) = (case.place(2 * N), case.operand(N));
            let square = case.number(a).mul(&case.number(a));
            // SAFETY: as above.
            unsafe {
                case.call(
                    kernel!(sqr_wide(a: &Number<N>) -> [Number<N>; 2]),
                    &[r, a].map(Argument::Memory),
                )?;
            };
            case.verify_equal(&case.number(r), &square);
            Some(())
        });
    }

    /// A sum of two elements up to `most`, with a carry up to `carry` and the factors `times`.
    fn sum(&self, what: &str, kernel: *const (), most: &BigInt, carry: Word, times: [i64; 2]) {
        self.prove(what, |case| {
            let [a, b] = [(); 2].map(|()| case.operand_up_to(N, most));
            let (r, carry) = (case.place(N), case.word(carry));
            let [a_part, b_part] =
                [(a, times[0]), (b, times[1])].map(|(x, t)| case.number(x).scale(&t.into()));
            let carried = if times[1] < 0 {
                carry.exact().scale(&(-1).into())
            } else {
                carry.exact().clone()
            };
            let expected = a_part.add(&b_part).add(&carried);
            let arguments = [
                Argument::Memory(r),
                Argument::Memory(a),
                Argument::Memory(b),
                Argument::Word(carry),
            ];
            // SAFETY: the kernel has these arguments, and perhaps no carry.
            unsafe {
                case.call(kernel, &arguments)?;
            };
            let r = case.number(r);
            case.verify_range(&r, &self.most());
            case.verify_congruent(&r, &expected, &self.p);
            Some(())
        });
    }

    fn sums(&self) {
        let most = self.most();
        for (what, kernel, sign) in [
            ("a + b", kernel!(sum(a: &Number<N>, b: &Number<N>) -> Number<N>), 1),
            ("a - b", kernel!(difference(a: &Number<N>, b: &Number<N>) -> Number<N>), -1),
        ] {
            self.sum(what, kernel, &most, 0, [1, sign]);
        }
        // The others are plain Rust.
        if !P::FOLDS {
            self.sum(
                "a + b + carry",
                kernel!(add(a: &Number<N>, b: &Number<N>, carry: Word) -> Number<N>),
                &most,
                1,
                [1, 1],
            );
            self.sum(
                "a - b - borrow",
                kernel!(sub(a: &Number<N>, b: &Number<N>, borrow: Word) -> Number<N>),
                &most,
                1,
                [1, -1],
            );
            self.wide_sums();
        }
        if MULX && P::NAME == "P-256" {
            self.sum(
                "3 a + b",
                kernel!(triple_sum(a: &Number<N>, b: &Number<N>) -> Number<N>, expect),
                &most,
                0,
                [3, 1],
            );
            self.sum(
                "a - 2 b",
                kernel!(difference_of_double(a: &Number<N>, b: &Number<N>) -> Number<N>, expect),
                &most,
                0,
                [1, -2],
            );
            self.sum(
                "2 a - b",
                kernel!(double_difference(a: &Number<N>, b: &Number<N>) -> Number<N>, expect),
                &most,
                0,
                [2, -1],
            );
        }
    }

    /// Of six words: with MULX P-384 has no kernel of its own.
    fn sums_in_assembly(&self) {
        if !MULX || P::BITS <= 64 * N - 2 {
            self.sums();
        }
    }

    /// `a + b` and `a - b` of numbers below `p R`, modulo `p R`.
    fn wide_sums(&self) {
        for (what, kernel, sign) in [
            (
                "a + b, wide",
                kernel!(add_wide(a: &[Number<N>; 2], b: &[Number<N>; 2]) -> [Number<N>; 2]),
                1,
            ),
            (
                "a - b, wide",
                kernel!(sub_wide(a: &[Number<N>; 2], b: &[Number<N>; 2]) -> [Number<N>; 2]),
                -1,
            ),
        ] {
            self.prove(what, |case| {
                let [a, b] = [(); 2].map(|()| case.wide_operand(N, &self.most()));
                let r = case.place(2 * N);
                let sum = case.number(a).add(&case.number(b).scale(&sign.into()));
                // SAFETY: the kernel has these arguments.
                unsafe {
                    case.call(kernel, &[r, a, b].map(Argument::Memory))?;
                };
                let (r, most) = (case.number(r), &self.p << (64 * N));
                case.verify_range(&r, &(&most - 1));
                case.verify_congruent(&r, &sum, &most);
                Some(())
            });
        }
    }

    /// `n a` of primes that fold.
    fn small_multiples(&self) {
        self.prove("n a", |case| {
            let (r, a) = (case.place(N), self.element(case));
            let n = case.word(if Self::SHORT { u64::from(u32::MAX) } else { u64::MAX });
            let product = case.number(a).mul(n.exact());
            let arguments = [Argument::Memory(r), Argument::Memory(a), Argument::Word(n)];
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(
                    kernel!(mul_small_folded(a: &Number<N>, n: Word) -> Number<N>),
                    &arguments,
                )?;
            };
            let r = case.number(r);
            case.verify_range(&r, &self.most_product());
            case.verify_congruent(&r, &product, &self.p);
            Some(())
        });
    }

    fn product(&self, what: &str, factors: impl Fn(&mut Case) -> [Region; 2]) {
        self.prove(what, |case| {
            let (r, [a, b]) = (case.place(N), factors(case));
            let product = case.number(a).mul(&case.number(b));
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(
                    kernel!(mul(a: &Number<N>, b: &Number<N>) -> Number<N>),
                    &[r, a, b].map(Argument::Memory),
                )?;
            };
            let r = case.number(r);
            case.verify_range(&r, &self.most_product());
            case.verify_congruent(&r.shl(self.lost), &product, &self.p);
            Some(())
        });
    }

    /// Products of unreduced sums, for primes with two free bits.
    fn products_of_sums(&self) {
        let most: BigInt = 2 * &self.p - 1;
        self.product("a b of sums", |case| [(); 2].map(|()| case.operand_up_to(N, &most)));
    }

    /// Products and squares of complex numbers, unreduced.
    fn complex_products(&self) {
        let most = self.most();
        let halves = |case: &Case, r| [0..2 * N, 2 * N..4 * N].map(|words| case.part(r, words));
        let below: BigInt = (&self.p << (64 * N)) - 1;
        self.prove("complex product, wide", |case| {
            let [a, b] = [(); 2].map(|()| case.two_operands_up_to(N, &most));
            let r = case.place(4 * N);
            let [[a0, a1], [b0, b1]] =
                [a, b].map(|x| [0..N, N..2 * N].map(|words| case.part(x, words)));
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(
                    kernel!(complex_product_wide(a: &[Number<N>; 2], b: &[Number<N>; 2]) -> [[Number<N>; 2]; 2], expect),
                    &[r, a, b].map(Argument::Memory),
                )?;
            };
            let [re, im] = halves(case, r);
            case.verify_range(&re, &below);
            case.verify_congruent(&re, &a0.mul(&b0).sub(&a1.mul(&b1)), &self.p);
            case.verify_equal(&im, &a0.mul(&b1).add(&a1.mul(&b0)));
            Some(())
        });
        self.prove("complex square, wide", |case| {
            let (a, r) = (case.two_operands_up_to(N, &most), case.place(4 * N));
            let [a0, a1] = [0..N, N..2 * N].map(|words| case.part(a, words));
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(
                    kernel!(complex_square_wide(a: &[Number<N>; 2]) -> [[Number<N>; 2]; 2], expect),
                    &[r, a].map(Argument::Memory),
                )?;
            };
            let [re, im] = halves(case, r);
            // (a0 + a1)(a0 - a1 + p): both factors are below 2 p.
            let sum = a0.add(&a1).scale(&self.p);
            case.verify_equal(&re, &a0.mul(&a0).sub(&a1.mul(&a1)).add(&sum));
            case.verify_equal(&im, &a0.mul(&a1).scale(&2.into()));
            Some(())
        });
    }

    /// `a₀ b₀ + a₁ b₁`, the parts of a product of complex numbers.
    #[cfg(target_arch = "x86_64")]
    fn sum_of_two(&self) {
        extern "C" fn kernel<P: PrimeParameters<N>, const N: usize>(
            r: &mut Number<6>,
            a: &[Number<6>; 2],
            b: &[Number<6>; 2],
        ) {
            // SAFETY: both have twelve words.
            *r = unsafe {
                super::six_words::sum_of_two::<P, N>(a.as_ptr().cast(), b.as_ptr().cast())
            };
        }
        self.prove("a b + c d", |case| {
            let [a, b] = [(); 2].map(|()| case.two_operands_up_to(6, &self.p));
            let r = case.place(6);
            let product = |words: core::ops::Range<usize>| {
                case.part(a, words.clone()).mul(&case.part(b, words))
            };
            let expected = product(0..6).add(&product(6..12));
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(kernel::<P, N> as *const (), &[r, a, b].map(Argument::Memory))?;
            };
            let r = case.number(r);
            case.verify_range(&r, &(&self.p - 1));
            case.verify_congruent(&r.shl(384), &expected, &self.p);
            Some(())
        });
    }
}

/// Calls for every prime of a length.
macro_rules! of_length {
    ($length:literal, $theorems:ident: $($method:ident),+) => {{
        struct Each;
        impl ForEachPrime for Each {
            fn call<const N: usize, P: PrimeParameters<N>>(&mut self) {
                if N == $length {
                    let $theorems = Theorems::<P, N>::new();
                    $($theorems.$method();)+
                }
            }
        }
        for_each_prime(&mut Each);
    }};
}

#[test]
fn four_words() {
    of_length!(4, theorems: products, wide_products, sums);
}

#[test]
fn six_words() {
    of_length!(6, theorems: products, wide_products, sums_in_assembly);
}

#[test]
fn nine_words() {
    use crate::field::prime::fixed::primes;
    Theorems::<primes::P521, 9>::new().wide_products();
    // The other reduction is plain Rust.
    #[cfg(target_arch = "x86_64")]
    Theorems::<primes::P521Order, 9>::new().products();
    #[cfg(target_arch = "aarch64")]
    Theorems::<primes::P521, 9>::new().products();
}

/// What only some primes have.
#[test]
fn of_some_primes() {
    extern "C" fn add_short(r: &mut Number<4>, a: &Number<4>, b: &Number<4>) {
        *r = sums::add_short(a, b, F25519::FOLD);
    }
    extern "C" fn sub_short(r: &mut Number<4>, a: &Number<4>, b: &Number<4>) {
        *r = sums::sub_short(a, b, F25519::FOLD);
    }
    let theorems = Theorems::<F25519, 4>::new();
    let most = theorems.most_product();
    theorems.sum("a + b, short", add_short as *const (), &most, 0, [1, 1]);
    theorems.sum("a - b, short", sub_short as *const (), &most, 0, [1, -1]);
    theorems.small_multiples();
    Theorems::<Secp256k1, 4>::new().small_multiples();
    let theorems = Theorems::<Bls12381, 6>::new();
    theorems.products_of_sums();
    #[cfg(target_arch = "x86_64")]
    theorems.sum_of_two();
    theorems.complex_products();
    let theorems = Theorems::<Bn254Nogami, 4>::new();
    theorems.products_of_sums();
    theorems.complex_products();
}

/// The parts of products by Karatsuba's method, for halves of a number of words. The
/// whole is `a b = (a₀ b₀ + a₁ b₁ B)(1 + B) + (a₀ - a₁)(b₁ - b₀) B`.
#[cfg(target_arch = "aarch64")]
macro_rules! narrow_parts {
    ($half:literal $whole:literal $product:ident $distance:ident $combine:ident) => {{
        extern "C" fn product(r: &mut Number<$whole>, x: &Number<$half>, y: &Number<$half>) {
            *r = narrow::$product(x, y);
        }
        extern "C" fn distance(r: &mut [Word; $half + 1], x: &Number<$half>, y: &Number<$half>) {
            let (d, sign) = narrow::$distance(x, y);
            r[..$half].copy_from_slice(&d);
            r[$half] = sign;
        }
        extern "C" fn combine(
            r: &mut [Number<$whole>; 2],
            low: &Number<$whole>,
            high: &Number<$whole>,
            middle: &Number<$whole>,
            sign: Word,
        ) {
            *r = narrow::$combine(low, high, middle, sign);
        }
        let theorem = Theorem::new(concat!("halves of ", $half, " words"));
        theorem.prove("x y", |case| {
            let (r, x, y) = (case.place($whole), case.operand($half), case.operand($half));
            let expected = case.number(x).mul(&case.number(y));
            // SAFETY: the kernel has these arguments.
            unsafe { case.call(product as *const (), &[r, x, y].map(Argument::Memory))? };
            // Both are below that power of 2.
            case.verify_low(&case.number(r), &expected, 64 * $whole);
            Some(())
        });
        theorem.prove("|x - y|", |case| {
            let (r, x, y) = (case.place($half + 1), case.operand($half), case.operand($half));
            let difference = case.number(x).sub(&case.number(y));
            // SAFETY: the kernel has these arguments.
            unsafe { case.call(distance as *const (), &[r, x, y].map(Argument::Memory))? };
            let (d, sign) = (case.part(r, 0..$half), case.part(r, $half..$half + 1));
            let plus = case.is_equal(&sign, &Exact::default());
            assert!(plus || case.is_equal(&sign, &Exact::constant(Word::MAX)), "{sign:?}");
            let expected = if plus { difference } else { difference.scale(&(-1).into()) };
            case.verify_low(&d, &expected, 64 * $half);
            Some(())
        });
        theorem.prove("a b of its parts", |case| {
            let (r, low, middle) =
                (case.place(2 * $whole), case.operand($whole), case.operand($whole));
            // A product of halves.
            let most = (BigInt::from(1) << (64 * $half)) - 1;
            let (high, minus) = (case.operand_up_to($whole, &(&most * &most)), case.case());
            let sign = if minus { Word::MAX } else { 0 };
            let both = case.number(low).add(&case.number(high).shl(64 * $half));
            let middle_number = case.number(middle).shl(64 * $half);
            let sum = both.add(&both.shl(64 * $half));
            let expected = if minus { sum.sub(&middle_number) } else { sum.add(&middle_number) };
            let [r_place, low, high, middle] = [r, low, high, middle].map(Argument::Memory);
            let arguments = [r_place, low, high, middle, Argument::Known(sign)];
            // SAFETY: the kernel has these arguments.
            unsafe { case.call(combine as *const (), &arguments)? };
            case.verify_low(&case.number(r), &expected, 128 * $whole);
            Some(())
        });
    }};
}

#[cfg(target_arch = "aarch64")]
#[test]
fn narrow_products() {
    narrow_parts!(2 4 product_two distance_two combine_four);
    narrow_parts!(3 6 product_three distance_three combine_six);
    thirds();
}

/// Squares of the squares of their words, which NEON computes.
#[cfg(target_arch = "aarch64")]
#[test]
fn narrow_squares() {
    macro_rules! square {
        ($n:literal $with_squares:ident) => {{
            extern "C" fn square(
                r: &mut [Number<$n>; 2],
                a: &Number<$n>,
                squares: &[[Word; 2]; $n],
            ) {
                *r = narrow_squares::$with_squares(a, squares);
            }
            let theorem = Theorem::new(concat!("narrow squares of ", $n, " words"));
            theorem.prove("a² of squares", |case| {
                let (r, a, s) = (case.place(2 * $n), case.operand($n), case.operand(2 * $n));
                let mut expected = case.number(a).mul(&case.number(a)).add(&case.number(s));
                for i in 0..$n {
                    let word = case.part(a, i..i + 1);
                    expected = expected.sub(&word.mul(&word).shl(128 * i as u64));
                }
                // SAFETY: the kernel has these arguments.
                unsafe { case.call(square as *const (), &[r, a, s].map(Argument::Memory))? };
                // The square is below that power of 2.
                case.verify_low(&case.number(r), &expected, 128 * $n);
                Some(())
            });
        }};
    }
    narrow_squares::theorems::squares_of_words();
    square!(4 with_squares_four);
    square!(6 with_squares_six);
    square!(9 with_squares_nine);
}

/// The other parts of a product of nine words:
/// `a b = (a₀ b₀ + a₁ b₁ B + a₂ b₂ B²)(1 + B + B²) + ∑ (aᵢ - aⱼ)(bⱼ - bᵢ) Bⁱ⁺ʲ`.
#[cfg(target_arch = "aarch64")]
fn thirds() {
    extern "C" fn spread(
        r: &mut [Word; 18],
        low: &Number<6>,
        middle: &Number<6>,
        high: &Number<6>,
    ) {
        *r = narrow::spread_nine(low, middle, high);
    }
    let theorem = Theorem::new("thirds of 9 words");
    theorem.prove("a b of its thirds", |case| {
        // A product of thirds.
        let most = (BigInt::from(1) << 192) - 1;
        let most = &most * &most;
        let parts = [(); 3].map(|()| case.operand_up_to(6, &most));
        let [low, middle, high] = parts.map(|part| case.number(part));
        let r = case.place(18);
        let sum = low.add(&middle.shl(192)).add(&high.shl(384));
        let expected = sum.add(&sum.shl(192)).add(&sum.shl(384));
        let [low, middle, high] = parts;
        // SAFETY: the kernel has these arguments.
        unsafe {
            case.call(spread as *const (), &[r, low, middle, high].map(Argument::Memory))?;
        };
        case.verify_equal(&case.number(r), &expected);
        Some(())
    });
    macro_rules! signed {
        ($name:ident $from:literal) => {{
            extern "C" fn add(t: &mut [Word; 18], d: &Number<6>, sign: Word) {
                narrow::$name(t, d, sign);
            }
            theorem.prove(concat!("± d, from word ", $from), |case| {
                let (t, d, minus) = (case.operand(18), case.operand(6), case.case());
                let (number, d_number) = (case.number(t), case.number(d).shl(64 * $from));
                let expected = if minus { number.sub(&d_number) } else { number.add(&d_number) };
                let sign = Argument::Known(if minus { Word::MAX } else { 0 });
                let arguments = [Argument::Memory(t), Argument::Memory(d), sign];
                // SAFETY: the kernel has these arguments.
                unsafe { case.call(add as *const (), &arguments)? };
                case.verify_low(&case.number(t), &expected, 64 * 18);
                Some(())
            });
        }};
    }
    signed!(add_from_three 3);
    signed!(add_from_six 6);
    signed!(add_from_nine 9);
}

#[cfg(target_arch = "aarch64")]
#[test]
fn selection() {
    extern "C" fn kernel(r: &mut Number<4>, a: &Number<4>, b: &Number<4>, condition: Word) {
        *r = sums::select(crate::limb::Mask::from_bit(condition), a, b);
    }
    Theorem::new("four words").prove("selection", |case| {
        let (r, a, b) = (case.place(4), case.operand(4), case.operand(4));
        let condition = case.case();
        let [first, second, third] = [r, a, b].map(Argument::Memory);
        let arguments = [first, second, third, Argument::Known(condition.into())];
        // SAFETY: the kernel has these arguments.
        unsafe {
            case.call(kernel as *const (), &arguments)?;
        };
        let chosen = if condition { a } else { b };
        case.verify_equal(&case.number(r), &case.number(chosen));
        Some(())
    });
}
