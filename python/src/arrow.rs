//! The Arrow C data interface, in the capsules of the Arrow `PyCapsule` interface.

use arrow_array::array::{Array, ArrayRef, make_array};
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi, to_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{StructArray, cast::AsArray};
use arrow_schema::{ArrowError, DataType};
use core::ffi::CStr;
use core::ptr::NonNull;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

fn arrow_error(error: ArrowError) -> PyErr {
    PyValueError::new_err(format!("the Arrow data is malformed: {error}"))
}

/// The type and the chunks of an object that exports Arrow; `None` for any other object.
pub fn import(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<(DataType, Vec<ArrayRef>)>> {
    let (kind, chunks) = if value.hasattr("__arrow_c_array__")? {
        let pair = value.call_method0("__arrow_c_array__")?;
        let pair = pair.cast_into::<PyTuple>()?;
        let array = array_of(&pair.get_item(0)?, &pair.get_item(1)?)?;
        (array.data_type().clone(), vec![array])
    } else if value.hasattr("__arrow_c_stream__")? {
        chunks_of(&value.call_method0("__arrow_c_stream__")?)?
    } else {
        return Ok(None);
    };
    let DataType::Struct(fields) = &kind else { return Ok(Some((kind, chunks))) };
    // A table of one column stands for its column.
    if fields.len() != 1 {
        let (got, names) = (fields.len(), fields.iter().map(|f| f.name().as_str()));
        let names: Vec<_> = names.collect();
        return Err(PyTypeError::new_err(format!(
            "{name} is a table of {got} columns ({}); give one of them",
            names.join(", ")
        )));
    }
    if chunks.iter().any(|chunk| chunk.null_count() > 0) {
        return Err(PyValueError::new_err(format!("{name} has null structs; give their field")));
    }
    let only = |chunk: &ArrayRef| {
        let table: &StructArray = chunk.as_struct();
        table.column(0).clone()
    };
    Ok(Some((fields[0].data_type().clone(), chunks.iter().map(only).collect())))
}

fn pointer(
    capsule: &Bound<'_, PyAny>,
    name: &'static CStr,
) -> PyResult<NonNull<core::ffi::c_void>> {
    capsule.cast::<PyCapsule>()?.pointer_checked(Some(name))
}

fn array_of(schema: &Bound<'_, PyAny>, array: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    let schema = pointer(schema, SCHEMA)?.cast::<FFI_ArrowSchema>();
    let array = pointer(array, ARRAY)?.cast::<FFI_ArrowArray>();
    // SAFETY: capsules of these names hold these structures; the array is moved out, as its
    // consumer must, and the schema stays in its capsule.
    let data = unsafe { from_ffi(FFI_ArrowArray::from_raw(array.as_ptr()), schema.as_ref()) };
    Ok(make_array(data.map_err(arrow_error)?))
}

fn chunks_of(capsule: &Bound<'_, PyAny>) -> PyResult<(DataType, Vec<ArrayRef>)> {
    let stream = pointer(capsule, STREAM)?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: a capsule of this name holds this structure, which is moved out.
    let mut stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) };
    let (Some(get_schema), Some(get_next)) = (stream.get_schema(), stream.get_next()) else {
        return Err(PyValueError::new_err("the Arrow stream was read before; make a new one"));
    };
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: the stream's own functions, with the stream and room for what they write.
    let status = unsafe { get_schema(&raw mut stream, &raw mut schema) };
    succeeded(status, &mut stream)?;
    let kind = DataType::try_from(&schema).map_err(arrow_error)?;
    let mut chunks = Vec::new();
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: as above.
        let status = unsafe { get_next(&raw mut stream, &raw mut array) };
        succeeded(status, &mut stream)?;
        if array.is_released() {
            return Ok((kind, chunks));
        }
        // SAFETY: an array of this stream has the stream's schema.
        let data = unsafe { from_ffi(array, &schema) }.map_err(arrow_error)?;
        chunks.push(make_array(data));
    }
}

/// The stream's own words if a function of it failed.
fn succeeded(status: core::ffi::c_int, stream: &mut FFI_ArrowArrayStream) -> PyResult<()> {
    if status == 0 {
        return Ok(());
    }
    let words = stream.get_last_error().and_then(|last_error| {
        // SAFETY: the stream's own function; its string lives until the next call.
        let words = unsafe { last_error(stream) };
        // SAFETY: null or a string.
        (!words.is_null()).then(|| unsafe { CStr::from_ptr(words) }.to_string_lossy().into_owned())
    });
    let words = words.unwrap_or_else(|| format!("error {status}"));
    Err(PyValueError::new_err(format!("the Arrow stream failed: {words}")))
}

/// The capsule of an array's type.
pub fn export_schema<'py>(py: Python<'py>, kind: &DataType) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(kind).map_err(arrow_error)?;
    PyCapsule::new_with_value(py, schema, SCHEMA)
}

/// The capsules of an array and its type. No data is copied.
pub fn export<'py>(py: Python<'py>, array: &dyn Array) -> PyResult<Bound<'py, PyTuple>> {
    let (array, schema) = to_ffi(&array.to_data()).map_err(arrow_error)?;
    let schema = PyCapsule::new_with_value(py, schema, SCHEMA)?;
    PyTuple::new(py, [schema, PyCapsule::new_with_value(py, array, ARRAY)?])
}
