//! QR codes of links: on a terminal two rows to a line, and as SVG.

use qrcode::{Color, EcLevel, QrCode};

/// The light margin around a code, in modules. The standard asks for four.
const MARGIN: usize = 4;

/// The modules of the code with its margin, row by row; dark ones are true.
fn modules(link: &str) -> Vec<Vec<bool>> {
    let code = QrCode::with_error_correction_level(link.as_bytes(), EcLevel::M)
        .expect("a link to a puzzle is short enough for a code");
    let width = code.width();
    let colours = code.to_colors();
    let side = width + 2 * MARGIN;
    let is_dark = |row: usize, column: usize| {
        let inside = |at: usize| (MARGIN..MARGIN + width).contains(&at);
        inside(row)
            && inside(column)
            && colours[(row - MARGIN) * width + column - MARGIN] == Color::Dark
    };
    (0..side).map(|row| (0..side).map(|column| is_dark(row, column)).collect()).collect()
}

/// The code in half blocks. Light modules are the ones that are written, so that a dark terminal shows it
/// as it is printed; telephones read it on a light one, too.
pub(crate) fn blocks(link: &str) -> String {
    let rows = modules(link);
    let mut text = String::new();
    for pair in rows.chunks(2) {
        for column in 0..pair[0].len() {
            let lower = pair.get(1).is_none_or(|row| row[column]);
            text.push(match (pair[0][column], lower) {
                (false, false) => '█',
                (false, true) => '▀',
                (true, false) => '▄',
                (true, true) => ' ',
            });
        }
        text.push('\n');
    }
    text
}

/// The code as a picture, a unit a module.
pub(crate) fn svg(link: &str) -> String {
    let rows = modules(link);
    let side = rows.len();
    let mut path = String::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, _) in row.iter().enumerate().filter(|(_, dark)| **dark) {
            path.push_str(&format!("M{x} {y}h1v1h-1z"));
        }
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" \
         shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/><path d=\"{path}\"/></svg>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_margin_and_its_finders() {
        let rows = modules("https://sudoku.coach/en/play/");
        assert!(rows[..MARGIN].iter().flatten().all(|dark| !dark));
        // The corner of a finder: seven dark modules in a row.
        assert!(rows[MARGIN][MARGIN..MARGIN + 7].iter().all(|dark| *dark));
        assert!(!rows[MARGIN][MARGIN + 7]);
        let lines = blocks("https://sudoku.coach/en/play/");
        assert_eq!(lines.lines().count(), rows.len().div_ceil(2));
        assert!(svg("x").starts_with("<svg ") && svg("x").contains("h1v1h-1z"));
    }
}
