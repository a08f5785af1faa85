//! The study with made-up algorithms: a right one, one that errs now and then, one that refuses.

use num_bigint::BigUint;
use polylimb::Error;
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::limb::{Kernel, WORD_BITS, Word};
use polylimb::authors::modmul::{Entry, ModMul, Request};
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::record::Measurement;
use polylimb_lab::registry::{self, Listed};
use polylimb_lab::study::modmul::{Modmul, Op, Options};
use polylimb_lab::study::plan::{Budget, Plan};
use polylimb_lab::study::{Event, rounds};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Products by num-bigint; every `wrong_every`-th one is off by one.
struct Bigint {
    modulus: Vec<Word>,
    wrong_every: usize,
    calls: AtomicUsize,
}

fn big(words: &[Word]) -> BigUint {
    BigUint::from_bytes_le(&words.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<_>>())
}

impl ModMul for Bigint {
    fn name(&self) -> &'static str {
        "bigint"
    }
    fn modulus(&self) -> &[Word] {
        &self.modulus
    }
    fn kernel(&self) -> Kernel {
        Kernel::PORTABLE
    }
    fn scratch_words(&self) -> usize {
        0
    }
    fn enter(&self, r: &mut [Word], plain: &[Word], _: &mut [Word]) {
        r.copy_from_slice(plain);
    }
    fn leave(&self, plain: &mut [Word], r: &[Word], _: &mut [Word]) {
        plain.copy_from_slice(r);
    }
    fn one(&self, r: &mut [Word]) {
        r.fill(0);
        r[0] = 1;
    }
    fn mul(&self, r: &mut [Word], a: &[Word], b: &[Word], _: &mut [Word]) {
        let call = self.calls.fetch_add(1, Ordering::Relaxed) + 1;
        let off = u8::from(call.is_multiple_of(self.wrong_every));
        let product = (big(a) * big(b) + off) % big(&self.modulus);
        let mut bytes = product.to_bytes_le();
        bytes.resize(r.len() * (WORD_BITS / 8), 0);
        for (r, chunk) in r.iter_mut().zip(bytes.chunks_exact(WORD_BITS / 8)) {
            *r = Word::from_le_bytes(chunk.try_into().unwrap());
        }
    }
}

fn make(request: &Request<'_>, wrong_every: usize) -> Box<dyn ModMul> {
    let modulus = request.modulus.to_vec();
    Box::new(Bigint { modulus, wrong_every, calls: AtomicUsize::new(0) })
}

const RIGHT: Entry = Entry {
    name: "right",
    source: "this test",
    summary: "num-bigint",
    threads: Threads::Exactly(1),
    domain: Domain::Any,
    constant_time: ConstantTime::No,
    make: |request| Ok(make(request, usize::MAX)),
};
static ENTRIES: [Entry; 3] = [
    RIGHT,
    Entry { name: "errs", make: |request| Ok(make(request, 7)), ..RIGHT },
    Entry {
        name: "refuses",
        make: |_| Err(Error::TooLarge { what: "modulus", max_bits: 1 }),
        ..RIGHT
    },
];

fn listed() -> Vec<Listed> {
    ENTRIES.iter().map(|entry| Listed { entry, library: true }).collect()
}

fn plan(algorithms: Option<&[&str]>) -> Plan {
    Plan {
        scenario: None,
        bits: vec![100, 64],
        threads: vec![1],
        algorithms: algorithms.map(|names| names.iter().map(ToString::to_string).collect()),
        kernels: vec![Kernel::PORTABLE],
        executors: vec![registry::executor(registry::TEAM).unwrap()],
        runs: 7,
        budget: None,
        pin: true,
        seed: 11,
    }
}

struct Seen {
    measurements: Vec<Measurement>,
    notes: Vec<String>,
    progress: Vec<f64>,
}

fn watch(plan: &Plan) -> (Result<()>, Seen) {
    let mut seen = Seen { measurements: Vec::new(), notes: Vec::new(), progress: Vec::new() };
    let options = Options { ops: vec![Op::Mul, Op::Enter], ..Options::default() };
    let study = Modmul::new(plan.clone(), options, &listed()).unwrap();
    let outcome = rounds::run(&study, &mut |event| {
        match event {
            Event::Host(_) => panic!("the runner tells the host"),
            Event::Progress { done, .. } => seen.progress.push(done),
            Event::Measured(ms) => seen.measurements.extend(ms),
            Event::Note(text) => seen.notes.push(text),
        }
        Ok(())
    });
    (outcome, seen)
}

#[test]
fn an_occasional_wrong_product_is_found() {
    let (outcome, seen) = watch(&plan(None));
    outcome.unwrap();
    assert_eq!(seen.measurements.len(), 2 * 2 * 2);
    for m in &seen.measurements {
        let wrong = m.algorithm == "errs" && m.op == "mul";
        assert_eq!(m.correct, !wrong, "{m:?}");
        assert_eq!(m.runs, 7);
    }
}

#[test]
fn what_refuses_is_left_out_with_a_note() {
    let (_, seen) = watch(&plan(None));
    assert_eq!(seen.notes.len(), 2);
    assert!(seen.notes[0].contains("100 bits") && seen.notes[0].contains("too large"));
    let (outcome, _) = watch(&plan(Some(&["refuses"])));
    assert_eq!(outcome.unwrap_err().status(), 3);
}

#[test]
fn sizes_come_in_the_plans_order_and_progress_grows_to_the_end() {
    let (_, seen) = watch(&plan(Some(&["right"])));
    let bits: Vec<_> = seen.measurements.iter().map(|m| m.bits).collect();
    assert_eq!(bits, [100, 100, 64, 64]);
    assert!(seen.progress.is_sorted());
    assert!((seen.progress.last().unwrap() - 1.0).abs() < 1e-9);
}

#[test]
fn a_budget_takes_samples_away_but_not_all() {
    let mut plan = plan(Some(&["right"]));
    plan.runs = 100_000;
    plan.budget = Some(Budget::Each(std::time::Duration::from_nanos(1)));
    let (_, seen) = watch(&plan);
    assert!(seen.measurements.iter().all(|m| m.runs == 5), "{:?}", seen.measurements);
}

#[test]
fn the_sinks_error_ends_the_study() {
    let options = Options { ops: vec![Op::Mul], ..Options::default() };
    let study = Modmul::new(plan(None), options, &listed()).unwrap();
    let outcome = rounds::run(&study, &mut |_| Err(Failure::ReaderGone));
    assert_eq!(outcome, Err(Failure::ReaderGone));
}
