//! Operands of all kinds, and numbers as text.

use polylimb::authors::limb::Word;

/// A number, or several, in hexadecimal; coefficients are separated by commas.
pub trait Text {
    /// The text.
    fn text(&self) -> String;
}

impl<const N: usize> Text for [Word; N] {
    fn text(&self) -> String {
        self.iter().rev().map(|w| format!("{w:08x}")).collect::<String>()
            + if N == 0 { "-" } else { "" }
    }
}

impl<const N: usize, const M: usize> Text for [[Word; N]; M] {
    fn text(&self) -> String {
        self.iter().map(Text::text).collect::<Vec<_>>().join(",")
    }
}

/// A source of operands, the same in every run (`[Steele2014]`: splitmix).
pub struct Operands(u64);

impl Operands {
    /// From the beginning.
    pub fn new() -> Self {
        Self(254)
    }

    fn word(&mut self) -> Word {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z >> 32) as Word
    }

    /// Eight words: the `i`-th is 0, all ones, half of each, alternating words, then random.
    pub fn any(&mut self, i: usize) -> [Word; 8] {
        match i {
            0 => [Word::MAX; 8],
            1 => [0; 8],
            2 => [0, 0, 0, 0, Word::MAX, Word::MAX, Word::MAX, Word::MAX],
            3 => [Word::MAX, 0, Word::MAX, 0, Word::MAX, 0, Word::MAX, 0],
            4 => [1, 0, 0, 0, 0, 0, 0, 0],
            _ => std::array::from_fn(|_| self.word()),
        }
    }

    /// A number below `p`: the `i`-th is `p - 1`, 0, 1, then random.
    pub fn below(&mut self, i: usize, p: &[Word; 8]) -> [Word; 8] {
        match i {
            0 => {
                let mut a = *p;
                a[0] -= 1;
                a
            }
            1 => [0; 8],
            2 => self.any(4),
            _ => loop {
                let mut a = self.any(9);
                a[7] &= Word::MAX >> p[7].leading_zeros();
                if a.iter().rev().lt(p.iter().rev()) {
                    break a;
                }
            },
        }
    }

    /// A number below `2^256 p`.
    pub fn wide(&mut self, i: usize, p: &[Word; 8]) -> [Word; 16] {
        let (low, high) = (self.any(i), self.below(i / 2, p));
        std::array::from_fn(|k| if k < 8 { low[k] } else { high[k - 8] })
    }
}
