//! Every multiplication and kernel with residues and scratch at the ends of pages, between pages
//! that may not be touched. The results must be those on ordinary memory, which `differential.rs`
//! judges.

use crate::common::{modulus, residue, rng};
use crate::guarded::{Guarded, Place};
use crate::splits::Shuffled;
use polylimb::authors::limb::Kernel;
use polylimb::authors::modmul::{ALGORITHMS, Request};
use polylimb::cpu::Features;
use std::sync::Arc;

#[test]
fn nothing_outside_of_residues_and_scratch_is_touched() {
    let mut rng = rng(28);
    let mut compared = 0;
    let mut guarded = [Place::AtTheStart, Place::AtTheEnd].map(Guarded::new);
    for kernel in Kernel::available(Features::detect()) {
        for entry in ALGORITHMS {
            for bits in [8, 64, 192, 256, 384, 521, 1024, 1536, 2048, 3072] {
                let m = modulus(&mut rng, bits, true);
                if !entry.domain.accepts(&m) {
                    continue;
                }
                let split = Arc::new(Shuffled::new(entry.threads.min()));
                let request = Request { kernel, split, ..Request::new(&m) };
                let built = entry.build(&request).expect("in the domain");
                let plain = [residue(&mut rng, &m), residue(&mut rng, &m)];
                let mut scratch = vec![0x5a; built.scratch_words()];
                let empty = vec![0x5a; built.residue_words()];
                let [x, y] = plain.each_ref().map(|plain| {
                    let mut r = empty.clone();
                    built.enter(&mut r, plain, &mut scratch);
                    r
                });
                let (mut product, mut square) = (empty.clone(), empty.clone());
                built.mul(&mut product, &x, &y, &mut scratch);
                built.sqr(&mut square, &x, &mut scratch);
                for pages in &mut guarded {
                    let buffers = [&plain[0], &x, &y, &empty, &scratch].map(|v| &v[..]);
                    let [plain, x, y, r, scratch] = pages.buffers(buffers);
                    let what = format!("{} {kernel:?} {bits}", entry.name);
                    built.mul(r, x, y, scratch);
                    assert_eq!(r, product, "{what} mul");
                    built.sqr(r, x, scratch);
                    assert_eq!(r, square, "{what} sqr");
                    built.enter(r, plain, scratch);
                    assert_eq!(r, x, "{what} enter");
                    let before = plain.to_vec();
                    built.leave(plain, x, scratch);
                    assert_eq!(plain, before, "{what} leave");
                    compared += 4;
                }
            }
        }
    }
    assert!(compared >= 40 * ALGORITHMS.len(), "only {compared} comparisons ran");
}
