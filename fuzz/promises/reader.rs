//! Any file is read to its end, in its own form and in every other: each item is a record
//! or an error in a line that exists, and there are never more items than lines.

use piste_core::text::boards::Welcome;
use piste_store::format::{Form, ReadError, ReadOptions, Reader};
use std::io::Cursor;

/// Panics where the promise is broken.
pub(crate) fn holds(input: &[u8]) {
    // The first byte says what is told beforehand, so that names and columns are tried too.
    let Some((&choice, file)) = input.split_first() else { return };
    let form = Form::ALL.get(usize::from(choice) % (2 * Form::ALL.len())).copied();
    let column = (choice & 0x80 != 0).then(|| "2".to_owned());
    let name = format!("f.{}", Form::ALL[usize::from(choice) % Form::ALL.len()]);
    let welcome = match choice & 0x60 {
        0x60 => Welcome::Only("9x9+x".parse().expect("a shape")),
        0x40 => Welcome::Any,
        0x20 => Welcome::Only("6x6".parse().expect("a shape")),
        _ => Welcome::Classic,
    };
    let options = ReadOptions { form, column, welcome };
    let Ok(mut reader) = Reader::from_read(&name, Cursor::new(file.to_vec()), &options) else {
        return;
    };
    let progress = reader.progress();
    let packed = file.starts_with(&[0x1f, 0x8b]) || file.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]);
    // What OpenSudoku writes is one line, so its tags are counted; text behind the last of them would be one more. Of a JSON
    // array, and of an object of columns, it is the elements, whatever lines they are on; what only looks like one is read by lines.
    let is_cut = file.trim_ascii_start().starts_with(b"[") || has(file, b"\"0\"");
    let is_end = |byte: &u8| match reader.form() {
        Form::OpenSudoku => *byte == b'<',
        Form::Jsonl if is_cut => matches!(byte, b',' | b']' | b'}' | b'\n' | b'\r'),
        _ => matches!(byte, b'\n' | b'\r'),
    };
    let lines = file.split(is_end).count() as u64;
    let mut items = 0;
    while let Some(item) = reader.next_any() {
        items += 1;
        let line = match item {
            Ok(record) => record.place.line,
            Err(ReadError::Text { line, column, .. }) => {
                assert!(column >= 1);
                line
            }
            // The others have no line of their own.
            Err(_) => 1,
        };
        assert!(line >= 1 && (packed || line <= lines));
        assert!(packed || items <= lines);
    }
    assert!(progress.read() <= file.len() as u64);
}

fn has(file: &[u8], part: &[u8]) -> bool {
    file.windows(part.len()).any(|at| at == part)
}
