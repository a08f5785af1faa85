//! The committed table of ratios: for each work the ratio when the row was written, the ratio that
//! must be reached, and the goal. A run prints the rows that it measured.

use serde::Deserialize;

/// A row of `targets.json`. Ratios are medians of polylimb's time to the peer's, in one run.
#[derive(Deserialize)]
struct Target {
    /// The work, by the name under which it is measured.
    work: String,
    /// The peer.
    beside: String,
    /// The ratio when the table was written.
    before: f64,
    /// The ratio that must be reached.
    must: f64,
    /// The ratio that is aimed at.
    goal: f64,
}

/// The table, and what this run measured.
pub struct Targets {
    rows: Vec<Target>,
    measured: Vec<(String, f64)>,
}

impl Targets {
    /// The committed table.
    ///
    /// # Errors
    /// If `targets.json` is malformed.
    pub fn committed() -> serde_json::Result<Self> {
        let rows = serde_json::from_str(include_str!("../targets.json"))?;
        Ok(Self { rows, measured: Vec::new() })
    }

    /// Takes note of a median ratio; works without a row are not printed.
    pub fn measured(&mut self, work: impl Into<String>, ratio: f64) {
        self.measured.push((work.into(), ratio));
    }

    /// Prints a row for each work that was measured and has one.
    pub fn print(&self) {
        let of = |row: &Target| self.measured.iter().find(|(work, _)| *work == row.work);
        let rows: Vec<_> = self.rows.iter().filter_map(|row| Some((row, of(row)?.1))).collect();
        if rows.is_empty() {
            return;
        }
        println!("\n| work | / | now | before | must | goal | |\n|---|---|--:|--:|--:|--:|---|");
        for (Target { work, beside, before, must, goal }, now) in rows {
            let verdict = match now {
                now if now <= *goal => "goal reached",
                now if now <= *must => "reached",
                _ => "above",
            };
            println!("| {work} | {beside} | {now:.3} | {before} | {must} | {goal} | {verdict} |");
        }
    }
}
