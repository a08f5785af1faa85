//! One exponentiation at a time: the methods of polylimb on one and on several threads, on each
//! kernel.

use crate::chain::{Case, number};
use crate::powm::Peer;
use polylimb::Split;
use polylimb::authors::limb::Kernel;
use polylimb::authors::powm::{Entry, Job};
use polylimb::cpu::Features;
use polylimb::modmul::{Modulus, Options};
use polylimb::powm::Exponent;
use polylimb_lab::registry::powm::powers;
use std::sync::Arc;

/// The rows for this case: the checked face, and each method, on the kernels with assembly of their
/// own.
///
/// # Errors
/// If a modulus cannot be made.
pub fn peers(case: &Case, splits: &[Arc<dyn Split>]) -> polylimb::Result<Vec<Peer>> {
    let mut peers = Vec::new();
    for kernel in Kernel::available(Features::detect()).skip(1) {
        let mut options = Options::default();
        options.kernel = Some(kernel.name());
        let modulus = Modulus::new(&case.m, &options)?;
        peers.push(face(&modulus, kernel.name(), case));
        for method in powers() {
            for split in splits.iter().filter(|s| method.threads.contains(s.threads())) {
                peers.push(direct(&modulus, kernel.name(), method, split.clone(), case));
            }
        }
    }
    Ok(peers)
}

/// The functions for applications.
fn face(modulus: &Modulus, kernel: &str, case: &Case) -> Peer {
    let (modulus, base, exponent) = (modulus.clone(), case.x.clone(), case.b.clone());
    let run = Box::new(move || vec![number(&modulus.pow(&base, &exponent).expect("reduced"))]);
    Peer { name: format!("polylimb Modulus::pow {kernel}"), threads: 1, powers: 1, run }
}

/// A method of the register, with the conversions into and out of the multiplication's
/// representation.
fn direct(
    modulus: &Modulus,
    kernel: &str,
    method: &'static Entry,
    split: Arc<dyn Split>,
    case: &Case,
) -> Peer {
    let (name, threads) = (format!("polylimb {} {kernel}", method.name), split.threads());
    let (modmul, plain, exponent) = (modulus.modmul().clone(), case.x.clone(), case.b.clone());
    let run = Box::new(move || {
        let mut scratch = vec![0; modmul.scratch_words()];
        let mut base = vec![0; modmul.residue_words()];
        let (mut power, mut result) = (base.clone(), vec![0; plain.len()]);
        modmul.enter(&mut base, &plain, &mut scratch);
        let exponent = Exponent::new(&exponent);
        let job = Job { modmul: &*modmul, base: &base, exponent, split: &*split, width: None };
        method.pow(&job, &mut power).expect("these threads");
        modmul.leave(&mut result, &power, &mut scratch);
        vec![number(&result)]
    });
    Peer { name, threads, powers: 1, run }
}
