//! Every kernel's loops against num-bigint and so against each other.

mod common;

use common::{big, operand, rng, words};
use polylimb::cpu::Features;
use polylimb::limb::Kernel;

#[test]
fn products_agree_with_the_judge() {
    let mut rng = rng(1);
    let mut compared = 0;
    for kernel in Kernel::available(Features::detect()) {
        for n in 1..=24 {
            for _ in 0..20 {
                let (a, b) = (operand(&mut rng, n), operand(&mut rng, n));
                let expected = words(&(big(&a) * big(&b)), 2 * n);
                let mut r = vec![1; 2 * n];
                kernel.schoolbook(&mut r, &a, &b);
                assert_eq!(r, expected, "{kernel:?} schoolbook {n} words");
                kernel.comba(&mut r, &a, &b);
                assert_eq!(r, expected, "{kernel:?} comba {n} words");
                let expected = words(&(big(&a) * big(&a)), 2 * n);
                kernel.schoolbook_square(&mut r, &a);
                assert_eq!(r, expected, "{kernel:?} schoolbook square {n} words");
                kernel.comba_square(&mut r, &a);
                assert_eq!(r, expected, "{kernel:?} comba square {n} words");
                compared += 4;
            }
        }
    }
    assert!(compared >= 1920, "only {compared} comparisons ran");
}
