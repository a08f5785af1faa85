//! Every registered multiplication × kernel × thread count × size against num-bigint, through
//! `leave`.

use super::algorithms;
use crate::common::{below, big, modulus, residue, rng, words};
use crate::splits::{RealThreads, Shuffled};
use num_bigint::BigUint;
use polylimb::authors::entry::Domain;
use polylimb::authors::limb::{Kernel, Mask, WORD_BITS, Word, bit_length_vartime};
use polylimb::authors::modmul::{Entry, ModMul, Request};
use polylimb::cpu::Features;
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// Thread counts to test an entry on.
fn thread_counts(entry: &Entry) -> Vec<usize> {
    (1..=8).chain([16, 37, 64]).filter(|&t| entry.threads.contains(t)).collect()
}

/// Sizes of every kind up to 2048 bits: below a word, around words, multiples of neither words nor
/// thread counts (521), long ones for the kernel's fastest methods.
const BITS: [usize; 21] =
    [2, 3, 7, 8, 9, 31, 33, 63, 64, 65, 127, 128, 160, 192, 224, 256, 384, 521, 1024, 1536, 2048];

fn request(m: &[Word], kernel: Kernel, threads: usize) -> Request<'_> {
    let split = Arc::new(Shuffled::new(threads));
    Request { kernel, split, ..Request::new(m) }
}

/// A multiplication and the judge, with operands that stay inside the multiplication's
/// representation.
struct Checked {
    built: Box<dyn ModMul>,
    what: String,
    m: BigUint,
    scratch: Vec<Word>,
    compared: usize,
}

impl Checked {
    fn new(built: Box<dyn ModMul>, what: String) -> Self {
        let m = big(built.modulus());
        let scratch = vec![0xa5; built.scratch_words()];
        Self { built, what, m, scratch, compared: 0 }
    }

    fn enter(&mut self, plain: &[Word]) -> Vec<Word> {
        let mut r = vec![0x5a; self.built.residue_words()];
        self.built.enter(&mut r, plain, &mut self.scratch);
        r
    }

    fn expect(&mut self, r: &[Word], expected: &BigUint, operation: &str) {
        let n = self.built.modulus().len();
        let mut plain = vec![0xa5; n];
        self.built.leave(&mut plain, r, &mut self.scratch);
        assert_eq!(plain, words(expected, n), "{} {operation} mod {:#x}", self.what, self.m);
        self.compared += 1;
    }

    /// Product and square of `a` and `b`.
    fn products(&mut self, a: &[Word], b: &[Word]) {
        let (x, y) = (self.enter(a), self.enter(b));
        let mut r = vec![0x5a; x.len()];
        self.built.mul(&mut r, &x, &y, &mut self.scratch);
        self.expect(&r, &(big(a) * big(b) % &self.m), "mul");
        self.built.sqr(&mut r, &x, &mut self.scratch);
        self.expect(&r, &(big(a) * big(a) % &self.m), "sqr");
    }

    /// All other operations of the trait.
    fn laws(&mut self, a: &[Word], b: &[Word]) {
        let (x, y) = (self.enter(a), self.enter(b));
        let (a, b, m) = (big(a), big(b), self.m.clone());
        let mut r = vec![0x5a; x.len()];
        self.expect(&x, &a, "enter");
        self.built.add(&mut r, &x, &y);
        self.expect(&r, &((&a + &b) % &m), "add");
        self.built.sub(&mut r, &x, &y);
        self.expect(&r, &((&a + &m - &b) % &m), "sub");
        let mut negated = vec![0x5a; x.len()];
        self.built.neg(&mut negated, &x);
        self.expect(&negated, &((&m - &a) % &m), "neg");
        self.built.add(&mut r, &negated, &x);
        let mut constant = vec![0x5a; x.len()];
        self.built.zero(&mut constant);
        assert!(self.built.eq(&r, &constant).to_bool_vartime(), "{} a + -a", self.what);
        self.expect(&constant, &BigUint::ZERO, "zero");
        self.built.one(&mut constant);
        self.expect(&constant, &(BigUint::from(1u32) % &m), "one");
        self.built.mul(&mut r, &x, &constant, &mut self.scratch);
        self.expect(&r, &a, "mul by one");
        assert_eq!(self.built.eq(&x, &y).to_bool_vartime(), a == b, "{} eq", self.what);
        self.built.select(&mut r, &y, Mask::FALSE);
        self.expect(&r, &a, "select nothing");
        self.built.select(&mut r, &y, Mask::TRUE);
        self.expect(&r, &b, "select");
    }
}

fn check(
    rng: &mut ChaCha8Rng,
    entry: &Entry,
    request: &Request<'_>,
    pairs: usize,
    what: &str,
) -> usize {
    let bits = bit_length_vartime(request.modulus);
    let what = format!(
        "{} {:?} {} threads {bits} bits {what}",
        entry.name,
        request.kernel,
        request.split.threads()
    );
    let mut checked = Checked::new(entry.build(request).expect(&what), what);
    for i in 0..pairs {
        let (a, b) = (residue(rng, request.modulus), residue(rng, request.modulus));
        checked.products(&a, &b);
        if i == 0 {
            checked.laws(&a, &b);
        }
    }
    checked.compared
}

/// Results are operands again: mixed operations on four residues, which the judge follows.
fn chain(rng: &mut ChaCha8Rng, entry: &Entry, request: &Request<'_>, steps: usize) -> usize {
    let what = format!("{} {:?}, a chain", entry.name, request.kernel);
    let mut checked = Checked::new(entry.build(request).expect(&what), what);
    let mut numbers = [(); 4].map(|()| big(&residue(rng, request.modulus)));
    let mut residues = numbers.each_ref().map(|a| checked.enter(&words(a, request.modulus.len())));
    for _ in 0..steps {
        let [i, j, to] = [(); 3].map(|()| below(rng, 4));
        let (x, y, a, b, m) = (&residues[i], &residues[j], &numbers[i], &numbers[j], &checked.m);
        let mut r = vec![0x5a; x.len()];
        let (name, expected) = match below(rng, 6) {
            0 | 1 => {
                checked.built.mul(&mut r, x, y, &mut checked.scratch);
                ("mul", a * b % m)
            }
            2 => {
                checked.built.sqr(&mut r, x, &mut checked.scratch);
                ("sqr", a * a % m)
            }
            3 => {
                checked.built.add(&mut r, x, y);
                ("add", (a + b) % m)
            }
            4 => {
                checked.built.sub(&mut r, x, y);
                ("sub", (a + m - b) % m)
            }
            _ => {
                checked.built.neg(&mut r, x);
                ("neg", (m - a) % m)
            }
        };
        checked.expect(&r, &expected, name);
        (residues[to], numbers[to]) = (r, expected);
    }
    checked.compared
}

#[test]
fn chains_of_mixed_operations() {
    let mut rng = rng(26);
    let mut compared = 0;
    for kernel in Kernel::available(Features::detect()) {
        for entry in algorithms() {
            for bits in [64, 128, 192, 256, 521, 1024, 2048] {
                let m = modulus(&mut rng, bits, true);
                if entry.domain.accepts(&m) {
                    let request = request(&m, kernel, entry.threads.min());
                    compared += chain(&mut rng, entry, &request, 60);
                }
            }
        }
    }
    assert!(compared >= 240 * algorithms().count(), "only {compared} comparisons ran");
}

#[test]
fn chains_modulo_every_odd_modulus_below_2_to_the_12() {
    let mut rng = rng(27);
    let mut compared = 0;
    let kernel = Kernel::best(Features::detect());
    for entry in algorithms() {
        for m in (1..1u32 << 12).step_by(2) {
            let m = words(&BigUint::from(m), 16usize.div_ceil(WORD_BITS));
            let m = &m[..bit_length_vartime(&m).div_ceil(WORD_BITS)];
            if entry.domain.accepts(m) {
                compared += chain(&mut rng, entry, &request(m, kernel, entry.threads.min()), 12);
            }
        }
    }
    assert!(compared >= 2000 * 12 * algorithms().count() / 2, "only {compared} comparisons ran");
}

#[test]
fn every_entry_kernel_and_thread_count_agrees_with_the_judge() {
    let mut rng = rng(20);
    let mut compared = 0;
    for kernel in Kernel::available(Features::detect()) {
        for entry in algorithms() {
            for threads in thread_counts(entry) {
                for bits in BITS {
                    let moduli = if bits <= 256 { 4 } else { 1 };
                    for _ in 0..moduli {
                        let odd = entry.domain != Domain::Any || below(&mut rng, 2) == 0;
                        let m = modulus(&mut rng, bits, odd);
                        if !entry.domain.accepts(&m) {
                            continue;
                        }
                        compared += check(&mut rng, entry, &request(&m, kernel, threads), 24, "");
                    }
                }
            }
        }
    }
    assert!(compared >= 6_250 * algorithms().count(), "only {compared} comparisons ran");
}

#[test]
fn large_moduli() {
    let sizes: &[usize] = if WORD_BITS == 8 { &[2056] } else { &[3072, 4096, 8191, 16384] };
    let mut rng = rng(21);
    let mut compared = 0;
    for kernel in Kernel::available(Features::detect()) {
        for entry in algorithms() {
            for &bits in sizes {
                let threads = thread_counts(entry);
                let threads = threads[below(&mut rng, threads.len())];
                let m = modulus(&mut rng, bits, true);
                compared += check(&mut rng, entry, &request(&m, kernel, threads), 2, "large");
            }
        }
    }
    assert!(compared >= algorithms().count() * sizes.len() * 13, "only {compared} comparisons ran");
}

/// Moduli whose quotients are hard to estimate: powers of a word (for which Barrett's constant is
/// one word longer), their neighbours, and a single high bit.
#[test]
fn extreme_moduli() {
    let mut rng = rng(22);
    let mut compared = 0;
    let kernel = Kernel::best(Features::detect());
    for n in [1, 2, 3, 5, 9] {
        let one = || BigUint::from(1u32);
        let power = |bits: usize| one() << bits;
        let (full, low) = (n * WORD_BITS, (n - 1) * WORD_BITS);
        let moduli = [
            power(full) - 1u32,
            power(full) - 2u32,
            power(full) - 3u32,
            power(full - 1),
            power(full - 1) + 1u32,
            power(low),
            power(low) + 1u32,
            power(low) + 2u32,
            power(low) + power(low / 2) + 1u32,
            power(low) * 2u32 - 1u32,
        ];
        for m in moduli {
            let m = words(&m, n);
            for entry in algorithms() {
                if !entry.domain.accepts(&m) {
                    continue;
                }
                for threads in thread_counts(entry) {
                    compared += check(&mut rng, entry, &request(&m, kernel, threads), 6, "extreme");
                }
            }
        }
    }
    assert!(compared >= 1_250 * algorithms().count(), "only {compared} comparisons ran");
}

/// All odd moduli below 2^6 with all pairs of operands for every entry; above, up to 2^8, all
/// moduli with a sample of pairs.
#[test]
fn exhaustive_for_small_moduli() {
    let mut rng = rng(24);
    let mut compared = 0;
    let kernel = Kernel::best(Features::detect());
    for entry in algorithms() {
        let threads = entry.threads.min();
        for m in (1..=255 as Word).filter(|m| entry.domain.accepts(&[*m])) {
            let mut checked = Checked::new(
                entry.build(&request(&[m], kernel, threads)).expect("the modulus is in the domain"),
                entry.name.to_owned(),
            );
            let step = if m < 64 { 1 } else { 24 };
            let start = |rng: &mut _| below(rng, step.min(m as usize)) as Word;
            for a in (start(&mut rng)..m).step_by(step) {
                for b in (start(&mut rng)..m).step_by(step) {
                    checked.products(&[a], &[b]);
                }
            }
            compared += checked.compared;
        }
    }
    assert!(compared >= 62_500 * algorithms().count(), "only {compared} comparisons ran");
}

#[test]
fn real_threads_agree_with_the_judge() {
    let mut rng = rng(25);
    let mut compared = 0;
    let kernel = Kernel::best(Features::detect());
    for entry in algorithms() {
        for threads in [2, 3, 4].into_iter().filter(|&t| entry.threads.contains(t)) {
            for bits in [65, 521, 2048] {
                let m = modulus(&mut rng, bits, true);
                if !entry.domain.accepts(&m) {
                    continue;
                }
                let split = Arc::new(RealThreads(threads));
                let request = Request { split, ..request(&m, kernel, threads) };
                compared += check(&mut rng, entry, &request, 2, "real threads");
            }
        }
    }
    assert!(compared >= 13 * algorithms().count(), "only {compared} comparisons ran");
}
