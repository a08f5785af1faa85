//! Governors through sysfs: `/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor`.
//!
//! The root is an argument, so that tests can use a made-up tree. The guard saves a governor's name
//! *before* its file is written, so that it can always write it back.

use crate::failure::{Failure, Result};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

const GOVERNOR: &str = "scaling_governor";
const AVAILABLE: &str = "scaling_available_governors";
const FREQUENCIES: &str = "scaling_available_frequencies";
/// The exit status after an interrupt, as shells count it.
const INTERRUPTED: i32 = 130;

/// The cpufreq folders of a machine, one per CPU.
#[derive(Debug, Clone)]
pub struct Cpufreq {
    cpus: Vec<(usize, PathBuf)>,
}

impl Cpufreq {
    /// The cpufreq folders below `root`, which is `/` for this machine.
    ///
    /// # Errors
    /// [`Failure::Run`] if there is none, as in most virtual machines.
    pub fn at(root: &Path) -> Result<Self> {
        let folder = root.join("sys/devices/system/cpu");
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let mut cpus: Vec<(usize, PathBuf)> = entries
            .filter_map(|entry| {
                let cpu = entry.file_name().to_str()?.strip_prefix("cpu")?.parse().ok()?;
                let path = entry.path().join("cpufreq");
                path.join(GOVERNOR).exists().then_some((cpu, path))
            })
            .collect();
        cpus.sort();
        if cpus.is_empty() {
            return Err(Failure::run(
                "--governor: this machine lets nobody choose the frequency (no cpufreq in sysfs, usual in virtual machines); use --governor keep",
            ));
        }
        Ok(Self { cpus })
    }

    /// The governors that every CPU offers.
    #[must_use]
    pub fn available(&self) -> Vec<String> {
        let of = |path: &Path| -> Vec<String> { words(&path.join(AVAILABLE)) };
        let mut common = self.cpus.first().map(|(_, path)| of(path)).unwrap_or_default();
        for (_, path) in self.cpus.iter().skip(1) {
            let here = of(path);
            common.retain(|name| here.contains(name));
        }
        common
    }

    /// The frequencies of the first CPU in kHz, lowest first; empty if the system does not list
    /// them.
    #[must_use]
    pub fn frequencies(&self) -> Vec<u64> {
        let first = self.cpus.first().map(|(_, path)| words(&path.join(FREQUENCIES)));
        let mut found: Vec<u64> =
            first.unwrap_or_default().iter().filter_map(|word| word.parse().ok()).collect();
        found.sort_unstable();
        found
    }

    /// Sets the governor of all CPUs and saves the old ones in `guard`.
    ///
    /// # Errors
    /// [`Failure::Usage`] for a governor that this machine does not offer; [`Failure::Run`] without
    /// permission or if the system keeps another governor. All governors are then as they were.
    pub fn set(&self, governor: &str, guard: &Guard) -> Result<()> {
        let available = self.available();
        if !available.is_empty() && !available.iter().any(|name| name == governor) {
            return Err(Failure::usage(format!(
                "--governor {governor}: this machine has {}",
                available.join(", ")
            )));
        }
        // Held until all files are written: a signal handler waits, and then finds every change.
        let mut saved = guard.lock();
        let written = self.cpus.iter().try_for_each(|(cpu, path)| {
            let path = path.join(GOVERNOR);
            let at = |error: &io::Error| explain(*cpu, governor, error);
            let before = fs::read_to_string(&path).map_err(|e| at(&e))?.trim().to_owned();
            if before == governor {
                return Ok(());
            }
            saved.push((path.clone(), before));
            fs::write(&path, governor).map_err(|e| at(&e))?;
            let now = fs::read_to_string(&path).map_err(|e| at(&e))?;
            if now.trim() == governor {
                return Ok(());
            }
            let now = now.trim();
            Err(Failure::run(format!("--governor {governor}: CPU {cpu} stays with {now}")))
        });
        if let Err(failure) = written {
            return Err(match restore(&mut saved) {
                Ok(()) => failure,
                Err(second) => Failure::run(format!("{failure}; then {second}")),
            });
        }
        Ok(())
    }
}

fn explain(cpu: usize, governor: &str, error: &io::Error) -> Failure {
    let cure = if error.kind() == io::ErrorKind::PermissionDenied {
        format!(
            "; run with the permission to, for instance by sudo, or set it yourself: sudo cpupower frequency-set -g {governor}"
        )
    } else {
        String::new()
    };
    Failure::run(format!("--governor {governor}: CPU {cpu}: {error}{cure}"))
}

fn words(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.split_whitespace().map(str::to_owned).collect()
}

/// Each file and its old contents.
type Saved = Vec<(PathBuf, String)>;

/// Restores the governors when dropped.
#[derive(Debug, Default)]
pub struct Guard {
    saved: Arc<Mutex<Saved>>,
}

impl Guard {
    /// A guard with nothing to restore yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// From now on an interrupt (Ctrl-C), a hang-up or a termination restores the governors and
    /// ends the program. For the command, once per process.
    ///
    /// # Errors
    /// [`Failure::Run`] if the system refuses a handler.
    pub fn give_back_on_signals(&self) -> Result<()> {
        let saved = Arc::clone(&self.saved);
        let handler = move || {
            // Held to the end: no governor is set any more.
            let mut saved = saved.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(failure) = restore(&mut saved) {
                // Without standard error the failure cannot be reported.
                let _ = writeln!(io::stderr(), "polylimb: {failure}");
            }
            std::process::exit(INTERRUPTED);
        };
        ctrlc::set_handler(handler)
            .map_err(|e| Failure::run(format!("--governor: cannot catch Ctrl-C: {e}")))
    }

    /// Restores the governors now.
    ///
    /// # Errors
    /// [`Failure::Run`] with the first governor that could not be restored; the others are
    /// restored.
    pub fn restore(&self) -> Result<()> {
        restore(&mut self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Saved> {
        self.saved.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn restore(saved: &mut Saved) -> Result<()> {
    let mut outcome = Ok(());
    // In reverse order of writing.
    while let Some((path, governor)) = saved.pop() {
        let unchanged = fs::read_to_string(&path).is_ok_and(|now| now.trim() == governor);
        if unchanged {
            continue;
        }
        if let Err(error) = fs::write(&path, &governor) {
            outcome = outcome.and(Err(Failure::run(format!(
                "cannot give back the governor {governor} ({}): {error}",
                path.display()
            ))));
        }
    }
    outcome
}

impl Drop for Guard {
    fn drop(&mut self) {
        if let Err(failure) = self.restore() {
            // Without standard error the failure cannot be reported.
            let _ = writeln!(io::stderr(), "polylimb: {failure}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four CPUs under `ondemand`, and one without cpufreq.
    fn machine() -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for cpu in 0..4 {
            let folder = folder(&root, cpu);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join(GOVERNOR), "ondemand\n").unwrap();
            fs::write(folder.join(AVAILABLE), "ondemand powersave performance \n").unwrap();
            fs::write(folder.join(FREQUENCIES), "996000 792000 396000 \n").unwrap();
        }
        fs::create_dir_all(root.path().join("sys/devices/system/cpu/cpu9")).unwrap();
        fs::create_dir_all(root.path().join("sys/devices/system/cpu/cpuidle")).unwrap();
        root
    }

    fn folder(root: &tempfile::TempDir, cpu: usize) -> PathBuf {
        root.path().join(format!("sys/devices/system/cpu/cpu{cpu}/cpufreq"))
    }

    fn governors(root: &tempfile::TempDir) -> Vec<String> {
        let read = |cpu| fs::read_to_string(folder(root, cpu).join(GOVERNOR)).unwrap();
        (0..4).map(|cpu| read(cpu).trim().to_owned()).collect()
    }

    #[test]
    fn set_on_all_and_given_back_by_the_guard() {
        let root = machine();
        fs::write(folder(&root, 1).join(GOVERNOR), "powersave\n").unwrap();
        let before = governors(&root);
        let cpufreq = Cpufreq::at(root.path()).unwrap();
        assert_eq!(cpufreq.available(), ["ondemand", "powersave", "performance"]);
        assert_eq!(cpufreq.frequencies(), [396_000, 792_000, 996_000]);
        let guard = Guard::new();
        cpufreq.set("performance", &guard).unwrap();
        assert_eq!(governors(&root), ["performance"; 4]);
        drop(guard);
        assert_eq!(governors(&root), before);
    }

    #[test]
    fn given_back_when_the_run_panics() {
        let root = machine();
        let path = root.path().to_owned();
        let outcome = std::thread::spawn(move || {
            let guard = Guard::new();
            Cpufreq::at(&path).unwrap().set("powersave", &guard).unwrap();
            panic!("on purpose");
        })
        .join();
        assert!(outcome.is_err());
        assert_eq!(governors(&root), ["ondemand"; 4]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_write_that_fails_half_way_leaves_nothing_changed() {
        let root = machine();
        // The kernel lets no process write this file, not even root's.
        let file = folder(&root, 2).join(GOVERNOR);
        fs::remove_file(&file).unwrap();
        std::os::unix::fs::symlink("/proc/sys/kernel/ostype", &file).unwrap();
        let before = governors(&root);
        let guard = Guard::new();
        let failure = Cpufreq::at(root.path()).unwrap().set("performance", &guard).unwrap_err();
        assert_eq!(failure.status(), 3);
        let text = failure.to_string();
        assert!(text.contains("CPU 2") && text.contains("cpupower"), "{text}");
        assert_eq!(governors(&root), before);
        assert!(guard.lock().is_empty());
    }

    #[test]
    fn a_governor_that_is_not_there_and_a_machine_without_any() {
        let root = machine();
        let cpufreq = Cpufreq::at(root.path()).unwrap();
        let failure = cpufreq.set("schedutil", &Guard::new()).unwrap_err();
        assert_eq!(failure.status(), 2);
        assert!(failure.to_string().contains("ondemand, powersave"), "{failure}");
        let empty = tempfile::tempdir().unwrap();
        let failure = Cpufreq::at(empty.path()).unwrap_err();
        assert_eq!(failure.status(), 3);
        assert!(failure.to_string().contains("--governor keep"), "{failure}");
    }
}
