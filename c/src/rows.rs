//! Batches: rows of bytes in, rows of bytes and a status for each job out.

use crate::border::{MOST_BYTES, Result, Status, array, bytes, check_buffer, copy_out};
use zeroize::Zeroizing;

/// Some bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Bytes {
    /// The first; may be null if there are none.
    pub data: *const u8,
    /// How many.
    pub length: usize,
}

/// The inputs of a batch. Row `i` is `each[i]`, or, if `each` is null, the `length` bytes from
/// `data + i * stride`. A stride of 0 repeats one row for all jobs.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Rows {
    /// The first row.
    pub data: *const u8,
    /// Bytes from a row to the next.
    pub stride: usize,
    /// Bytes of each row.
    pub length: usize,
    /// As many entries as jobs, or null.
    pub each: *const Bytes,
}

/// The outputs of a batch. Row `i` are the `stride` bytes from `data + i * stride`; a longer result
/// gives its job `POLYLIMB_STATUS_OUTPUT_SHORT`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct OutputRows {
    /// The first row.
    pub data: *mut u8,
    /// Bytes of each row.
    pub stride: usize,
    /// If not null: gets the length of each result, 0 for a job that failed, and the length needed
    /// for a row that is too short.
    pub lengths: *mut usize,
}

/// The most jobs of a batch.
const MOST_JOBS: usize = 1 << 20;

pub fn check_count(count: usize) -> Result<()> {
    if count <= MOST_JOBS { Ok(()) } else { Err(Status::Length) }
}

impl Rows {
    /// The rows of `count` jobs.
    pub fn read<'a>(self, count: usize) -> Result<Vec<&'a [u8]>> {
        check_count(count)?;
        if !self.each.is_null() {
            return array(self.each, count)?.iter().map(|b| bytes(b.data, b.length)).collect();
        }
        if count > 0 {
            let last = (count - 1).checked_mul(self.stride).ok_or(Status::Length)?;
            check_buffer(self.data, last.checked_add(self.length).ok_or(Status::Length)?)?;
        }
        (0..count).map(|i| bytes(self.data.wrapping_add(i * self.stride), self.length)).collect()
    }
}

/// Where the statuses of a batch go, and its results.
pub struct Jobs {
    count: usize,
    statuses: *mut Status,
    rows: Option<OutputRows>,
}

impl Jobs {
    /// `rows` of verifications is `None`.
    pub fn new(count: usize, statuses: *mut Status, rows: Option<OutputRows>) -> Result<Self> {
        check_count(count)?;
        check_buffer(statuses, count * size_of::<Status>())?;
        if let Some(rows) = rows {
            let all = count.checked_mul(rows.stride).filter(|&all| all <= MOST_BYTES);
            check_buffer(rows.data, all.ok_or(Status::Length)?)?;
        }
        Ok(Self { count, statuses, rows })
    }

    /// Writes each result and each status.
    pub fn put<T, E: Into<Status>>(
        self,
        results: impl IntoIterator<Item = std::result::Result<T, E>>,
        to_bytes: impl Fn(T) -> Zeroizing<Vec<u8>>,
    ) -> Result<()> {
        let mut all = Ok(());
        for (i, result) in results.into_iter().take(self.count).enumerate() {
            let status =
                match result.map_err(Into::into).and_then(|r| self.put_row(i, &to_bytes(r))) {
                    Ok(()) => Status::Ok,
                    Err(status) => {
                        if status != Status::OutputShort {
                            self.put_length(i, 0);
                        }
                        all = Err(Status::Jobs);
                        status
                    }
                };
            // SAFETY: `new` checked the array; i < count.
            unsafe { self.statuses.add(i).write_unaligned(status) };
        }
        all
    }

    fn put_row(&self, i: usize, result: &[u8]) -> Result<()> {
        let Some(rows) = self.rows else { return Ok(()) };
        self.put_length(i, result.len());
        // SAFETY: `new` checked `count` rows of `stride` bytes; i < count.
        unsafe { copy_out(result, rows.data.wrapping_add(i * rows.stride), rows.stride) }
    }

    fn put_length(&self, i: usize, length: usize) {
        if let Some(OutputRows { lengths, .. }) = self.rows.filter(|rows| !rows.lengths.is_null()) {
            // SAFETY: not null, so the caller's array of `count` lengths; i < count.
            unsafe { lengths.add(i).write_unaligned(length) };
        }
    }
}

/// Runs a batch of the library over the jobs that are well-formed; the others keep their status.
pub fn of_valid<J, T>(
    jobs: Vec<Result<J>>,
    batch: impl FnOnce(&[J]) -> Result<Vec<polylimb_rs::Result<T>>>,
) -> Result<Vec<Result<T>>> {
    let mut valid = Vec::with_capacity(jobs.len());
    let states: Vec<_> = jobs.into_iter().map(|job| job.map(|job| valid.push(job))).collect();
    let mut results = batch(&valid)?.into_iter();
    let next =
        |state: Result<()>| state.and_then(|()| Ok(results.next().ok_or(Status::Panic)??));
    Ok(states.into_iter().map(next).collect())
}

/// `f` of each index, over threads.
pub fn each<T: Send>(
    count: usize,
    split: &dyn polylimb_rs::Split,
    f: impl Fn(usize) -> Result<T> + Sync,
) -> Vec<Result<T>> {
    let mut results: Vec<_> = (0..count).map(|_| Err(Status::Panic)).collect();
    polylimb_rs::authors::team::each_chunk(split, &mut results, 1, |i, result| result[0] = f(i));
    results
}
