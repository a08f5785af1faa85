//! Digits of the public exponents: the curve's parameter, the length of the Miller loop.

/// The bits of `n`, or if `signed` the digits 0 and ±1 of its non-adjacent form: digit `i` is bit
/// `i + 1` of `3n` less bit `i + 1` of `n`. The lowest digit comes first; the highest is 1. `n` is
/// not 0 and below `2^126`.
pub(super) fn digits(n: u128, signed: bool) -> impl DoubleEndedIterator<Item = i8> {
    let (a, b) = if signed { (3 * n, n) } else { (2 * n, 0) };
    (1..=a.ilog2()).map(move |i| (a >> i & 1) as i8 - (b >> i & 1) as i8)
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn digits_stand_for_their_number() {
        let any = (1..300).chain([0xd201_0000_0001_0000, 6 * 4_965_661_367_192_848_881 + 2]);
        for n in any.chain([(1 << 126) - 1]) {
            let value = |i: usize, digit: i8| i128::from(digit) << i;
            let binary: Vec<_> = digits(n, false).collect();
            let signed: Vec<_> = digits(n, true).collect();
            for digits in [&binary, &signed] {
                let sum: i128 = digits.iter().enumerate().map(|(i, d)| value(i, *d)).sum();
                assert_eq!(sum.cast_unsigned(), n);
                assert_eq!(digits.last(), Some(&1));
            }
            assert!(binary.iter().all(|d| *d >= 0));
            assert!(signed.windows(2).all(|pair| pair[0] == 0 || pair[1] == 0));
        }
    }
}
