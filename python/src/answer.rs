//! What goes out: a list for lists, a `Column` for buffers and Arrow.

use crate::arrow;
use crate::column::Form;
use crate::number::to_python;
use arrow_array::array::{Array, ArrayRef};
use arrow_array::cast::AsArray;
use arrow_array::{BinaryArray, BooleanArray, FixedSizeBinaryArray, LargeBinaryArray, StringArray};
use arrow_schema::DataType;
use core::ffi::{CStr, c_int, c_void};
use polylimb::Error;
use pyo3::exceptions::{PyBufferError, PyIndexError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyIterator, PyList, PyTuple};
use std::sync::Arc;

/// A row's answer: `None` for a null, an error for a bad row.
pub type Row<T> = Option<Result<T, Error>>;

/// The reason of a row that holds a null.
const NULL: &str = "the row is null";

/// A column of answers.
///
/// It exports Arrow (`__arrow_c_array__`, `__arrow_c_stream__`), so `pyarrow.array(column)` and
/// `polars.Series(column)` take it as it is. It is also a buffer: `numpy.asarray(column)` has shape
/// (n, k) for bytes and (n,) for booleans. And it is a sequence of `bytes`, `bool` or `None`.
#[pyclass(frozen, sequence, module = "polylimb._polylimb")]
pub struct Column(ArrayRef);

#[pymethods]
impl Column {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyAny>> {
        let row = if index < 0 { index.checked_add_unsigned(self.0.len()) } else { Some(index) };
        let row = row.and_then(|row| usize::try_from(row).ok()).filter(|&row| row < self.0.len());
        let row = row.ok_or_else(|| {
            let length = self.0.len();
            PyIndexError::new_err(format!("row {index} of a column of {length}"))
        })?;
        if self.0.is_null(row) {
            return Ok(py.None().into_bound(py));
        }
        let bytes = |bytes: &[u8]| Ok(PyBytes::new(py, bytes).into_any());
        match self.0.data_type() {
            DataType::Boolean => {
                Ok(self.0.as_boolean().value(row).into_pyobject(py)?.to_owned().into_any())
            }
            DataType::Utf8 => {
                Ok(self.0.as_string::<i32>().value(row).into_pyobject(py)?.into_any())
            }
            DataType::FixedSizeBinary(_) => bytes(self.0.as_fixed_size_binary().value(row)),
            DataType::LargeBinary => bytes(self.0.as_binary::<i64>().value(row)),
            _ => bytes(self.0.as_binary::<i32>().value(row)),
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let rows = (0..self.0.len()).map(|row| self.__getitem__(py, row.cast_signed()));
        PyList::new(py, rows.collect::<PyResult<Vec<_>>>()?)?.try_iter()
    }

    fn __repr__(&self) -> String {
        format!("<polylimb.Column of {} {}>", self.0.len(), self.0.data_type())
    }

    /// The type, in the Arrow `PyCapsule` interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        arrow::export_schema(py, self.0.data_type())
    }

    /// Type and data, in the Arrow `PyCapsule` interface; no data is copied. A requested type is
    /// left to the caller, as the interface allows.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        drop(requested_schema);
        arrow::export(py, &self.0)
    }

    /// A stream of this one array, in the Arrow `PyCapsule` interface; no data is copied.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        arrow::export_stream(py, &self.0)
    }

    /// # Safety
    /// `view` is what Python's buffer protocol gives.
    unsafe fn __getbuffer__(
        slf: Bound<'_, Self>,
        view: *mut ffi::Py_buffer,
        flags: c_int,
    ) -> PyResult<()> {
        let exported = Box::new(slf.get().memory()?);
        if flags & ffi::PyBUF_WRITABLE == ffi::PyBUF_WRITABLE {
            return Err(PyBufferError::new_err("a column of answers is read-only"));
        }
        let has = |flag: c_int| flags & flag == flag;
        let exported = Box::leak(exported);
        // SAFETY: the caller's promise; `exported` lives until `__releasebuffer__`, and the array
        // that it may point into as long as the view's reference to this object.
        unsafe {
            (*view).buf = exported.start.cast_mut().cast::<c_void>();
            (*view).len = exported.shape.iter().product();
            (*view).readonly = 1;
            (*view).itemsize = 1;
            (*view).format = core::ptr::null_mut();
            (*view).ndim = exported.dimensions;
            (*view).shape = core::ptr::null_mut();
            (*view).strides = core::ptr::null_mut();
            (*view).suboffsets = core::ptr::null_mut();
            if has(ffi::PyBUF_FORMAT) {
                (*view).format = exported.format.as_ptr().cast_mut();
            }
            if has(ffi::PyBUF_ND) {
                (*view).shape = exported.shape.as_mut_ptr();
            }
            if has(ffi::PyBUF_STRIDES) {
                (*view).strides = exported.strides.as_mut_ptr();
            }
            (*view).internal = core::ptr::from_mut(exported).cast();
            (*view).obj = slf.into_any().into_ptr();
        }
        Ok(())
    }

    /// # Safety
    /// `view` was filled by `__getbuffer__`.
    #[allow(clippy::unused_self, reason = "a slot of the class")]
    unsafe fn __releasebuffer__(&self, view: *mut ffi::Py_buffer) {
        // SAFETY: `__getbuffer__` leaked this box there.
        drop(unsafe { Box::from_raw((*view).internal.cast::<Memory>()) });
    }
}

/// What a view of the buffer protocol points to.
struct Memory {
    start: *const u8,
    dimensions: c_int,
    shape: [isize; 2],
    strides: [isize; 2],
    format: &'static CStr,
    /// Booleans, a byte each, where Arrow has bits.
    _unpacked: Vec<u8>,
}

impl Column {
    fn memory(&self) -> PyResult<Memory> {
        if self.0.null_count() > 0 {
            return Err(PyBufferError::new_err(
                "the column has nulls, which a buffer cannot hold; take it as Arrow",
            ));
        }
        let rows = self.0.len().cast_signed();
        match self.0.data_type() {
            DataType::FixedSizeBinary(width) => {
                let (start, width) =
                    (self.0.as_fixed_size_binary().value_data().as_ptr(), *width as isize);
                let (shape, strides) = ([rows, width], [width, 1]);
                Ok(Memory {
                    start,
                    dimensions: 2,
                    shape,
                    strides,
                    format: c"B",
                    _unpacked: Vec::new(),
                })
            }
            DataType::Boolean => {
                let unpacked: Vec<u8> = self.0.as_boolean().values().iter().map(u8::from).collect();
                let start = unpacked.as_ptr();
                let (shape, strides) = ([rows, 1], [1, 1]);
                Ok(Memory {
                    start,
                    dimensions: 1,
                    shape,
                    strides,
                    format: c"?",
                    _unpacked: unpacked,
                })
            }
            other => Err(PyBufferError::new_err(format!(
                "a column of {other} is no buffer; take it as Arrow"
            ))),
        }
    }
}

/// The answer, and with `reasons` a pair of it and each row's reason.
fn with_reasons<'py, T>(
    py: Python<'py>,
    form: &Form,
    rows: &[Row<T>],
    reasons: bool,
    answer: Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    if !reasons {
        return Ok(answer);
    }
    let reason = |row: &Row<T>| match row {
        None => Some(NULL.to_owned()),
        Some(row) => row.as_ref().err().map(ToString::to_string),
    };
    let reasons = rows.iter().map(reason);
    let reasons = match form {
        Form::Arrow(_) => {
            Column(Arc::new(reasons.collect::<StringArray>())).into_pyobject(py)?.into_any()
        }
        _ => PyList::new(py, reasons.collect::<Vec<_>>())?.into_any(),
    };
    Ok((answer, reasons).into_pyobject(py)?.into_any())
}

/// The verdicts: true, false for a bad row, null for a null.
pub fn verdicts<'py>(
    py: Python<'py>,
    form: &Form,
    rows: Vec<Row<()>>,
    reasons: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let verdicts = rows.iter().map(|row| row.as_ref().map(Result::is_ok));
    let answer = match form {
        Form::Integers | Form::Bytes => PyList::new(py, verdicts.collect::<Vec<_>>())?.into_any(),
        Form::Rows | Form::Arrow(_) => {
            Column(Arc::new(verdicts.collect::<BooleanArray>())).into_pyobject(py)?.into_any()
        }
    };
    with_reasons(py, form, &rows, reasons, answer)
}

/// The bytes of each row, `width` of them; null for a bad row or a null.
pub fn values<'py, T: AsRef<[u8]>>(
    py: Python<'py>,
    form: &Form,
    width: usize,
    rows: Vec<Row<T>>,
    reasons: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let values = || rows.iter().map(|row| Some(row.as_ref()?.as_ref().ok()?.as_ref()));
    let answer: ArrayRef = match form {
        Form::Integers => {
            let list = PyList::empty(py);
            for value in values() {
                list.append(value.map(|bytes| to_python(py, bytes)).transpose()?)?;
            }
            return with_reasons(py, form, &rows, reasons, list.into_any());
        }
        Form::Bytes => {
            let list = PyList::new(py, values().map(|value| value.map(|b| PyBytes::new(py, b))))?;
            return with_reasons(py, form, &rows, reasons, list.into_any());
        }
        Form::Arrow(DataType::LargeBinary | DataType::BinaryView) => {
            Arc::new(values().collect::<LargeBinaryArray>())
        }
        // Its offsets have 32 bits.
        Form::Arrow(DataType::Binary) if i32::try_from(rows.len() * width).is_ok() => {
            Arc::new(values().collect::<BinaryArray>())
        }
        Form::Arrow(DataType::Binary) => {
            return Err(PyValueError::new_err(
                "the answers exceed 2 GiB, the most of a binary column; cast to large_binary first",
            ));
        }
        Form::Rows | Form::Arrow(_) => {
            let width = i32::try_from(width).map_err(|e| PyValueError::new_err(e.to_string()))?;
            let array = FixedSizeBinaryArray::try_from_sparse_iter_with_size(values(), width);
            Arc::new(array.map_err(|error| PyValueError::new_err(error.to_string()))?)
        }
    };
    let answer = Column(answer).into_pyobject(py)?.into_any();
    with_reasons(py, form, &rows, reasons, answer)
}
