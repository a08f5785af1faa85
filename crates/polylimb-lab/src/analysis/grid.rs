//! Measurements of one operation as every table and chart shows them: a row for each algorithm,
//! grouped by threads; a column for each size.

use crate::record::Measurement;
use std::collections::BTreeSet;

/// The table of one operation.
#[derive(Debug, Clone)]
pub struct Grid<'a> {
    /// The sizes, smallest first.
    pub bits: Vec<usize>,
    /// The rows, grouped by number of threads.
    pub groups: Vec<Group<'a>>,
}

/// All rows of one thread count.
#[derive(Debug, Clone)]
pub struct Group<'a> {
    /// The threads.
    pub threads: usize,
    /// The rows, in the order of measurement.
    pub rows: Vec<Row<'a>>,
}

/// One variant of an algorithm with one kernel and executor.
#[derive(Debug, Clone)]
pub struct Row<'a> {
    /// The algorithm with its variant; with kernel and executor where the grid has several.
    pub label: String,
    /// The algorithm with its variant.
    pub name: String,
    /// The kernel.
    pub kernel: &'a str,
    /// The executor.
    pub executor: &'a str,
    /// Whether the algorithm is the library's own.
    pub library: bool,
    /// The measurement at each size of [`Grid::bits`], if there is one.
    pub cells: Vec<Option<&'a Measurement>>,
}

/// How a cell compares with the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// The fastest of its column.
    BestOfColumn,
    /// The fastest of its thread group in its column.
    BestOfGroup,
    /// Any other cell.
    Plain,
}

impl<'a> Grid<'a> {
    /// Arranges the measurements of the operation `op`.
    #[must_use]
    pub fn new(measurements: &'a [Measurement], op: &str) -> Self {
        let chosen: Vec<_> = measurements.iter().filter(|m| m.op == op).collect();
        let bits: Vec<usize> =
            chosen.iter().map(|m| m.bits).collect::<BTreeSet<_>>().into_iter().collect();
        let threads: BTreeSet<usize> = chosen.iter().map(|m| m.threads).collect();
        // An algorithm with one kernel needs only its name: it has the kernel of all others in the
        // grid, or brings its own.
        let kernels_of = |algorithm: &str| {
            let rows = chosen.iter().filter(|m| m.algorithm == algorithm);
            rows.map(|m| &m.kernel).collect::<BTreeSet<_>>().len()
        };
        let parallel = chosen.iter().filter(|m| m.threads > 1);
        let executors = parallel.map(|m| &m.executor).collect::<BTreeSet<_>>().len() > 1;
        let groups = threads
            .into_iter()
            .map(|threads| {
                let mut rows: Vec<([&str; 4], Row<'a>)> = Vec::new();
                for m in chosen.iter().filter(|m| m.threads == threads) {
                    let key =
                        [&m.algorithm, &m.variant, &m.kernel, &m.executor].map(String::as_str);
                    let column = bits.partition_point(|&b| b < m.bits);
                    let row = if let Some(row) = rows.iter_mut().find(|r| r.0 == key) {
                        &mut row.1
                    } else {
                        let name = m.label();
                        let mut label = name.clone();
                        if kernels_of(&m.algorithm) > 1 {
                            label = format!("{label} {}", m.kernel);
                        }
                        if executors && threads > 1 {
                            label = format!("{label} ({})", m.executor);
                        }
                        let row = Row {
                            label,
                            name,
                            kernel: &m.kernel,
                            executor: &m.executor,
                            library: m.library,
                            cells: vec![None; bits.len()],
                        };
                        rows.push((key, row));
                        &mut rows.last_mut().expect("just pushed").1
                    };
                    row.cells[column] = Some(m);
                }
                Group { threads, rows: rows.into_iter().map(|r| r.1).collect() }
            })
            .collect();
        Self { bits, groups }
    }

    /// Whether the grid has no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// The standing of the cell at `group`, `row` and `column`. Wrong results do not compete; what
    /// a profile chose does, as any row.
    #[must_use]
    pub fn standing(&self, group: usize, row: usize, column: usize) -> Standing {
        let Some(own) = value(&self.groups[group].rows[row], column) else {
            return Standing::Plain;
        };
        let best = |rows: &mut dyn Iterator<Item = &Row<'a>>| {
            rows.filter_map(|row| value(row, column)).fold(f64::INFINITY, f64::min)
        };
        if own <= best(&mut self.groups.iter().flat_map(|g| &g.rows)) {
            Standing::BestOfColumn
        } else if own <= best(&mut self.groups[group].rows.iter()) {
            Standing::BestOfGroup
        } else {
            Standing::Plain
        }
    }
}

fn value(row: &Row<'_>, column: usize) -> Option<f64> {
    row.cells[column].filter(|m| m.correct).map(Measurement::time)
}

#[cfg(test)]
mod tests {
    use super::super::made_up::mul;
    use super::*;
    use crate::record::TUNED;

    #[test]
    fn grouped_by_threads_with_the_best_marked() {
        let mut ms = vec![
            mul("a", 1, 512, 10.0),
            mul("b", 1, 512, 20.0),
            mul("p", 2, 512, 15.0),
            mul("a", 1, 256, 5.0),
            mul("wrong", 1, 256, 1.0),
        ];
        ms[4].correct = false;
        let grid = Grid::new(&ms, "mul");
        assert_eq!(grid.bits, [256, 512]);
        assert_eq!(grid.groups.iter().map(|g| g.threads).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(grid.groups[0].rows.len(), 3);
        assert!(grid.groups[0].rows[1].cells[0].is_none());
        assert_eq!(grid.standing(0, 0, 0), Standing::BestOfColumn);
        assert_eq!(grid.standing(0, 2, 0), Standing::Plain);
        assert_eq!(grid.standing(0, 1, 1), Standing::Plain);
        assert_eq!(grid.standing(1, 0, 1), Standing::BestOfGroup);
        assert!(Grid::new(&ms, "sqr").is_empty());
        // The choice of a profile is marked where it is the fastest.
        ms.push(mul(TUNED, 1, 256, 4.0));
        let grid = Grid::new(&ms, "mul");
        assert_eq!(grid.standing(0, 0, 0), Standing::Plain);
        assert_eq!(grid.standing(0, 3, 0), Standing::BestOfColumn);
    }

    #[test]
    fn labels_tell_kernels_and_executors_apart_only_where_there_are_several() {
        let mut ms = vec![mul("a", 1, 512, 10.0), mul("p", 2, 512, 15.0), mul("p", 2, 512, 16.0)];
        ms[2].executor = "rayon".into();
        let labels = |ms: &[Measurement]| -> Vec<String> {
            let grid = Grid::new(ms, "mul");
            grid.groups.iter().flat_map(|g| g.rows.iter().map(|r| r.label.clone())).collect()
        };
        assert_eq!(labels(&ms), ["a", "p (team)", "p (rayon)"]);
        ms.push(mul("a", 1, 512, 9.0));
        ms[3].kernel = "mulx".into();
        assert_eq!(labels(&ms), ["a portable", "a mulx", "p (team)", "p (rayon)"]);
    }
}
