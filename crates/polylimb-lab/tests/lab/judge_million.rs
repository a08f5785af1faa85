//! A million products: every algorithm × kernel × thread count × size against the judge, through
//! `leave`.
//!
//! The judge (GMP with feature `gmp`) computes once per pair of operands, for all algorithms. Each
//! comparison is of `a * b`, then of its square, computed without leaving the algorithm's own
//! range. With `POLYLIMB_MILLION` set and 64-bit words the test makes a million comparisons (two
//! minutes); otherwise it makes and asserts fewer.

use crate::common::{below, big, modulus, residue, rng};
use crate::splits::Shuffled;
use polylimb::authors::limb::{Kernel, WORD_BITS, Word};
use polylimb::authors::modmul::{ModMul, Request};
use polylimb::cpu::Features;
use polylimb::{Split, Team};
use polylimb_lab::{judge, registry};

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Sizes, the number of moduli of each, and the number of pairs of operands for each modulus: below
/// a word, around words, multiples of neither words nor thread counts, up to sizes at which every
/// fast product takes part.
const PLAN: [(&[usize], usize, usize); 6] = [
    (&[2, 3, 7, 8, 9, 31, 32, 33, 63, 64], 12, 30),
    (&[65, 96, 127, 128, 129, 160, 191, 192, 193, 224, 255, 256, 257, 320, 384, 448], 8, 24),
    (&[511, 512, 513, 521, 576, 607, 640, 768, 1000, 1024], 6, 24),
    (&[1025, 1279, 1536, 2047, 2048, 2203], 6, 18),
    (&[3072, 4096, 4097, 6000], 4, 13),
    (&[8191, 8192, 12288, 16384], 4, 8),
];

/// Whether this run makes the full number.
fn full() -> bool {
    WORD_BITS == 64 && std::env::var_os("POLYLIMB_MILLION").is_some()
}

/// The factor by which other runs make fewer pairs.
fn reduction() -> usize {
    if full() { 1 } else { 6 }
}

/// The algorithms of the library that must have taken part.
const ALGORITHMS_AT_LEAST: usize = 10;

/// One modulus, and its number of pairs.
struct Case {
    bits: usize,
    seed: u64,
    pairs: usize,
}

/// The plan, the longest cases first so that the threads end together.
fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (sizes, moduli, pairs) in PLAN.into_iter().rev() {
        for &bits in sizes {
            // A long product of 8-bit words takes milliseconds: spot checks.
            let spot = WORD_BITS == 8 && bits > 2048;
            for i in 0..if spot { 1 } else { moduli } {
                let pairs = if spot { 1 } else { pairs.div_ceil(reduction()) };
                cases.push(Case { bits, seed: (bits * 100 + i) as u64, pairs });
            }
        }
    }
    cases
}

/// Comparisons by algorithm.
type Counts = BTreeMap<&'static str, usize>;

/// An algorithm built for the case's modulus.
struct Built {
    algorithm: Box<dyn ModMul>,
    split: Arc<dyn Split>,
    scratch: Vec<Word>,
}

impl Built {
    /// Compares `a * b` and `(a * b)²`.
    fn check(&mut self, [a, b]: [&[Word]; 2], [product, square]: [&[Word]; 2], seed: u64) {
        let Self { algorithm: f, split, scratch } = self;
        let mut x = vec![0x5a; f.residue_words()];
        let (mut y, mut r) = (x.clone(), x.clone());
        let mut plain = vec![0x5a; f.modulus().len()];
        let mut expect = |r: &[Word], expected: &[Word], operation: &str, scratch: &mut [Word]| {
            f.leave(&mut plain, r, scratch);
            assert!(
                plain == expected,
                "{} {:?} {} threads, seed {seed}: {operation} for a = {:#x}, b = {:#x} mod {:#x} gave {:#x}",
                f.name(),
                f.kernel(),
                split.threads(),
                big(a),
                big(b),
                big(f.modulus()),
                big(&plain),
            );
        };
        f.enter(&mut x, a, scratch);
        f.enter(&mut y, b, scratch);
        f.mul(&mut r, &x, &y, scratch);
        expect(&r, product, "a * b", scratch);
        f.sqr(&mut x, &r, scratch);
        expect(&x, square, "(a * b)^2", scratch);
    }
}

/// Every algorithm and kernel on the suitable ones of `splits`, for this case.
fn run(case: &Case, splits: &[Arc<dyn Split>], counts: &mut Counts) {
    let mut rng = rng(case.seed);
    let odd = below(&mut rng, 4) != 0;
    let m = modulus(&mut rng, case.bits, odd);
    let mut all = Vec::new();
    for kernel in Kernel::available(Features::detect()) {
        for entry in registry::modmuls().filter(|e| e.domain.accepts(&m)) {
            for split in splits.iter().filter(|s| entry.threads.contains(s.threads())) {
                let request = Request { kernel, split: split.clone(), ..Request::new(&m) };
                let algorithm = entry.build(&request).expect(entry.name);
                let scratch = vec![0xa5; algorithm.scratch_words()];
                all.push(Built { algorithm, split: split.clone(), scratch });
            }
        }
    }
    for _ in 0..case.pairs {
        let (a, b) = (residue(&mut rng, &m), residue(&mut rng, &m));
        let product = judge::mod_mul(&a, &b, &m);
        let square = judge::mod_mul(&product, &product, &m);
        for built in &mut all {
            built.check([&a, &b], [&product, &square], case.seed);
            *counts.entry(built.algorithm.name()).or_default() += 2;
        }
    }
}

fn report(what: &str, counts: &Counts) -> usize {
    let total = counts.values().sum();
    println!("{what}: {total} comparisons with {}", judge::NAME);
    for (name, count) in counts {
        println!("    {name:24} {count:>8}");
    }
    assert!(counts.len() >= ALGORITHMS_AT_LEAST, "only {} algorithms took part", counts.len());
    total
}

/// The parts run in another order each time, on as many reported threads as wanted; the cases
/// themselves are distributed over the cores.
fn in_every_order() {
    let cases = cases();
    let next = AtomicUsize::new(0);
    let counts = Mutex::new(Counts::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let splits: Vec<Arc<dyn Split>> = [1, 2, 3, 4, 5, 8]
                    .map(|threads| Arc::new(Shuffled::new(threads)) as Arc<dyn Split>)
                    .into();
                let mut mine = Counts::new();
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    run(case, &splits, &mut mine);
                }
                let mut counts = counts.lock().expect("no thread panicked");
                for (name, count) in mine {
                    *counts.entry(name).or_default() += count;
                }
            });
        }
    });
    let counts = counts.into_inner().expect("no thread panicked");
    let total = report("every order of parts", &counts);
    let least = if full() { 1_000_000 } else { 10_000 };
    assert!(total >= least, "only {total} comparisons ran");
}

/// The real team: parts run at the same time, also on more threads than cores.
fn on_the_team() {
    let mut counts = Counts::new();
    let alone: Arc<dyn Split> = Arc::new(Team::new(1).expect("a team"));
    for threads in [2, 3, 4] {
        let team = Arc::new(Team::new(threads).expect("a team"));
        let splits = [alone.clone(), team.clone()];
        let session = team.session(|_| {
            // A quarter of the moduli of each size: another process beside takes a team's core.
            for case in cases().iter().step_by(if full() { 4 } else { 8 }) {
                let case = Case { pairs: case.pairs.div_ceil(8), seed: case.seed + 50, ..*case };
                run(&case, &splits, &mut counts);
            }
        });
        session.expect("no part panics");
    }
    let total = report("on the team", &counts);
    let least = if full() { 40_000 } else { 1_000 };
    assert!(total >= least, "only {total} comparisons ran");
}

/// One test, because each half uses all cores.
#[test]
fn a_million_products_agree_with_the_judge() {
    in_every_order();
    on_the_team();
}
