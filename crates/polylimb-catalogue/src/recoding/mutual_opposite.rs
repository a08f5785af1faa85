//! `mof` and `w-mof`: signed digits that can be written from the top, while the multiplication
//! runs.
//!
//! **Source.** `[Okeya2004]`. **Idea.** `2k - k`, bit by bit: digit `i` is `k_(i-1) - k_i`, so the
//! signs of digits that are not 0 alternate. Any `w` digits in a row are a number of size at most
//! `2^(w-1)`; windowed from the top, each window becomes one odd digit and zeros. Only `w + 1` bits
//! are stored. **Density.** MOF 1/2 (`[Arruda2014]` prints 1/3, the density for `w = 2`); windows
//! `1 / (w + 1)`.

use super::digits::{assert_room, used_vartime};
use polylimb::authors::limb::Bits;
use polylimb::authors::recoding::{Digit, MOST_WIDTH};

/// Writes the mutual opposite form; returns the number of digits.
pub fn mutual_opposite_vartime(digits: &mut [Digit], scalar: Bits<'_>, w: usize) -> usize {
    assert_room(digits, scalar.len());
    for (position, digit) in MutualOpposite::new(scalar, w) {
        digits[position] = digit;
    }
    used_vartime(&digits[..=scalar.len()])
}

/// The digits from the top down, with their positions; digits of width `w`, 1 to [`MOST_WIDTH`] (1:
/// the plain form).
///
/// ```
/// use polylimb::authors::limb::Bits;
/// use polylimb_catalogue::recoding::MutualOpposite;
/// let digits: Vec<_> = MutualOpposite::new(Bits::with_len(&[0b110], 3), 1).collect();
/// assert_eq!(digits, [(3, 1), (2, 0), (1, -1), (0, 0)]); // 8 - 2
/// ```
pub struct MutualOpposite<'a> {
    scalar: Bits<'a>,
    width: usize,
    /// The next digit is at `next - 1`.
    next: usize,
    /// The digit of the current window, not yet returned, and its position.
    pending: Option<(usize, Digit)>,
    /// The lowest position of the current window.
    window_end: usize,
}

impl<'a> MutualOpposite<'a> {
    /// The form of `scalar` with windows of `width` digits.
    ///
    /// # Panics
    /// If the width is not in 1 to [`MOST_WIDTH`].
    #[must_use]
    pub fn new(scalar: Bits<'a>, width: usize) -> Self {
        assert!((1..=MOST_WIDTH).contains(&width));
        let next = scalar.len() + 1;
        Self { scalar, width, next, pending: None, window_end: next }
    }

    /// Digits `low` to `low + width - 1` of `2k - k` as one number.
    fn value(&self, low: usize, width: usize) -> i16 {
        let above = self.scalar.window_from(low.cast_signed() - 1, width) as i16;
        above - self.scalar.window(low, width) as i16
    }
}

impl Iterator for MutualOpposite<'_> {
    type Item = (usize, Digit);

    fn next(&mut self) -> Option<(usize, Digit)> {
        let position = self.next.checked_sub(1)?;
        self.next = position;
        if position < self.window_end && self.value(position, 1) != 0 {
            // A new window begins; near the bottom it is narrower.
            let low = (position + 1).saturating_sub(self.width);
            let value = self.value(low, position + 1 - low);
            let zeros = value.trailing_zeros();
            self.pending = Some((low + zeros as usize, (value >> zeros) as Digit));
            self.window_end = low;
        }
        match self.pending {
            Some((at, digit)) if at == position => {
                self.pending = None;
                Some((position, digit))
            }
            _ => Some((position, 0)),
        }
    }
}
