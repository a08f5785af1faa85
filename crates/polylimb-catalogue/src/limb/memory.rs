//! The words that a multiplication keeps in memory, each access a call.
//!
//! On processors without a cache the number of loads and stores decides the time of a
//! multiplication, so the literature counts them. A method over [`Memory`] has no other access to
//! its operands. [`Direct`] costs nothing; the tests count.

use polylimb::authors::limb::Word;

/// Two operands of `n` words, the result of `2 n` words.
pub(super) trait Memory {
    /// Loads word `i` of the first operand.
    fn a(&mut self, i: usize) -> Word;
    /// Loads word `i` of the second operand.
    fn b(&mut self, i: usize) -> Word;
    /// Loads word `i` of the result, which was stored before.
    fn r(&mut self, i: usize) -> Word;
    /// Stores word `i` of the result.
    fn set_r(&mut self, i: usize, w: Word);
}

/// Plain slices.
pub(super) struct Direct<'a> {
    r: &'a mut [Word],
    a: &'a [Word],
    b: &'a [Word],
}

impl<'a> Direct<'a> {
    /// `a` and `b` of equal lengths, not empty, `r` twice as long.
    pub(super) fn new(r: &'a mut [Word], a: &'a [Word], b: &'a [Word]) -> Self {
        assert!(!a.is_empty() && b.len() == a.len() && r.len() == 2 * a.len());
        Self { r, a, b }
    }
}

impl Memory for Direct<'_> {
    #[inline(always)]
    fn a(&mut self, i: usize) -> Word {
        self.a[i]
    }

    #[inline(always)]
    fn b(&mut self, i: usize) -> Word {
        self.b[i]
    }

    #[inline(always)]
    fn r(&mut self, i: usize) -> Word {
        self.r[i]
    }

    #[inline(always)]
    fn set_r(&mut self, i: usize, w: Word) {
        self.r[i] = w;
    }
}

/// Counts accesses, and panics on a load of a word that was never stored.
#[cfg(test)]
pub(super) struct Counted {
    a: [Word; Self::CAPACITY],
    b: [Word; Self::CAPACITY],
    r: [Option<Word>; 2 * Self::CAPACITY],
    pub(super) loads: usize,
    pub(super) stores: usize,
}

#[cfg(test)]
impl Counted {
    /// The longest operands, in words.
    pub(super) const CAPACITY: usize = 48;

    /// Runs `method` on two operands of `n` words of ones, checks the product, and returns the
    /// counts.
    pub(super) fn count(n: usize, method: impl FnOnce(&mut Self)) -> (usize, usize) {
        let ones = [Word::MAX; Self::CAPACITY];
        let r = [None; 2 * Self::CAPACITY];
        let mut memory = Self { a: ones, b: ones, r, loads: 0, stores: 0 };
        method(&mut memory);
        // (β^n - 1)² = β^n (β^n - 2) + 1.
        for (i, r) in memory.r.iter().enumerate() {
            let expected = match i {
                0 => Some(Word::from(n > 0)),
                _ if i < n => Some(0),
                _ if i == n => Some(Word::MAX - 1),
                _ if i < 2 * n => Some(Word::MAX),
                _ => None,
            };
            assert_eq!(*r, expected, "word {i} of {n}");
        }
        (memory.loads, memory.stores)
    }
}

#[cfg(test)]
impl Memory for Counted {
    fn a(&mut self, i: usize) -> Word {
        self.loads += 1;
        self.a[i]
    }

    fn b(&mut self, i: usize) -> Word {
        self.loads += 1;
        self.b[i]
    }

    fn r(&mut self, i: usize) -> Word {
        self.loads += 1;
        self.r[i].expect("only what was stored is loaded")
    }

    fn set_r(&mut self, i: usize, w: Word) {
        self.stores += 1;
        self.r[i] = Some(w);
    }
}
