//! Links what the laboratory measures beside the library, each behind its feature, and notes where the
//! build comes from.

#[path = "build/gmp.rs"]
mod gmp;
#[path = "build/openmp.rs"]
mod openmp;
#[path = "build/provenance.rs"]
mod provenance;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    gmp::link();
    openmp::compile();
    provenance::note();
}
