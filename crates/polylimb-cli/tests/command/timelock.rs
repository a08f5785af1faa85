//! `polylimb timelock`: there and back, killed and resumed, proofs, what is refused.

use crate::common::{polylimb, run, stderr, stdout};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder with a file, sealed for some squarings.
struct Sealed(tempfile::TempDir);

const DATA: &[u8] = b"what was sealed\n";

impl Sealed {
    fn new(squarings: u64) -> Self {
        let sealed = Self(tempfile::tempdir().unwrap());
        fs::write(sealed.path("data"), DATA).unwrap();
        let made =
            sealed.run(&format!("seal --squarings {squarings} --bits 1024 -i @data -o @sealed"));
        assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
        sealed
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// `timelock` with these words; `@name` is a file in the folder.
    fn run(&self, words: &str) -> Output {
        run(&format!("timelock {}", self.words(words)))
    }

    fn words(&self, words: &str) -> String {
        words.replace('@', &format!("{}/", self.0.path().display()))
    }

    fn refused(&self, words: &str, status: i32) -> String {
        let output = self.run(words);
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(status), "{words}: {text}");
        assert_eq!(text.lines().count(), 1, "{words}: {text}");
        text
    }
}

/// Flips a bit of a file.
fn damage(path: &Path, from_end: usize) -> Vec<u8> {
    let mut bytes = fs::read(path).unwrap();
    let at = bytes.len() - from_end;
    bytes[at] ^= 1;
    fs::write(path, &bytes).unwrap();
    bytes
}

#[test]
fn there_and_back_with_a_proof() {
    let sealed = Sealed::new(20_000);
    let opened = sealed.run("open -i @sealed -o @opened --checkpoint @state --json");
    let json: Value = serde_json::from_str(&stdout(&opened)).unwrap();
    assert_eq!((&json["squarings"], &json["faults"]), (&20_000.into(), &0.into()));
    assert_eq!(stderr(&opened), "");
    assert_eq!(fs::read(sealed.path("opened")).unwrap(), DATA);
    for secret in ["opened", "state"] {
        let mode = fs::metadata(sealed.path(secret)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{secret}");
    }
    // From the finished state, and without one: the same proof.
    stdout(&sealed.run("prove -i @sealed -o @proof --checkpoint @state"));
    stdout(&sealed.run("prove -i @sealed -o @again"));
    assert_eq!(fs::read(sealed.path("proof")).unwrap(), fs::read(sealed.path("again")).unwrap());
    assert_eq!(stdout(&sealed.run("verify -i @sealed --proof @proof")), "yes\n");
    let verdict = stdout(&sealed.run("verify -i @sealed --proof @proof --json"));
    assert_eq!(serde_json::from_str::<Value>(&verdict).unwrap()["valid"], true);
    let at_once = stdout(&sealed.run("open -i @sealed --proof @proof -o -"));
    assert_eq!(at_once.as_bytes(), DATA);
    // Two threads at most; at this size one pays.
    assert_eq!(stdout(&sealed.run("open -i @sealed -o - --threads 2")).as_bytes(), DATA);
}

#[test]
fn a_time_is_calibrated_and_said() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sealed");
    let words =
        format!("timelock seal --time 1s --bits 1024 -i Cargo.toml -o {} --json", file.display());
    let output = run(&words);
    let json: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert!(json["squarings"].as_u64().unwrap() > 1000, "{json}");
    assert!(stderr(&output).contains(&format!("{} squarings", json["squarings"])));
}

/// The squarings done of a state in a file.
fn done(state: &Path) -> u64 {
    u64::from_be_bytes(fs::read(state).unwrap()[41..49].try_into().unwrap())
}

/// The file at a path, which may be replaced.
fn inode(path: &Path) -> Option<u64> {
    fs::metadata(path).ok().map(|found| found.ino())
}

#[test]
fn killed_and_resumed_it_opens_the_same() {
    let sealed = Sealed::new(2_000_000);
    let words = sealed.words("timelock open -i @sealed -o @opened --checkpoint @state");
    let state = sealed.path("state");
    // Told to end it stores the state; killed it loses what came after the last.
    for signal in ["TERM", "KILL"] {
        let before = (inode(&state), inode(&state).map_or(0, |_| done(&state)));
        let mut command = polylimb();
        let child = command.args(words.split_whitespace()).stderr(Stdio::piped()).spawn().unwrap();
        // It stores a state before it begins.
        while inode(&state) == before.0 {
            std::thread::yield_now();
        }
        let kill = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let ended = child.wait_with_output().unwrap();
        assert!(!sealed.path("opened").exists(), "{}", stderr(&ended));
        if signal == "TERM" {
            assert_eq!(ended.status.code(), Some(3), "{}", stderr(&ended));
            assert!(stderr(&ended).contains("interrupted after"), "{}", stderr(&ended));
            assert!(done(&state) > 0);
        } else {
            assert_eq!((ended.status.code(), done(&state) >= before.1), (None, true));
        }
    }
    stdout(&run(&words));
    assert_eq!(done(&state), 2_000_000);
    assert_eq!(fs::read(sealed.path("opened")).unwrap(), DATA);
}

#[test]
fn a_damaged_or_foreign_state_stops_it_and_stays() {
    let (sealed, other) = (Sealed::new(5_000), Sealed::new(5_000));
    stdout(&sealed.run("open -i @sealed -o @opened --checkpoint @state"));
    let foreign = sealed.path("foreign");
    stdout(&other.run(&format!("open -i @sealed -o @opened --checkpoint {}", foreign.display())));
    fs::write(sealed.path("none"), b"a letter").unwrap();
    fs::write(sealed.path("empty"), b"").unwrap();
    let kept = damage(&sealed.path("state"), 100);
    for (name, why) in [
        ("state", "as it was written"),
        ("foreign", "another puzzle"),
        ("none", "PLTS"),
        ("empty", "PLTS"),
    ] {
        let before = fs::read(sealed.path(name)).unwrap();
        for word in ["open", "prove"] {
            let text =
                sealed.refused(&format!("{word} -i @sealed -o @new --checkpoint @{name}"), 3);
            assert!(text.contains(why), "{text}");
            assert_eq!(fs::read(sealed.path(name)).unwrap(), before);
            assert!(!sealed.path("new").exists());
        }
    }
    assert_eq!(fs::read(sealed.path("state")).unwrap(), kept);
}

#[test]
fn wrong_proofs_and_changed_files_are_told() {
    let sealed = Sealed::new(3_000);
    stdout(&sealed.run("prove -i @sealed -o @proof"));
    damage(&sealed.path("proof"), 1);
    assert!(sealed.refused("verify -i @sealed --proof @proof", 1).contains("no: "));
    sealed.refused("open -i @sealed --proof @proof -o @new", 1);
    let output = sealed.run("verify -i @sealed --proof @proof --json");
    assert_eq!(output.status.code(), Some(1));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["valid"], false);
    sealed.refused("verify -i @sealed --proof @data", 2);
    let other = Sealed::new(3_000);
    stdout(&other.run("prove -i @sealed -o @proof"));
    let foreign = other.path("proof").display().to_string();
    sealed.refused(&format!("verify -i @sealed --proof {foreign}"), 1);
    damage(&sealed.path("sealed"), 1);
    sealed.refused("open -i @sealed -o @new", 1);
    assert!(!sealed.path("new").exists());
}

#[test]
fn wrong_usage_is_told_in_a_line() {
    let sealed = Sealed::new(10);
    for words in [
        "seal -i @data -o @new",
        "seal --squarings 5 --time 5s -i @data -o @new",
        "seal --squarings 0 -i @data -o @new",
        "seal --squarings 9223372036854775809 -i @data -o @new",
        "seal --squarings x -i @data -o @new",
        "seal --time 5 -i @data -o @new",
        "seal --time 5w -i @data -o @new",
        "seal --squarings 5 --bits 1000 -i @data -o @new",
        "seal --squarings 5 --bits 1025 -i @data -o @new",
        "seal --squarings 5 --bits 16386 -i @data -o @new",
        "seal --squarings 5 -i @data -o @data",
        "seal --squarings 5 -i @data -o - --json",
        "open -i @data -o @new",
        "open -i @sealed -o @data",
        "open -i @sealed -o @sealed",
        "open -i @sealed -o @new --checkpoint @sealed",
        "open -i @sealed -o @new --checkpoint @new",
        "open -i @sealed -o @new --checkpoint -",
        "open -i @sealed -o @new --checkpoint @no/state",
        "open -i @sealed -o @new --threads 0",
        "open -i @sealed -o @new --proof @data --threads 1",
        "open -i @sealed -o @new --proof @data",
        "open -i - -o @new --proof -",
        "prove -i @sealed -o @sealed",
        "verify -i - --proof -",
        "",
        "melt",
    ] {
        sealed.refused(words, 2);
        assert!(!sealed.path("new").exists(), "{words}");
    }
    sealed.refused("open -i @nothing -o @new", 3);
    assert_eq!(fs::read(sealed.path("data")).unwrap(), DATA);
    // Standard input and output.
    let mut seal = polylimb();
    seal.args("timelock seal --squarings 3 --bits 1024 -i - -o -".split_whitespace());
    let mut seal = seal.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    seal.stdin.take().unwrap().write_all(DATA).unwrap();
    fs::write(sealed.path("piped"), seal.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(stdout(&sealed.run("open -i @piped -o -")).as_bytes(), DATA);
}
