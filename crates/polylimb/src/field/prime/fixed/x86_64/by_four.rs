//! Lines of assembly for all four words of a number.

/// `op0` of register `$x`0 with the first word at the address in `$y`, then `op` of `$x`1 to `$x`3
/// with the following words.
#[rustfmt::skip]
macro_rules! with_memory {
    ($op0:literal, $op:literal, $x:literal, $y:literal) => {
        concat!(
            $op0, " {", $x, "0}, [{", $y, "}]\n",
            $op, " {", $x, "1}, [{", $y, "} + 8]\n",
            $op, " {", $x, "2}, [{", $y, "} + 16]\n",
            $op, " {", $x, "3}, [{", $y, "} + 24]",
        )
    };
}

/// `op0` of register `$x`0 with register `$y`0, then `op` of `$x`1 to `$x`3 with `$y`1 to `$y`3.
#[rustfmt::skip]
macro_rules! with_registers {
    ($op0:literal, $op:literal, $x:literal, $y:literal) => {
        concat!(
            $op0, " {", $x, "0}, {", $y, "0}\n",
            $op, " {", $x, "1}, {", $y, "1}\n",
            $op, " {", $x, "2}, {", $y, "2}\n",
            $op, " {", $x, "3}, {", $y, "3}",
        )
    };
}
