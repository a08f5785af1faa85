//! Key files with some of their bits hidden.

use super::memcheck::{hide_bits, reveal};

/// The bits of a file, DER, that hold `secret`.
pub fn bits_of(der: &[u8], secret: &[u8]) -> Vec<u8> {
    let at = der.windows(secret.len()).position(|bytes| bytes == secret);
    let at = at.expect("the file holds the key");
    let mut bits = vec![0; der.len()];
    bits[at..at + secret.len()].fill(0xff);
    bits
}

/// The bits of the numbers of an RSA key's file, DER, that nobody else knows. Of each number the
/// first byte is public, and so its length, which the file shows, and that it is odd or even.
pub fn bits_of_rsa(der: &[u8], primes: usize) -> Vec<u8> {
    let mut numbers = Vec::new();
    find_numbers(der, 0, der.len(), &mut numbers);
    let mut bits = vec![0; der.len()];
    // The private exponent, and three numbers for each prime but the first, which has two.
    for &(from, to) in &numbers[numbers.len() - 3 * primes..] {
        let first = from + usize::from(der[from] == 0);
        bits[first + 1..to].fill(0xff);
        bits[to - 1] = 0xfe;
    }
    bits
}

/// Where the numbers of a part of a file lie.
fn find_numbers(der: &[u8], mut at: usize, end: usize, found: &mut Vec<(usize, usize)>) {
    while at < end {
        let (from, length) = match der[at + 1] {
            0x81 => (at + 3, der[at + 2].into()),
            0x82 => (at + 4, usize::from(der[at + 2]) << 8 | usize::from(der[at + 3])),
            length => (at + 2, length.into()),
        };
        match der[at] {
            0x02 => found.push((from, from + length)),
            0x04 | 0x30 => find_numbers(der, from, from + length, found),
            _ => {}
        }
        at = from + length;
    }
}

/// The file with these bits hidden.
pub fn hidden(plain: &[u8], bits: &[u8]) -> Vec<u8> {
    let mut file = plain.to_vec();
    hide_bits(&mut file, bits);
    file
}

/// The text of a file whose bits in DER are to be hidden: characters that hold nothing else, but
/// for their top bit, which says that they are ASCII, and the last four, which may be padding.
pub fn hidden_text(plain: &str, bits: &[u8]) -> String {
    let mut text = plain.to_owned();
    let begin = plain.find('\n').expect("lines");
    let mut characters = (begin..).filter(|i| plain.as_bytes()[*i] != b'\n');
    let mut hidden = vec![0; plain.len()];
    let last = bits.len().div_ceil(3) - 1;
    for (i, bits) in bits.chunks(3).enumerate() {
        let four = characters.by_ref().take(4);
        let bit = if bits == [0xff; 3] && i < last { 0x7f } else { 0 };
        four.for_each(|i| hidden[i] = bit);
    }
    assert!(hidden.contains(&0x7f), "nothing was hidden");
    // SAFETY: the bytes stay what they are.
    hide_bits(unsafe { text.as_bytes_mut() }, &hidden);
    text
}

pub fn public(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    reveal(&mut bytes);
    bytes
}
