//! Words and multi-precision integers: kernels against num-bigint.

#[path = "../common/mod.rs"]
mod common;

#[cfg(all(
    target_arch = "arm",
    target_os = "linux",
    target_abi = "eabihf",
    not(polylimb_word = "8")
))]
mod arm;
mod differential;
mod division;
#[cfg(polylimb_word = "8")]
mod exhaustive;
mod high;
mod look_up;
