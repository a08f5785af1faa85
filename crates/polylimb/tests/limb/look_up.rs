//! Every entry of tables of every shape, on every kernel.

use crate::common::{operand, rng};
use polylimb::authors::limb::{Kernel, Word};
use polylimb::cpu::Features;

#[test]
fn the_entry_asked_for() {
    let mut rng = rng(70);
    let mut compared = 0;
    for kernel in Kernel::available(Features::detect()) {
        for n in (1..50).chain([64, 80, 127, 160]) {
            for entries in [1, 2, 3, 16, 32, 64, 128] {
                let table = operand(&mut rng, n * entries);
                for index in (0..entries).step_by(1 + entries / 16).chain([entries - 1]) {
                    let mut r = vec![0x5a; n];
                    kernel.look_up(&mut r, &table, index as Word);
                    assert_eq!(
                        r,
                        table[index * n..][..n],
                        "{kernel:?} {index} of {entries} by {n}"
                    );
                    compared += 1;
                }
                let mut r = vec![0x5a; n];
                kernel.look_up(&mut r, &table, entries as Word);
                assert_eq!(r, vec![0; n], "no entry {entries}");
            }
        }
    }
    assert!(compared >= 3000, "only {compared} entries compared");
}
