//! The kernels of eight and twelve words for 32-bit Arm, any odd modulus, 2^255 - 19 and P-256:
//! `crates/polylimb/src/limb/arm`; those for Armv6-M, which every Arm executes. The code is A32 or
//! T32, as the program was compiled.

#![cfg(target_os = "linux")]

use super::{f25519, neon_short_digits, p256, sos_umaal, sums, table, umaal_rows};
use crate::field::lanes::proofs::assembly::{
    Argument, Call, Case, Exact, Operation, Program, Routine, Theorem,
};
use crate::field::lanes::proofs::{Formula as Coordinate, Numbers, verify_ladder_step};
use crate::limb::Word;
use num_bigint::BigInt;
use std::format;

#[path = "../../src/limb/armv6m.rs"]
mod armv6m;
#[allow(dead_code, reason = "its functions for programs")]
#[path = "../../../polylimb-catalogue/src/limb/arm/mod.rs"]
mod catalogue;

fn weight(n: usize) -> Exact {
    Exact::constant(1).shl(32 * n as u64)
}

fn product(theorem: &Theorem, what: &str, kernel: *const (), words: usize) {
    theorem.prove(what, |case| {
        let (r, a, b) = (case.place(2 * words), case.operand(words), case.operand(words));
        let product = case.number(a).mul(&case.number(b));
        // SAFETY: the kernel has these arguments.
        unsafe {
            case.call(kernel, &[r, a, b].map(Argument::Memory))?;
        };
        case.verify_equal(&case.number(r), &product);
        Some(())
    });
}

#[test]
fn products() {
    let theorem = Theorem::new("products of 8 words, the catalogue's too");
    for kernel in &catalogue::MULTIPLICATIONS {
        product(&theorem, kernel.name, kernel.function as *const (), 8);
    }
}

#[test]
fn rows() {
    let theorem = Theorem::new("rows of up to 9 words");
    for n in 0..=9 {
        theorem.prove(&format!("r + a w, {n} words"), |case| {
            let (r, a, w) = (case.place(n), case.operand(n), case.word(u32::MAX));
            let expected = case.number(r).add(&case.number(a).mul(w.exact()));
            let [r_, a_] = [r, a].map(Argument::Memory);
            let arguments = [r_, a_, Argument::Known(n as u32), Argument::Word(w)];
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(table::row as *const (), &arguments)?;
            };
            case.verify_equal(&case.number(r).add(&case.result().mul(&weight(n))), &expected);
            Some(())
        });
    }
}

fn reduction(theorem: &Theorem, what: &str, kernel: *const (), words: usize) {
    theorem.prove(what, |case| {
        let (m, inverse) = case.modulus(words);
        let (r, t) = (case.place(words), case.wide_operand_below(m));
        let before = case.number(t);
        let [r_, t_, m_] = [r, t, m].map(Argument::Memory);
        // SAFETY: the kernel has these arguments.
        unsafe {
            case.call(kernel, &[r_, t_, m_, Argument::Word(inverse)])?;
        };
        case.verify_residue(&case.number(r), words, &before, m);
        Some(())
    });
}

#[test]
fn reductions() {
    let theorem =
        Theorem::new("Montgomery reductions of 16 words, any modulus, the catalogue's too");
    for kernel in &catalogue::REDUCTIONS {
        reduction(&theorem, kernel.name, kernel.function as *const (), 8);
    }
}

fn sum(case: &mut Case, kernel: *const (), words: usize, sign: i64, wide: bool) -> Option<()> {
    let (m, _) = case.modulus(words);
    let mut operand = || if wide { case.wide_operand_below(m) } else { case.operand_below(m) };
    let (a, b) = (operand(), operand());
    let r = case.place(if wide { 2 * words } else { words });
    let expected = case.number(a).add(&case.number(b).scale(&sign.into()));
    // SAFETY: the kernel has these arguments.
    unsafe {
        case.call(kernel, &[r, a, b, m].map(Argument::Memory))?;
    };
    let lower = if wide { words } else { 0 };
    // The same, or a modulus less or more.
    let modulus = case.number(m).mul(&weight(lower)).scale(&(-sign).into());
    let r_now = case.number(r);
    if !case.is_equal(&r_now, &expected) {
        case.verify_equal(&r_now, &expected.add(&modulus));
    }
    let upper = case.part(r, lower..lower + words);
    case.verify_positive(&case.number(m).sub(&upper));
    Some(())
}

/// `a + b`, `a - b`, and both of wide numbers.
fn of_sums(theorem: &Theorem, words: usize, kernels: [*const (); 4]) {
    let [add, sub, add_wide, sub_wide] = kernels;
    theorem.prove("a + b", |case| sum(case, add, words, 1, false));
    theorem.prove("a - b", |case| sum(case, sub, words, -1, false));
    theorem.prove("a + b, wide", |case| sum(case, add_wide, words, 1, true));
    theorem.prove("a - b, wide", |case| sum(case, sub_wide, words, -1, true));
}

#[test]
fn sums_and_differences() {
    let kernels: [*const (); 4] = [
        sums::add as *const (),
        sums::sub as *const (),
        sums::add_wide as *const (),
        sums::sub_wide as *const (),
    ];
    of_sums(&Theorem::new("sums of 8 and of 16 words, any modulus"), 8, kernels);
}

#[test]
fn twelve_words() {
    let theorem = Theorem::new("12 words, any modulus");
    product(&theorem, "a b", umaal_rows::multiply_twelve as *const (), 12);
    reduction(&theorem, "t / 2^384", sos_umaal::twelve_by_four as *const (), 12);
    let kernels: [*const (); 4] = [
        sums::add_twelve as *const (),
        sums::sub_twelve as *const (),
        sums::add_wide_twelve as *const (),
        sums::sub_wide_twelve as *const (),
    ];
    of_sums(&theorem, 12, kernels);
}

#[test]
fn montgomery_product() {
    let theorem = Theorem::new("a Montgomery product of 12 words, any modulus");
    theorem.prove("a b / 2^384", |case| {
        let (m, inverse) = case.modulus(12);
        let (r, a, b) = (case.place(12), case.operand_below(m), case.operand_below(m));
        let product = case.number(a).mul(&case.number(b));
        let m_and_inverse = case.followed_by(m, inverse);
        let kernel = sos_umaal::montgomery_twelve as *const ();
        // SAFETY: the kernel has these arguments.
        unsafe {
            case.call(kernel, &[r, a, b, m_and_inverse].map(Argument::Memory))?;
        };
        case.verify_residue(&case.number(r), 12, &product, m);
        Some(())
    });
}

/// A routine as a function, with the text around it that the field has.
macro_rules! function {
    ($before:literal, $routine:path, $after:literal) => {{
        #[unsafe(naked)]
        extern "C" fn function() {
            core::arch::naked_asm!(
                "push {{r4-r11, lr}}", $before, "bl {routine}", $after, "pop {{r4-r11, pc}}",
                routine = sym $routine,
            )
        }
        function as *const ()
    }};
    (of $routine:path) => {
        function!("ldm r1, {{r4-r11}}", $routine, "stm r0, {{r4-r11}}")
    };
}

type Formula = fn(&Exact, &Exact) -> Exact;

fn square(a: &Exact, _: &Exact) -> Exact {
    a.mul(a)
}

fn power(n: u64) -> BigInt {
    BigInt::from(1) << n
}

/// One prime.
struct Prime {
    p: BigInt,
    theorem: Theorem,
}

impl Prime {
    /// `2^lost` times the result of `kernel` is `formula`, for operands up to `operands`; the
    /// result is up to `most`.
    fn prove(
        &self,
        what: &str,
        kernel: *const (),
        operands: [&BigInt; 2],
        (most, lost): (&BigInt, u64),
        formula: Formula,
    ) {
        self.theorem.prove(what, |case| {
            let [a, b] = operands.map(|most| case.operand_up_to(8, most));
            let r = case.place(8);
            let expected = formula(&case.number(a), &case.number(b));
            // SAFETY: the kernel has these arguments, or the first two.
            unsafe {
                case.call(kernel, &[r, a, b].map(Argument::Memory))?;
            };
            case.verify_routine();
            let r = case.number(r);
            case.verify_range(&r, most);
            case.verify_congruent(&r.shl(lost), &expected, &self.p);
            Some(())
        });
    }
}

#[test]
fn modulo_2_255_less_19() {
    let prime = Prime { p: power(255) - 19, theorem: Theorem::new("2^255 - 19, 8 words") };
    let (any, product) = (power(256) - 1, power(255) + 1481);
    let [all, products] = [&any, &product].map(|most| [most; 2]);
    for (what, kernel, operands, most, formula) in [
        ("a b", function!("", f25519::multiply, ""), all, &product, Exact::mul as Formula),
        (
            "a b in registers",
            function!("", f25519::multiply, "stm r0, {{r4-r11}}"),
            all,
            &product,
            Exact::mul,
        ),
        ("a²", function!("ldm r1, {{r4-r11}}", f25519::square, ""), all, &product, square),
        ("a + b", function!(of f25519::add), all, &product, Exact::add),
        ("a - b", function!(of f25519::sub), all, &any, Exact::sub),
        ("a + b of products", function!(of f25519::add_products), products, &any, Exact::add),
        ("a - b of products", function!(of f25519::sub_products), products, &any, Exact::sub),
    ] {
        prime.prove(what, kernel, operands, (most, 0), formula);
    }
    prime.theorem.prove("r + n a", |case| {
        let (r, a, n) = (case.operand(8), case.operand(8), case.word((1 << 20) - 1));
        let expected = case.number(r).add(&case.number(a).mul(n.exact()));
        let arguments = [Argument::Memory(r), Argument::Memory(a), Argument::Word(n)];
        // SAFETY: the kernel has these arguments.
        unsafe {
            case.call(function!("", f25519::add_multiple, ""), &arguments)?;
        };
        case.verify_routine();
        let r = case.number(r);
        case.verify_range(&r, &(power(255) + power(26)));
        case.verify_congruent(&r, &expected, &prime.p);
        Some(())
    });
}

fn p256() -> BigInt {
    power(256) - power(224) + power(192) + power(96) - 1
}

#[test]
fn modulo_p256() {
    let prime = Prime { p: p256(), theorem: Theorem::new("P-256, 8 words") };
    let most = &(&prime.p - 1);
    for (what, kernel, lost, formula) in [
        ("a b", function!("", p256::multiply, ""), 256, Exact::mul as Formula),
        ("a²", function!("ldm r1, {{r4-r11}}", p256::square, ""), 256, square),
        ("a + b", function!(of p256::add), 0, Exact::add),
        ("a - b", function!(of p256::sub), 0, Exact::sub),
    ] {
        prime.prove(what, kernel, [most; 2], (most, lost), formula);
    }
}

fn routine(at: *const (), operation: Operation, [operands, result]: [&BigInt; 2]) -> Routine {
    Routine { at, operation, operands: operands.clone(), result: result.clone() }
}

/// A step of the ladder of Curve25519, of the routines of `modulo_2_255_less_19`.
#[test]
fn a_step_of_the_ladder() {
    let (any, product, program) = (&(power(256) - 1), &(power(255) + 1481), Program::new());
    let routines = [
        routine(
            f25519::multiply as *const (),
            Operation::Product { in_registers: true },
            [any, product],
        ),
        routine(f25519::square as *const (), Operation::Square, [any, product]),
        routine(f25519::add_products as *const (), Operation::Sum, [product, any]),
        routine(f25519::sub_products as *const (), Operation::Difference, [product, any]),
        routine(f25519::add_multiple as *const (), Operation::AddMultiple, [any, any]),
    ];
    let prime = power(255) - 19;
    for second in [false, true] {
        Numbers::by_turns([32; 2], &prime).prove("assembly for arm: a step of X25519", || {
            let [x2, z2, x3, z3, u] = &[(); 5].map(|()| Coordinate::any());
            let mut call = Call::new(&program, &prime, &routines);
            let points = call.elements(&[x2, z2, x3, z3], product);
            call.elements(&[u], &(power(255) - 1));
            call.word(if second { Word::MAX } else { 0 });
            call.run(f25519::step as *const ());
            verify_ladder_step(&call.values(points, product), [x2, z2, x3, z3], second, u);
        });
    }
}

/// Doublings and a mixed addition on P-256, of the routines of `modulo_p256`.
#[test]
fn points_of_p256() {
    let (prime, most, program) = (p256(), &(p256() - 1), Program::new());
    let ranges = [most; 2];
    let routines = [
        routine(p256::multiply as *const (), Operation::Product { in_registers: false }, ranges),
        routine(p256::square as *const (), Operation::Square, ranges),
        routine(p256::add as *const (), Operation::Sum, ranges),
        routine(p256::sub as *const (), Operation::Difference, ranges),
    ];
    let numbers = Numbers::by_turns([32; 2], &prime);
    let times = |n: i32, x: &Coordinate| x.scale(&n.into());
    // `x`, `2 y`, `z`, `a z⁴`; the slope is `3 x² + a z⁴` over the new `z`.
    let double = |[x, y2, z, azzzz]: &[Coordinate; 4], last: bool| {
        let (slope, yy) = (&times(3, &(x * x)) + azzzz, y2 * y2);
        let (xyy, yyyy) = (x * &yy, &yy * &yy);
        let new_x = &(&slope * &slope) - &times(2, &xyy);
        let new_y2 = &times(2, &(&slope * &(&xyy - &new_x))) - &yyyy;
        let new_azzzz = if last { azzzz.clone() } else { azzzz * &yyyy };
        [new_x, new_y2, y2 * z, new_azzzz]
    };
    let doublings = |point: [Coordinate; 4], n: u32| {
        let mut call = Call::new(&program, &prime, &routines);
        let r = call.elements(&point.each_ref(), most);
        call.word(n);
        call.run(p256::double_times as *const ());
        let expected =
            (1..=n).fold(point, |point, i| double(&point, i == n).map(|x| x.modulo(&prime)));
        for (x, expected) in call.values::<4>(r, most).iter().zip(&expected) {
            x.verify(expected);
        }
    };
    numbers.prove("assembly for arm: 2 p on P-256", || {
        doublings([(); 4].map(|()| Coordinate::any()), 1);
    });
    // The loop repeats this: an example.
    numbers.prove("assembly for arm: 8 p on P-256, an example", || {
        doublings([5, 7, 11, 13].map(Coordinate::constant), 3);
    });
    numbers.prove("assembly for arm: p + q on P-256, q affine", || {
        let [x, y, z, other_x, other_y] = &[(); 5].map(|()| Coordinate::any());
        let mut call = Call::new(&program, &prime, &routines);
        let r = call.elements(&[x, y, z, other_x, other_y], most);
        call.run(p256::add_affine as *const ());
        let (zz, point) = (z * z, call.values::<3>(r, most));
        let (h, slope) = (&(other_x * &zz) - x, &(other_y * &(&zz * z)) - y);
        let (hh, hhh) = (&h * &h, &h * &(&h * &h));
        let xhh = x * &hh;
        let new_x = &(&(&slope * &slope) - &hhh) - &times(2, &xhh);
        point[0].verify(&new_x);
        point[1].verify(&(&(&slope * &(&xhh - &new_x)) - &(y * &hhh)));
        point[2].verify(&(z * &h));
    });
}

/// A kernel for the operands `a[0] b[0] a[1] b[1]`, as a function of the pairs `a` and `b`.
macro_rules! of_pairs {
    ($kernel:path) => {
        of_pairs!($kernel, 32)
    };
    ($kernel:path, $bytes:literal) => {{
        #[unsafe(naked)]
        extern "C" fn kernel() {
            core::arch::naked_asm!(
                "push {{r3, lr}}",
                concat!("add r12, r1, #", $bytes),
                concat!("add lr, r2, #", $bytes),
                "push {{r1, r2, r12, lr}}",
                "mov r1, sp",
                "mov r2, r3",
                "bl {kernel}",
                "add sp, sp, #16",
                "pop {{r3, pc}}",
                kernel = sym $kernel,
            )
        }
        kernel as *const ()
    }};
}

/// Two Montgomery products with NEON, and a complex one, of any modulus.
#[test]
#[ignore = "a minute where Arm is emulated: make prove"]
fn of_neon() {
    let theorem = Theorem::new("NEON, 8 words in digits of 29 bits, any modulus");
    theorem.prove("two products", |case| {
        let m = case.short_modulus(256);
        let (r, a, b) =
            (case.place(16), case.two_operands_below_modulus(), case.two_operands_below_modulus());
        let parts = [0..8, 8..16];
        let products = parts.clone().map(|i| case.part(a, i.clone()).mul(&case.part(b, i)));
        let kernel = of_pairs!(neon_short_digits::multiply);
        // SAFETY: the kernel has these arguments.
        unsafe {
            case.call(kernel, &[r, a, b, m].map(Argument::Memory))?;
        };
        for (i, product) in parts.into_iter().zip(&products) {
            case.verify_residue_of_modulus(&case.part(r, i), 8, product);
        }
        Some(())
    });
    theorem.prove("a complex product", |case| {
        let m = case.short_modulus(255);
        let (r, a, b) =
            (case.place(16), case.two_operands_below_modulus(), case.two_operands_below_modulus());
        let part = |of, i: usize| case.part(of, 8 * i..8 * i + 8);
        let product = |i, j| part(a, i).mul(&part(b, j));
        let real = product(0, 0).sub(&product(1, 1));
        let imaginary = product(0, 1).add(&product(1, 0));
        let kernel = neon_short_digits::complex_product as *const ();
        // SAFETY: the kernel has these arguments.
        unsafe {
            case.call(kernel, &[r, a, b, m].map(Argument::Memory))?;
        };
        case.verify_residue_of_modulus(&case.part(r, 0..8), 8, &real);
        case.verify_residue_of_modulus(&case.part(r, 8..16), 8, &imaginary);
        Some(())
    });
}

#[path = "arm_signed_digits.rs"]
mod signed_digits;

/// The catalogue's kernels of full words with NEON.
#[test]
#[ignore = "a minute where Arm is emulated: make prove"]
fn of_neon_in_full_words() {
    let theorem = Theorem::new("NEON, full words, any modulus");
    theorem.prove("two products", |case| {
        let (r, a, b) = (case.place(32), case.operand(16), case.operand(16));
        let parts = [0..8, 8..16];
        let products = parts.map(|i| case.part(a, i.clone()).mul(&case.part(b, i)));
        // SAFETY: the kernel has these arguments.
        unsafe {
            let kernel = of_pairs!(catalogue::neon::multiply);
            case.call(kernel, &[r, a, b].map(Argument::Memory))?;
        };
        for (i, product) in [0..16, 16..32].into_iter().zip(&products) {
            case.verify_equal(&case.part(r, i), product);
        }
        Some(())
    });
    theorem.prove("two reductions", |case| {
        let (m, inverse) = case.modulus(8);
        let (r, t) = (case.place(16), case.two_wide_operands_below(m));
        let before = [0..16, 16..32].map(|i| case.part(t, i));
        let [r_, t_, m_] = [r, t, m].map(Argument::Memory);
        let kernel = catalogue::neon::reduce as *const ();
        // SAFETY: the kernel has these arguments.
        unsafe {
            case.call(kernel, &[r_, t_, m_, Argument::Word(inverse)])?;
        };
        for (i, before) in [0..8, 8..16].into_iter().zip(&before) {
            case.verify_residue(&case.part(r, i), 8, before, m);
        }
        Some(())
    });
}

/// Sums of words in compiled code.
#[test]
fn words_of_armv6m() {
    extern "C" fn adc(r: &mut Word, a: Word, b: Word, mut carry: Word) -> Word {
        (*r, carry) = armv6m::adc(a, b, carry);
        carry
    }
    extern "C" fn sbb(r: &mut Word, a: Word, b: Word, mut borrow: Word) -> Word {
        (*r, borrow) = armv6m::sbb(a, b, borrow);
        borrow
    }
    let theorem = Theorem::new("Armv6-M, one word");
    let kernels = [("a + b + c", adc as *const (), 1), ("a - b - c", sbb as *const (), -1)];
    for (what, kernel, sign) in kernels {
        theorem.prove(what, |case| {
            let (r, words) = (case.place(1), [Word::MAX, Word::MAX, 1].map(|most| case.word(most)));
            let [a, b, carry] = words.each_ref().map(|word| word.exact().clone());
            let expected = a.add(&b.add(&carry).scale(&sign.into()));
            let [a, b, carry] = words.map(Argument::Word);
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(kernel, &[Argument::Memory(r), a, b, carry])?;
            };
            let (low, carry) = (case.number(r), case.result());
            case.verify_range(&low, &Word::MAX.into());
            case.verify_range(&carry, &1.into());
            case.verify_equal(&low.add(&carry.shl(32).scale(&sign.into())), &expected);
            Some(())
        });
    }
}

/// What Cortex-M0 computes: products, sums, and the reduction that leaves `t + q p` over `q`.
#[test]
fn of_armv6m() {
    let theorem = Theorem::new("Armv6-M, 8 words");
    for same in [false, true] {
        theorem.prove(if same { "a²" } else { "a b" }, |case| {
            let (r, a) = (case.place(16), case.operand(8));
            let b = if same { a } else { case.operand(8) };
            let product = case.number(a).mul(&case.number(b));
            let kernel = if same { armv6m::multiply_same } else { armv6m::multiply };
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(kernel as *const (), &[r, a, b].map(Argument::Memory))?;
            };
            case.verify_equal(&case.number(r), &product);
            Some(())
        });
    }
    for (what, kernel, sign) in
        [("a + b", armv6m::add as *const (), 1), ("a - b", armv6m::sub as *const (), -1)]
    {
        theorem.prove(what, |case| {
            let (r, a, b) = (case.place(8), case.operand(8), case.operand(8));
            let expected = case.number(a).add(&case.number(b).scale(&sign.into()));
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(kernel, &[r, a, b].map(Argument::Memory))?;
            };
            let above = case.result().mul(&weight(8)).scale(&sign.into());
            case.verify_range(&case.result(), &1.into());
            case.verify_equal(&case.number(r).add(&above), &expected);
            Some(())
        });
    }
    theorem.prove("t + q p", |case| {
        let (r, t) = (case.place(16), case.operand(16));
        let before = case.number(t);
        // SAFETY: the kernel has these arguments.
        unsafe {
            case.call(armv6m::reduce_p256 as *const (), &[r, t].map(Argument::Memory))?;
        };
        case.verify_range(&case.result(), &1.into());
        let (q, upper) = (case.part(r, 0..8), case.part(r, 8..16));
        let whole = upper.add(&case.result().mul(&weight(8))).mul(&weight(8));
        case.verify_equal(&whole, &before.add(&q.scale(&p256())));
        Some(())
    });
}
