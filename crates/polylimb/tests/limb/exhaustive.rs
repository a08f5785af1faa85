//! All operands of one and two bytes, if words are bytes: every possible carry.

use polylimb::authors::limb::{Kernel, inverse_mod_word};

const KERNEL: Kernel = Kernel::PORTABLE;

#[test]
fn products_of_every_two_bytes() {
    let mut compared = 0u64;
    let (mut schoolbook, mut low) = ([0; 4], [0; 2]);
    // Every a; every 64th b, with another start for each a.
    for a in 0..=u16::MAX {
        let bytes = a.to_le_bytes();
        for b in (a & 63..=u16::MAX).step_by(64) {
            let other = b.to_le_bytes();
            let expected = (u32::from(a) * u32::from(b)).to_le_bytes();
            KERNEL.schoolbook(&mut schoolbook, &bytes, &other);
            KERNEL.schoolbook_low(&mut low, &bytes, &other);
            assert!(schoolbook == expected && low == expected[..2], "{a} {b}");
            compared += 2;
        }
    }
    assert!(compared >= 130_000_000, "only {compared} comparisons ran");
}

#[test]
fn every_square_sum_and_difference() {
    let mut compared = 0u32;
    let mut r = [0; 4];
    for a in 0..=u16::MAX {
        let bytes = a.to_le_bytes();
        let expected = (u32::from(a) * u32::from(a)).to_le_bytes();
        KERNEL.schoolbook_square(&mut r, &bytes);
        assert_eq!(r, expected, "{a}");
        for b in (0..=u16::MAX).step_by(509) {
            let mut r = [0; 2];
            let carry = KERNEL.add(&mut r, &bytes, &b.to_le_bytes());
            assert_eq!((u16::from_le_bytes(r), carry == 1), a.overflowing_add(b), "{a} + {b}");
            let borrow = KERNEL.sub(&mut r, &bytes, &b.to_le_bytes());
            assert_eq!((u16::from_le_bytes(r), borrow == 1), a.overflowing_sub(b), "{a} - {b}");
            compared += 4;
        }
    }
    assert!(compared >= 33_000_000, "only {compared} comparisons ran");
}

/// Every odd byte as modulus, every two bytes as input.
#[test]
fn every_montgomery_reduction_of_one_word() {
    let mut compared = 0u32;
    for m in (1..=255u8).step_by(2) {
        let minus_inverse = 0u8.wrapping_sub(inverse_mod_word(m));
        for t in 0..=u16::MAX {
            let mut words = t.to_le_bytes();
            let carry = KERNEL.montgomery_reduce(&mut words, &[m], minus_inverse);
            let q = words_q(t, minus_inverse);
            let expected = (u32::from(t) + u32::from(q) * u32::from(m)) >> 8;
            assert_eq!(u32::from(carry) << 8 | u32::from(words[1]), expected, "{t} mod {m}");
            compared += 1;
        }
    }
    assert!(compared >= 8_000_000, "only {compared} comparisons ran");
}

/// The multiple of the modulus that clears the low byte.
fn words_q(t: u16, minus_inverse: u8) -> u8 {
    (t as u8).wrapping_mul(minus_inverse)
}
