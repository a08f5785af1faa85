//! Files that only the command reads, and changes of them: no panic, in a report of results either.

#[path = "../../../../fuzz/src/files.rs"]
mod fuzz;

use crate::changed::tried;

#[test]
fn each_format_tells_good_files_from_bad_ones() {
    let names = fuzz::FORMATS.map(|(name, _)| name);
    let [inputs, changes] = tried("files", &names, fuzz::files);
    for input in &inputs {
        assert_eq!(input.accepted, input.name.contains(".good"), "{}", input.name);
    }
    for (place, name) in names.iter().enumerate() {
        let verdict = |accepted| inputs.iter().any(|i| i.place == place && i.accepted == accepted);
        assert!(verdict(true) && verdict(false), "{name}");
    }
    let accepted = changes.iter().filter(|change| change.accepted).count();
    println!("{} inputs, {} changes, {accepted} of them accepted", inputs.len(), changes.len());
}
