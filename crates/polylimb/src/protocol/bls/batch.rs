//! Verification of many signatures at once.
//!
//! **Source.** `[Bellare1998]`; `[Pastuszak2000]`. **Idea.** Each equation is multiplied by a
//! random number of 128 bits, and the product of all is checked with one final exponentiation. Keys
//! of the same message are added first, so that each message costs one pairing. One wrong
//! signature, or several that cancel out, pass with probability `2^-128`. A part that fails is
//! halved until each wrong signature stands alone.

use super::{Bls, PublicKey, Scheme, Signature, Variant};
use crate::error::Result;
use crate::field::lanes::LANES;
use crate::limb::{Bits, WORD_BYTES, Word};
use crate::multiply::eights::{bits_of_rows, require_rows};
use crate::pairing::engine::SourcePoint;
use crate::team::Split;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use rand_core::CryptoRng;

/// Bytes of a random coefficient.
const COEFFICIENT_BYTES: usize = 16;

type Coefficient = [Word; COEFFICIENT_BYTES / WORD_BYTES];

/// A random coefficient, odd: 0 would leave the signature out.
fn coefficient<R: CryptoRng + ?Sized>(rng: &mut R) -> Coefficient {
    let mut bytes = [0; COEFFICIENT_BYTES];
    rng.fill_bytes(&mut bytes);
    bytes[0] |= 1;
    let mut coefficient = [0; COEFFICIENT_BYTES / WORD_BYTES];
    for (i, byte) in bytes.into_iter().enumerate() {
        coefficient[i / WORD_BYTES] |= Word::from(byte) << (8 * (i % WORD_BYTES));
    }
    coefficient
}

/// Key, message, signature, and the coefficient.
type Item<'a, V> = (&'a PublicKey<V>, &'a [u8], &'a Signature<V>, Coefficient);

impl<V: Variant> Bls<V> {
    /// Whether all signatures are valid: key, message and signature of each. An empty batch is
    /// valid. Messages may repeat; each different one costs a pairing.
    ///
    /// # Errors
    /// [`Error::Signature`](crate::Error::Signature) if one is not, without saying which.
    pub fn verify_batch<R: CryptoRng + ?Sized>(
        &self,
        items: &[(&PublicKey<V>, &[u8], &Signature<V>)],
        rng: &mut R,
    ) -> Result<()> {
        let with =
            |&(key, message, signature): &(_, _, _)| (key, message, signature, coefficient(rng));
        self.verify_together(&items.iter().map(with).collect::<Vec<_>>())
    }

    /// Which signatures are valid: bit `i % 8` of byte `i / 8` for row `i`. `keys` and `signatures`
    /// are compressed points, one after another. A row that cannot be read is not valid. Parts of
    /// the batch run over `split`. All inputs are public.
    ///
    /// ```
    /// # use rand_chacha::rand_core::SeedableRng;
    /// # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
    /// use polylimb::Alone;
    /// use polylimb::bls12_381::{Bls, MinimalPubkeySize, Scheme, SecretKey};
    /// let bls = Bls::<MinimalPubkeySize>::new(Scheme::ProofOfPossession);
    /// let key = SecretKey::generate(&mut rng);
    /// let keys = bls.public_key(&key).as_bytes().repeat(2);
    /// let signatures = bls.sign(&key, b"signed").as_bytes().repeat(2);
    /// let valid = bls.verify_rows(&keys, &[b"signed", b"other"], &signatures, &Alone, &mut rng)?;
    /// assert_eq!(valid, [0b01]);
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length) unless there are as many keys and signatures as
    /// messages.
    pub fn verify_rows<R: CryptoRng + ?Sized>(
        &self,
        keys: &[u8],
        messages: &[&[u8]],
        signatures: &[u8],
        split: &dyn Split,
        rng: &mut R,
    ) -> Result<Vec<u8>> {
        let key_bytes = V::Key::group(self.engine()).coordinate_bytes();
        let signature_bytes = V::Signature::group(self.engine()).coordinate_bytes();
        require_rows("the keys", keys, key_bytes, messages.len())?;
        require_rows("the signatures", signatures, signature_bytes, messages.len())?;
        let coefficients: Vec<_> = messages.iter().map(|_| coefficient(rng)).collect();
        Ok(bits_of_rows(split, messages.len(), |rows| {
            let first = rows.start;
            let mut valid: Vec<bool> = rows.clone().map(|_| false).collect();
            let keys: Vec<_> = keys.chunks(key_bytes).skip(first).take(rows.len()).collect();
            let signatures: Vec<_> =
                signatures.chunks(signature_bytes).skip(first).take(rows.len()).collect();
            let points = V::Key::group(self.engine()).decode_batch_vartime(&keys);
            let others = V::Signature::group(self.engine()).decode_batch_vartime(&signatures);
            let mut read = Vec::with_capacity(rows.len());
            for (i, (key, signature)) in points.into_iter().zip(others).enumerate() {
                let (Ok(key), Ok(signature)) = (key, signature) else { continue };
                // Whether a point is neutral shows in its encoding.
                if key != V::Key::group(self.engine()).neutral() {
                    let key = PublicKey { point: key, bytes: keys[i].to_vec() };
                    let bytes = signatures[i].to_vec();
                    read.push((first + i, key, Signature { point: signature, bytes }));
                }
            }
            let items: Vec<_> =
                read.iter().map(|(i, key, s)| (key, messages[*i], s, coefficients[*i])).collect();
            let mut found: Vec<_> = read.iter().map(|(i, ..)| (i - first, false)).collect();
            self.settle(&items, false, &mut found);
            for (row, is_valid) in found {
                valid[row] = is_valid;
            }
            valid
        }))
    }

    /// Sets the second part of each row of `found`, which are 0 at first, for valid items.
    /// `is_wrong` says that one of the items is known not to be valid.
    fn settle(&self, items: &[Item<'_, V>], is_wrong: bool, found: &mut [(usize, bool)]) {
        if !is_wrong && self.verify_together(items).is_ok() {
            for (_, valid) in found {
                *valid = true;
            }
        } else if items.len() > 1 {
            let middle = items.len() / 2;
            let (first, second) = items.split_at(middle);
            let (of_first, of_second) = found.split_at_mut(middle);
            self.settle(first, false, of_first);
            // If all of the first half are valid, a wrong one is in the second.
            let is_wrong = of_first.iter().all(|(_, valid)| *valid);
            self.settle(second, is_wrong, of_second);
        }
    }

    /// Whether the product of all equations, each to the power of its coefficient, holds.
    fn verify_together(&self, items: &[Item<'_, V>]) -> Result<()> {
        let mut numbers = BTreeMap::new();
        let mut messages: Vec<(_, Vec<_>)> = Vec::new();
        for (key, message, _, z) in items {
            // Augmented messages contain the key.
            let own: &[u8] = match self.scheme() {
                Scheme::MessageAugmentation => key.as_bytes(),
                _ => &[],
            };
            let number = *numbers.entry((own, *message)).or_insert(messages.len());
            if number == messages.len() {
                messages.push(((own, *message), Vec::new()));
            }
            messages[number].1.push((Bits::new(z), &key.point));
        }
        let group = V::Key::group(self.engine());
        let (inputs, terms): (Vec<_>, Vec<_>) = messages.into_iter().unzip();
        let hashes = self.hashed_batch(&inputs)?;
        let keys = if terms.len() >= LANES && terms.iter().all(|terms| terms.len() == 1) {
            group.multiply_batch(&terms.concat())?
        } else {
            terms
                .iter()
                .map(|terms| group.sum_of_multiples_vartime(terms))
                .collect::<Result<_>>()?
        };
        let terms: Vec<_> = items.iter().map(|(_, _, s, z)| (Bits::new(z), &s.point)).collect();
        let sum = V::Signature::group(self.engine()).sum_of_multiples_vartime(&terms)?;
        self.check(&keys.iter().collect::<Vec<_>>(), &hashes, &sum)
    }
}
