//! `polylimb tune` from end to end: it writes a valid profile, and the other commands use it.

use crate::common::{polylimb, stderr, stdout};
use polylimb::authors::modmul::{ALGORITHMS, Entry};
use polylimb::modmul::Profile;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Output;

/// Tiny sizes, three samples.
const SHORT: &str = "tune --bits 64,256,512 --threads 1 --runs 3";

fn run_in(dir: &Path, words: &str) -> Output {
    polylimb()
        .args(words.split_whitespace())
        .current_dir(dir)
        .env("XDG_CONFIG_HOME", dir)
        .output()
        .expect("the command starts")
}

#[test]
fn it_writes_a_profile_whole_and_the_commands_find_it() {
    let dir = tempfile::tempdir().unwrap();
    let said = stdout(&run_in(dir.path(), SHORT));
    let path = dir.path().join("polylimb/profile");
    assert_eq!(said.lines().last(), Some(format!("profile: {}", path.display()).as_str()));
    assert!(said.contains("odd moduli") && said.contains("even moduli"), "{said}");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("# ") && text.contains("# cpu: ") && text.contains("# measured: "));
    let profile = Profile::parse(&text, ALGORITHMS).unwrap();
    assert_eq!(profile.sections().len(), 2);
    for section in profile.sections() {
        let (first, last) = (section.rules[0], section.rules[section.rules.len() - 1]);
        assert_eq!((first.from_bits, last.to_bits, section.threads), (1, 512, 1));
    }
    assert_eq!(fs::read_dir(dir.path().join("polylimb")).unwrap().count(), 1);
    let info = stdout(&run_in(dir.path(), "info"));
    assert!(info.contains(&format!("profile    {}", path.display())), "{info}");
    let info: Value = serde_json::from_str(&stdout(&run_in(dir.path(), "info --json"))).unwrap();
    assert_eq!(info["profile"], path.display().to_string());
    // Without a profile there is none.
    let info: Value = serde_json::from_str(&stdout(&crate::common::run("info --json"))).unwrap();
    assert!(info["profile"].is_null());
}

#[test]
fn standard_output_and_json() {
    let dir = tempfile::tempdir().unwrap();
    let text = stdout(&run_in(dir.path(), &format!("{SHORT} --out -")));
    assert!(Profile::parse(&text, ALGORITHMS).is_ok(), "{text}");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    let json = stdout(&run_in(dir.path(), &format!("{SHORT} --kernel portable --json -o p")));
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["profile"], "p");
    assert_eq!(json["text"], fs::read_to_string(dir.path().join("p")).unwrap());
    assert_eq!(json["sections"][0]["kernel"], "portable");
    assert_eq!(json["sections"][0]["rules"][0]["from_bits"], 1);
}

#[test]
fn other_cuts_take_part() {
    let dir = tempfile::tempdir().unwrap();
    if std::thread::available_parallelism().map_or(1, usize::from) < 2 {
        println!("SKIPPED: one core only");
        return;
    }
    let words = "tune --bits 64,8192 --threads 1,2 --kernel portable --runs 3 --cut 40%,50%";
    let text = stdout(&run_in(dir.path(), &format!("{words} -o -")));
    let profile = Profile::parse(&text, ALGORITHMS).unwrap();
    let rules = profile.sections().iter().flat_map(|s| s.rules.iter().map(move |r| (s, r)));
    let mut seen = 0;
    for (section, rule) in rules {
        let name = rule.entry.name;
        assert!(rule.cut_percent.is_none_or(|cut| cut == 40 || cut == 50), "{text}");
        assert!(section.constant_time && Entry::find(name).is_ok(), "{text}");
        seen += 1;
    }
    assert!(seen >= 2, "{text}");
    let json = stdout(&run_in(dir.path(), &format!("{words} --json -o p")));
    let json: Value = serde_json::from_str(&json).unwrap();
    assert!(json["sections"][0]["rules"][0].get("cut_percent").is_some(), "{json}");
    // The command that uses it accepts it.
    let lab = "lab modmul --bits 8192 --threads 2 --kernel portable --runs 2 --algorithms tuned --profile p --json -";
    assert!(stdout(&run_in(dir.path(), lab)).contains("\"tuned\""));
}

#[test]
fn calc_uses_the_profile_that_is_given_first() {
    let dir = tempfile::tempdir().unwrap();
    let profile = |name: &str, algorithm: &str| {
        let text = format!(
            "polylimb-profile 1\n[portable odd threads=1]\n1-64 = {algorithm} threads=1\n\
             [portable odd threads=2]\n33-64 = bipartite threads=2\n"
        );
        fs::write(dir.path().join(name), text).unwrap();
    };
    fs::create_dir(dir.path().join("polylimb")).unwrap();
    profile("polylimb/profile", "montgomery-sos");
    profile("named", "montgomery-cios");
    profile("given", "montgomery");
    let calc = "calc modmul --modulus 0xffffffffffffffff --a 5 --b 7 --kernel portable --json";
    let algorithm = |words: &str, variable: &str| {
        let output = polylimb()
            .args(format!("{calc} {words}").split_whitespace())
            .current_dir(dir.path())
            .env("XDG_CONFIG_HOME", dir.path())
            .env("POLYLIMB_PROFILE", variable)
            .output()
            .unwrap();
        let json: Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert_eq!(json["result"], "0x23");
        (json["algorithm"].as_str().unwrap().to_owned(), json["threads"].as_u64().unwrap())
    };
    assert_eq!(algorithm("", ""), ("montgomery-sos".into(), 1));
    assert_eq!(algorithm("", "named"), ("montgomery-cios".into(), 1));
    assert_eq!(algorithm("--profile given", "named"), ("montgomery".into(), 1));
    assert_eq!(algorithm("--profile given --threads 2", ""), ("bipartite".into(), 2));
}

#[test]
fn a_bad_profile_is_one_line_with_its_file_and_line() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("polylimb")).unwrap();
    let path = dir.path().join("polylimb/profile");
    for (bytes, hint) in [
        (&b"polylimb-profile 1\n\n1-9 = barrett threads=1"[..], "line 3"),
        (b"\xff\xfe", "no text"),
        (b"", "line 1"),
    ] {
        fs::write(&path, bytes).unwrap();
        for words in ["info", "calc modmul --modulus 23 --a 5 --b 1"] {
            let output = run_in(dir.path(), words);
            let said = stderr(&output);
            assert_eq!(output.status.code(), Some(2), "{words}: {said}");
            assert_eq!(said.lines().count(), 1, "{said}");
            assert!(said.contains(hint) && said.contains("polylimb/profile"), "{said}");
        }
    }
    // The old file stays if nothing can be measured.
    let output = run_in(dir.path(), "tune --bits 64 --threads 64");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read(&path).unwrap(), b"");
}
