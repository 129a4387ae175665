//! Ratings and conditions for [serde](https://serde.rs); the words of the game are in the core.
//!
//! Only with the feature `serde`. A condition, a column and a value are what they print as, but that
//! a value which is a number is a number. A rating is an object with its metric, the metric's version, its values by
//! their columns, and its level and note where it has them. It can be written and not
//! read: it points to its metric and to the step that decided it, and whoever wants it again rates the puzzle again.

use super::{Column, Condition, Rating, Value};
use serde::de::Error;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

impl Serialize for Condition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Condition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Condition, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl Serialize for Column {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Column {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Column, D::Error> {
        let name = String::deserialize(deserializer)?;
        Column::named(&name)
            .ok_or_else(|| D::Error::custom(format!("no metric has a column {name}")))
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Value::Count(count) => serializer.serialize_u64(count),
            Value::Number(number, _) => {
                // With the decimals that are shown, and no more.
                serializer.serialize_f64(self.to_string().parse().unwrap_or(number))
            }
            Value::Word(word) => serializer.serialize_str(word),
        }
    }
}

impl Serialize for Rating {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Rating", 5)?;
        object.serialize_field("metric", self.metric.slug)?;
        object.serialize_field("version", &self.metric.version)?;
        object.serialize_field("values", &Values(self))?;
        match self.band {
            Some(band) => object.serialize_field("band", band)?,
            None => object.skip_field("band")?,
        }
        match &self.note {
            Some(note) => object.serialize_field("note", note)?,
            None => object.skip_field("note")?,
        }
        object.end()
    }
}

/// The values of a rating by the names of their columns.
struct Values<'a>(&'a Rating);

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.metric.column_names().zip(self.0.values()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::value::{Error as Wrong, StrDeserializer};
    use std::fmt;

    /// A formatter is a serializer, too: it writes the text.
    struct Written<T>(T);

    impl<T: Serialize> fmt::Display for Written<T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.serialize(f)
        }
    }

    fn read<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, Wrong> {
        T::deserialize(StrDeserializer::<Wrong>::new(text))
    }

    #[test]
    fn conditions_and_columns_come_back_as_they_were() {
        for text in ["se<=4.5", "givens>=24 and se<3", "umbrella=3"] {
            let condition: Condition = text.parse().unwrap();
            let written = Written(&condition).to_string();
            assert_eq!(read::<Condition>(&written).unwrap(), condition, "{written}");
        }
        for column in Column::all() {
            let written = Written(column).to_string();
            assert_eq!(read::<Column>(&written).unwrap(), column, "{written}");
        }
        assert!(read::<Condition>("se<=").is_err());
        let wrong = read::<Column>("beauty").unwrap_err().to_string();
        assert_eq!(wrong, "no metric has a column beauty");
    }

    #[test]
    fn a_value_is_what_is_shown() {
        assert_eq!(Written(Value::Count(7)).to_string(), "7");
        assert_eq!(Written(Value::Number(7.249, 1)).to_string(), "7.2");
        assert_eq!(Written(Value::Word("beyond")).to_string(), "beyond");
    }
}
