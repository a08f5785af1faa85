//! The cost of an operation.

use polylimb::authors::field::Field;
use polylimb_catalogue::counted::Counted;

/// The counts of one operation, as text in the literature's form: `4M + 6S + 1a`.
pub fn cost<F: Field, T>(field: &Counted<F>, operation: impl FnOnce() -> T) -> String {
    field.take();
    let _ = operation();
    let c = field.take();
    let parts = [(c.inv, "I"), (c.mul, "M"), (c.sqr, "S"), (c.mul_constant, "c")];
    let parts: Vec<_> = parts.iter().filter(|p| p.0 > 0).map(|(n, s)| format!("{n}{s}")).collect();
    parts.join(" + ")
}
