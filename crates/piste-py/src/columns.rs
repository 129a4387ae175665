//! Many answers as columns: rows go in, batches of Arrow come out.
//!
//! The columns cross over to Python by the C data interface of Arrow (`__arrow_c_stream__`), which polars,
//! pyarrow, pandas, DuckDB and others understand: pointers change hands, and no row is touched. Who
//! has none of these gets lists.

use crate::failure::PisteError;
use arrow_array::builder::{
    BooleanBuilder, Float64Builder, Int64Builder, ListBuilder, StringBuilder,
};
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator};
use arrow_schema::{DataType, Field, Schema};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};
use std::sync::Arc;

/// What a column holds. Any of it may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Texts.
    Text,
    /// Numbers.
    Number,
    /// Whole numbers.
    Whole,
    /// Yes or no.
    Flag,
    /// Lists of texts.
    Texts,
}

/// What is in one row of one column.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Nothing,
    Text(String),
    /// One of few texts that are known beforehand.
    Word(&'static str),
    Number(f64),
    Whole(i64),
    Flag(bool),
    Texts(Vec<String>),
}

impl From<Option<String>> for Value {
    fn from(text: Option<String>) -> Value {
        text.map_or(Value::Nothing, Value::Text)
    }
}

impl From<Option<u64>> for Value {
    fn from(number: Option<u64>) -> Value {
        number.and_then(|number| i64::try_from(number).ok()).map_or(Value::Nothing, Value::Whole)
    }
}

/// A row, a value for each column.
pub(crate) type Row = Vec<Value>;

/// Rows in one batch of Arrow: their texts stay far below what its offsets can count.
const BATCH: usize = 1 << 16;

/// Columns that are being filled.
pub(crate) struct Filling {
    schema: Arc<Schema>,
    growing: Vec<Growing>,
    rows: usize,
    batches: Vec<RecordBatch>,
}

enum Growing {
    Text(StringBuilder),
    Number(Float64Builder),
    Whole(Int64Builder),
    Flag(BooleanBuilder),
    Texts(ListBuilder<StringBuilder>),
}

impl Growing {
    fn new(kind: Kind) -> Growing {
        match kind {
            Kind::Text => Growing::Text(StringBuilder::new()),
            Kind::Number => Growing::Number(Float64Builder::new()),
            Kind::Whole => Growing::Whole(Int64Builder::new()),
            Kind::Flag => Growing::Flag(BooleanBuilder::new()),
            Kind::Texts => Growing::Texts(ListBuilder::new(StringBuilder::new())),
        }
    }

    /// A value of another kind than the column's is a mistake of ours, and is told as missing.
    fn push(&mut self, value: Value) {
        match (self, value) {
            (Growing::Text(column), Value::Text(text)) => column.append_value(text),
            (Growing::Text(column), Value::Word(word)) => column.append_value(word),
            (Growing::Text(column), _) => column.append_null(),
            (Growing::Number(column), Value::Number(number)) => column.append_value(number),
            (Growing::Number(column), _) => column.append_null(),
            (Growing::Whole(column), Value::Whole(number)) => column.append_value(number),
            (Growing::Whole(column), _) => column.append_null(),
            (Growing::Flag(column), Value::Flag(flag)) => column.append_value(flag),
            (Growing::Flag(column), _) => column.append_null(),
            (Growing::Texts(column), Value::Texts(texts)) => {
                texts.into_iter().for_each(|text| column.values().append_value(text));
                column.append(true);
            }
            (Growing::Texts(column), _) => column.append_null(),
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Growing::Text(column) => Arc::new(column.finish()),
            Growing::Number(column) => Arc::new(column.finish()),
            Growing::Whole(column) => Arc::new(column.finish()),
            Growing::Flag(column) => Arc::new(column.finish()),
            Growing::Texts(column) => Arc::new(column.finish()),
        }
    }
}

fn data_type(kind: Kind) -> DataType {
    match kind {
        Kind::Text => DataType::Utf8,
        Kind::Number => DataType::Float64,
        Kind::Whole => DataType::Int64,
        Kind::Flag => DataType::Boolean,
        Kind::Texts => DataType::List(Arc::new(Field::new_list_field(DataType::Utf8, true))),
    }
}

impl Filling {
    /// Empty columns of these names and kinds.
    pub(crate) fn new(columns: &[(String, Kind)]) -> Filling {
        let fields = columns.iter().map(|(name, kind)| Field::new(name, data_type(*kind), true));
        Filling {
            schema: Arc::new(Schema::new(fields.collect::<Vec<_>>())),
            growing: columns.iter().map(|(_, kind)| Growing::new(*kind)).collect(),
            rows: 0,
            batches: Vec::new(),
        }
    }

    /// One row more.
    pub(crate) fn push(&mut self, row: Row) -> anyhow::Result<()> {
        for (column, value) in self.growing.iter_mut().zip(row) {
            column.push(value);
        }
        self.rows += 1;
        if self.rows == BATCH { self.close() } else { Ok(()) }
    }

    fn close(&mut self) -> anyhow::Result<()> {
        let columns = self.growing.iter_mut().map(Growing::finish).collect();
        self.batches.push(RecordBatch::try_new(Arc::clone(&self.schema), columns)?);
        self.rows = 0;
        Ok(())
    }

    /// Nothing more comes.
    pub(crate) fn finish(mut self) -> anyhow::Result<Columns> {
        if self.rows > 0 || self.batches.is_empty() {
            self.close()?;
        }
        Ok(Columns { schema: self.schema, batches: self.batches })
    }
}

/// Columns of answers, which every library that speaks Arrow can take over without a copy.
#[pyclass(frozen, module = "piste._piste")]
pub(crate) struct Columns {
    schema: Arc<Schema>,
    batches: Vec<RecordBatch>,
}

fn broken(why: impl ToString) -> PyErr {
    PisteError::new_err(why.to_string())
}

#[pymethods]
impl Columns {
    /// The names of the columns, in their order.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn __repr__(&self) -> String {
        format!("piste.Columns({} rows: {})", self.__len__(), self.names().join(", "))
    }

    /// The columns by the C stream interface of Arrow.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface lets whoever gives decide; who asked converts if that is not what they want.
        let _ = requested_schema;
        let batches = self.batches.clone().into_iter().map(Ok);
        let reader = RecordBatchIterator::new(batches, Arc::clone(&self.schema));
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// A list for each column.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (number, field) in self.schema.fields().iter().enumerate() {
            let list = PyList::empty(py);
            for batch in &self.batches {
                extend(&list, batch.column(number).as_ref())?;
            }
            dict.set_item(field.name(), list)?;
        }
        Ok(dict)
    }
}

/// Adds the values of an array to a list.
fn extend(list: &Bound<'_, PyList>, array: &dyn Array) -> PyResult<()> {
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().iter().try_for_each(|text| list.append(text)),
        DataType::Float64 => {
            array.as_primitive::<Float64Type>().iter().try_for_each(|number| list.append(number))
        }
        DataType::Int64 => {
            array.as_primitive::<Int64Type>().iter().try_for_each(|number| list.append(number))
        }
        DataType::Boolean => array.as_boolean().iter().try_for_each(|flag| list.append(flag)),
        DataType::List(_) => array.as_list::<i32>().iter().try_for_each(|texts| {
            let texts = texts.map(|texts| {
                texts
                    .as_string::<i32>()
                    .iter()
                    .map(|text| text.map(str::to_owned))
                    .collect::<Vec<_>>()
            });
            list.append(texts)
        }),
        other => Err(broken(format!("no column of piste is of type {other}"))),
    }
}
