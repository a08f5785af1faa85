//! Verification of rows of bytes, each with its own verdict.

use super::sign::challenge;
use super::{PublicKey, Signature};
use crate::Result;
use crate::curve25519::{BYTES, Number};
use crate::field::Field;
use crate::field::lanes::LANES;
use crate::field::prime::{F25519Order, KernelSet, WithKernel};
use crate::multiply::eights::{bits_of_rows, require_rows};
use crate::team::Split;
use alloc::vec::Vec;

/// Whether each row is valid: bit `i % 8` of byte `i / 8` of the result is set if row `i` of
/// `signatures`, 64 bytes, is a signature of `messages[i]` by the owner of row `i` of `keys`, 32
/// bytes. The verdicts agree with [`PublicKey::from_bytes`], [`Signature::from_bytes`] and
/// [`PublicKey::verify`]: an invalid key or signature clears its own bit only.
///
/// Eight rows at a time where the CPU has lanes; parts of the batch run over `split`. Variable
/// time: keys, messages and signatures are public.
///
/// ```
/// use polylimb::Alone;
/// use polylimb::ed25519::{SecretKey, verify_rows};
/// let key = SecretKey::from_bytes(&[7; 32]);
/// let keys = key.public_bytes().repeat(2);
/// let signatures = key.sign(b"signed").to_bytes().repeat(2);
/// assert_eq!(verify_rows(&keys, &[b"signed", b"other"], &signatures, &Alone)?, [0b01]);
/// # Ok::<(), polylimb::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`](crate::Error::Length) unless keys and signatures are as many as messages.
pub fn verify_rows(
    keys: &[u8],
    messages: &[&[u8]],
    signatures: &[u8],
    split: &dyn Split,
) -> Result<Vec<u8>> {
    verify_rows_by(keys, messages, signatures, split, |rows| {
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        if let Some(bits) = in_lanes(rows) {
            return bits;
        }
        rows.iter().enumerate().fold(0, |bits, (i, row)| bits | u8::from(row.is_valid()) << i)
    })
}

/// The verdicts by eight lanes; `None` where they do not pay, or the CPU has none.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
fn in_lanes(rows: &[Row<'_>]) -> Option<u8> {
    use crate::cpu::Features;
    use crate::field::lanes::Ifma;
    if rows.len() < crate::multiply::eights::LEAST {
        return None;
    }
    super::lanes::verify::<Ifma>(Features::detect(), rows).ok()
}

/// The same by a function that judges up to eight rows: bit `i` is row `i`'s.
pub(crate) fn verify_rows_by(
    keys: &[u8],
    messages: &[&[u8]],
    signatures: &[u8],
    split: &dyn Split,
    judge: impl Fn(&[Row<'_>]) -> u8 + Sync,
) -> Result<Vec<u8>> {
    require_rows("the keys", keys, BYTES, messages.len())?;
    require_rows("the signatures", signatures, 2 * BYTES, messages.len())?;
    let (keys, _) = keys.as_chunks::<BYTES>();
    let row = |i: usize| Row {
        key: &keys[i],
        message: messages[i],
        signature: Signature::from_bytes(&signatures[2 * BYTES * i..][..2 * BYTES]).ok(),
    };
    Ok(bits_of_rows(split, messages.len(), |rows| {
        let rows: Vec<_> = rows.map(row).collect();
        let eights = rows.chunks(LANES).map(|eight| (judge(eight), eight.len()));
        eights.flat_map(|(bits, n)| (0..n).map(move |i| bits >> i & 1 == 1)).collect()
    }))
}

/// A row that is read.
pub(crate) struct Row<'a> {
    pub(super) key: &'a [u8; BYTES],
    message: &'a [u8],
    /// `None` if `S` is not below the order.
    pub(super) signature: Option<Signature>,
}

impl Row<'_> {
    fn is_valid(&self) -> bool {
        let key = PublicKey::from_bytes(self.key);
        let (Ok(key), Some(signature)) = (key, &self.signature) else { return false };
        key.verify(self.message, signature).is_ok()
    }
}

/// The challenges of the rows that have a signature.
pub(super) struct Challenges<'a>(pub(super) &'a [Row<'a>]);

impl WithKernel for Challenges<'_> {
    type Out = [Number; LANES];

    fn call<K: KernelSet>(self, kernel: K) -> [Number; LANES] {
        let f = F25519Order::new(kernel);
        let mut challenges = [f.zero(); LANES];
        for (row, h) in self.0.iter().zip(&mut challenges) {
            if let Some(signature) = &row.signature {
                *h = f.leave(&challenge(&f, row.key, row.message, signature));
            }
        }
        challenges
    }
}
