//! Private operations of many keys: the powers modulo all their factors, eight at a time.

use super::{Blinded, CrtModulus, Secret};
use crate::cpu::{DataIndependentTiming, Features};
use crate::error::{Error, Result};
use crate::limb::Word;
use crate::modmul::Residue;
use crate::powm::{BatchJob, BatchOptions};
use crate::team::each_chunk;
use alloc::vec::Vec;
use core::mem;
use rand_core::CryptoRng;
use zeroize::{Zeroize, Zeroizing};

/// One private operation.
struct Task<'a> {
    key: &'a CrtModulus,
    x: &'a [Word],
    mask: Result<Residue>,
    /// The number as a residue, and blinded.
    begun: Option<(Residue, Blinded)>,
    result: Result<Vec<Word>>,
}

impl CrtModulus {
    /// [`CrtModulus::private`] of each number with its key. Where the CPU has lanes, eight powers
    /// modulo factors run at a time, fastest for keys of one length; parts of the batch run over
    /// the options' threads.
    ///
    /// ```
    /// # use rand_chacha::rand_core::SeedableRng;
    /// # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
    /// use polylimb::modmul::Options;
    /// use polylimb::powm::{BatchOptions, CrtModulus};
    /// // The primes are as short as this line; `rng` is any `rand_core::CryptoRng`.
    /// let key = CrtModulus::from_primes(&[&[11], &[17]], &[3], &Options::default())?;
    /// let jobs = [(&key, &[123][..]), (&key, &[187])];
    /// let powers = CrtModulus::private_all(&jobs, &BatchOptions::default(), &mut rng);
    /// assert_eq!(powers[0], key.private(&[123], &mut rng));
    /// assert!(powers[1].is_err());
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// For each job as [`CrtModulus::private`].
    pub fn private_all<R: CryptoRng + ?Sized>(
        jobs: &[(&Self, &[Word])],
        options: &BatchOptions<'_>,
        rng: &mut R,
    ) -> Vec<Result<Vec<Word>>> {
        let _timing = DataIndependentTiming::begin();
        let mut tasks = Vec::with_capacity(jobs.len());
        for &(key, x) in jobs {
            let result = Err(Error::PartPanicked);
            tasks.push(Task { key, x, mask: key.draw(rng), begun: None, result });
        }
        let lanes = options.features.allows(Features::IFMA);
        each_chunk(options.split, &mut tasks, 1, |_, task| task[0].begin(lanes));
        let begun = tasks.iter().filter_map(|task| Some((task.key, task.begun.as_ref()?)));
        let powers: Vec<BatchJob<'_>> = begun
            .flat_map(|(key, (_, blinded))| {
                key.factors.iter().map(|factor| BatchJob {
                    modulus: factor.modulus.as_words(),
                    base: &blinded.base,
                    exponent: factor.exponent(),
                })
            })
            .collect();
        let powers: Result<Vec<_>> = BatchJob::pow_all(&powers, options)
            .map(|powers| powers.into_iter().map(Zeroizing::new).collect());
        let mut rest = powers.as_deref().unwrap_or_default();
        let mut ends: Vec<(&mut Task<'_>, &[Secret])> = Vec::with_capacity(tasks.len());
        for task in tasks.iter_mut().filter(|task| task.begun.is_some()) {
            let (own, others) = rest.split_at_checked(task.key.factors.len()).unwrap_or_default();
            rest = others;
            ends.push((task, own));
        }
        each_chunk(options.split, &mut ends, 1, |_, end| {
            let (task, powers) = &mut end[0];
            task.end(powers);
        });
        drop(ends);
        let results = tasks
            .iter_mut()
            .map(|task| match mem::replace(&mut task.result, Err(Error::PartPanicked)) {
                // The mask shares a factor with n, or a factor is too long for the lanes.
                Err(Error::NotInvertible | Error::PartPanicked) => task.key.private(task.x, rng),
                result => result,
            })
            .collect();
        // A task may have been moved with what lay between its fields on the stack.
        tasks.clear();
        tasks.spare_capacity_mut().zeroize();
        results
    }
}

impl Task<'_> {
    /// Everything before the powers; without lanes everything.
    fn begin(&mut self, lanes: bool) {
        let begun = (|| {
            let x = self.key.modulus.residue(self.x)?;
            let mask = self.mask.as_ref().map_err(|error| *error)?;
            if !lanes {
                return self.key.masked(&x, mask).map(Err);
            }
            let blinded = self.key.blinded(&x, mask)?;
            Ok(Ok((x, blinded)))
        })();
        match begun {
            Ok(Ok(begun)) => self.begun = Some(begun),
            Ok(Err(power)) => self.result = Ok(power),
            Err(error) => self.result = Err(error),
        }
    }

    /// Everything after the powers, one for each factor.
    fn end(&mut self, powers: &[Secret]) {
        let (Some((x, blinded)), Ok(mask)) = (&self.begun, &self.mask) else { return };
        if powers.len() < self.key.factors.len() {
            return;
        }
        let parts = self.key.factors.iter().zip(powers);
        let powers: Result<Vec<_>> =
            parts.map(|(factor, power)| factor.modulus.residue(power)).collect();
        self.result = powers.and_then(|powers| self.key.unblinded(&powers, blinded, x, mask));
    }
}
