//! Every entry of tables of every shape, on every kernel; digits far beyond a number.

use crate::common::{operand, rng};
use polylimb::authors::limb::{Bits, Kernel, Word};
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

/// Sums of these places and lengths would not fit.
#[test]
fn nothing_is_far_beyond_the_end() {
    let words = [Word::MAX; 3];
    let bits = Bits::with_len(&words, 20).part(3, 10);
    for far in [usize::MAX, usize::MAX - 2, isize::MAX as usize + 1] {
        assert_eq!((bits.window(far, 5), bits.part(far, far).len()), (0, 0));
        assert_eq!((bits.window(8, 5), bits.part(8, far).len()), (3, 2));
    }
    assert_eq!(bits.window_from(isize::MIN, 5), 0);
}
