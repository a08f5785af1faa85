//! Constants that stay in flash. Plain constants are copied to RAM at the start and occupy it.

/// Bytes in flash.
#[repr(transparent)]
pub struct Flash<const N: usize>([u8; N]);

impl<const N: usize> Flash<N> {
    /// Only for the value of a static in the section `.progmem.data`.
    #[must_use]
    pub const fn new(bytes: [u8; N]) -> Self {
        Self(bytes)
    }

    /// The bytes, in RAM.
    #[inline(never)]
    pub fn read(&'static self) -> [u8; N] {
        let mut bytes = [0; N];
        let mut at = self.0.as_ptr();
        for byte in &mut bytes {
            // SAFETY: within the static, which is in flash, below 64 KB.
            unsafe {
                core::arch::asm!("lpm {0}, Z+", out(reg) *byte, inout("Z") at, options(nostack, preserves_flags))
            };
        }
        bytes
    }
}

/// Statics in flash.
#[macro_export]
macro_rules! flash {
    ($($(#[$doc:meta])* $visibility:vis $name:ident = $bytes:expr;)*) => {
        $(
            $(#[$doc])*
            #[unsafe(link_section = ".progmem.data")]
            $visibility static $name: $crate::flash::Flash<{ $bytes.len() }> = $crate::flash::Flash::new($bytes);
        )*
    };
}
