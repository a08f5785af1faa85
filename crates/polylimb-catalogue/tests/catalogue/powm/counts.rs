//! The cost model against the operations of a counting multiplication.
#![allow(clippy::cast_precision_loss, reason = "counts are small")]

use super::methods;
use super::shared::{threads, usual};
use crate::common::{operand, rng};
use polylimb::Split;
use polylimb::authors::limb::{Kernel, WORD_BITS, Word};
use polylimb::authors::modmul::ModMul;
use polylimb::authors::powm::{Counts, Entry, Job};
use polylimb::powm::Exponent;
use polylimb_catalogue::powm::model::published;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// The method of that name.
fn find(name: &str) -> polylimb::Result<&'static Entry> {
    polylimb::authors::entry::find(methods(), "powm method", name)
}

/// Counts the operations of another multiplication.
struct Counting {
    modmul: Arc<dyn ModMul>,
    squarings: AtomicUsize,
    products: AtomicUsize,
}

impl Counting {
    fn counts(&self) -> Counts {
        Counts::new(self.squarings.load(Relaxed) as f64, self.products.load(Relaxed) as f64)
    }
}

impl ModMul for Counting {
    fn name(&self) -> &'static str {
        "counting"
    }
    fn modulus(&self) -> &[Word] {
        self.modmul.modulus()
    }
    fn kernel(&self) -> Kernel {
        self.modmul.kernel()
    }
    fn residue_words(&self) -> usize {
        self.modmul.residue_words()
    }
    fn scratch_words(&self) -> usize {
        self.modmul.scratch_words()
    }
    fn enter(&self, r: &mut [Word], plain: &[Word], scratch: &mut [Word]) {
        self.modmul.enter(r, plain, scratch);
    }
    fn leave(&self, plain: &mut [Word], r: &[Word], scratch: &mut [Word]) {
        self.modmul.leave(plain, r, scratch);
    }
    fn one(&self, r: &mut [Word]) {
        self.modmul.one(r);
    }
    fn mul(&self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
        self.products.fetch_add(1, Relaxed);
        self.modmul.mul(r, a, b, scratch);
    }
    fn sqr(&self, r: &mut [Word], a: &[Word], scratch: &mut [Word]) {
        self.squarings.fetch_add(1, Relaxed);
        self.modmul.sqr(r, a, scratch);
    }
}

/// Runs the parts in order and notes the operations of each.
struct Noting {
    threads: usize,
    modmul: Arc<Counting>,
    parts: Mutex<Vec<Counts>>,
}

// SAFETY: one loop calls each part once.
unsafe impl Split for Noting {
    fn threads(&self) -> usize {
        self.threads
    }

    fn run(&self, parts: usize, part: &(dyn Fn(usize) + Sync)) {
        let mut noted = self.parts.lock().expect("no part panicked");
        let all = parts.max(noted.len());
        noted.resize(all, Counts::default());
        for (i, noted) in noted.iter_mut().enumerate().take(parts) {
            let before = self.modmul.counts();
            part(i);
            let after = self.modmul.counts();
            noted.squarings += after.squarings - before.squarings;
            noted.products += after.products - before.products;
        }
    }
}

/// The operations of each thread, and of all of them with the joining.
fn counted(method: &Entry, threads: usize, exponent: Exponent<'_>) -> (Vec<Counts>, Counts) {
    let modmul = Arc::new(Counting {
        modmul: usual(&[0x65, 1]),
        squarings: AtomicUsize::new(0),
        products: AtomicUsize::new(0),
    });
    let split = Noting { threads, modmul: modmul.clone(), parts: Mutex::default() };
    let base = vec![2; modmul.residue_words()];
    let job = Job { modmul: &*modmul, base: &base, exponent, split: &split, width: None };
    method.pow(&job, &mut base.clone()).expect("a job like others");
    (split.parts.into_inner().expect("no part panicked"), modmul.counts())
}

/// A random exponent of exactly `bits` bits.
fn random(rng: &mut impl rand_core::RngCore, bits: usize) -> Vec<Word> {
    let mut e: Vec<_> = (0..bits.div_ceil(WORD_BITS)).map(|_| rng.next_u64() as Word).collect();
    let top = (bits - 1) % WORD_BITS;
    let last = e.len() - 1;
    e[last] = (e[last] & ((1 << top) - 1)) | (1 << top);
    e
}

#[test]
fn equal_parts_do_exactly_what_their_bits_say() {
    let mut rng = rng(60);
    let binary = find("parallel-binary").unwrap();
    let mut compared = 0;
    for i in 0..200_usize {
        let (bits, threads) = (20 + 7 * i, 2 + i % 4);
        let e = if i % 3 == 0 {
            operand(&mut rng, bits.div_ceil(WORD_BITS))
        } else {
            random(&mut rng, bits)
        };
        let e = Exponent::with_len(&e, bits);
        let (noted, total) = counted(binary, threads, e);
        let mut low = 0;
        let mut sum = Counts::new(0.0, threads as f64 - 1.0);
        for (thread, noted) in noted.iter().enumerate() {
            let length = bits / threads + usize::from(thread < bits % threads);
            let ones: Vec<_> = (0..length).filter(|&i| e.bit(low + i) == 1).collect();
            let expected = Counts::new(
                (low + ones.last().copied().unwrap_or(0)) as f64,
                ones.len().saturating_sub(1) as f64,
            );
            assert_eq!(*noted, expected, "thread {thread} of {threads}, {bits} bits");
            sum = sum.plus(expected);
            low += length;
            compared += 1;
        }
        assert_eq!(total, sum);
    }
    assert!(compared >= 600, "only {compared} threads compared");
}

/// The mean over random exponents of the operations of the thread with the highest bits, and of the
/// joining.
fn mean_of_the_top_thread(method: &Entry, threads: usize, bits: usize, times: usize) -> Counts {
    let mut rng = rng(61);
    let sum = (0..times).fold(Counts::default(), |sum, _| {
        let e = random(&mut rng, bits);
        let (noted, _) = counted(method, threads, Exponent::with_len(&e, bits));
        sum.plus(*noted.last().expect("at least one thread"))
    });
    let times = times as f64;
    Counts::new(sum.squarings / times, sum.products / times + threads as f64 - 1.0)
}

/// Equation 5 gives the cost of equal threads, except the first squaring and product of a chain,
/// whose operand is 1.
#[test]
fn equation_5() {
    let method = find("parallel-binary").unwrap();
    for bits in [512, 1024, 2048] {
        for threads in [2, 3, 4, 8] {
            let (mean, model) =
                (mean_of_the_top_thread(method, threads, bits, 40), published(bits, threads));
            assert!((model.squarings - mean.squarings - 1.0).abs() < 1e-9, "{mean:?} {model:?}");
            // 40 stretches of b bits: a standard deviation of sqrt(b / 160); five of them.
            let bound = 2.0 + 5.0 * (bits as f64 / threads as f64 / 160.0).sqrt();
            let difference = (model.products - mean.products).abs();
            assert!(difference < bound, "{bits} bits, {threads} threads: {mean:?} {model:?}");
        }
    }
}

/// The expected operations of each method agree with the mean.
#[test]
fn predictions() {
    let mut compared = 0;
    for method in methods() {
        // The same exponents for each method, in any order of the methods.
        let mut rng = rng(62);
        for threads in threads(method) {
            for bits in [300, 2048] {
                let predicted = (method.make.expected)(bits, threads, None);
                assert!((1..=threads).contains(&predicted.parts.len()), "{}", method.name);
                let times = 64;
                let mut mean = Counts::default();
                for _ in 0..times {
                    let e = random(&mut rng, bits);
                    let (_, total) = counted(method, threads, Exponent::with_len(&e, bits));
                    mean = mean.plus(Counts::new(
                        total.squarings / f64::from(times),
                        total.products / f64::from(times),
                    ));
                }
                let total = predicted.total();
                let what = format!(
                    "{} on {threads} threads, {bits} bits: {mean:?} {total:?}",
                    method.name
                );
                // A few operations at the ends of each thread, and chance.
                let ends = 3.0 * threads as f64;
                assert!((total.squarings - mean.squarings).abs() < ends, "{what}");
                let chance = 5.0 * (bits as f64).sqrt() / 8.0;
                assert!((total.products - mean.products).abs() < ends + chance, "{what}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 70, "only {compared} predictions compared");
}

/// The model's ratios to the sequential binary method: the gains of threads and their limits.
#[test]
fn ratios() {
    let time = |name: &str, threads| {
        let method = find(name).unwrap();
        (method.make.expected)(2048, threads, None).critical().time()
    };
    let sequential = time("binary-left-to-right", 1);
    let ratio = |name, threads| time(name, threads) / sequential;
    assert!((0.81..0.83).contains(&ratio("parallel-binary", 2)));
    assert!((0.72..0.75).contains(&ratio("parallel-binary-balanced", 2)));
    assert!((0.62..0.65).contains(&ratio("parallel-right-to-left", 2)));
    // All squarings of the exponent stay in sequence.
    assert!((0.62..0.66).contains(&ratio("parallel-binary-balanced", 8)));
    let window = time("sliding-window", 1);
    assert!(time("parallel-sliding-window-balanced", 2) / window > 0.87);
}
