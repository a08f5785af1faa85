//! `polylimb lab protocol` and `lab batch` on binary curves, judged by polynomials in num-bigint.

use crate::common::{lines, run, stdout};
use std::collections::BTreeSet;

#[test]
fn protocols_and_batches_are_right_on_binary_curves() {
    for (words, operations) in [
        ("protocol --curve K-163", 9),
        ("protocol --curve B-163 --algorithms ecdh,ecdsa", 4),
        ("batch --curve K-163 --algorithms ecdh --threads 1", 4),
    ] {
        let rows = lines(&stdout(&run(&format!("lab {words} --runs 1 --seed 6 --json -"))));
        let seen: BTreeSet<_> = rows[1..]
            .iter()
            .map(|m| {
                assert_eq!(m["correct"], true, "{m}");
                [&m["algorithm"], &m["op"], &m["params"]["way"]].map(ToString::to_string)
            })
            .collect();
        assert_eq!(seen.len(), operations, "{words}: {seen:?}");
        assert_eq!(rows.len() - 1, operations, "{words}");
    }
}
