//! What can be read can be written in every form that can hold it, and is then read again
//! as the same puzzle.

use piste_core::search::Clues;
use piste_core::text;
use piste_store::format::{Form, ReadOptions, Reader, Record, Writer};
use std::io::Cursor;

/// Panics where the promise is broken.
pub(crate) fn holds(input: &str) {
    let Ok(sheet) = text::parse(input) else { return };
    let printed = match &sheet.clues {
        Clues::Givens(grid) => text::drawn::print(grid),
        Clues::Marks(marks) => text::drawn::print_marks(marks),
    };
    assert_eq!(printed.parse(), Ok(sheet.clues));
    assert_eq!(text::line::print(&sheet.clues).parse(), Ok(sheet.clues));

    let record = Record { rest: sheet.rest, position: sheet.position, ..Record::new(sheet.clues) };
    for form in Form::ALL {
        let mut writer = Writer::new(form, Vec::new());
        if writer.write(&record).is_err() {
            continue;
        }
        let file = writer.finish().expect("memory takes everything");
        let options = ReadOptions { form: Some(form), ..ReadOptions::default() };
        let mut reader = Reader::from_read("f", Cursor::new(file), &options).expect("memory");
        let back = reader.next().expect("a record was written").expect("it was written well");
        assert!(reader.next().is_none(), "{form}: more came back");
        match (form, &record.clues) {
            (Form::Marks, Clues::Givens(_)) => assert!(matches!(back.clues, Clues::Marks(_))),
            // There, an empty grid and a grid of all marks are the same text.
            (Form::Hodoku, _) => assert_eq!(back.clues.marks(), record.clues.marks()),
            _ => assert_eq!(back.clues, record.clues, "{form}"),
        }
        if form == Form::Hodoku && record.position.is_some() {
            assert_eq!(back.position, record.position);
        }
    }
}
