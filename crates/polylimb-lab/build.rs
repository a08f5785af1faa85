//! Links the other libraries that the laboratory measures, each behind its feature, and records the
//! origin of the build.

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
