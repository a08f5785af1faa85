//! The inputs of `fuzz/corpus`, and some changes of each: no panic, no wrong result, no second form
//! of what is accepted. `scripts/fuzz` searches for more of them.

#[path = "../../../../fuzz/src/lib.rs"]
mod fuzz;

use crate::changed::tried;

#[test]
fn each_decoder_tells_good_bytes_from_bad_ones() {
    let names = fuzz::DECODERS.map(|(name, _)| name);
    let [inputs, changes] = tried("decoders", &names, fuzz::decoders);
    let expected =
        |name: &str| name.split_once('.').is_some_and(|(_, kind)| kind.starts_with("good"));
    let wrong = inputs.iter().filter(|input| input.accepted != expected(&input.name));
    assert_eq!(wrong.map(|input| &input.name).collect::<Vec<_>>(), Vec::<&String>::new());
    for (place, name) in names.iter().enumerate() {
        let verdict = |accepted| inputs.iter().any(|i| i.place == place && i.accepted == accepted);
        // A good setup has 800 kB: `pairing` reads one.
        assert!(verdict(true) || *name == "kzg-setup", "nothing is accepted by {name}");
        assert!(verdict(false), "nothing is refused by {name}");
    }
    let accepted = changes.iter().filter(|change| change.accepted).count();
    assert!(accepted > 100 && accepted < changes.len() / 2, "{accepted} of {}", changes.len());
    println!("{} inputs, {} changes, {accepted} of them accepted", inputs.len(), changes.len());
}

#[test]
fn arithmetic_on_any_bytes_is_what_num_bigint_computes() {
    let [inputs, changes] = tried("arithmetic", &fuzz::OPERATIONS, fuzz::arithmetic);
    for (place, name) in fuzz::OPERATIONS.iter().enumerate() {
        assert!(inputs.iter().any(|i| i.place == place && i.accepted), "{name} was not compared");
    }
    let compared = changes.iter().filter(|change| change.accepted).count();
    assert!(compared > changes.len() / 2, "{compared} of {}", changes.len());
    println!("{} inputs, {compared} changes compared", inputs.len());
}
