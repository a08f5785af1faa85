//! `Natural` against num-bigint: text, bytes, words and order.

use crate::common::{below, big, operand, rng, words};
use num_bigint::BigUint;
use polylimb::Error;
use polylimb::authors::limb::{Natural, WORD_BITS, Word};

#[test]
fn conversions_agree_with_the_judge() {
    let mut rng = rng(31);
    let mut compared = 0;
    for bytes in 1..=160usize {
        for _ in 0..12 {
            let len = bytes.div_ceil(WORD_BITS / 8);
            let a = operand(&mut rng, len);
            let (expected, natural) = (big(&a), Natural::from_words(&a[..]));
            let (hex, decimal) = (format!("{expected:#x}"), expected.to_string());
            assert_eq!(natural.to_string(), hex);
            assert_eq!(natural.to_decimal(), decimal);
            assert_eq!(natural.bits_vartime() as u64, expected.bits());
            let zeros = "0".repeat(below(&mut rng, 40));
            for text in [
                hex.clone(),
                decimal.clone(),
                format!("0x{zeros}{}", hex[2..].to_uppercase()),
                format!("{zeros}{decimal}"),
            ] {
                let parsed = Natural::parse(&text).unwrap();
                assert_eq!(big(parsed.words()), expected, "{text}");
                assert_eq!(parsed, natural);
            }
            if expected != BigUint::ZERO {
                assert_eq!(natural.to_be_bytes(), expected.to_bytes_be());
            }
            let padded = natural.to_be_bytes_padded(len * (WORD_BITS / 8) + 3).unwrap();
            assert_eq!(
                (padded.len(), BigUint::from_bytes_be(&padded)),
                (len * (WORD_BITS / 8) + 3, expected.clone())
            );
            assert_eq!(Natural::from_be_bytes(&padded), natural);
            compared += 10;
        }
    }
    assert!(compared >= 19_000, "only {compared} comparisons ran");
}

#[test]
fn order_is_that_of_the_values() {
    let mut rng = rng(32);
    for _ in 0..4000 {
        let (m, n) = (1 + below(&mut rng, 4), 1 + below(&mut rng, 4));
        let (mut a, b) = (operand(&mut rng, m), operand(&mut rng, n));
        if below(&mut rng, 3) == 0 {
            a = words(&big(&b), n + m);
        }
        let (a, b) = (Natural::from_words(a), Natural::from_words(b));
        assert_eq!(a.cmp(&b), big(a.words()).cmp(&big(b.words())));
        assert_eq!(a == b, big(a.words()) == big(b.words()));
    }
}

#[test]
fn fixed_lengths_pad_and_refuse() {
    let a = Natural::from_words(vec![5, 7, 0]);
    assert_eq!(a.to_words(2).unwrap(), [5, 7]);
    assert_eq!(a.to_words(4).unwrap(), [5, 7, 0, 0]);
    assert_eq!(a.to_words(1), Err(Error::TooLarge { what: "the number", max_bits: WORD_BITS }));
    assert_eq!(Natural::from(0x1_0203).to_be_bytes_padded(3).unwrap(), [1, 2, 3]);
    assert_eq!(Natural::from(0x1_0203).to_be_bytes_padded(4).unwrap(), [0, 1, 2, 3]);
    assert_eq!(
        Natural::from(0x1_0203).to_be_bytes_padded(2),
        Err(Error::TooLarge { what: "the number", max_bits: 16 })
    );
}

#[test]
fn zero_in_all_its_lengths() {
    for zero in [Natural::default(), Natural::from_words(vec![0; 3]), Natural::from(0)] {
        assert!(zero.is_zero());
        assert_eq!((zero.to_string().as_str(), zero.to_decimal().as_str()), ("0x0", "0"));
        assert_eq!((zero.to_be_bytes().len(), zero.bits_vartime()), (0, 0));
        assert_eq!(zero, Natural::parse("0").unwrap());
    }
}

#[test]
fn what_is_not_a_number_is_refused() {
    for text in [
        "", "0x", "x1", "0X1", "-1", "+1", " 1", "1 ", "1_0", "0x1_0", "0xg", "12a", "１", "0x-1",
        "1.0",
    ] {
        assert!(matches!(Natural::parse(text), Err(Error::InvalidNumber { .. })), "{text:?}");
    }
}

#[test]
fn text_up_to_the_limit_and_no_further() {
    let most = (BigUint::from(1u32) << Natural::MAX_TEXT_BITS) - 1u32;
    for (fits, too_large) in [
        (format!("{most:#x}"), format!("{:#x}", &most + 1u32)),
        (most.to_string(), (&most + 1u32).to_string()),
    ] {
        assert_eq!(big(Natural::parse(&fits).unwrap().words()), most);
        assert!(matches!(Natural::parse(&too_large), Err(Error::TooLarge { .. })));
    }
    let zeros = "0".repeat(1 << 20);
    assert!(matches!(Natural::parse(&zeros), Err(Error::TooLarge { .. })));
    let natural = Natural::from_words(vec![Word::MAX; Natural::MAX_TEXT_BITS / WORD_BITS]);
    assert_eq!(natural.to_decimal(), most.to_string());
}

#[test]
fn debug_output_keeps_the_secret() {
    let text = format!("{:?}", Natural::from_words(vec![123; 8 / (WORD_BITS / 8)]));
    assert_eq!(text, "Natural(64 bits of storage)");
}
