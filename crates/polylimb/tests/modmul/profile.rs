//! Tuning profiles: their text, the refused texts and the reported lines, and that they decide the
//! algorithm of a modulus.

use crate::splits::Shuffled;
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::limb::{Kernel, WORD_BITS};
use polylimb::authors::modmul::{ALGORITHMS, Entry, Rule, Section};
use polylimb::cpu::Features;
use polylimb::modmul::{Modulus, Options, Profile};
use polylimb::{Error, Result};
use rand_core::RngCore;
use std::sync::Arc;

/// Every element of the text form once.
const TEXT: &str = "polylimb-profile 1
[portable odd threads=1]
1-255 = montgomery threads=1
256-1024 = montgomery-cios threads=1
[portable odd threads=2]
512-1024 = bipartite threads=2 cut=25
2048-3000 = bipartite threads=2 cut=50
3001-4096 = montgomery-parallel threads=2
[portable odd threads=4]
768-1024 = montgomery-parallel threads=all
[portable even threads=3]
600-1024 = barrett-parallel threads=2
[portable odd threads=1 vartime]
700-800 = of-the-caller threads=1
";

/// A user's own algorithm.
static OWN: Entry = Entry {
    name: "of-the-caller",
    source: "none",
    summary: "barrett, said to be in variable time",
    threads: Threads::Exactly(1),
    domain: Domain::Any,
    constant_time: ConstantTime::No,
    make: |request| Entry::find("barrett")?.build(request),
};

/// A profile of the library's algorithms and [`OWN`].
fn parse(text: &str) -> Result<Profile> {
    Profile::parse(text, ALGORITHMS.iter().chain([&OWN]))
}

/// The profile's choice for the portable kernel: algorithm, threads, cut.
fn says(
    profile: &Profile,
    bits: usize,
    odd: bool,
    threads: usize,
) -> Option<(&'static str, usize, Option<usize>)> {
    let choice = profile.choose(bits, odd, threads, Kernel::PORTABLE, true)?;
    Some((choice.entry.name, choice.threads, choice.cut_words))
}

#[test]
fn the_text_survives_a_round_trip() -> Result<()> {
    let profile = parse(TEXT)?;
    assert_eq!(profile.to_string(), TEXT);
    assert_eq!(Profile::new(profile.sections().to_vec())?.to_string(), TEXT);
    let untidy = TEXT.replace('\n', "   # a comment [\r\n\r\n\t").replace(" = ", "=");
    assert_eq!(parse(&untidy)?.to_string(), TEXT);
    for kernel in Kernel::available(Features::detect()) {
        let text = Profile::builtin(kernel).to_string();
        assert_eq!(parse(&text)?.to_string(), text);
        assert!(text.lines().count() > 5);
    }
    Ok(())
}

#[test]
fn ranges_threads_and_oddness_decide() -> Result<()> {
    let profile = parse(TEXT)?;
    for (bits, odd, threads, expected) in [
        (1, true, 1, Some(("montgomery", 1, None))),
        (255, true, 1, Some(("montgomery", 1, None))),
        (256, true, 1, Some(("montgomery-cios", 1, None))),
        (1024, true, 1, Some(("montgomery-cios", 1, None))),
        (1025, true, 1, None),
        (256, true, 0, None),
        // More threads do not matter if their sections say nothing.
        (511, true, 2, Some(("montgomery-cios", 1, None))),
        (512, true, 2, Some(("bipartite", 2, Some((512 / WORD_BITS).div_ceil(4))))),
        (512, true, 3, Some(("bipartite", 2, Some((512 / WORD_BITS).div_ceil(4))))),
        (767, true, 4, Some(("bipartite", 2, Some(767_usize.div_ceil(WORD_BITS).div_ceil(4))))),
        (768, true, 4, Some(("montgomery-parallel", 4, None))),
        (768, true, 7, Some(("montgomery-parallel", 7, None))),
        (768, true, 1000, Some(("montgomery-parallel", 64, None))),
        (700, false, 2, None),
        (599, false, 3, None),
        (600, false, 3, Some(("barrett-parallel", 2, None))),
        (600, false, 9, Some(("barrett-parallel", 2, None))),
    ] {
        assert_eq!(says(&profile, bits, odd, threads), expected, "{bits} {odd} {threads}");
    }
    let cut = |bits| profile.choose(bits, true, 2, Kernel::PORTABLE, true).map(|c| c.cut_words);
    assert_eq!(cut(3001), Some(None));
    assert_eq!(cut(2048), Some(Some(1024 / WORD_BITS)));
    let vartime = |bits| profile.choose(bits, true, 4, Kernel::PORTABLE, false).unwrap().entry.name;
    assert_eq!(
        [vartime(699), vartime(700), vartime(801)],
        ["bipartite", "of-the-caller", "montgomery-parallel"]
    );
    // Another kernel has sections of its own.
    for kernel in Kernel::available(Features::detect()).filter(|k| k.name() != "portable") {
        assert!(profile.choose(512, true, 2, kernel, true).is_none());
    }
    Ok(())
}

/// A modulus of `bits` bits.
fn modulus_of(bits: usize, odd: bool) -> Vec<u8> {
    let mut bytes = vec![0xff; bits.div_ceil(8)];
    bytes[0] = 0xff >> ((8 - bits % 8) % 8);
    *bytes.last_mut().unwrap() &= 0xfe | u8::from(odd);
    bytes
}

#[test]
fn a_modulus_computes_with_what_the_profile_says() -> Result<()> {
    let profile = parse(TEXT)?;
    let made = |bits, odd, threads, profile| {
        let mut options = Options::default();
        options.kernel = Some("portable");
        options.team = Some(Arc::new(Shuffled::new(threads)));
        options.profile = profile;
        let modulus = Modulus::from_be_bytes(&modulus_of(bits, odd), &options)?;
        assert_eq!(modulus.bits(), bits);
        // (M - 1)² = 1.
        let mut minus_one = modulus.as_words().to_vec();
        minus_one[0] -= 1;
        if odd {
            let one = modulus.sqr(&minus_one)?;
            assert!(one[0] == 1 && one[1..].iter().all(|w| *w == 0), "{bits} {odd} {threads}");
        }
        Ok::<_, Error>(modulus.algorithm())
    };
    let mut changed = 0;
    for (bits, odd, threads, expected) in [
        (255, true, 1, "montgomery"),
        (256, true, 1, "montgomery-cios"),
        (512, true, 2, "bipartite"),
        (768, true, 4, "montgomery-parallel"),
        (600, false, 3, "barrett-parallel"),
        (600, false, 2, "barrett"),
    ] {
        assert_eq!(made(bits, odd, threads, Some(&profile))?, expected);
        changed += u32::from(made(bits, odd, threads, None)? != expected);
    }
    assert_eq!(changed, 5);
    // Outside its ranges the built-in choice stays.
    assert_eq!(made(1025, true, 4, Some(&profile))?, made(1025, true, 4, None)?);
    // The explicit option comes first.
    let mut wish = Options::default();
    wish.algorithm = Some("montgomery-sos");
    wish.kernel = Some("portable");
    wish.profile = Some(&profile);
    assert_eq!(Modulus::new(&[101], &wish)?.algorithm(), "montgomery-sos");
    wish.algorithm = None;
    assert_eq!(Modulus::new(&[101], &wish)?.algorithm(), "montgomery");
    // Only an explicit option selects a variable-time algorithm.
    let modulus = modulus_of(720, true);
    assert_eq!(Modulus::from_be_bytes(&modulus, &wish)?.algorithm(), "montgomery-cios");
    let words: Vec<_> = Modulus::from_be_bytes(&modulus, &wish)?.as_words().to_vec();
    assert_eq!(Modulus::new_vartime(&words, &wish)?.algorithm(), "barrett");
    Ok(())
}

/// The algorithm of the profile may refuse a size: then the built-in choice applies.
#[test]
fn an_algorithm_that_refuses_gives_way() -> Result<()> {
    if !Kernel::names().any(|name| name == "ifma") {
        println!("SKIPPED: no algorithm of this build has a limit");
        return Ok(());
    }
    let profile =
        parse("polylimb-profile 1\n[portable odd threads=1]\n1-40000 = montgomery-ifma threads=1")?;
    let mut options = Options::default();
    options.kernel = Some("portable");
    options.profile = Some(&profile);
    let name =
        |bits| Modulus::from_be_bytes(&modulus_of(bits, true), &options).map(|m| m.algorithm());
    assert_eq!(name(1024)?, "montgomery-ifma");
    assert_eq!(name(30_000)?, "montgomery");
    Ok(())
}

/// The lines after a valid beginning, the number of the wrong line, and a word of the message.
const WRONG: &[(&str, usize, &str)] = &[
    ("1-9 = barrett threads=1", 2, "section"),
    ("[frob odd threads=1]", 2, "kernel"),
    ("[portable]", 2, "section such as"),
    ("[]", 2, "section such as"),
    ("[portable odd threads=1", 2, "section such as"),
    ("[portable prime threads=1]", 2, "section such as"),
    ("[portable odd threads=0]", 2, "1 to 64"),
    ("[portable odd threads=65]", 2, "1 to 64"),
    ("[portable odd threads=-1]", 2, "section such as"),
    ("[portable odd threads=1 frob]", 2, "section such as"),
    ("[portable odd threads=1 vartime x]", 2, "section such as"),
    ("[portable odd threads=1]\n[portable odd threads=2]\n[portable odd threads=1]", 4, "once"),
    ("[portable odd threads=1]\n\n# x\n1-9", 5, "rule such as"),
    ("[portable odd threads=1]\n9 = barrett threads=1", 3, "rule such as"),
    ("[portable odd threads=1]\n1-x = barrett threads=1", 3, "rule such as"),
    ("[portable odd threads=1]\n1-+9 = barrett threads=1", 3, "rule such as"),
    ("[portable odd threads=1]\n1-99999999999999999999 = barrett threads=1", 3, "rule such as"),
    ("[portable odd threads=1]\n1-9 =", 3, "rule such as"),
    ("[portable odd threads=1]\n1-9 = barrett", 3, "rule such as"),
    ("[portable odd threads=1]\n1-9 = barrett threads=", 3, "rule such as"),
    ("[portable odd threads=1]\n1-9 = barrett threads=1 x=2", 3, "rule such as"),
    ("[portable odd threads=1]\n1-9 = barrett threads=1 cut=2 x", 3, "rule such as"),
    ("[portable odd threads=1]\n1-9 = frob threads=1", 3, "algorithm that profiles may name"),
    ("[portable odd threads=1]\n0-9 = barrett threads=1", 3, "range"),
    ("[portable odd threads=1]\n9-8 = barrett threads=1", 3, "range"),
    ("[portable odd threads=1]\n1-1048577 = barrett threads=1", 3, "range"),
    ("[portable odd threads=1]\n5-9 = barrett threads=1\n9-12 = barrett threads=1", 4, "overlap"),
    ("[portable odd threads=1]\n5-9 = barrett threads=1\n1-4 = barrett threads=1", 4, "ascend"),
    ("[portable odd threads=1]\n1-9 = of-the-caller threads=1", 3, "constant-time"),
    ("[portable even threads=1]\n1-9 = montgomery threads=1", 3, "even"),
    ("[portable odd threads=1]\n1-9 = bipartite threads=2", 3, "more threads"),
    ("[portable odd threads=1]\n1-9 = bipartite threads=all", 3, "runs on"),
    ("[portable odd threads=4]\n1-9 = bipartite threads=3", 3, "runs on"),
    ("[portable odd threads=2]\n1-9 = barrett threads=0", 3, "runs on"),
    ("[portable odd threads=2]\n1-9 = bipartite threads=2 cut=101", 3, "cut"),
    ("[portable odd threads=2]\n1-9 = bipartite threads=2 cut=4096", 3, "cut"),
    ("[portable odd threads=2]\n1-9 = bipartite threads=2 cut=", 3, "rule such as"),
    ("[portable odd threads=2]\n1-9 = bipartite threads=2 cut=2 cut=2", 3, "rule such as"),
    ("[portable odd threads=2]\n1-9 = bipartite threads=2 k=2", 3, "rule such as"),
    ("[portable odd threads=2]\n1-9 = bipartite threads=2 k=2 cut=2", 3, "rule such as"),
    ("[portable odd threads=2]\n1-9 = bipartite threads=2 cut=2 k=2", 3, "rule such as"),
    ("[portable odd threads=2]\n1-9 = bipartite threads=2 j=2", 3, "rule such as"),
    ("frob", 2, "rule"),
];

#[test]
fn what_is_wrong_is_told_with_its_line() {
    for (text, line, hint) in WRONG {
        match parse(&format!("polylimb-profile 1\n{text}")) {
            Err(error @ Error::InvalidProfile { line: found, .. }) => {
                assert_eq!(found, *line, "{text}: {error}");
                assert!(error.to_string().contains(hint), "{text}: {error}");
                assert_eq!(error.to_string().lines().count(), 1);
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    for (text, line) in [("", 1), ("\n# x\n", 1), ("\npolylimb-profile 2", 2), ("x", 1)] {
        let error = parse(text).unwrap_err();
        assert!(
            matches!(error, Error::InvalidProfile { line: found, .. } if found == line),
            "{text}"
        );
    }
}

#[test]
fn made_of_parts_it_is_checked_too() -> Result<()> {
    let rule = |from_bits, to_bits| -> Result<Rule> {
        Ok(Rule {
            from_bits,
            to_bits,
            entry: Entry::find("barrett")?,
            threads: None,
            cut_percent: None,
        })
    };
    let section = |rules: Vec<Rule>| Section {
        kernel: "portable",
        odd: false,
        threads: 1,
        constant_time: true,
        rules: rules.into(),
    };
    assert!(Profile::new(vec![section(vec![rule(1, 5)?, rule(6, Modulus::MAX_BITS)?])]).is_ok());
    let wrong = Profile::new(vec![section(vec![rule(1, 5)?, rule(5, 9)?])]).unwrap_err();
    assert!(matches!(wrong, Error::InvalidProfile { line: 4, .. }), "{wrong}");
    let wrong = Profile::new(vec![section(vec![rule(1, 5)?]), section(vec![])]).unwrap_err();
    assert!(matches!(wrong, Error::InvalidProfile { line: 4, .. }), "{wrong}");
    let alien = Section { kernel: "frob", ..section(vec![]) };
    assert!(Profile::new(vec![alien]).is_err());
    Ok(())
}

/// Valid texts with bytes changed, dropped, doubled: an error or a valid profile, never a panic.
#[test]
fn no_text_panics() {
    let mut rng = crate::common::rng(77);
    let pieces: Vec<&str> = TEXT.split_inclusive(|c: char| " =-\n[]".contains(c)).collect();
    let mut below = |n: usize| (rng.next_u32() as usize) % n;
    let (mut good, mut bad) = (0, 0);
    for round in 0..20_000 {
        let mut text = String::from(if round % 8 == 0 { "" } else { "polylimb-profile 1\n" });
        if round % 2 == 0 {
            for _ in 0..below(40) {
                text.push_str(pieces[below(pieces.len())]);
            }
        } else {
            let mut bytes = TEXT.as_bytes()["polylimb-profile 1\n".len()..].to_vec();
            for _ in 0..=below(3) {
                let at = below(bytes.len());
                match below(3) {
                    0 => bytes[at] = below(256) as u8,
                    1 => drop(bytes.remove(at)),
                    _ => bytes.insert(at, bytes[at]),
                }
            }
            text.push_str(&String::from_utf8_lossy(&bytes));
        }
        match parse(&text) {
            Ok(profile) => {
                good += 1;
                let again = parse(&profile.to_string()).expect("its own text");
                assert_eq!(again.to_string(), profile.to_string());
                for bits in [0, 1, 600, 1024, usize::MAX] {
                    for threads in [0, 1, 4, usize::MAX] {
                        let _ = profile.choose(bits, true, threads, Kernel::PORTABLE, false);
                    }
                }
            }
            Err(Error::InvalidProfile { line, .. }) => {
                bad += 1;
                assert!(line >= 1 && line <= text.lines().count().max(1), "{text:?}");
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert!(good > 300 && bad > 5000, "{good} good, {bad} bad");
}
