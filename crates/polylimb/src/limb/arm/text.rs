//! Instruction sequences that several kernels share.

/// A function of these instructions alone.
macro_rules! kernel {
    ($(#[$doc:meta])* $visibility:vis fn $name:ident($($argument:ident: $kind:ty),*) $(-> $r:ty)?; $($text:expr),+ $(,)?) => {
        $(#[$doc])*
        #[unsafe(naked)]
        $visibility extern "C" fn $name($($argument: $kind),*) $(-> $r)? {
            core::arch::naked_asm!($($text),+)
        }
    };
}

/// A function of these instructions, for [`call!`] and for other text. Pointers come in `r0` to
/// `r2`; it saves no register, so that who calls many saves them once.
macro_rules! routine {
    ($(#[$doc:meta])* $name:ident, $($text:expr),+ $(,)?) => {
        $(#[$doc])*
        #[unsafe(naked)]
        pub(super) unsafe extern "C" fn $name() {
            core::arch::naked_asm!($($text),+)
        }
    };
}

/// Calls a routine that, with the text before and after it, reads what the pointers name and writes
/// the result, all of it.
macro_rules! call {
    ($before:literal, $name:ident, $after:literal, $a:expr, $b:expr) => {{
        let mut r = core::mem::MaybeUninit::uninit();
        // SAFETY: the text changes these registers and the result alone.
        unsafe {
            core::arch::asm!(
                // The compiler keeps these for itself in one of its modes.
                "push {{r6, r7, r11}}",
                $before,
                "bl {routine}",
                $after,
                "pop {{r6, r7, r11}}",
                routine = sym $name,
                inlateout("r0") r.as_mut_ptr() => _, inlateout("r1") $a => _, inlateout("r2") $b => _,
                out("r3") _, out("r4") _, out("r5") _, out("r8") _, out("r9") _, out("r10") _,
                out("r12") _, out("lr") _,
            );
            r.assume_init()
        }
    }};
}

/// `each!($word: $a $b …; …)`: the text of the macro `$word` for each list, one after another.
macro_rules! each {
    ($word:ident: $($list:tt)+) => { concat!($($word! $list),+) };
}

/// The last step of a reduction: `r4` to `r11` with the word `$above` over them is below `2 m`;
/// subtracts `m` unless that would be negative. `$m` points to `m`. Changes `$above`, `r12`, `lr`
/// and the flags.
///
/// The borrow becomes the factor 0 or 1 by which `m` is added back.
macro_rules! subtract_once {
    ($above:literal, $m:literal) => {
        concat!(subtract!($above, $m), add_back!($above, $m))
    };
}

/// As [`subtract_once`] without `UMAAL`: the borrow becomes a mask.
macro_rules! subtract_once_by_mask {
    ($above:literal, $m:literal) => {
        concat!(
            subtract!($above, $m),
            each!(add_masked: ("adds", "r4", $above, $m, 0) ("adcs", "r5", $above, $m, 4) ("adcs", "r6", $above, $m, 8)
                ("adcs", "r7", $above, $m, 12) ("adcs", "r8", $above, $m, 16) ("adcs", "r9", $above, $m, 20)
                ("adcs", "r10", $above, $m, 24) ("adcs", "r11", $above, $m, 28)),
        )
    };
}

/// Subtracts `m` from `r4` to `r11` and `$above`: `$above` becomes -1 if the result is negative,
/// else 0.
macro_rules! subtract {
    ($above:literal, $m:literal) => {
        concat!(
            each!(subtract_word: ("subs", "r4", $m, 0) ("sbcs", "r5", $m, 4) ("sbcs", "r6", $m, 8)
                ("sbcs", "r7", $m, 12) ("sbcs", "r8", $m, 16) ("sbcs", "r9", $m, 20)
                ("sbcs", "r10", $m, 24) ("sbcs", "r11", $m, 28)),
            "sbc ", $above, ", ", $above, ", #0\n",
        )
    };
}

/// Adds a word in memory to a word where the mask is set.
#[rustfmt::skip]
macro_rules! add_masked {
    ($add:literal, $word:literal, $mask:literal, $m:literal, $at:literal) => {
        concat!(
            "ldr r12, [", $m, ", #", $at, "]\n",
            "and r12, r12, ", $mask, "\n",
            $add, " ", $word, ", ", $word, ", r12\n",
        )
    };
}

/// Subtracts a word in memory and the borrow from a word.
macro_rules! subtract_word {
    ($subtract:literal, $word:literal, $m:literal, $at:literal) => {
        concat!("ldr r12, [", $m, ", #", $at, "]\n", $subtract, " ", $word, ", ", $word, ", r12\n",)
    };
}

/// Adds `m` to `r4` to `r11` if `$negative` is -1, nothing if it is 0; by `UMAAL`.
macro_rules! add_back {
    ($negative:literal, $m:literal) => {
        concat!(
            "rsb ", $negative, ", ", $negative, ", #0\n",
            "mov lr, #0\n",
            each!(add_multiple: ("r4", $negative, $m, 0) ("r5", $negative, $m, 4) ("r6", $negative, $m, 8)
                ("r7", $negative, $m, 12) ("r8", $negative, $m, 16) ("r9", $negative, $m, 20)
                ("r10", $negative, $m, 24) ("r11", $negative, $m, 28)),
        )
    };
}

/// Adds a multiple of a word in memory to a word, with the carry in `lr`.
macro_rules! add_multiple {
    ($word:literal, $factor:literal, $m:literal, $at:literal) => {
        concat!("ldr r12, [", $m, ", #", $at, "]\n", "umaal ", $word, ", lr, ", $factor, ", r12\n",)
    };
}

/// Combines twelve words at `$a` with those at `$b`, four at a time, and stores them at `r0`, which
/// moves on, as `$b` does. Changes `r4` to `r11`.
macro_rules! twelve {
    ($first:literal $next:literal; $a:literal $b:literal) => {
        concat!(
            twelve!(@ $first $next $a $b),
            twelve!(@ $next $next $a $b),
            twelve!(@ $next $next $a $b),
        )
    };
    (@ $first:literal $next:literal $a:literal $b:literal) => {
        concat!(
            "ldm ", $a, ", {{r4-r7}}\nldm ", $b, "!, {{r8-r11}}\n",
            $first, " r4, r4, r8\n",
            $next, " r5, r5, r9\n",
            $next, " r6, r6, r10\n",
            $next, " r7, r7, r11\nstm r0!, {{r4-r7}}\n",
        )
    };
}

/// Subtracts `m` once from the twelve words below `r0`, whose carry is in its flag, unless that
/// would be negative. Changes `$above`, `$m`, `r4` to `r11`, `lr` and the flags.
macro_rules! subtract_once_twelve {
    ($above:literal $m:literal) => {
        concat!(
            "mov ", $above, ", #0\nadc ", $above, ", ", $above, ", #0\nsub r0, r0, #48\n",
            twelve!("subs" "sbcs"; "r0" $m),
            "sbc ", $above, ", ", $above, ", #0\nsub ", $m, ", ", $m, ", #48\n",
            add_back_twelve!($above $m),
        )
    };
}

/// Adds `m` to the twelve words below `r0` if `$negative` is -1, nothing if it is 0; by `UMAAL`.
macro_rules! add_back_twelve {
    ($negative:literal $m:literal) => {
        concat!(
            "rsb ", $negative, ", ", $negative, ", #0\nsub r0, r0, #48\nmov lr, #0\n",
            each!(add_four: ($negative $m) ($negative $m) ($negative $m)),
        )
    };
}

/// Adds a multiple of four words, with the carry in `lr`.
macro_rules! add_four {
    ($factor:literal $m:literal) => {
        concat!(
            "ldm r0, {{r4-r7}}\nldm ",
            $m,
            "!, {{r8-r11}}\n",
            "umaal r4, lr, ",
            $factor,
            ", r8\n",
            "umaal r5, lr, ",
            $factor,
            ", r9\n",
            "umaal r6, lr, ",
            $factor,
            ", r10\n",
            "umaal r7, lr, ",
            $factor,
            ", r11\nstm r0!, {{r4-r7}}\n",
        )
    };
}
