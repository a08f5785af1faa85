//! What a study's charts draw: a panel per thread count, a line per algorithm, and the lines of
//! each choice of operation and kernel.

use super::super::part::{Part, is_passage};
use crate::analysis::grid::{Grid, Group, Row};
use crate::analysis::number_word;
use crate::record::Measurement;
use std::collections::{BTreeMap, BTreeSet};

/// Everything that can be drawn of a study.
pub(super) struct Chart {
    /// The operations to choose from.
    pub(super) ops: Vec<String>,
    /// The choices of kernels: the fastest of each algorithm, then each kernel if there are
    /// several.
    pub(super) views: Vec<String>,
    pub(super) panels: Vec<Panel>,
}

/// Lines in one frame.
pub(super) struct Panel {
    pub(super) title: String,
    /// The thread count of all lines; `None` where it differs from line to line.
    pub(super) threads: Option<usize>,
    pub(super) series: Vec<Series>,
}

pub(super) struct Series {
    pub(super) label: String,
    pub(super) colour: Colour,
    /// Its index in [`Chart::ops`].
    pub(super) op: usize,
    /// Its indices in [`Chart::views`].
    pub(super) views: Vec<usize>,
    pub(super) points: Vec<Point>,
}

pub(super) struct Point {
    pub(super) bits: usize,
    pub(super) time: f64,
    pub(super) speedup: Option<f64>,
    /// What was measured, if the label does not say so.
    pub(super) detail: String,
}

/// A line's place in the palette; baselines have a colour of their own.
#[derive(Clone, Copy)]
pub(super) enum Colour {
    Palette(usize),
    Baseline,
}

impl Series {
    /// Whether it is drawn before a choice is made.
    pub(super) fn at_first(&self) -> bool {
        self.op == 0 && self.views.contains(&0)
    }
}

impl Chart {
    pub(super) fn of(part: &Part) -> Self {
        let ops: Vec<&str> = part.ops().into_iter().filter(|op| !is_passage(op)).collect();
        let grids: Vec<Grid<'_>> = ops.iter().map(|op| Grid::new(&part.rows, op)).collect();
        let rows = || grids.iter().flat_map(|g| &g.groups).flat_map(|g| &g.rows);
        let kernels: BTreeSet<&str> = rows().filter(|r| r.library).map(|r| r.kernel).collect();
        let kernels: Vec<&str> = kernels.into_iter().collect();
        let mut views = vec!["fastest of each".to_owned()];
        if kernels.len() > 1 {
            views.extend(kernels.iter().map(|&k| k.to_owned()));
        }
        let colours = colours(&grids);
        let threads: BTreeSet<usize> =
            grids.iter().flat_map(|g| &g.groups).map(|g| g.threads).collect();
        let mut panels = Vec::new();
        if threads.len() > 1 {
            let series = grids.iter().enumerate().flat_map(|(op, g)| leaders(g, op, &kernels));
            let title = "Fastest of each thread count".into();
            panels.push(Panel { title, threads: None, series: series.collect() });
        }
        for threads in threads {
            let groups = grids.iter().enumerate().filter_map(|(op, grid)| {
                let group = grid.groups.iter().find(|g| g.threads == threads)?;
                Some(lines(group, op, &kernels, &colours))
            });
            let title = super::super::capital(&threads_word(threads));
            panels.push(Panel {
                title,
                threads: Some(threads),
                series: groups.flatten().collect(),
            });
        }
        for panel in &mut panels {
            panel.series.retain(|s| !s.points.is_empty());
        }
        panels.retain(|panel| !panel.series.is_empty());
        Self { ops: ops.into_iter().map(str::to_owned).collect(), views, panels }
    }

    /// The sizes drawn, smallest first.
    pub(super) fn bits(&self) -> Vec<usize> {
        let points = self.panels.iter().flat_map(|p| &p.series).flat_map(|s| &s.points);
        points.map(|p| p.bits).collect::<BTreeSet<_>>().into_iter().collect()
    }
}

/// `one thread`, `two threads` …
pub(in super::super) fn threads_word(n: usize) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{} thread{plural}", number_word(n))
}

/// An algorithm's colour, the same in every chart. Sequential and parallel algorithms never share a
/// frame, so each kind has the whole palette.
fn colours(grids: &[Grid<'_>]) -> BTreeMap<String, Colour> {
    let mut colours = BTreeMap::new();
    let mut used = [0, 0];
    for group in grids.iter().flat_map(|g| &g.groups) {
        let next = &mut used[usize::from(group.threads > 1)];
        for row in &group.rows {
            colours.entry(row.name.clone()).or_insert_with(|| {
                if !row.library {
                    return Colour::Baseline;
                }
                *next += 1;
                Colour::Palette(*next - 1)
            });
        }
    }
    colours
}

/// From a thousandth of a nanosecond to thirty years; a file's figures outside are not times.
const TIMES: std::ops::RangeInclusive<f64> = 1e-3..=1e18;

/// Whether the value is plausible and has a place on logarithmic axes.
fn drawable(m: &Measurement) -> bool {
    m.correct && TIMES.contains(&m.time()) && m.bits > 0
}

fn cell(row: &Row<'_>, column: usize) -> Option<f64> {
    row.cells[column].filter(|m| drawable(m)).map(Measurement::time)
}

/// The lines of one thread count.
fn lines(
    group: &Group<'_>,
    op: usize,
    kernels: &[&str],
    colours: &BTreeMap<String, Colour>,
) -> Vec<Series> {
    let executors: BTreeSet<&str> = group.rows.iter().map(|r| r.executor).collect();
    let line = |row: &Row<'_>| {
        let mut label = row.name.clone();
        if executors.len() > 1 && group.threads > 1 {
            label = format!("{label} ({})", row.executor);
        }
        let mut views = Vec::new();
        if std::ptr::eq(row, fastest_kernel(group, row)) {
            views.push(0);
        }
        if kernels.len() > 1 {
            let of_kernel =
                kernels.iter().enumerate().filter(|(_, k)| !row.library || **k == row.kernel);
            views.extend(of_kernel.map(|(index, _)| index + 1));
        }
        let point = |m: &&Measurement| Point {
            bits: m.bits,
            time: m.time(),
            speedup: m.speedup,
            detail: if kernels.len() > 1 && m.library { m.kernel.clone() } else { String::new() },
        };
        let drawn = row.cells.iter().flatten().filter(|m| drawable(m));
        let colour = colours.get(&row.name).copied().unwrap_or(Colour::Baseline);
        Series { label, colour, op, views, points: drawn.map(point).collect() }
    };
    group.rows.iter().map(line).collect()
}

/// The row of the same algorithm and executor whose kernel is fastest at most sizes.
fn fastest_kernel<'a, 'b>(group: &'b Group<'a>, row: &Row<'_>) -> &'b Row<'a> {
    let rivals: Vec<&Row<'a>> =
        group.rows.iter().filter(|r| (&r.name, r.executor) == (&row.name, row.executor)).collect();
    let mut leads = vec![0_usize; rivals.len()];
    for column in 0..row.cells.len() {
        let times = rivals.iter().enumerate().filter_map(|(i, r)| Some((i, cell(r, column)?)));
        if let Some((leader, _)) = times.min_by(|a, b| a.1.total_cmp(&b.1)) {
            leads[leader] += 1;
        }
    }
    let most = leads.iter().max().copied().unwrap_or(0);
    rivals[leads.iter().position(|&n| n == most).unwrap_or(0)]
}

/// For each thread count a line of the library's fastest algorithm at each size: among all kernels,
/// and with each.
fn leaders(grid: &Grid<'_>, op: usize, kernels: &[&str]) -> Vec<Series> {
    let mut series = Vec::new();
    for (index, group) in grid.groups.iter().enumerate() {
        let line = |view: usize, may: &dyn Fn(&Row<'_>) -> bool| {
            let rows: Vec<&Row<'_>> = group.rows.iter().filter(|r| r.library && may(r)).collect();
            let fastest = |column: usize| {
                let cells = rows.iter().filter_map(|row| row.cells[column]);
                cells
                    .filter(|m| drawable(m) && m.competes())
                    .min_by(|a, b| a.time().total_cmp(&b.time()))
            };
            let point = |m: &Measurement| Point {
                bits: m.bits,
                time: m.time(),
                speedup: m.speedup,
                detail: m.label(),
            };
            let points = (0..grid.bits.len()).filter_map(fastest).map(point).collect();
            let label = threads_word(group.threads);
            Series { label, colour: Colour::Palette(index), op, views: vec![view], points }
        };
        series.push(line(0, &|_| true));
        if kernels.len() > 1 {
            let each = kernels.iter().enumerate();
            series.extend(each.map(|(i, k)| line(i + 1, &|row| row.kernel == *k)));
        }
    }
    series
}

#[cfg(test)]
mod tests {
    use super::super::super::part;
    use super::*;
    use crate::analysis::made_up::mul;
    use crate::record::Run;

    fn chart(measurements: Vec<Measurement>) -> Chart {
        Chart::of(&part::of(&Run { measurements, ..Run::default() })[0])
    }

    fn mulx(algorithm: &str, threads: usize, bits: usize, time: f64) -> Measurement {
        Measurement { kernel: "mulx".into(), ..mul(algorithm, threads, bits, time) }
    }

    #[test]
    fn a_panel_for_each_thread_count_and_one_for_the_leaders() {
        let mut ms = vec![
            mul("a", 1, 256, 20.0),
            mul("a", 1, 512, 80.0),
            mulx("a", 1, 256, 10.0),
            mulx("a", 1, 512, 40.0),
            mul("p", 2, 512, 50.0),
            Measurement { library: false, kernel: "gmp".into(), ..mul("gmp", 1, 256, 1.0) },
            mul("wrong", 1, 256, 1.0),
            mul("zero", 1, 256, 0.0),
        ];
        ms[6].correct = false;
        let chart = chart(ms);
        assert_eq!(chart.views, ["fastest of each", "mulx", "portable"]);
        assert_eq!(chart.bits(), [256, 512]);
        let titles: Vec<_> = chart.panels.iter().map(|p| p.title.as_str()).collect();
        assert_eq!(titles, ["Fastest of each thread count", "One thread", "Two threads"]);
        let one: Vec<_> =
            chart.panels[1].series.iter().map(|s| (s.label.as_str(), &*s.views)).collect();
        assert_eq!(one, [("a", &[2][..]), ("a", &[0, 1]), ("gmp", &[0, 1, 2])]);
        // Only the library's algorithms are leaders, so GMP's 1 ns is not among them.
        let first = &chart.panels[0].series[0];
        assert!(first.at_first() && (first.points[0].time - 10.0).abs() < 1e-9);
    }

    #[test]
    fn one_kernel_leaves_nothing_to_choose_and_executors_are_told_apart() {
        let rayon = Measurement { executor: "rayon".into(), ..mul("p", 2, 256, 9.0) };
        let chart = chart(vec![mul("p", 2, 256, 8.0), rayon]);
        assert_eq!((chart.views.len(), chart.panels.len()), (1, 1));
        let labels: Vec<_> = chart.panels[0].series.iter().map(|s| s.label.as_str()).collect();
        assert_eq!(labels, ["p (team)", "p (rayon)"]);
        assert!(chart.panels[0].series.iter().all(Series::at_first));
    }
}
