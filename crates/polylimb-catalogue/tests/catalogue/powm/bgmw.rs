//! The cost of `bgmw`.

use super::fixed_base::{cost, counted, exponents};
use crate::common::rng;
use polylimb::Alone;
use polylimb::powm::Exponent;

#[test]
fn bgmw_costs_what_its_digits_say_and_at_most_m_plus_h_less_2() {
    let bits = 512;
    for max_entries in [74, 100, 512] {
        let (prepared, counts) = counted("bgmw", bits, max_entries);
        let m = prepared.entries();
        let w = bits.div_ceil(m);
        let h = (1 << w) - 1;
        let mut most = 0;
        for exponent in exponents(&mut rng(44), bits) {
            let digits: Vec<_> =
                (0..m).map(|i| Exponent::new(&exponent).window(i * w, w) as usize).collect();
            let (products, squarings) = cost(&*prepared, &counts, &exponent, &Alone);
            let different = digits.iter().filter(|&&d| d > 0).count();
            let (top, least) = (
                digits.iter().max().copied().unwrap_or(0),
                digits.iter().filter(|&&d| d > 0).min().copied().unwrap_or(1),
            );
            // Multiplying by 1 costs nothing. From the least digit down squarings may replace the
            // steps.
            let published = (different + top).saturating_sub(2);
            assert!(products + squarings <= published && published <= m + h - 2);
            if least == 1 {
                assert_eq!((products, squarings), (published, 0));
            }
            most = most.max(products + squarings);
        }
        // All digits occur among random ones of this width: the cost nearly meets the bound.
        assert!(max_entries != 100 || most + h / 2 >= m, "{most} of {}", m + h - 2);
    }
}
