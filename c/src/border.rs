//! What crosses the border: statuses, handles, bytes. All reading and writing of C's pointers that
//! are no rows is here.
//!
//! Inputs are borrowed until the result is there; then it is copied out through a raw pointer. So
//! an output may overlap an input, and the caller's memory holds nothing but results.

use polylimb_rs::{Error, Split, Team};
use rand_core::{CryptoRng, RngCore};
use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::slice::from_raw_parts;
use zeroize::Zeroizing;

/// How a call ended. The values are fixed.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Success; of a verification: valid.
    Ok = 0,
    /// At least one job of the batch failed; each has its own status.
    Jobs = 1,
    /// A pointer is null that must not be.
    Null = 2,
    /// The handle is not of this type, or was freed.
    Handle = 3,
    /// A length is wrong, or beyond the address space.
    Length = 4,
    /// The output is too short; the length now says what is needed.
    OutputShort = 5,
    /// Not a value of this enumeration, or a parameter out of its range.
    Parameter = 6,
    /// The text is no name, or nothing has this name.
    Name = 7,
    /// The key is invalid, or of another kind than the function needs.
    Key = 8,
    /// The bytes do not have the right form.
    Encoding = 9,
    /// A point or a curve is invalid.
    Curve = 10,
    /// The signature is not one of this message by this key.
    Signature = 11,
    /// The ciphertext was changed, or is for another key.
    Ciphertext = 12,
    /// The modulus is 0, even where it must be odd, or of a size that is not supported.
    Modulus = 13,
    /// A number is not below the modulus.
    NotReduced = 14,
    /// The number has no inverse.
    NotInvertible = 15,
    /// A number is too large.
    TooLarge = 16,
    /// The result of a private operation was wrong and was discarded: a fault of the machine, or a
    /// key whose parts do not belong together.
    Fault = 17,
    /// The operating system gives no random numbers.
    Randomness = 18,
    /// The number of threads is not possible, or the operating system starts none.
    Threads = 19,
    /// A bug of this library was stopped at the border; nothing was written. Please report it.
    Panic = 20,
}

/// What a status means: a sentence in ASCII, never null. Also takes numbers that are no status.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_status_text(status: i32) -> *const c_char {
    let text: &CStr = match status {
        0 => c"success",
        1 => c"at least one job of the batch failed; each has its own status",
        2 => c"a pointer is null that must not be",
        3 => c"the handle is of another type, or was freed",
        4 => c"a length is wrong, or beyond the address space",
        5 => c"the output is too short; the length says what is needed",
        6 => c"a parameter is out of its range",
        7 => c"nothing has this name",
        8 => c"the key is invalid, or of another kind than the function needs",
        9 => c"the bytes do not have the right form",
        10 => c"a point or a curve is invalid",
        11 => c"the signature is not one of this message by this key; do not trust it",
        12 => c"the ciphertext was changed, or is for another key",
        13 => c"the modulus is 0, even where it must be odd, or of an unsupported size",
        14 => c"a number is not below the modulus; reduce it first",
        15 => c"the number has a factor in common with the modulus; it has no inverse",
        16 => c"a number is too large",
        17 => c"a private operation gave a wrong result, which was discarded; check the key, then the machine",
        18 => c"the operating system gives no random numbers",
        19 => c"the number of threads is not possible, or the operating system starts none",
        20 => c"a bug of this library was stopped; please report it",
        _ => c"not a status of this library",
    };
    text.as_ptr()
}

/// The version of the library, for example `0.1.0`.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_version() -> *const c_char {
    const { CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) }
        .map_or(c"".as_ptr(), CStr::as_ptr)
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        match error {
            Error::ZeroModulus | Error::OddModulusRequired { .. } | Error::ModulusBits { .. } => {
                Self::Modulus
            }
            Error::NotReduced { .. } => Self::NotReduced,
            Error::Length { .. } => Self::Length,
            Error::TooLarge { .. } => Self::TooLarge,
            Error::Threads { .. } | Error::ThreadStart | Error::Pinning => Self::Threads,
            Error::UnknownName { .. } | Error::NotInThisBuild { .. } => Self::Name,
            Error::NotInvertible => Self::NotInvertible,
            Error::FaultDetected => Self::Fault,
            Error::Randomness => Self::Randomness,
            Error::Curve { .. } => Self::Curve,
            Error::Key { .. } => Self::Key,
            Error::Encoding { .. } | Error::InvalidNumber { .. } => Self::Encoding,
            Error::Signature => Self::Signature,
            Error::Ciphertext => Self::Ciphertext,
            Error::PartPanicked => Self::Panic,
            _ => Self::Parameter,
        }
    }
}

pub type Result<T> = std::result::Result<T, Status>;

/// Runs the body of a function of the interface; a panic becomes a status.
#[inline]
pub fn call(work: impl FnOnce() -> Result<()>) -> Status {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => Status::Ok,
        Ok(Err(status)) => status,
        Err(payload) => {
            let status =
                if payload.is::<NoRandomness>() { Status::Randomness } else { Status::Panic };
            // Its destructor could panic again.
            std::mem::forget(payload);
            status
        }
    }
}

/// The operating system's random numbers.
pub struct System;
struct NoRandomness;

impl RngCore for System {
    fn next_u32(&mut self) -> u32 {
        let mut bytes = [0; 4];
        self.fill_bytes(&mut bytes);
        u32::from_le_bytes(bytes)
    }
    fn next_u64(&mut self) -> u64 {
        let mut bytes = [0; 8];
        self.fill_bytes(&mut bytes);
        u64::from_le_bytes(bytes)
    }
    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        if getrandom::fill(bytes).is_err() {
            // The trait has no errors; `call` catches this one.
            resume_unwind(Box::new(NoRandomness));
        }
    }
}
impl CryptoRng for System {}

/// What can stand behind a handle.
pub trait Tagged: Send + Sync {
    /// A number that no other type has.
    const TAG: u64;
}

/// The memory behind a handle. C sees a pointer to the opaque `T`.
#[repr(C)]
struct Handle<T> {
    tag: u64,
    value: T,
}

fn has_tag<T: Tagged>(handle: *const T) -> Result<*mut Handle<T>> {
    if handle.is_null() {
        return Err(Status::Null);
    }
    let tag = handle.cast::<u64>();
    // SAFETY: the caller passes a live handle, and each starts with its tag.
    if tag.is_aligned() && unsafe { tag.read() } == T::TAG {
        Ok(handle.cast_mut().cast())
    } else {
        Err(Status::Handle)
    }
}

/// The value of a handle, which the caller keeps alive during the call.
pub fn get<'a, T: Tagged>(handle: *const T) -> Result<&'a T> {
    let handle = has_tag(handle)?;
    // SAFETY: the tag says that `put` made it as a `Handle<T>`; nothing changes it before `free`.
    Ok(unsafe { &(*handle).value })
}

/// Gives the value to the caller.
pub fn put<T: Tagged>(out: *mut *mut T, value: T) -> Result<()> {
    if out.is_null() {
        return Err(Status::Null);
    }
    let handle = Box::into_raw(Box::new(Handle { tag: T::TAG, value }));
    // SAFETY: not null, so the caller's pointer to write to.
    unsafe { out.write_unaligned(handle.cast()) };
    Ok(())
}

/// Refuses a null `out` before the work, and leaves null in it until [`put`].
pub fn clear<T>(out: *mut *mut T) -> Result<()> {
    if out.is_null() {
        return Err(Status::Null);
    }
    // SAFETY: not null, so the caller's pointer to write to.
    unsafe { out.write_unaligned(std::ptr::null_mut()) };
    Ok(())
}

/// Drops, and so wipes, the value of a handle; null is no handle and stays without effect.
pub fn free<T: Tagged>(handle: *mut T) -> Status {
    call(|| {
        if handle.is_null() {
            return Ok(());
        }
        let handle = has_tag(handle)?;
        // SAFETY: the tag says that `put` made it from a box, which the caller gives back. The tag
        // goes, so that a second call soon after has a chance to be noticed.
        unsafe {
            (&raw mut (*handle).tag).write_volatile(0);
            drop(Box::from_raw(handle));
        }
        Ok(())
    })
}

/// No buffer is longer: the address space of today's 64-bit processors, or half of a 32-bit one.
pub const MOST_BYTES: usize = if usize::BITS == 64 { 1 << 47 } else { isize::MAX as usize };

/// Whether a buffer may start at `data` and have this length.
pub fn check_buffer<T>(data: *const T, length: usize) -> Result<()> {
    if length > MOST_BYTES || data.addr().checked_add(length).is_none() {
        Err(Status::Length)
    } else if data.is_null() && length > 0 {
        Err(Status::Null)
    } else {
        Ok(())
    }
}

/// The caller's bytes.
pub fn bytes<'a>(data: *const u8, length: usize) -> Result<&'a [u8]> {
    check_buffer(data, length)?;
    if length == 0 {
        return Ok(&[]);
    }
    // SAFETY: not null and within the address space; the caller owns as many bytes and leaves them
    // alone during the call.
    Ok(unsafe { from_raw_parts(data, length) })
}

/// The caller's array of `count` elements.
pub fn array<'a, T>(data: *const T, count: usize) -> Result<&'a [T]> {
    check_buffer(data, count.checked_mul(size_of::<T>()).ok_or(Status::Length)?)?;
    if count == 0 {
        return Ok(&[]);
    }
    if !data.is_aligned() {
        return Err(Status::Parameter);
    }
    // SAFETY: as in `bytes`, and aligned.
    Ok(unsafe { from_raw_parts(data, count) })
}

/// The caller's text, which ends with a zero.
pub fn text<'a>(name: *const c_char) -> Result<&'a str> {
    if name.is_null() {
        return Err(Status::Null);
    }
    // SAFETY: not null; the caller promises the zero.
    unsafe { CStr::from_ptr(name) }.to_str().map_err(|_| Status::Name)
}

/// Writes a number.
pub fn write<T>(out: *mut T, value: T) -> Result<()> {
    if out.is_null() {
        return Err(Status::Null);
    }
    // SAFETY: not null, so the caller's place to write to.
    unsafe { out.write_unaligned(value) };
    Ok(())
}

/// Where a result goes: the caller's bytes, and their number, which becomes the result's.
#[derive(Clone, Copy)]
pub struct Output {
    data: *mut u8,
    capacity: usize,
    length: *mut usize,
}

impl Output {
    pub fn new(data: *mut u8, length: *mut usize) -> Result<Self> {
        if length.is_null() {
            return Err(Status::Null);
        }
        // SAFETY: not null, so the caller's number to read.
        let capacity = unsafe { length.read_unaligned() };
        check_buffer(data, capacity)?;
        Ok(Self { data, capacity, length })
    }

    /// Copies the result out and wipes it here.
    pub fn put(self, result: impl Into<Zeroizing<Vec<u8>>>) -> Result<()> {
        let result = result.into();
        write(self.length, result.len())?;
        // SAFETY: `data` was checked with `capacity`.
        unsafe { copy_out(&result, self.data, self.capacity) }
    }
}

/// # Safety
/// `data` has `capacity` bytes that may be written.
pub unsafe fn copy_out(result: &[u8], data: *mut u8, capacity: usize) -> Result<()> {
    if result.len() > capacity {
        return Err(Status::OutputShort);
    }
    // SAFETY: there is room. Inputs that the output may overlap are no longer borrowed.
    unsafe { std::ptr::copy(result.as_ptr(), data, result.len()) };
    Ok(())
}

/// Runs `work` over that many threads, started and ended here; 0 and 1 are the caller alone.
pub fn on_threads<R>(threads: usize, work: impl FnOnce(&dyn Split) -> R) -> Result<R> {
    match threads {
        0 | 1 => Ok(work(&polylimb_rs::Alone)),
        _ => Ok(work(&Team::new(threads)?)),
    }
}
