//! The text of products and sums with carries; each macro expands to instructions.
//!
//! A word times several words is two chains of carries, one of low and one of high halves. `mul`
//! and `umulh` do not change the flags, so they stand between the additions.

/// `t += c`, word by word from the lowest, the carry being left in the flag.
macro_rules! chain {
    ($first:literal $next:literal; $($t:literal)*; $($c:literal)*) => {
        chain!(@ $first $next; $($t)*; $($c)*)
    };
    (@ $op:literal $next:literal; $t:literal $($ts:literal)*; $c:literal $($cs:literal)*) => {
        concat!(
            $op, " ", $t, ", ", $t, ", ", $c, "\n",
            chain!(@ $next $next; $($ts)*; $($cs)*)
        )
    };
    (@ $op:literal $next:literal; ; ) => { "" };
}

/// `t += half of a b`, word by word, with or without a carry in; `$l` are free.
macro_rules! halves {
    ($half:literal $op:literal $b:literal; ; ; $($l:literal)*) => { "" };
    ($half:literal $op:literal $b:literal; $t:literal $($ts:literal)*; $a:literal $($as:literal)*;
        $l:literal $($ls:literal)*) => {
        concat!(
            $half, " ", $l, ", ", $a, ", ", $b, "\n",
            $op, " ", $t, ", ", $t, ", ", $l, "\n",
            halves!($half "adcs" $b; $($ts)*; $($as)*; $($ls)* $l)
        )
    };
}

/// `t += a b`; the last register of `t` is new.
macro_rules! row {
    ($b:literal; $low:literal $($t:literal)+; $a:literal $($as:literal)*; $($l:literal)+) => {
        row!(@ $b; $low; $($t)+; $a $($as)*; $($l)+; ; $($t)+)
    };
    // The words of the low halves: all of `t` but the last.
    (@ $b:literal; $low:literal; $top:literal; $($a:literal)+; $($l:literal)+; $($lows:literal)*;
        $($highs:literal)+) => {
        concat!(
            halves!("mul" "adds" $b; $low $($lows)*; $($a)+; $($l)+),
            "adc ", $top, ", xzr, xzr\n",
            halves!("umulh" "adds" $b; $($highs)+; $($a)+; $($l)+),
        )
    };
    (@ $b:literal; $low:literal; $t:literal $($ts:literal)+; $($a:literal)+; $($l:literal)+;
        $($lows:literal)*; $($highs:literal)+) => {
        row!(@ $b; $low; $($ts)+; $($a)+; $($l)+; $($lows)* $t; $($highs)+)
    };
}

/// `t = a b`; all of `t` is new.
macro_rules! first_row {
    ($b:literal; $t:literal $($ts:literal)+; $a:literal $($as:literal)*; $($l:literal)+) => {
        concat!(
            "mul ", $t, ", ", $a, ", ", $b, "\n",
            first_row!(@ "adds" $b; $($ts)+; $a $($as)*; $($l)+)
        )
    };
    (@ $op:literal $b:literal; $top:literal; $a:literal; $l:literal $($ls:literal)*) => {
        concat!("umulh ", $l, ", ", $a, ", ", $b, "\nadc ", $top, ", ", $l, ", xzr\n")
    };
    (@ $op:literal $b:literal; $t:literal $($ts:literal)+; $a:literal $next:literal $($as:literal)*;
        $l:literal $($ls:literal)*) => {
        concat!(
            "umulh ", $t, ", ", $a, ", ", $b, "\n",
            "mul ", $l, ", ", $next, ", ", $b, "\n",
            $op, " ", $t, ", ", $t, ", ", $l, "\n",
            first_row!(@ "adcs" $b; $($ts)+; $next $($as)*; $($ls)* $l)
        )
    };
}

/// Doubles `t`; `$top`, the word above, is new.
macro_rules! double {
    ($($t:literal)+; $top:literal) => {
        concat!(chain!("adds" "adcs"; $($t)+; $($t)+), "adc ", $top, ", xzr, xzr\n")
    };
}

/// Adds the squares of words above the lowest, two words each, to a chain that is open.
macro_rules! squares {
    (; ; $($l:literal)*) => { "" };
    ($even:literal $odd:literal $($t:literal)*; $a:literal $($as:literal)*; $l:literal $($ls:literal)*) => {
        concat!(
            "mul ", $l, ", ", $a, ", ", $a, "\n",
            "adcs ", $even, ", ", $even, ", ", $l, "\n",
            "umulh ", $l, ", ", $a, ", ", $a, "\n",
            "adcs ", $odd, ", ", $odd, ", ", $l, "\n",
            squares!($($t)*; $($as)*; $($ls)* $l)
        )
    };
}
