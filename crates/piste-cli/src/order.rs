//! The order in which puzzles come out of a library, as people write it.

use piste::rating::{Column, no_column};
use piste_store::library::Order;

/// Reads an order: `added`, `random`, or a column, from high to low with `-` before it.
pub(crate) fn order(text: &str, seed: impl FnOnce() -> u64) -> Result<Order, String> {
    match text {
        "added" => Ok(Order::Added),
        "random" => Ok(Order::Random(seed())),
        text => {
            let (name, is_down) = match text.strip_prefix('-') {
                Some(name) => (name, true),
                None => (text, false),
            };
            let column = Column::named(name)
                .ok_or_else(|| format!("{}; also added, random", no_column(name)))?;
            Ok(if is_down { Order::Down(column) } else { Order::Up(column) })
        }
    }
}
