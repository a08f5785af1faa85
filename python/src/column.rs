//! What comes in: one value for all rows, a list, a buffer of rows, or an Arrow array.

use crate::arrow;
use crate::number::{Bytes, bytes_of, integer};
use arrow_array::array::{Array, ArrayRef};
use arrow_array::cast::AsArray;
use arrow_schema::DataType;
use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyByteArray, PyBytes, PyInt, PyString};
use zeroize::Zeroizing;

/// Which integers a column may have.
#[derive(Clone, Copy)]
pub enum Integers<'a, 'py> {
    /// None: its rows are bytes.
    Refused,
    /// The numbers of at least 0.
    Natural,
    /// All; negative ones are reduced by this modulus.
    Modulo(&'a Bound<'py, PyInt>),
}

/// A column that was read.
pub struct Column {
    name: &'static str,
    values: Values,
}

enum Values {
    /// One value for all rows.
    One(Item),
    List(Vec<Option<Item>>),
    /// A copy of a buffer, which others could write while this library reads.
    Rows {
        bytes: Bytes,
        width: usize,
        count: usize,
    },
    Arrow(DataType, Vec<ArrayRef>),
}

enum Item {
    Integer(Bytes),
    Bytes(PyBackedBytes),
}

impl Item {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Integer(bytes) => bytes,
            Self::Bytes(bytes) => bytes,
        }
    }
}

/// What an answer looks like: as the columns that were asked about.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Form {
    Integers,
    Bytes,
    Rows,
    Arrow(DataType),
}

impl Column {
    /// Reads an argument of this name.
    ///
    /// # Errors
    /// `TypeError`, `ValueError` for anything else than those; they name the argument.
    pub fn read(
        value: &Bound<'_, PyAny>,
        name: &'static str,
        integers: Integers<'_, '_>,
    ) -> PyResult<Self> {
        let values = if let Some(item) = item(value, name, integers)? {
            Values::One(item)
        } else if let Some((kind, chunks)) = arrow::import(value, name)? {
            check_kind(&kind, name)?;
            Values::Arrow(kind, chunks)
        } else if let Ok(buffer) = PyUntypedBuffer::get(value) {
            rows(value.py(), &buffer, name)?
        } else {
            list(value, name, integers)?
        };
        Ok(Self { name, values })
    }

    /// The number of rows; `None` for one value that stands for all.
    fn len(&self) -> Option<usize> {
        match &self.values {
            Values::One(_) => None,
            Values::List(items) => Some(items.len()),
            Values::Rows { count, .. } => Some(*count),
            Values::Arrow(_, chunks) => Some(chunks.iter().map(Array::len).sum()),
        }
    }

    /// Each row's bytes; `None` for a null.
    pub fn rows(&self, count: usize) -> Vec<Option<&[u8]>> {
        match &self.values {
            Values::One(item) => vec![Some(item.bytes()); count],
            Values::List(items) => {
                items.iter().map(|item| item.as_ref().map(Item::bytes)).collect()
            }
            // `chunks` of an empty width would panic.
            Values::Rows { width: 0, .. } => vec![Some(&[]); count],
            Values::Rows { bytes, width, .. } => bytes.chunks(*width).map(Some).collect(),
            Values::Arrow(_, chunks) => {
                let mut rows = Vec::with_capacity(count);
                for chunk in chunks {
                    match chunk.data_type() {
                        DataType::Binary => rows.extend(chunk.as_binary::<i32>().iter()),
                        DataType::LargeBinary => rows.extend(chunk.as_binary::<i64>().iter()),
                        DataType::BinaryView => rows.extend(chunk.as_binary_view().iter()),
                        DataType::FixedSizeBinary(_) => {
                            rows.extend(chunk.as_fixed_size_binary().iter());
                        }
                        // Only nulls.
                        _ => rows.resize(rows.len() + chunk.len(), None),
                    }
                }
                rows
            }
        }
    }

    fn form(&self) -> Form {
        match &self.values {
            Values::One(item) => item.form(),
            Values::List(items) => {
                items.iter().flatten().map(Item::form).max().unwrap_or(Form::Integers)
            }
            Values::Rows { .. } => Form::Rows,
            Values::Arrow(kind, _) => Form::Arrow(kind.clone()),
        }
    }
}

impl Item {
    fn form(&self) -> Form {
        match self {
            Self::Integer(_) => Form::Integers,
            Self::Bytes(_) => Form::Bytes,
        }
    }
}

impl Form {
    /// The form of an answer about these columns: the first Arrow column's, else rows if one is
    /// a buffer, else a list.
    pub fn of(columns: &[&Column]) -> Self {
        let arrow = columns.iter().map(|column| column.form());
        let arrow = arrow.clone().find(|form| matches!(form, Self::Arrow(_)));
        arrow.or_else(|| columns.iter().map(|column| column.form()).max()).unwrap_or(Self::Bytes)
    }
}

/// The number of rows of all columns.
///
/// # Errors
/// `ValueError` for columns of different length, `TypeError` if none is a column.
pub fn count(columns: &[&Column]) -> PyResult<usize> {
    let mut found: Option<(&str, usize)> = None;
    for column in columns {
        match (found, column.len()) {
            (_, None) => {}
            (None, Some(length)) => found = Some((column.name, length)),
            (Some((_, first)), Some(length)) if first == length => {}
            (Some((name, first)), Some(length)) => {
                return Err(PyValueError::new_err(format!(
                    "{name} has {first} rows and {} has {length}; columns must be equally long",
                    column.name
                )));
            }
        }
    }
    let names = || columns.iter().map(|column| column.name).collect::<Vec<_>>().join(", ");
    found.map(|(_, length)| length).ok_or_else(|| {
        PyTypeError::new_err(format!(
            "{} must be a column: a list, a buffer of shape (n, k), or an Arrow array",
            names()
        ))
    })
}

/// One value, if this is one.
fn item(
    value: &Bound<'_, PyAny>,
    name: &str,
    integers: Integers<'_, '_>,
) -> PyResult<Option<Item>> {
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(Some(Item::Bytes(bytes.clone().into())));
    }
    if let Ok(bytes) = value.cast::<PyByteArray>() {
        return Ok(Some(Item::Bytes(bytes.clone().into())));
    }
    let is_integer = value.is_instance_of::<PyInt>() || value.hasattr("__index__")?;
    // An array of numpy has `__index__`, too, if it has one element.
    if !is_integer || value.hasattr("shape")? && value.getattr("shape")?.len()? > 0 {
        return Ok(None);
    }
    let bytes = match integers {
        Integers::Refused => {
            return Err(PyTypeError::new_err(format!("{name} must be bytes, not an integer")));
        }
        Integers::Natural => bytes_of(&integer(value, name)?, name)?,
        Integers::Modulo(modulus) => {
            let value = integer(value, name)?;
            let reduced = if value.lt(0)? { value.rem(modulus)?.cast_into()? } else { value };
            bytes_of(&reduced, name)?
        }
    };
    Ok(Some(Item::Integer(bytes)))
}

fn check_kind(kind: &DataType, name: &str) -> PyResult<()> {
    match kind {
        DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::FixedSizeBinary(_)
        | DataType::Null => Ok(()),
        other => Err(PyTypeError::new_err(format!(
            "{name} is an Arrow column of {other}; cast it to binary or fixed_size_binary"
        ))),
    }
}

/// The rows of a buffer of shape (n, k).
fn rows(py: Python<'_>, buffer: &PyUntypedBuffer, name: &str) -> PyResult<Values> {
    let Ok(typed) = buffer.as_typed::<u8>() else {
        return Err(PyTypeError::new_err(format!(
            "{name} is a buffer of format {:?}; its elements must be uint8",
            buffer.format().to_string_lossy()
        )));
    };
    let &[count, width] = buffer.shape() else {
        return Err(PyValueError::new_err(format!(
            "{name} is a buffer of shape {:?}; it must have two dimensions (n, k): n rows of k bytes",
            buffer.shape()
        )));
    };
    Ok(Values::Rows { bytes: Zeroizing::new(typed.to_vec(py)?), width, count })
}

fn list(value: &Bound<'_, PyAny>, name: &str, integers: Integers<'_, '_>) -> PyResult<Values> {
    let wrong = || {
        let kind = value.get_type().name().map_or_else(|_| "?".into(), |name| name.to_string());
        PyTypeError::new_err(format!(
            "{name} must be a list, a buffer of shape (n, k), or an Arrow array, not {kind}"
        ))
    };
    if value.is_instance_of::<PyString>() {
        return Err(wrong());
    }
    let mut items = Vec::new();
    for (i, value) in value.try_iter().map_err(|_| wrong())?.enumerate() {
        let value = value?;
        let found = match item(&value, name, integers) {
            _ if value.is_none() => None,
            Ok(Some(item)) => Some(item),
            Ok(None) => {
                let kind = value.get_type().name()?;
                return Err(PyTypeError::new_err(format!("{name}[{i}] must not be {kind}")));
            }
            // Says which one.
            Err(_) => {
                return Err(item(&value, &format!("{name}[{i}]"), integers)
                    .err()
                    .unwrap_or_else(wrong));
            }
        };
        items.push(found);
    }
    Ok(Values::List(items))
}
