//! The Arrow C data interface, in the capsules of the Arrow `PyCapsule` interface.

use arrow_array::array::{Array, ArrayRef, make_array};
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi, to_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{ArrayReader, StructArray, cast::AsArray};
use arrow_schema::{ArrowError, DataType};
use core::ffi::{CStr, c_char, c_int};
use core::ptr::NonNull;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::sync::Arc;

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
    let failed = |error| PyValueError::new_err(format!("the Arrow stream failed: {error}"));
    let stream = pointer(capsule, STREAM)?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: a capsule of this name holds this structure, which is moved out.
    let stream = unsafe { ArrayStreamReader::from_raw(stream.as_ptr()) }.map_err(failed)?;
    let kind = stream.field().data_type().clone();
    Ok((kind, stream.collect::<Result<_, _>>().map_err(failed)?))
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

/// What a stream of one array has left: its type, and the array until it is given.
struct Left {
    kind: DataType,
    array: Option<ArrayRef>,
}

/// The capsule of a stream with this one array. No data is copied.
pub fn export_stream<'py>(py: Python<'py>, array: &ArrayRef) -> PyResult<Bound<'py, PyCapsule>> {
    let left = Left { kind: array.data_type().clone(), array: Some(Arc::clone(array)) };
    // SAFETY: the functions below are written for this box, which `release` frees.
    let stream = unsafe {
        FFI_ArrowArrayStream::new_unchecked(
            Some(give_schema),
            Some(give_array),
            Some(give_words),
            Some(release),
            Box::into_raw(Box::new(left)).cast(),
        )
    };
    PyCapsule::new_with_value(py, stream, STREAM)
}

unsafe extern "C" fn give_schema(
    stream: *mut FFI_ArrowArrayStream,
    schema: *mut FFI_ArrowSchema,
) -> c_int {
    const EINVAL: c_int = 22;
    // SAFETY: the box of `export_stream`; a stream that was released is not asked.
    let left = unsafe { &*(*stream).private_data().cast::<Left>() };
    let Ok(made) = FFI_ArrowSchema::try_from(&left.kind) else { return EINVAL };
    // SAFETY: the caller's room for a schema.
    unsafe { schema.write(made) };
    0
}

unsafe extern "C" fn give_array(
    stream: *mut FFI_ArrowArrayStream,
    array: *mut FFI_ArrowArray,
) -> c_int {
    // SAFETY: as above, and by one thread at a time.
    let left = unsafe { &mut *(*stream).private_data().cast::<Left>() };
    let next = left.array.take();
    let made = next.map_or_else(FFI_ArrowArray::empty, |next| FFI_ArrowArray::new(&next.to_data()));
    // SAFETY: the caller's room for an array. A released one is the end.
    unsafe { array.write(made) };
    0
}

/// An error has no words beyond its number.
unsafe extern "C" fn give_words(_: *mut FFI_ArrowArrayStream) -> *const c_char {
    core::ptr::null()
}

unsafe extern "C" fn release(stream: *mut FFI_ArrowArrayStream) {
    // SAFETY: the box of `export_stream`; without a function to release it, it is not freed again.
    unsafe {
        (*stream).set_release(None);
        drop(Box::from_raw((*stream).set_private_data(core::ptr::null_mut()).cast::<Left>()));
    }
}
