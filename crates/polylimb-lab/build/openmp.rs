//! Feature `openmp`: compiles the parallel region of the executor `openmp` and links GCC's runtime.

/// Compiles `openmp.c` with the C compiler, which must be GCC or find libgomp as GCC does.
pub(crate) fn compile() {
    println!("cargo::rerun-if-changed=build/openmp.rs");
    #[cfg(feature = "openmp")]
    {
        let source = "src/executor/openmp.c";
        println!("cargo::rerun-if-changed={source}");
        cc::Build::new()
            .file(source)
            .flag("-fopenmp")
            .opt_level(2)
            .warnings(true)
            .compile("polylimb_openmp");
        println!("cargo::rustc-link-lib=gomp");
    }
}
