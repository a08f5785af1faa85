//! The machine: the facts needed to read a measurement and to repeat it.

use crate::measure::pin;
use crate::record::Host;
use polylimb::authors::limb::WORD_BITS;
use polylimb::cpu::Features;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

/// The compiler this program was built with.
pub const RUSTC: &str = env!("POLYLIMB_RUSTC");
/// The commit it was built from.
pub const COMMIT: &str = env!("POLYLIMB_COMMIT");
/// The target it was built for.
pub const TARGET: &str = env!("POLYLIMB_TARGET");
/// Its version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The facts about this machine and this build; the study fills in seed, command and runner.
#[must_use]
pub fn describe() -> Host {
    let root = Path::new("/");
    let cpus = hardware_threads();
    let first = cpus.first().copied().unwrap_or(0);
    Host {
        cpu: cpu_name(root),
        cores: real_cores(root, &cpus),
        hardware_threads: cpus.len(),
        features: Features::detect().names().map(str::to_owned).collect(),
        governor: governor(root, first),
        frequency: frequency(root, first),
        os: operating_system(root),
        rustc: RUSTC.into(),
        commit: COMMIT.into(),
        started: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        version: VERSION.into(),
        target: TARGET.into(),
        word_bits: WORD_BITS,
        runner: "local".into(),
        ..Host::default()
    }
}

/// The hardware threads this process may use; at least one.
#[must_use]
pub fn hardware_threads() -> Vec<usize> {
    let allowed = pin::allowed();
    if allowed.is_empty() {
        (0..std::thread::available_parallelism().map_or(1, usize::from)).collect()
    } else {
        allowed
    }
}

/// The number of physical cores behind the hardware threads `cpus`, by the system's topology.
#[must_use]
pub fn real_cores(root: &Path, cpus: &[usize]) -> usize {
    let cores: BTreeSet<_> = cpus
        .iter()
        .map(|cpu| {
            let of = |file: &str| {
                read(root, &format!("sys/devices/system/cpu/cpu{cpu}/topology/{file}"))
            };
            // Without a topology each hardware thread counts as a core.
            of("core_id").map_or_else(
                || (String::new(), cpu.to_string()),
                |core| (of("physical_package_id").unwrap_or_default(), core),
            )
        })
        .collect();
    cores.len()
}

/// The processor's name: from `/proc/cpuinfo`, or the board's from the device tree.
#[must_use]
pub fn cpu_name(root: &Path) -> String {
    let info = read(root, "proc/cpuinfo").unwrap_or_default();
    field(&info, "model name")
        .or_else(|| field(&info, "Hardware"))
        .or_else(|| read(root, "proc/device-tree/model"))
        .or_else(|| field(&info, "Processor"))
        .unwrap_or_else(|| "unknown".into())
}

/// The frequency governor of `cpu`; `unknown` if the system does not tell it.
#[must_use]
pub fn governor(root: &Path, cpu: usize) -> String {
    read(root, &format!("sys/devices/system/cpu/cpu{cpu}/cpufreq/scaling_governor"))
        .unwrap_or_else(|| "unknown".into())
}

/// The frequency of `cpu` in MHz, if the system tells it.
#[must_use]
pub fn frequency(root: &Path, cpu: usize) -> Option<f64> {
    let from_sys = read(root, &format!("sys/devices/system/cpu/cpu{cpu}/cpufreq/scaling_cur_freq"))
        .and_then(|khz| khz.parse::<f64>().ok())
        .map(|khz| khz / 1000.0);
    from_sys.or_else(|| field(&read(root, "proc/cpuinfo")?, "cpu MHz")?.parse().ok())
}

fn operating_system(root: &Path) -> String {
    let name = read(root, "etc/os-release")
        .and_then(|text| {
            let line = text.lines().find_map(|l| l.strip_prefix("PRETTY_NAME="))?;
            Some(line.trim_matches('"').to_owned())
        })
        .unwrap_or_else(|| std::env::consts::OS.into());
    match read(root, "proc/sys/kernel/osrelease") {
        Some(release) => format!("{name}, kernel {release}"),
        None => name,
    }
}

/// The first `name : value` of a text in the format of `/proc/cpuinfo`.
fn field(text: &str, name: &str) -> Option<String> {
    text.lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(key, value)| key.trim() == name && !value.trim().is_empty())
        .map(|(_, value)| value.trim().to_owned())
}

/// A file's text without surrounding space and zero bytes; `None` if nothing is left.
fn read(root: &Path, path: &str) -> Option<String> {
    let text = fs::read_to_string(root.join(path)).ok()?;
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0').to_owned();
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A made-up machine: two cores with two hardware threads each.
    fn machine() -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        for cpu in 0..4 {
            let at = format!("sys/devices/system/cpu/cpu{cpu}");
            write(&format!("{at}/topology/core_id"), &format!("{}\n", cpu % 2));
            write(&format!("{at}/topology/physical_package_id"), "0\n");
        }
        write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "ondemand\n");
        write("sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "396000\n");
        write("proc/cpuinfo", "processor\t: 0\nmodel name\t: Some CPU\ncpu MHz\t\t: 2500.5\n");
        root
    }

    #[test]
    fn a_made_up_machine_is_read() {
        let root = machine();
        let root = root.path();
        assert_eq!(cpu_name(root), "Some CPU");
        assert_eq!(real_cores(root, &[0, 1, 2, 3]), 2);
        assert_eq!(real_cores(root, &[0, 2]), 1);
        assert_eq!(governor(root, 0), "ondemand");
        assert_eq!(governor(root, 1), "unknown");
        assert_eq!(frequency(root, 0), Some(396.0));
        assert_eq!(frequency(root, 1), Some(2500.5));
    }

    #[test]
    fn a_silent_machine_is_unknown_and_each_thread_a_core() {
        let root = tempfile::tempdir().unwrap();
        assert_eq!(cpu_name(root.path()), "unknown");
        assert_eq!(real_cores(root.path(), &[0, 1, 2]), 3);
        assert_eq!(frequency(root.path(), 0), None);
    }

    #[test]
    fn this_machine_has_a_core_and_a_date() {
        let host = describe();
        assert!(host.cores >= 1 && host.hardware_threads >= host.cores);
        assert!(host.started.ends_with('Z'));
    }
}
