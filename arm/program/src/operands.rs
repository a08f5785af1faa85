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

    /// A number: the `i`-th is all ones, 0, half of each, alternating words, 1, then random.
    pub fn any<const N: usize>(&mut self, i: usize) -> [Word; N] {
        let ones_where = |condition: bool| if condition { Word::MAX } else { 0 };
        std::array::from_fn(|k| match i {
            0 => Word::MAX,
            1 => 0,
            2 => ones_where(k >= N / 2),
            3 => ones_where(k % 2 == 0),
            4 => Word::from(k == 0),
            _ => self.word(),
        })
    }

    /// A number below `p`: the `i`-th is `p - 1`, 0, 1, then random.
    pub fn below<const N: usize>(&mut self, i: usize, p: &[Word; N]) -> [Word; N] {
        match i {
            0 => {
                let mut a = *p;
                a[0] -= 1;
                a
            }
            1 => [0; N],
            2 => self.any(4),
            _ => loop {
                let mut a: [Word; N] = self.any(9);
                a[N - 1] &= Word::MAX >> p[N - 1].leading_zeros();
                if a.iter().rev().lt(p.iter().rev()) {
                    break a;
                }
            },
        }
    }

    /// A number below `2^256 p`.
    pub fn wide(&mut self, i: usize, p: &[Word; 8]) -> [Word; 16] {
        let (low, high): ([Word; 8], _) = (self.any(i), self.below(i / 2, p));
        std::array::from_fn(|k| if k < 8 { low[k] } else { high[k - 8] })
    }
}
