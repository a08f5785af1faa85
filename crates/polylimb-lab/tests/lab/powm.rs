//! The study of powers with a made-up method that errs now and then.

use polylimb::authors::limb::Kernel;
use polylimb::authors::powm::{Entry, Make};
use polylimb_lab::registry::powm::{Listed, Measured, power};
use polylimb_lab::registry::{TEAM, executor};
use polylimb_lab::study::plan::Plan;
use polylimb_lab::study::powm::{Options, Powm};
use polylimb_lab::study::{Event, rounds};
use std::sync::atomic::{AtomicUsize, Ordering};

static CALLS: AtomicUsize = AtomicUsize::new(0);

/// The powers of the binary method, every fifth of them wrong.
fn errs(job: &polylimb::authors::powm::Job<'_>, r: &mut [polylimb::authors::limb::Word]) {
    let exact = power("binary-left-to-right").unwrap();
    exact.pow(job, r).unwrap();
    if CALLS.fetch_add(1, Ordering::Relaxed) % 5 == 4 {
        let mut one = vec![0; r.len()];
        job.modmul.one(&mut one);
        let power = r.to_vec();
        job.modmul.add(r, &power, &one);
    }
}

#[test]
fn an_occasional_wrong_power_is_found() {
    let right = power("binary-left-to-right").unwrap();
    let make = Make { pow: errs, ..right.make };
    let errs: &'static Entry = Box::leak(Box::new(Entry { name: "errs", make, ..*right }));
    let plan = Plan {
        bits: vec![64, 200],
        threads: vec![1],
        algorithms: None,
        kernels: vec![Kernel::PORTABLE],
        executors: vec![executor(TEAM).unwrap()],
        runs: 20,
        budget: None,
        pin: true,
        seed: 3,
        scenario: None,
    };
    let methods = [right, errs].map(|m| Measured::Power(Listed::Library(m)));
    let study = Powm::new(plan, &Options::default(), &methods).unwrap();
    let mut seen = Vec::new();
    rounds::run(&study, &mut |event| {
        if let Event::Measured(rows) = event {
            seen.extend(rows);
        }
        Ok(())
    })
    .unwrap();
    assert_eq!(seen.len(), 4);
    assert!(seen.iter().all(|m| m.correct == (m.algorithm != "errs")), "{seen:?}");
}
