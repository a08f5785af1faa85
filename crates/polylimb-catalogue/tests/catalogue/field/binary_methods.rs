//! The algorithms of the literature for binary fields against polynomials in num-bigint, and their
//! costs against the published counts.

use crate::binary_common::{number, polynomial, product, remainder};
use crate::common::{operand, rng};
use num_bigint::BigUint;
use polylimb::Error;
use polylimb::authors::field::binary::{F163, F233, F283, F409, F571, Sparse};
use polylimb::authors::limb::{WORD_BITS, Word};
use polylimb::cpu::Features;
use polylimb_catalogue::binary_field::{
    Entry, METHODS, Operation, Plain, Rows, Tally, apply, find, reduce_163_bytes,
    reduce_163_registers,
};

fn fields() -> Vec<Sparse> {
    let other = |degree, lower: &[usize]| Sparse::new(degree, lower).expect("irreducible");
    let others = [
        other(7, &[1, 0]),
        // Less than a word between the highest two exponents.
        other(17, &[14, 0]),
        other(113, &[9, 0]),
        other(131, &[8, 3, 2, 0]),
        other(239, &[158, 0]),
    ];
    let named = [
        Sparse::of::<F163>(),
        Sparse::of::<F233>(),
        Sparse::of::<F283>(),
        Sparse::of::<F409>(),
        Sparse::of::<F571>(),
    ];
    others.into_iter().chain(named).collect()
}

fn reduced(mut a: Vec<Word>, f: &Sparse) -> Vec<Word> {
    let used = f.degree() % WORD_BITS;
    if used > 0 {
        *a.last_mut().expect("not empty") &= (1 << used) - 1;
    }
    a
}

/// The methods for which this CPU has the instructions.
fn methods() -> impl Iterator<Item = &'static Entry> {
    METHODS.iter().filter(|method| {
        let there = Features::detect().contains(method.make.needs);
        if !there {
            println!("SKIPPED {}: this CPU lacks {:?}", method.name, method.make.needs);
        }
        there
    })
}

/// The result of `method` for `a` and `b` agrees with the judge.
fn check(method: &Entry, a: &[Word], b: &[Word], f: &Sparse) {
    let (n, modulus) = (f.words(), polynomial(f.degree(), f.lower()));
    let (x, y) = (number(a), number(b));
    let what = || format!("{} modulo {modulus:b}: {x:x} {y:x}", method.name);
    let (mut wide, mut short) = (vec![0xa5; 2 * n], vec![0xa5; n]);
    match method.make.operation {
        Operation::Square(_) => {
            apply(method, &mut Plain, &mut wide, a, &[], f, Rows::Full).expect("right lengths");
            assert_eq!(number(&wide), product(&x, &x), "{}", what());
        }
        Operation::Multiply(_) => {
            apply(method, &mut Plain, &mut wide, a, b, f, Rows::Full).expect("right lengths");
            assert_eq!(number(&wide), product(&x, &y), "{}", what());
            if n * WORD_BITS >= f.degree() + 3 {
                apply(method, &mut Plain, &mut wide, a, b, f, Rows::Spare).expect("right lengths");
                assert_eq!(number(&wide), product(&x, &y), "spare {}", what());
            }
        }
        Operation::Reduce(_) => {
            let any: Vec<Word> = a.iter().chain(b).copied().collect();
            apply(method, &mut Plain, &mut wide, &any, &[], f, Rows::Full).expect("right lengths");
            assert_eq!(number(&wide), remainder(&number(&any), &modulus), "{}", what());
        }
        Operation::Invert(_) => {
            let found = apply(method, &mut Plain, &mut short, a, &[], f, Rows::Full);
            if x == BigUint::ZERO {
                assert_eq!(found, Err(Error::NotInvertible), "{}", what());
            } else {
                let one = remainder(&product(&x, &number(&short)), &modulus);
                assert_eq!(one, BigUint::from(1u8), "{}", what());
                assert!(number(&short).bits() <= f.degree() as u64, "{}", what());
            }
        }
    }
}

#[test]
fn agree_with_polynomials_in_numbers() {
    let (mut rng, mut compared) = (rng(71), 0);
    for f in &fields() {
        for _ in 0..40 {
            let mut next = || reduced(operand(&mut rng, f.words()), f);
            let (a, b) = (next(), next());
            for method in methods() {
                check(method, &a, &b, f);
                compared += 1;
            }
        }
    }
    assert!(compared >= 40 * 10 * 10, "only {compared} comparisons ran");
}

/// All elements and pairs of GF(2^7), for both irreducible trinomials.
#[test]
fn every_element_of_two_to_the_seven() {
    let mut compared = 0;
    for lower in [[1, 0], [3, 0]] {
        let f = Sparse::new(7, &lower).expect("irreducible");
        for method in methods() {
            let pairs =
                matches!(method.make.operation, Operation::Multiply(_) | Operation::Reduce(_));
            for a in 0..128 {
                for b in 0..if pairs { 128 } else { 1 } {
                    check(method, &[a], &[b], &f);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared >= 2 * (6 * 128 * 128 + 3 * 128), "only {compared} comparisons ran");
}

/// Algorithms 5 and 6 are for bytes and one polynomial.
#[test]
fn reductions_of_163_bits_in_bytes() {
    let modulus = polynomial(163, &[7, 6, 3, 0]);
    let mut rng = rng(72);
    let mut compared = 0;
    for i in 0..400 {
        let words = operand(&mut rng, 384 / WORD_BITS);
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        let mut c: [u8; 42] = bytes[..42].try_into().expect("48 bytes");
        if i % 2 == 0 {
            // A single top bit.
            c = [0; 42];
            c[i / 2 % 328 / 8] = 1 << (i / 2 % 8);
        }
        c[41] = 0;
        let expected = remainder(&BigUint::from_bytes_le(&c), &modulus);
        let (mut five, mut six) = (c, c);
        let (mut tally_5, mut tally_6) = (Tally::default(), Tally::default());
        reduce_163_bytes(&mut tally_5, &mut five);
        reduce_163_registers(&mut tally_6, &mut six);
        assert_eq!(BigUint::from_bytes_le(&five[..21]), expected, "Algorithm 5");
        assert_eq!(BigUint::from_bytes_le(&six[..21]), expected, "Algorithm 6");
        assert_eq!((tally_5.reads, tally_5.writes), (88, 66), "Algorithm 5 as counted in print");
        // The paper prints 42 and 22, without the top bits of c[20].
        assert_eq!((tally_6.reads, tally_6.writes), (42 + 3, 22 + 3), "Algorithm 6");
        compared += 4;
    }
    assert!(compared >= 1600);
}

/// Reads, writes and sums in words.
fn count(name: &str, n: usize, rows: Rows) -> Tally {
    // Some field of n words; counts do not depend on which.
    let f = fields().into_iter().find(|f| f.words() == n).expect("a field of n words");
    let a = reduced(vec![Word::MAX; n], &f);
    let mut tally = Tally::default();
    let method = find(name).expect("registered");
    apply(method, &mut tally, &mut vec![0; 2 * n], &a, &a, &f, rows).expect("right lengths");
    tally
}

/// Table 3: the formulas of table 2 for 21 words, as printed.
#[test]
fn the_printed_formulas_give_the_printed_table() {
    let plain =
        |n: usize| [4 * n * n + 9 * n - 1, 16 * n + 2 * n * n + 6 * n - 2, 2 * n * n + 13 * n];
    let registers = |n: usize| [2 * n * n + 4 * n - 1, 16 * n + 5 * n - 1, 2 * n * n + 11 * n];
    let karatsuba = |n: usize, inner: [usize; 3]| {
        [11 * n + 3 * inner[0], 7 * n + 3 * inner[1], 4 * n + 3 * inner[2]]
    };
    assert_eq!(plain(21), [1952, 1342, 1155]);
    assert_eq!(registers(21), [965, 440, 1113]);
    assert_eq!(karatsuba(21, plain(11)), [1977, 1593, 1239]);
    assert_eq!(karatsuba(21, registers(11)), [1086, 837, 1173]);
}

/// Table 2 against the operations of the algorithms; where they differ, by how much and why.
#[test]
#[cfg(polylimb_word = "8")]
fn counts_as_functions_of_the_words() {
    let mut compared = 0;
    for n in fields().iter().map(Sparse::words).filter(|&n| n > 3) {
        // Printed: rows of n words are written and of n + 1 read; neither the top word's zero nor
        // its shift is counted.
        let t = count("lopez-dahab", n, Rows::Full);
        assert_eq!(t.reads, (4 * n * n + 9 * n - 1) + 1);
        assert_eq!(t.writes, (16 * n + 2 * n * n + 6 * n - 2) + 16 + 2);
        assert_eq!(t.xors, (2 * n * n + 13 * n) + 11);
        // Printed: the reads of `a` are not counted. Here nothing is added to a fresh register, and
        // the last sums stop below the top word.
        let t = count("lopez-dahab-registers", n, Rows::Spare);
        assert_eq!(t.reads, (2 * n * n + 4 * n - 1) + 2 * n - 1);
        assert_eq!(t.writes, (16 * n + 5 * n - 1) - 1);
        assert_eq!(t.xors, (2 * n * n + 11 * n) - (2 * n - 1));
        // Printed: about 11 n, 7 n and 4 n; here no operand is copied.
        for (name, inner) in [
            ("karatsuba-lopez-dahab", "lopez-dahab"),
            ("karatsuba-lopez-dahab-registers", "lopez-dahab-registers"),
        ] {
            // 233 bits, and fields of half as many bytes.
            if n == 30 {
                let (t, half) = (count(name, n, Rows::Full), count(inner, 15, Rows::Full));
                assert_eq!(t.reads - 3 * half.reads, 7 * n);
                assert_eq!(t.writes - 3 * half.writes, 3 * n);
                assert_eq!(t.xors - 3 * half.xors, 4 * n);
                compared += 3;
            }
        }
        compared += 6;
        // Ours.
        let t = count("lopez-dahab-columns", n, Rows::Full);
        assert_eq!((t.reads, t.writes), (3 * n * n + 4 * n, 18 * n + 16));
        compared += 2;
    }
    assert!(compared >= 60, "only {compared} counts were compared");
    // The order of table 3 by reads: the registers win, Karatsuba costs writes.
    let [plain, registers, karatsuba] =
        ["lopez-dahab", "lopez-dahab-registers", "karatsuba-lopez-dahab-registers"]
            .map(|name| count(name, 21, Rows::Full));
    assert!(registers.reads < karatsuba.reads && karatsuba.reads < plain.reads);
    assert!(registers.writes < karatsuba.writes && karatsuba.writes < plain.writes);
}

#[test]
fn wrong_input_is_an_error() {
    let f = Sparse::of::<F163>();
    for method in methods() {
        let short = apply(method, &mut Plain, &mut [0; 1], &[0; 1], &[0; 1], &f, Rows::Full);
        assert!(matches!(short, Err(Error::Length { .. })), "{}", method.name);
    }
    assert!(find("no such method").is_err());
    assert!(count("square-table", f.words(), Rows::Full).writes == 2 * f.words());
}

/// Squares by `pdep` and the products of the same kernel, modulo every named polynomial.
#[test]
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
fn squares_by_deposited_bits() {
    use crate::laws::{encoding_laws, field_laws};
    use polylimb::authors::field::Field;
    use polylimb::authors::field::binary::{Binary, words_for};
    use polylimb_catalogue::binary_field::Pdep;

    assert!(Pdep::available(Features::NONE).is_none());
    let Some(kernel) = Pdep::available(Features::detect()) else {
        println!("SKIPPED clmul-pdep: needs bmi2, avx2 and pclmulqdq");
        return;
    };
    let (mut rng, mut compared) = (rng(45), 0);
    macro_rules! each {
        ($($degree:literal $polynomial:ident)*) => {$(
            let of = Sparse::of::<$polynomial>();
            let modulus = polynomial(of.degree(), of.lower());
            let f = Binary::<{ words_for($degree) }, $polynomial, _>::with(kernel);
            let mut element = || -> [Word; words_for($degree)] {
                reduced(operand(&mut rng, of.words()), &of).try_into().expect("an element's words")
            };
            // The unreduced square is linear: what it is for single bits it is for all inputs.
            for i in 0..$degree {
                let x = f.from_bit(i);
                assert_eq!(number(f.sqr_wide(&x).words()), product(&number(&x), &number(&x)));
            }
            for _ in 0..600 {
                let (a, b) = (element(), element());
                let (x, y) = (number(&a), number(&b));
                assert_eq!(number(f.sqr_wide(&a).words()), product(&x, &x));
                assert_eq!(number(&f.sqr(&a)), remainder(&product(&x, &x), &modulus));
                assert_eq!(number(&f.mul(&a, &b)), remainder(&product(&x, &y), &modulus));
                compared += 3;
            }
            let few = [element(), element(), element(), element(), element()];
            compared += field_laws(&f, &few, |mask| mask.to_bool_vartime());
            compared += encoding_laws(&f, &few, |mask| mask.to_bool_vartime());
        )*};
    }
    each!(163 F163  233 F233  283 F283  409 F409  571 F571);
    assert!(compared >= 10_000, "only {compared} comparisons ran");
}
