//! The command `polylimb`.
fn main() {}
