//! Paillier's encryption: sums of ciphertexts decrypt to sums of messages.
//!
//! **Source.** `[Paillier1999]` with the generator `N + 1`; keys and [`ShortExponents`]:
//! `[Damgard2010]`. A message `m` below `N = p q` becomes `(1 + m N) r^N mod N²`. The product of
//! two ciphertexts encrypts the sum of their messages modulo `N`, a power the product with the
//! exponent. **Idea.** Batches compute eight powers at a time. Decryption works modulo `p²` and
//! `q²`.
//!
//! | file | what it is |
//! |---|---|
//! | `public.rs` | encryption, and arithmetic with ciphertexts |
//! | `short_exponents.rs` | faster encryption: powers of one base |
//! | `secret.rs` | key generation and decryption |
//!
//! **Promises.** Moduli have 1024 to 8192 bits, new ones at least 2048. Messages, factors,
//! randomness and keys are secret: constant time, given the lengths. Numbers are big-endian bytes:
//! messages of any length but 0, results of [`PublicKey::bytes`] bytes, ciphertexts of
//! [`PublicKey::ciphertext_bytes`] bytes. Ciphertexts are malleable by design: who must not change
//! them needs a signature besides.
//!
//! Imports: `powm` and the layers below it. Read `public.rs`, then `secret.rs`.
//!
//! ```
//! # use rand_chacha::rand_core::SeedableRng;
//! # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
//! use polylimb::Alone;
//! use polylimb::paillier::SecretKey;
//! // `rng` is any `rand_core::CryptoRng`.
//! let key = SecretKey::generate(2048, &mut rng)?;
//! let public = key.public_key();
//! let sealed = public.encrypt_all(&[&[40], &[2]], &Alone, &mut rng);
//! let sealed = sealed.into_iter().collect::<polylimb::Result<Vec<_>>>()?;
//! let sum = public.add(&sealed[0], &sealed[1])?;
//! assert_eq!(key.decrypt(&sum)?.last(), Some(&42));
//! # Ok::<(), polylimb::Error>(())
//! ```

use crate::error::{Error, Result};
use crate::limb::Word;
use crate::powm::{BatchJob, BatchOptions, Exponent};
use crate::team::{Split, each_chunk};
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroizing;

mod public;
mod secret;
mod short_exponents;

pub use public::PublicKey;
pub use secret::SecretKey;
pub use short_exponents::ShortExponents;

type Secret = Zeroizing<Vec<Word>>;

/// A power to be computed, of a base below its modulus.
struct Power<'a> {
    modulus: &'a [Word],
    base: Secret,
    exponent: Secret,
    /// The exponent's length, which is public.
    bits: usize,
}

/// The result of each row. `begin` checks it and names its powers, which are computed for all rows
/// together; `finish` makes the result of them.
fn batched<'a, R: Sync, T: Send + Sync, const POWERS: usize>(
    rows: &[R],
    begin: impl Fn(&R) -> Result<(T, [Power<'a>; POWERS])> + Sync,
    split: &dyn Split,
    finish: impl Fn(&T, [&[Word]; POWERS]) -> Result<Vec<u8>> + Sync,
) -> Vec<Result<Vec<u8>>> {
    let mut begun: Vec<_> = rows.iter().map(|_| Err(Error::PartPanicked)).collect();
    each_chunk(split, &mut begun, 1, |i, begun| begun[0] = begin(&rows[i]));
    let all: Vec<BatchJob<'_>> = begun
        .iter()
        .flatten()
        .flat_map(|(_, powers)| powers)
        .map(|power| BatchJob {
            modulus: power.modulus,
            base: &power.base,
            exponent: Exponent::with_len(&power.exponent, power.bits),
        })
        .collect();
    let options = BatchOptions { split, ..BatchOptions::default() };
    let powers: Vec<Secret> = match BatchJob::powers(&all, &options) {
        Ok(powers) => powers.into_iter().map(Zeroizing::new).collect(),
        Err(error) => return vec![Err(error); rows.len()],
    };
    let mut own = powers.chunks_exact(POWERS);
    let ends: Vec<Option<(&T, &[Secret])>> =
        begun.iter().map(|row| Some((&row.as_ref().ok()?.0, own.next()?))).collect();
    // Results stay where they are made: a list that is freed keeps what the stack left in it.
    let error = |row: &Result<_>| Err(row.as_ref().err().copied().unwrap_or(Error::PartPanicked));
    let mut results: Vec<_> = begun.iter().map(error).collect();
    each_chunk(split, &mut results, 1, |i, result| {
        if let Some((row, powers)) = ends[i] {
            result[0] = finish(row, core::array::from_fn(|j| &powers[j][..]));
        }
    });
    results
}
