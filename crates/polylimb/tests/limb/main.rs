//! Words and multi-precision integers: kernels against num-bigint.

#[path = "../common/mod.rs"]
mod common;
#[cfg(target_os = "linux")]
#[path = "../guarded/mod.rs"]
mod guarded;

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
#[cfg(target_os = "linux")]
mod guard_pages;
mod high;
mod look_up;
