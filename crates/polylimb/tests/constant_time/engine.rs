//! Engines for this CPU's features under Valgrind, and without its features.

use crate::multiples;
use polylimb::authors::curve::Parameters;
use polylimb::authors::multiply::engine;
use polylimb::cpu::Features;

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn engines() {
    let mut checked = 0;
    for (name, features) in [
        ("P-256", crate::memcheck::features()),
        ("secp256k1", crate::memcheck::features()),
        ("P-521", crate::memcheck::features()),
        ("brainpoolP256r1", Features::NONE),
        ("K-163", crate::memcheck::features()),
        ("B-233", crate::memcheck::features()),
        ("K-163", Features::NONE),
        ("B-163", Features::NONE),
    ] {
        let parameters = Parameters::named(name).expect("known");
        let engine = engine(&parameters, features).expect("not too large");
        checked += multiples::check(name, &*engine);
    }
    assert_eq!(checked, 48);
}
