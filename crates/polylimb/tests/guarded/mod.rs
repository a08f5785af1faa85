//! Buffers that end or begin at pages which may not be touched: a function that reads or writes
//! outside of one dies.

use polylimb::authors::limb::Word;
use std::ptr;

/// Room of a buffer: what the longest operands of the tests need.
const ROOM: usize = 1 << 18;
/// A multiple of each system's pages.
const PAGE: usize = 1 << 16;

/// Where in its pages a buffer lies.
#[derive(Debug, Clone, Copy)]
pub enum Place {
    AtTheStart,
    AtTheEnd,
}

/// Readable pages between two that may not be touched.
struct Pages(*mut Word);

impl Pages {
    fn new() -> Self {
        let (none, both) = (libc::PROT_NONE, libc::PROT_READ | libc::PROT_WRITE);
        let (flags, bytes) = (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, ROOM + 2 * PAGE);
        // SAFETY: a new mapping, and then the rights of a part of it.
        unsafe {
            let all = libc::mmap(ptr::null_mut(), bytes, none, flags, -1, 0);
            assert!(all != libc::MAP_FAILED, "no memory");
            let start = all.cast::<Word>().add(PAGE / size_of::<Word>());
            assert_eq!(libc::mprotect(start.cast(), ROOM, both), 0);
            Self(start)
        }
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        // SAFETY: the mapping of `new`.
        assert_eq!(unsafe { libc::munmap(self.0.byte_sub(PAGE).cast(), ROOM + 2 * PAGE) }, 0);
    }
}

/// Buffers in pages of their own.
pub struct Guarded<const COUNT: usize> {
    pages: [Pages; COUNT],
    place: Place,
}

impl<const COUNT: usize> Guarded<COUNT> {
    pub fn new(place: Place) -> Self {
        Self { pages: std::array::from_fn(|_| Pages::new()), place }
    }

    /// Buffers with these contents, each alone in its pages.
    pub fn buffers(&mut self, contents: [&[Word]; COUNT]) -> [&mut [Word]; COUNT] {
        let mut pages = self.pages.iter_mut();
        contents.map(|content| {
            let bytes = size_of_val(content);
            assert!(bytes <= ROOM);
            let offset = match self.place {
                Place::AtTheStart => 0,
                Place::AtTheEnd => ROOM - bytes,
            };
            let start = pages.next().expect("as many as contents").0;
            // SAFETY: inside the pages, whose start is aligned; each buffer has its own, borrowed
            // as long as `self`.
            let buffer =
                unsafe { std::slice::from_raw_parts_mut(start.byte_add(offset), content.len()) };
            buffer.copy_from_slice(content);
            buffer
        })
    }
}
