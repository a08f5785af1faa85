//! `polylimb lab field --target qemu-aarch64`: operations on `AArch64`, of this library and
//! others, in executed instructions and estimated cycles.
//!
//! The repository's `arm/run aarch64` builds them, runs them in qemu-aarch64 with a plugin that
//! counts instructions, and prints a line of JSON for each. This file puts the lines into a table.

use super::given::Given;
use super::mote::{Simulation, grid, simulated};
use super::options::Times;
use polylimb_lab::failure::Result;
use polylimb_lab::record::Measurement;
use serde_json::Value;

/// The emulator's name as a target.
pub(super) const TARGET: &str = "qemu-aarch64";
const ARM: Simulation = Simulation {
    target: TARGET,
    variable: "POLYLIMB_ARM",
    program: "arm/run",
    mode: Some("aarch64"),
};

/// Builds, runs, shows.
pub(super) fn run(times: &Times, given: &Given) -> Result<()> {
    ARM.run(times, given, 1, |line| record(line).into_iter().collect(), table)
}

/// A line of this library in the form of the other studies' measurements. `arm/run` fails if a
/// result is wrong. Other libraries have figures from a table: they are shown, and not recorded.
fn record(line: &Value) -> Option<Measurement> {
    let instructions = line["instructions"].as_f64().filter(|_| line["peer"] == false)?;
    let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
    let mut m = simulated("field", TARGET);
    (m.op, m.algorithm) = (text("kind"), text("name"));
    m.kernel = m.algorithm.clone();
    m.unit = "instructions".into();
    (m.min, m.mean, m.median, m.runs) = (instructions, instructions, instructions, 1);
    for (name, of) in [
        ("estimated_cycles_n1", "n1"),
        ("estimated_cycles_v1", "v1"),
        ("estimated_cycles_a53", "a53"),
    ] {
        m.params.insert(name.into(), line[of].clone());
    }
    Some(m)
}

fn table(lines: &[Value]) -> String {
    let mut grid = grid(&["", "", "instructions", "cycles (est.) on N1", "on V1", "on A53"]);
    let mut last = None;
    for line in lines {
        let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
        let number = |name| line[name].as_u64().map_or_else(|| "-".into(), |v| v.to_string());
        let title = if last == Some(&line["kind"]) { String::new() } else { text("kind") };
        last = Some(&line["kind"]);
        let figures = ["instructions", "n1", "v1", "a53"].map(number);
        grid.add_row([title, text("name")].into_iter().chain(figures));
    }
    format!(
        "Operations on AArch64. Instructions: executed in qemu-aarch64, exact, with entry and return. Cycles (est.): llvm-mca 22 for\nNeoverse N1 and V1, arm/host/src/a53.rs for the Cortex-A53. Other libraries: arm/peers.txt, with the error of the estimates.\n\n{grid}\n"
    )
}
