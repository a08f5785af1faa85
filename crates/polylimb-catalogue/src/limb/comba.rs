//! Product scanning (`[Comba1990]`): one column of the product after another, each word of the
//! result written once.
//!
//! **Cost.** `n²` word products, `n(n+1)/2` for a square. On x86-64 with BMI2 a column is a loop in
//! assembly, of `comba_mulx.rs`. Constant time.

#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
use super::comba_mulx;
use polylimb::authors::limb::{DoubleWord, Kernel, WORD_BITS, Word};

/// The running sum of a column of product scanning: its low two words and the words above them.
/// Constant time.
///
/// For 64-bit words a third word always suffices; more than 256 products of 8-bit words overflow
/// three words.
#[derive(Debug, Default)]
pub struct Column {
    low: DoubleWord,
    high: usize,
}

impl Column {
    #[inline(always)]
    fn add(&mut self, p: DoubleWord) {
        let carry;
        (self.low, carry) = self.low.overflowing_add(p);
        self.high += carry as usize;
    }

    /// Adds a word.
    #[inline(always)]
    pub fn add_word(&mut self, a: Word) {
        self.add(a as DoubleWord);
    }

    /// Adds `a b`.
    #[inline(always)]
    pub fn add_product(&mut self, a: Word, b: Word) {
        self.add(a as DoubleWord * b as DoubleWord);
    }

    /// Adds the products `a_i b_(len-1-i)` of two equally long slices.
    #[inline(always)]
    pub fn add_products(&mut self, a: &[Word], b: &[Word]) {
        for (&a, &b) in a.iter().zip(b.iter().rev()) {
            self.add_product(a, b);
        }
    }

    /// The column's lowest word, which is final when all products are added.
    #[inline(always)]
    #[must_use]
    pub fn word(&self) -> Word {
        self.low as Word
    }

    /// Moves on to the next column; returns this one's word.
    #[inline(always)]
    #[allow(clippy::should_implement_trait, reason = "columns do not end")]
    pub fn next(&mut self) -> Word {
        let word = self.word();
        self.low = (self.low >> WORD_BITS) | (((self.high as Word) as DoubleWord) << WORD_BITS);
        self.high = self.high.checked_shr(WORD_BITS as u32).unwrap_or(0);
        word
    }
}

/// `r = a b`; equal lengths, not empty, `r` twice as long. On the instructions of `kernel`.
///
/// # Panics
/// On other lengths.
pub fn mul(kernel: Kernel, r: &mut [Word], a: &[Word], b: &[Word]) {
    let n = a.len();
    assert!(n > 0 && b.len() == n && r.len() == 2 * n);
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    if let Some(bmi2) = comba_mulx::Bmi2::of(kernel) {
        return bmi2.mul(r, a, b);
    }
    let _ = kernel;
    let mut column = Column::default();
    for (k, r) in r.iter_mut().enumerate() {
        let (from, to) = (k.saturating_sub(n - 1), k.min(n - 1));
        if from <= to {
            column.add_products(&a[from..=to], &b[k - to..=k - from]);
        }
        *r = column.next();
    }
}

/// `r = a²`: the mixed products of a column once, doubled; `a` not empty, `r` twice as long. On the
/// instructions of `kernel`.
///
/// # Panics
/// On other lengths.
pub fn sqr(kernel: Kernel, r: &mut [Word], a: &[Word]) {
    let n = a.len();
    assert!(n > 0 && r.len() == 2 * n);
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    if let Some(bmi2) = comba_mulx::Bmi2::of(kernel) {
        return bmi2.sqr(r, a);
    }
    let _ = kernel;
    let mut column = Column::default();
    for (k, r) in r.iter_mut().enumerate() {
        let from = k.saturating_sub(n - 1);
        for i in from..k.div_ceil(2) {
            column.add_product(a[i], a[k - i]);
            column.add_product(a[i], a[k - i]);
        }
        if k % 2 == 0 {
            column.add_product(a[k / 2], a[k / 2]);
        }
        *r = column.next();
    }
}
