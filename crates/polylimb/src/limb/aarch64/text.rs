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

/// `t += half of a b`, word by word, with or without a carry in; `$l`, two or more, are free. Each
/// product comes before the sum of the last one: a core that executes in order does not wait.
macro_rules! halves {
    ($half:literal $op:literal $b:literal; $t:literal $($ts:literal)*; $a:literal $($as:literal)*;
        $l:literal $($ls:literal)*) => {
        concat!(
            $half, " ", $l, ", ", $a, ", ", $b, "\n",
            halves!(@ $half $op $b; $t $($ts)*; $($as)*; $($ls)* $l; $l)
        )
    };
    (@ $half:literal $op:literal $b:literal; $t:literal; ; $($l:literal)*; $last:literal) => {
        concat!($op, " ", $t, ", ", $t, ", ", $last, "\n")
    };
    (@ $half:literal $op:literal $b:literal; $t:literal $($ts:literal)*; $a:literal $($as:literal)*;
        $l:literal $($ls:literal)*; $last:literal) => {
        concat!(
            $half, " ", $l, ", ", $a, ", ", $b, "\n",
            $op, " ", $t, ", ", $t, ", ", $last, "\n",
            halves!(@ $half "adcs" $b; $($ts)*; $($as)*; $($ls)* $l; $l)
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
    ($b:literal; $t:literal $u:literal $($ts:literal)+; $a:literal $next:literal $($as:literal)*;
        $l:literal $($ls:literal)*) => {
        concat!(
            "mul ", $t, ", ", $a, ", ", $b, "\n",
            "umulh ", $u, ", ", $a, ", ", $b, "\n",
            "mul ", $l, ", ", $next, ", ", $b, "\n",
            first_row!(@ "adds" $b; $u $($ts)+; $next $($as)*; $($ls)* $l; $l)
        )
    };
    // The high half of the first word is in `$t`, the low half of the second in `$last`.
    (@ $op:literal $b:literal; $t:literal $top:literal; $a:literal; $($l:literal)*; $last:literal) => {
        concat!(
            "umulh ", $top, ", ", $a, ", ", $b, "\n",
            $op, " ", $t, ", ", $t, ", ", $last, "\n",
            "adc ", $top, ", ", $top, ", xzr\n",
        )
    };
    (@ $op:literal $b:literal; $t:literal $u:literal $($ts:literal)+; $a:literal $next:literal $($as:literal)*;
        $l:literal $($ls:literal)*; $last:literal) => {
        concat!(
            "umulh ", $u, ", ", $a, ", ", $b, "\n",
            "mul ", $l, ", ", $next, ", ", $b, "\n",
            $op, " ", $t, ", ", $t, ", ", $last, "\n",
            first_row!(@ "adcs" $b; $u $($ts)+; $next $($as)*; $($ls)* $l; $l)
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

/// `d = a - b`, word by word from the lowest, the borrow being left in the flag.
macro_rules! less {
    ($op:literal; ; ; ) => { "" };
    ($op:literal; $d:literal $($ds:literal)*; $a:literal $($as:literal)*; $b:literal $($bs:literal)*) => {
        concat!($op, " ", $d, ", ", $a, ", ", $b, "\n", less!("sbcs"; $($ds)*; $($as)*; $($bs)*))
    };
}

/// Loads words, two at each of the offsets from `$p`.
macro_rules! load {
    ($p:literal; ; ) => { "" };
    ($p:literal; $at:literal $($ats:literal)*; $r:literal $s:literal $($rs:literal)*) => {
        concat!("ldp ", $r, ", ", $s, ", [", $p, ", #", $at, "]\n", load!($p; $($ats)*; $($rs)*))
    };
}

/// Adds such words to `t`, or subtracts them; `$r` and `$s` are free.
macro_rules! with_memory {
    ($op:literal $next:literal $p:literal; ; ; $r:literal $s:literal) => { "" };
    ($op:literal $next:literal $p:literal; $at:literal $($ats:literal)*;
        $t:literal $u:literal $($ts:literal)*; $r:literal $s:literal) => {
        concat!(
            load!($p; $at; $r $s),
            $op, " ", $t, ", ", $t, ", ", $r, "\n",
            $next, " ", $u, ", ", $u, ", ", $s, "\n",
            with_memory!($next $next $p; $($ats)*; $($ts)*; $r $s)
        )
    };
}

/// An `asm!` with the product of the words that `$before` puts into registers `a` and `b`, which
/// `$after` may change. Its high words take the places of the words of `b`, each after its row.
macro_rules! product {
    (4; $($rest:tt)+) => {
        product!(@ 4, concat!(
            first_row!("{b0}"; "{t0}" "{t1}" "{t2}" "{t3}" "{t4}"; "{a0}" "{a1}" "{a2}" "{a3}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{b1}"; "{t1}" "{t2}" "{t3}" "{t4}" "{b0}"; "{a0}" "{a1}" "{a2}" "{a3}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{b2}"; "{t2}" "{t3}" "{t4}" "{b0}" "{b1}"; "{a0}" "{a1}" "{a2}" "{a3}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{b3}"; "{t3}" "{t4}" "{b0}" "{b1}" "{b2}"; "{a0}" "{a1}" "{a2}" "{a3}"; "{l0}" "{l1}" "{l2}" "{l3}"),
        );
            a0 a1 a2 a3 b3 l0 l1 l2 l3;
            t0 0 0 t1 0 1 t2 0 2 t3 0 3 t4 1 0 b0 1 1 b1 1 2 b2 1 3; $($rest)+)
    };
    (6; $($rest:tt)+) => {
        product!(@ 6, concat!(
            first_row!("{b0}"; "{t0}" "{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}"; "{a0}" "{a1}" "{a2}" "{a3}" "{a4}" "{a5}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{b1}"; "{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}" "{b0}"; "{a0}" "{a1}" "{a2}" "{a3}" "{a4}" "{a5}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{b2}"; "{t2}" "{t3}" "{t4}" "{t5}" "{t6}" "{b0}" "{b1}"; "{a0}" "{a1}" "{a2}" "{a3}" "{a4}" "{a5}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{b3}"; "{t3}" "{t4}" "{t5}" "{t6}" "{b0}" "{b1}" "{b2}"; "{a0}" "{a1}" "{a2}" "{a3}" "{a4}" "{a5}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{b4}"; "{t4}" "{t5}" "{t6}" "{b0}" "{b1}" "{b2}" "{b3}"; "{a0}" "{a1}" "{a2}" "{a3}" "{a4}" "{a5}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{b5}"; "{t5}" "{t6}" "{b0}" "{b1}" "{b2}" "{b3}" "{b4}"; "{a0}" "{a1}" "{a2}" "{a3}" "{a4}" "{a5}"; "{l0}" "{l1}" "{l2}" "{l3}"),
        );
            a0 a1 a2 a3 a4 a5 b5 l0 l1 l2 l3;
            t0 0 0 t1 0 1 t2 0 2 t3 0 3 t4 0 4 t5 0 5 t6 1 0 b0 1 1 b1 1 2 b2 1 3 b3 1 4 b4 1 5; $($rest)+)
    };
    (@ $n:literal, $rows:expr; $($free:ident)+; $($t:ident $half:literal $i:literal)+;
        [$($before:expr),+] [$($after:expr),*] $($operand:ident)+) => {{
        let mut t: [[Word; $n]; 2] = [[0; $n]; 2];
        // SAFETY: the text reads the words of its operands and writes registers.
        unsafe {
            asm!(
                $($before,)+
                $rows,
                $($after,)*
                $($operand = in(reg) $operand.as_ptr(),)+
                $($free = out(reg) _,)+
                $($t = out(reg) t[$half][$i],)+
                options(pure, readonly, nostack),
            );
        }
        t
    }};
}
