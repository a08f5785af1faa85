//! A value that is made when it is first needed; without `std`, which has the cell for it, at once.

use alloc::boxed::Box;

#[cfg(feature = "std")]
pub(crate) type Later<T> = std::sync::LazyLock<T, Box<dyn FnOnce() -> T + Send>>;
#[cfg(not(feature = "std"))]
pub(crate) type Later<T> = Box<T>;

pub(crate) fn later<T>(make: impl FnOnce() -> T + Send + 'static) -> Later<T> {
    #[cfg(feature = "std")]
    return Later::new(Box::new(make));
    #[cfg(not(feature = "std"))]
    Box::new(make())
}
