//! Values of ratings on their way into the tables and out again.
//!
//! A count is stored as an integer, a number as a float rounded to the decimals that it is printed
//! with, a word as text, and what is missing as NULL. So what a library holds is what `piste rate` prints,
//! and a condition on it holds of what one sees. How many decimals a column has is noted in
//! the table `columns`.

use crate::words::word;
use piste::rating::{Column, Value};
use rusqlite::types::{Value as Sql, ValueRef};

/// A value [as it is printed](as_printed), as it is stored.
pub(super) fn to_sql(value: Option<Value>) -> Sql {
    match value {
        None => Sql::Null,
        Some(Value::Count(count)) => Sql::Integer(i64::try_from(count).unwrap_or(i64::MAX)),
        Some(Value::Number(number, _)) => Sql::Real(number),
        Some(Value::Word(word)) => Sql::Text(word.to_owned()),
    }
}

/// The value as it is printed, and so as it is stored.
pub(super) fn as_printed(value: Value) -> Value {
    match value {
        Value::Number(number, decimals) => Value::Number(rounded(number, decimals), decimals),
        value => value,
    }
}

fn rounded(number: f64, decimals: u8) -> f64 {
    // By way of the text, which is what people see.
    format!("{number:.*}", usize::from(decimals)).parse().unwrap_or(number)
}

/// As it was before it was stored; `decimals` are those of its column.
pub(super) fn from_sql(stored: ValueRef<'_>, column: Column, decimals: u8) -> Option<Value> {
    match stored {
        ValueRef::Integer(count) => Some(Value::Count(u64::try_from(count).ok()?)),
        ValueRef::Real(number) => Some(Value::Number(number, decimals)),
        ValueRef::Text(text) => word(column, std::str::from_utf8(text).ok()?).map(Value::Word),
        ValueRef::Null | ValueRef::Blob(_) => None,
    }
}
