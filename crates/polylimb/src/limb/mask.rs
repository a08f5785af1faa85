//! Truth values without branches.

use super::word::{BY_LOGIC, WORD_BITS, Word};

/// Returns `w`; the compiler learns nothing about its value. The value stays in a register;
/// `black_box` goes through memory and costs twice 5 cycles in a field's addition.
#[inline(always)]
fn opaque(w: Word) -> Word {
    #[cfg(all(
        any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "arm"),
        not(miri)
    ))]
    {
        let mut register = w as usize;
        // SAFETY: the text is a comment and executes no instruction.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) register, options(pure, nomem, nostack, preserves_flags));
        }
        register as Word
    }
    #[cfg(not(all(
        any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "arm"),
        not(miri)
    )))]
    core::hint::black_box(w)
}

/// 1 for every word but 0; 0 for 0.
#[inline(always)]
pub(super) fn is_nonzero(w: Word) -> Word {
    let mut negative = w.wrapping_neg();
    if BY_LOGIC && cfg!(target_arch = "arm") {
        // The compiler must not see the comparison: it would branch.
        negative = opaque(negative);
    }
    (w | negative) >> (WORD_BITS - 1)
}

/// A truth value as a word of all ones (true) or all zeros (false), for selection without a branch.
///
/// Every mask passes an optimisation barrier, so that the compiler does not turn masks back into
/// branches; the constant-time checks run on the optimised build.
#[derive(Clone, Copy)]
pub struct Mask(Word);

impl Mask {
    /// True.
    pub const TRUE: Self = Self(Word::MAX);
    /// False.
    pub const FALSE: Self = Self(0);

    /// True for 1, false for 0. `bit` must be 0 or 1.
    #[inline]
    #[must_use]
    pub fn from_bit(bit: Word) -> Self {
        debug_assert!(bit <= 1);
        Self(opaque((0 as Word).wrapping_sub(bit)))
    }

    /// Whether `w` is not zero.
    #[inline]
    #[must_use]
    pub fn is_nonzero(w: Word) -> Self {
        Self::from_bit(is_nonzero(w))
    }

    /// Whether `w` is zero.
    #[inline]
    #[must_use]
    pub fn is_zero(w: Word) -> Self {
        !Self::is_nonzero(w)
    }

    /// Whether `a` and `b` are the same word.
    #[inline]
    #[must_use]
    pub fn equal(a: Word, b: Word) -> Self {
        Self::is_zero(a ^ b)
    }

    /// `if_true` or `if_false`, by arithmetic.
    #[inline]
    #[must_use]
    pub fn select(self, if_true: Word, if_false: Word) -> Word {
        if_false ^ (self.0 & (if_true ^ if_false))
    }

    /// The word of all ones or all zeros.
    #[inline]
    #[must_use]
    pub const fn word(self) -> Word {
        self.0
    }

    /// 1 or 0.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> Word {
        self.0 & 1
    }

    /// The truth value as a `bool`, which invites a branch: only for public values.
    #[inline]
    #[must_use]
    pub const fn to_bool_vartime(self) -> bool {
        self.0 != 0
    }
}

/// `!`, `&`, `|` and `^` of a truth value, bit by bit.
macro_rules! bit_operators {
    ($type:ident) => {
        crate::limb::bit_operators!($type, BitAnd bitand &, BitOr bitor |, BitXor bitxor ^);
        impl core::ops::Not for $type {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self(!self.0)
            }
        }
    };
    ($type:ident, $($trait:ident $method:ident $op:tt),+) => {$(
        impl core::ops::$trait for $type {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $op other.0)
            }
        }
    )+};
}
pub(crate) use bit_operators;
bit_operators!(Mask);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selects_by_truth() {
        for (w, truth) in [(0, false), (1, true), (Word::MAX, true), (1 << (WORD_BITS - 1), true)] {
            assert_eq!(Mask::is_nonzero(w).to_bool_vartime(), truth);
            assert_eq!(Mask::is_zero(w).to_bool_vartime(), !truth);
            assert_eq!(Mask::is_nonzero(w).select(3, 5), if truth { 3 } else { 5 });
        }
        assert!(Mask::equal(7, 7).to_bool_vartime() && !Mask::equal(7, 6).to_bool_vartime());
    }
}
