//! The size from which threads pay: predicted in two ways, and measured.

use super::super::crossover::PAYS;
use super::super::number_word;
use crate::record::SplitRow;
use std::collections::BTreeMap;
use std::fmt;

/// The size from which an algorithm pays, predicted and measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Pays {
    /// The kernel.
    pub kernel: String,
    /// The threads.
    pub threads: usize,
    /// The algorithm with its parameters; `None` for the best algorithm of each size.
    pub label: Option<String>,
    /// By Table 2.
    pub table_2: From,
    /// By the longest path.
    pub path: From,
    /// By measurement.
    pub measured: From,
}

/// A crossover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum From {
    /// Pays at every measured size from this number of bits on.
    Bits(usize),
    /// Does not pay at the largest size.
    Never,
    /// Not known: there is no prediction, or the machine has fewer threads.
    Unknown,
}

impl fmt::Display for From {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bits(bits) => f.pad(&bits.to_string()),
            Self::Never => f.pad("never"),
            Self::Unknown => f.pad("–"),
        }
    }
}

/// The crossovers of each kernel and thread count: of the best algorithm of each size first, then
/// of each algorithm.
#[must_use]
pub fn crossovers(rows: &[SplitRow]) -> Vec<Pays> {
    let mut groups: BTreeMap<(String, usize, Option<String>), Vec<&SplitRow>> = BTreeMap::new();
    for row in rows {
        for label in [None, Some(row.label.clone())] {
            groups.entry((row.kernel.clone(), row.threads, label)).or_default().push(row);
        }
    }
    let pays = |((kernel, threads, label), rows): (_, Vec<&SplitRow>)| Pays {
        kernel,
        threads,
        label,
        table_2: from(&rows, |row| row.table_2),
        path: from(&rows, |row| Some(row.predicted)),
        measured: from(&rows, |row| (!row.oversubscribed).then_some(row.measured)),
    };
    groups.into_iter().map(pays).collect()
}

/// The crossover computed from the best time of each size.
fn from(rows: &[&SplitRow], time: impl Fn(&SplitRow) -> Option<f64>) -> From {
    let mut sizes: BTreeMap<usize, f64> = BTreeMap::new();
    for row in rows {
        if let Some(time) = time(row) {
            let speedup = sizes.entry(row.bits).or_default();
            *speedup = speedup.max(row.alone / time);
        }
    }
    if sizes.is_empty() {
        return From::Unknown;
    }
    let paying = sizes.iter().rev().take_while(|(_, speedup)| **speedup >= PAYS).last();
    paying.map_or(From::Never, |(bits, _)| From::Bits(*bits))
}

/// A sentence for each kernel and thread count: the prediction and the measurement.
#[must_use]
pub fn sentences(rows: &[SplitRow]) -> Vec<String> {
    let say = |from: From| match from {
        From::Bits(bits) => format!("from {bits} bits"),
        From::Never => "nowhere".into(),
        From::Unknown => "not known".into(),
    };
    let crossovers = crossovers(rows);
    let best = crossovers.into_iter().filter(|pays| pays.label.is_none());
    best.map(|pays| {
        format!(
            "{} threads pay with the kernel {}: by Table 2 {}, by the longest path {}, measured {}",
            number_word(pays.threads),
            pays.kernel,
            say(pays.table_2),
            say(pays.path),
            say(pays.measured)
        )
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_pay_from_where_they_do_so_throughout() {
        let row = |bits, alone, table_2, predicted, measured| SplitRow {
            kernel: "portable".into(),
            label: "bipartite".into(),
            threads: 2,
            bits,
            alone,
            table_2: Some(table_2),
            predicted,
            measured,
            ..SplitRow::default()
        };
        let mut rows = vec![
            row(256, 100.0, 90.0, 120.0, 130.0),
            row(512, 100.0, 80.0, 90.0, 101.0),
            row(1024, 100.0, 70.0, 80.0, 99.0),
        ];
        let found = crossovers(&rows);
        assert_eq!((found.len(), found[0].label.clone()), (2, None));
        let ways = |p: &Pays| (p.table_2, p.path, p.measured);
        assert_eq!(ways(&found[1]), (From::Bits(256), From::Bits(512), From::Never));
        rows[0].oversubscribed = true;
        rows[1].table_2 = None;
        assert_eq!(ways(&crossovers(&rows)[0]).2, From::Never);
        for row in &mut rows {
            (row.oversubscribed, row.table_2) = (true, None);
        }
        assert_eq!(ways(&crossovers(&rows)[0]), (From::Unknown, From::Bits(512), From::Unknown));
        assert_eq!(
            sentences(&rows),
            [
                "two threads pay with the kernel portable: by Table 2 not known, by the longest path from 512 bits, measured not known"
            ]
        );
    }
}
