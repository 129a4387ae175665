//! QR codes as modules to draw: a square of black and white.
//!
//! A puzzle as text is written in digits, 0 for an empty cell, which is the shortest that a code can hold; boards with
//! more than nine digits are written as they are printed everywhere else.

use crate::Trouble;
use crate::paper::Area;
use crate::sheet::{Ink, Leg, Mark, filled, rectangle};
use piste_core::AnyGrid;
use qrcode::{Color, EcLevel, QrCode};

/// The white rim around a code, in modules: readers need it.
const RIM: f32 = 4.0;

/// What the code of a puzzle holds: an address with the puzzle in it, or the puzzle.
pub(crate) fn content(grid: &AnyGrid, address: Option<&str>) -> String {
    let text = grid.to_string();
    let puzzle = if grid.shape().side() <= 9 { text.replace('.', "0") } else { text };
    match address {
        None => puzzle,
        Some(address) if address.contains("{puzzle}") => address.replace("{puzzle}", &puzzle),
        Some(address) => format!("{address}{puzzle}"),
    }
}

/// The code of a text in a square area, its white rim included.
pub(crate) fn code(text: &str, area: Area) -> Result<Mark, Trouble> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M);
    let code = code.map_err(|why| {
        Trouble::Plan(format!("no QR code can hold {} letters: {why}", text.len()))
    })?;
    let side = code.width();
    let module = area.width / (side as f32 + 2.0 * RIM);
    let colours = code.to_colors();
    let mut legs: Vec<Leg> = Vec::new();
    for row in 0..side {
        // Modules side by side are one rectangle: fewer of them, and no seams.
        let mut column = 0;
        while column < side {
            let dark = |at: usize| colours[row * side + at] == Color::Dark;
            let end = (column..side).find(|&at| dark(at) != dark(column)).unwrap_or(side);
            if dark(column) {
                let x = area.x + (RIM + column as f32) * module;
                let y = area.y + (RIM + row as f32) * module;
                let width = (end - column) as f32 * module;
                legs.extend(rectangle(Area { x, y, width, height: module }, 0.0));
            }
            column = end;
        }
    }
    Ok(filled(legs, Ink::BLACK))
}
