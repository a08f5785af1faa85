//! The command `polylimb`; everything is in the library part, where tests reach it.

use std::process::ExitCode;

fn main() -> ExitCode {
    polylimb_lab::command::main(std::env::args_os())
}
