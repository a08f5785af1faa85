//! The model: synchronisations counted for every parallel algorithm, thread count and number of
//! blocks, compared with the published ones.

use polylimb::authors::limb::{Kernel, WORD_BITS};
use polylimb::authors::modmul::Entry;
use polylimb_lab::analysis::model::table_2::{difference, published};
use polylimb_lab::record::Measurement;
use polylimb_lab::registry::{modmul, modmuls};
use polylimb_lab::study::modmul::model::counted;
use std::collections::BTreeMap;

/// Synchronisations of one product.
fn synchronisations(entry: &Entry, threads: usize, k: Option<usize>, bits: usize) -> usize {
    let mut m = Measurement {
        algorithm: entry.name.into(),
        threads,
        bits,
        kernel: Kernel::PORTABLE.name().into(),
        ..Measurement::default()
    };
    if let Some(k) = k {
        m.params.insert("k".into(), k.into());
    }
    2 * counted(&m, 1).unwrap().runs
}

#[test]
fn counted_as_published_for_every_algorithm_thread_count_and_k() {
    let mut compared = BTreeMap::new();
    for entry in modmuls().filter(|e| e.threads.max() > 1) {
        let multipartite = entry.name.starts_with("multipartite");
        let blocks: Vec<_> = if multipartite { (2..=6).map(Some).collect() } else { vec![None] };
        for threads in (2..=8).filter(|&n| entry.threads.contains(n)) {
            for &k in &blocks {
                for bits in [6 * WORD_BITS, 1024] {
                    if !entry.domain.accepts_odd_of(bits) {
                        continue;
                    }
                    let counted = synchronisations(entry, threads, k, bits);
                    let what = format!("{} {threads} threads k {k:?} {bits} bits", entry.name);
                    let Some(row) = published(entry.name) else {
                        // Not in the table: one run, and one for each of two base extensions.
                        let expected = BTreeMap::from([("tripartite", 2), ("rns", 4)]);
                        assert_eq!(Some(&counted), expected.get(entry.name), "{what}");
                        *compared.entry(entry.name).or_insert(0) += 1;
                        continue;
                    };
                    let printed = (row.synchronisations)(threads);
                    // Its exchange in the middle is printed as one synchronisation; here it ends
                    // one run and begins the next.
                    let exchange = usize::from(entry.name == "multipartite-v1");
                    assert_eq!(counted, printed + exchange, "{what}");
                    let why = difference(entry.name, printed, counted);
                    assert_eq!(why.is_some(), exchange > 0, "{what}");
                    *compared.entry(entry.name).or_insert(0) += 1;
                }
            }
        }
    }
    assert!(compared.len() >= 6, "{compared:?}");
    assert!(compared.values().sum::<usize>() >= 170, "{compared:?}");
}

#[test]
fn fewer_where_the_modulus_is_too_short_for_several_parts() {
    for name in ["multipartite-v1", "multipartite-v2"] {
        let entry = modmul(name).unwrap();
        let counted = synchronisations(entry, 2, None, WORD_BITS);
        let printed = (published(name).unwrap().synchronisations)(2);
        assert!(counted < printed, "{name}: {counted}");
        assert!(difference(name, printed, counted).is_some());
    }
}
