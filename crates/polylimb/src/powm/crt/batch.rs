//! Private operations of many keys: the powers modulo all their factors, eight at a time.

use super::{CrtModulus, Factor, Secret, inverse_of, reduced};
use crate::cpu::Features;
use crate::error::{Error, Result};
use crate::limb::Word;
use crate::limb::simd::LANES;
use crate::modmul::Residue;
use crate::powm::{BatchJob, BatchOptions};
use crate::team::each_chunk;
use alloc::vec;
use alloc::vec::Vec;
use core::ptr;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

/// One private operation.
struct Task<'a> {
    key: &'a CrtModulus,
    x: &'a [Word],
    mask: Result<Residue>,
    blinded: Option<Blinded>,
    result: Result<Vec<Word>>,
}

/// What goes into the powers, and what takes the mask away.
struct Blinded {
    x: Residue,
    number: Secret,
    /// The mask's inverse modulo each factor.
    unmasks: Vec<Residue>,
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
        let mut tasks = Vec::with_capacity(jobs.len());
        for &(key, x) in jobs {
            let result = Err(Error::PartPanicked);
            tasks.push(Task { key, x, mask: key.draw(rng), blinded: None, result });
        }
        let lanes = options.features.allows(Features::IFMA);
        let share = jobs.len().div_ceil(options.split.threads()).clamp(1, LANES);
        each_chunk(options.split, &mut tasks, share, |_, tasks| {
            for task in tasks.iter_mut() {
                task.begin(lanes);
            }
            tasks.chunk_by_mut(|a, b| ptr::eq(a.key, b.key)).for_each(find_unmasks);
        });
        let begun = || tasks.iter().filter_map(|task| Some((task.key, task.blinded.as_ref()?)));
        let powers: Vec<BatchJob<'_>> = begun()
            .flat_map(|(key, blinded)| {
                key.factors.iter().map(|factor| BatchJob {
                    modulus: factor.modulus.as_words(),
                    base: &blinded.number,
                    exponent: factor.exponent(),
                })
            })
            .collect();
        let powers: Result<Vec<_>> = BatchJob::pow_all(&powers, options)
            .map(|powers| powers.into_iter().map(Zeroizing::new).collect());
        let mut rest = powers.as_deref().unwrap_or_default();
        let mut ends: Vec<(&mut Task<'_>, &[Secret])> = Vec::with_capacity(tasks.len());
        for task in tasks.iter_mut().filter(|task| task.blinded.is_some()) {
            let (own, others) = rest.split_at_checked(task.key.factors.len()).unwrap_or_default();
            rest = others;
            ends.push((task, own));
        }
        each_chunk(options.split, &mut ends, 1, |_, end| {
            let (task, powers) = &mut end[0];
            task.end(powers);
        });
        drop(ends);
        tasks
            .into_iter()
            .map(|task| match task.result {
                // The mask shares a factor with n, or a factor is too long for the lanes.
                Err(Error::NotInvertible | Error::PartPanicked) => task.key.private(task.x, rng),
                result => result,
            })
            .collect()
    }
}

impl Task<'_> {
    /// Everything before the powers but the unmasks; without lanes everything.
    fn begin(&mut self, lanes: bool) {
        let begun = (|| {
            let x = self.key.modulus.residue(self.x)?;
            let mask = self.mask.as_ref().map_err(|error| *error)?;
            if !lanes {
                return self.key.masked(&x, mask).map(Err);
            }
            let number = self.key.blinded(&x, mask)?;
            Ok(Ok(Blinded { x, number, unmasks: Vec::new() }))
        })();
        match begun {
            Ok(Ok(blinded)) => self.blinded = Some(blinded),
            Ok(Err(power)) => self.result = Ok(power),
            Err(error) => self.result = Err(error),
        }
    }

    /// Everything after the powers, one for each factor.
    fn end(&mut self, powers: &[Secret]) {
        let Some(blinded) = &self.blinded else { return };
        if powers.len() < self.key.factors.len() {
            return;
        }
        let parts = self.key.factors.iter().zip(powers).zip(&blinded.unmasks);
        let unblinded = parts
            .map(|((factor, power), unmask)| factor.modulus.residue(power)?.mul(unmask))
            .collect::<Result<Vec<_>>>();
        self.result =
            unblinded.and_then(|powers| self.key.checked(&self.key.combined(&powers)?, &blinded.x));
    }
}

/// The inverses of the masks of one key's tasks; one that has none leaves them all to be computed
/// alone.
fn find_unmasks(tasks: &mut [Task<'_>]) {
    let Some(key) = tasks.first().map(|task| task.key) else { return };
    for factor in &key.factors {
        if let Err(error) = find_unmasks_modulo(factor, tasks) {
            for task in tasks.iter_mut() {
                if task.blinded.take().is_some() {
                    task.result = Err(error);
                }
            }
        }
    }
}

/// One inversion for all (`[Montgomery1987]`): of the product of the masks.
fn find_unmasks_modulo(factor: &Factor, tasks: &mut [Task<'_>]) -> Result<()> {
    let modulus = &factor.modulus;
    let mut masks = Vec::with_capacity(tasks.len());
    for task in tasks.iter().filter(|task| task.blinded.is_some()) {
        let mask = task.mask.as_ref().map_err(|error| *error)?;
        masks.push(reduced(modulus, &Zeroizing::new(mask.to_words()))?);
    }
    let Some(first) = masks.first() else { return Ok(()) };
    // Of the first one, the first two, and so on.
    let mut products = vec![first.clone()];
    for (i, mask) in masks.iter().enumerate().skip(1) {
        products.push(products[i - 1].mul(mask)?);
    }
    let all = Zeroizing::new(products[masks.len() - 1].to_words());
    let mut inverse = inverse_of(modulus, &all)?;
    let blinded = tasks.iter_mut().filter_map(|task| task.blinded.as_mut());
    for (i, blinded) in blinded.collect::<Vec<_>>().into_iter().enumerate().rev() {
        let unmask = if i == 0 { inverse.clone() } else { inverse.mul(&products[i - 1])? };
        inverse = inverse.mul(&masks[i])?;
        blinded.unmasks.push(unmask);
    }
    Ok(())
}
