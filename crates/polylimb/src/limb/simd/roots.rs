//! Functions compiled for CPU features.

/// A function compiled for `$features`.
///
/// `root`: a safe function around it. Only code that found the features may reach it: the makers of
/// a table, a kernel or a field check them. Every use relies on that.
///
/// `apart`: the function itself, never inlined. Since Rust 1.95 `inline(never)` on a function with
/// target features affects only calls from functions that have the features too: hence the call in
/// between.
///
/// Generic parameters are written twice: declared, then passed on.
macro_rules! compiled_for {
    ($features:literal, root: $(#[$meta:meta])* $vis:vis fn $name:ident[$($generic:tt)*][$($pass:tt)*]($($arg:ident: $type:ty),* $(,)?) = $body:expr) => {
        $(#[$meta])*
        $vis fn $name<$($generic)*>($($arg: $type),*) {
            #[target_feature(enable = $features)]
            fn root<$($generic)*>($($arg: $type),*) {
                $body;
            }
            // SAFETY: see the macro.
            unsafe { root::<$($pass)*>($($arg),*) }
        }
    };
    ($features:literal, apart: $(#[$meta:meta])* fn $name:ident[$($generic:tt)*][$($pass:tt)*]($($arg:ident: $type:ty),* $(,)?) -> $r:ty = $body:expr) => {
        $(#[$meta])*
        #[target_feature(enable = $features)]
        #[inline]
        fn $name<$($generic)*>($($arg: $type),*) -> $r {
            #[target_feature(enable = $features)]
            #[inline(never)]
            fn body<$($generic)*>($($arg: $type),*) -> $r {
                $body
            }
            body::<$($pass)*>($($arg),*)
        }
    };
}
pub(crate) use compiled_for;
