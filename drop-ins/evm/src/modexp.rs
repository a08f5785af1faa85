//! Powers modulo any number: EIP-198.
//!
//! A modulus `2^t q` with an odd `q` is taken apart: a power modulo `q` by Montgomery's
//! multiplications, one modulo `2^t` by low products, and the number below `2^t q` that is both.

use polylimb::Error;
use polylimb::authors::limb::{Bits, Kernel, Natural, WORD_BITS, Word, bit_length_vartime};
use polylimb::authors::modmul::inverse_mod_power;
use polylimb::cpu::Features;
use polylimb::modmul::{Modulus, Options};

/// Bits of a digit of an exponent modulo a power of two.
const WIDTH: usize = 5;

/// `base^exponent mod modulus`, most significant byte first, not longer than the modulus; empty for
/// the modulus 0.
///
/// # Errors
/// [`Error::TooLarge`] for a modulus above [`Modulus::MAX_BITS`].
pub(super) fn modexp(base: &[u8], exponent: &[u8], modulus: &[u8]) -> Result<Vec<u8>, Error> {
    let [base, exponent, modulus] = [base, exponent, modulus].map(words_of);
    let Some(zeros) = trailing_zeros(&modulus) else { return Ok(Vec::new()) };
    let kernel = Kernel::best(Features::detect());
    let power = if zeros == 0 {
        power_mod_odd(&base, &exponent, &modulus)?
    } else {
        let odd = shifted_down(&modulus, zeros);
        let below = power_mod_power_of_two(kernel, &base, &exponent, zeros);
        if odd == [1] {
            below
        } else {
            let rest = power_mod_odd(&base, &exponent, &odd)?;
            joined(kernel, (&rest, &odd), (&below, zeros))
        }
    };
    Ok(Natural::from_words(power).to_be_bytes())
}

/// The number without leading zeros, at least one word.
fn words_of(bytes: &[u8]) -> Vec<Word> {
    let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
    let words = Natural::from_be_bytes(&bytes[zeros..]).words().to_vec();
    if words.is_empty() { vec![0] } else { words }
}

/// `None` for 0.
fn trailing_zeros(a: &[Word]) -> Option<usize> {
    let word = a.iter().position(|&word| word != 0)?;
    Some(WORD_BITS * word + a[word].trailing_zeros() as usize)
}

/// `⌊a / 2^bits⌋` without leading zeros, for an `a` that is larger.
fn shifted_down(a: &[Word], bits: usize) -> Vec<Word> {
    let (a, shift) = (&a[bits / WORD_BITS..], bits % WORD_BITS);
    let above = |i: usize| match (a.get(i + 1), shift) {
        (Some(word), 1..) => word << (WORD_BITS - shift),
        _ => 0,
    };
    let mut words: Vec<_> =
        a.iter().enumerate().map(|(i, word)| word >> shift | above(i)).collect();
    while words.len() > 1 && words.last() == Some(&0) {
        words.pop();
    }
    words
}

/// The low words, with zeros above a shorter number.
fn low_words(a: &[Word], words: usize) -> Vec<Word> {
    (0..words).map(|i| a.get(i).copied().unwrap_or(0)).collect()
}

/// Keeps the low bits of as many words as they need.
fn cut(a: &mut [Word], bits: usize) {
    if let (Some(top), 1..) = (a.last_mut(), bits % WORD_BITS) {
        *top &= (1 << (bits % WORD_BITS)) - 1;
    }
}

fn power_mod_odd(base: &[Word], exponent: &[Word], modulus: &[Word]) -> Result<Vec<Word>, Error> {
    let modulus = Modulus::new_vartime(modulus, &Options::default())?;
    modulus.pow_vartime(&modulus.reduce(base)?, exponent)
}

/// `base^exponent mod 2^bits`.
///
/// For an odd base half of the exponent's bits suffice: with `h = ⌊bits/2⌋` the power `b^(2^h)` is
/// `1 + x` for an `x` whose square is 0 modulo `2^bits`, and `(1 + x)^e = 1 + e x`. The squares
/// `b^(2^i)` on the way to it serve the low half of the exponent, too: each is multiplied into the
/// product of its digit (`[Yao1976]`).
fn power_mod_power_of_two(
    kernel: Kernel,
    base: &[Word],
    exponent: &[Word],
    bits: usize,
) -> Vec<Word> {
    let words = bits.div_ceil(WORD_BITS);
    let mut square = low_words(base, words);
    let length = bit_length_vartime(exponent);
    let half = if base[0] & 1 == 1 { length.min(bits / 2) } else { length };
    if base[0] & 1 == 0 && (length > u32::BITS as usize || exponent[0] >= bits as Word) {
        return vec![0; words];
    }
    let mut products = LowProducts::new(kernel, words);
    let mut of_digits = vec![None; 1 << WIDTH];
    for low in (0..half).step_by(WIDTH) {
        let width = WIDTH.min(half - low);
        let digit = Bits::new(exponent).window(low, width);
        products.multiply_some(&mut of_digits[digit as usize], &square);
        for _ in 0..width {
            products.square(&mut square);
        }
    }
    if length > half {
        // 1 + e x.
        let _ = kernel.sub_assign(&mut square, &[1]);
        products.multiply(&mut square, &low_words(&shifted_down(exponent, half), words));
        let _ = kernel.add_assign(&mut square, &[1]);
        products.multiply_some(&mut of_digits[1], &square);
    }
    // The product of each digit's product to the digit.
    let (mut running, mut power) = (None, None);
    for of_digit in of_digits[1..].iter().rev() {
        if let Some(of_digit) = of_digit {
            products.multiply_some(&mut running, of_digit);
        }
        if let Some(running) = &running {
            products.multiply_some(&mut power, running);
        }
    }
    let mut power = power.unwrap_or_else(|| low_words(&[1], words));
    cut(&mut power, bits);
    power
}

/// The number below `2^bits q` that is `rest` modulo the odd `q` and `below` modulo `2^bits`:
/// `rest + q ((below - rest) / q mod 2^bits)`.
fn joined(
    kernel: Kernel,
    (rest, odd): (&[Word], &[Word]),
    (below, bits): (&[Word], usize),
) -> Vec<Word> {
    let words = below.len();
    // Modulo 2^bits: the borrow is no part of it.
    let mut factor = below.to_vec();
    let _ = kernel.sub_assign(&mut factor, &low_words(rest, words));
    let inverse = inverse_mod_power(kernel, odd, words);
    LowProducts::new(kernel, words).multiply(&mut factor, &inverse);
    cut(&mut factor, bits);
    let mut number = vec![0; words + odd.len()];
    let mut scratch = vec![0; kernel.mul_scratch(odd.len(), words)];
    kernel.mul(&mut number, odd, &factor, &mut scratch);
    let carry = kernel.add_assign(&mut number, rest);
    debug_assert!(carry == 0);
    number
}

/// Products modulo a power of two that ends at a word: the low halves of products.
struct LowProducts {
    kernel: Kernel,
    product: Vec<Word>,
    scratch: Vec<Word>,
}

impl LowProducts {
    fn new(kernel: Kernel, words: usize) -> Self {
        Self { kernel, product: vec![0; words], scratch: vec![0; kernel.mul_low_scratch(words)] }
    }

    /// `a = a b`.
    fn multiply(&mut self, a: &mut [Word], b: &[Word]) {
        self.kernel.mul_low(&mut self.product, a, b, &mut self.scratch);
        a.copy_from_slice(&self.product);
    }

    /// `a = a b`, where no `a` is 1.
    fn multiply_some(&mut self, a: &mut Option<Vec<Word>>, b: &[Word]) {
        match a {
            Some(a) => self.multiply(a, b),
            None => *a = Some(b.to_vec()),
        }
    }

    /// `a = a²`.
    fn square(&mut self, a: &mut [Word]) {
        self.kernel.mul_low(&mut self.product, a, a, &mut self.scratch);
        a.copy_from_slice(&self.product);
    }
}
