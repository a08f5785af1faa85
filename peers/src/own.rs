//! polylimb's algorithms through their public trait, as the laboratory calls them.

use crate::chain::{Case, Chain, number, timed};
use num_bigint::BigUint;
use polylimb::Split;
use polylimb::authors::modmul::{Entry, ModMul, Request};
use std::sync::Arc;
use std::time::Duration;

/// A chain of products inside the algorithm's own residues.
pub struct Own {
    algorithm: Box<dyn ModMul>,
    split: Arc<dyn Split>,
    x: Vec<u64>,
    b: Vec<u64>,
    r: Vec<u64>,
    scratch: Vec<u64>,
}

impl Own {
    /// For this case, with the best kernel and the threads of `split`.
    ///
    /// # Errors
    /// If the algorithm is not defined for it.
    pub fn boxed(
        entry: &Entry,
        split: Arc<dyn Split>,
        case: &Case,
    ) -> polylimb::Result<Box<dyn Chain>> {
        let algorithm = entry.build(&Request { split: split.clone(), ..Request::new(&case.m) })?;
        let mut scratch = vec![0; algorithm.scratch_words()];
        let [x, b] = [&case.x, &case.b].map(|plain| {
            let mut r = vec![0; algorithm.residue_words()];
            algorithm.enter(&mut r, plain, &mut scratch);
            r
        });
        let r = vec![0; x.len()];
        Ok(Box::new(Self { algorithm, split, x, b, r, scratch }))
    }
}

impl Chain for Own {
    fn run(&mut self, times: usize) -> Duration {
        let Self { algorithm, split, x, b, r, scratch } = self;
        let mut time = Duration::ZERO;
        // The clock runs inside the session, after a discarded product: a product in the middle of
        // an exponentiation does not wake the team.
        split.hold(&mut || {
            algorithm.mul(r, x, b, scratch);
            time = timed(times, || {
                algorithm.mul(r, x, b, scratch);
                core::mem::swap(x, r);
            });
        });
        time
    }

    fn value(&mut self) -> BigUint {
        let mut plain = vec![0; self.algorithm.modulus().len()];
        self.algorithm.leave(&mut plain, &self.x, &mut self.scratch);
        number(&plain)
    }
}
