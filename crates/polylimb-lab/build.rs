//! Links what the laboratory measures beside the library, each behind its feature.

#[path = "build/gmp.rs"]
mod gmp;
#[path = "build/openmp.rs"]
mod openmp;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    gmp::link();
    openmp::compile();
}
