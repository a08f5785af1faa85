//! Coordinates and scalar multiplications by name: laws, counts, methods over every curve.

mod coordinates;
mod cost;
mod curve_binary;
mod curve_edwards;
mod curve_weierstrass;
mod multiply_binary_methods;
mod multiply_methods;
mod multiply_parallel;
#[path = "../../../../polylimb/tests/curves/school_book.rs"]
mod school_book;
mod seven;
#[path = "../../../../polylimb/tests/curves/small.rs"]
mod small;
