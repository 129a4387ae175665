//! LZ-string, the packing of f-puzzles and SudokuPad: text as a row of base64 signs.
//!
//! ```text
//!   sign     six bits, the highest first
//!   code     2, 3, 4 … bits, the lowest first; one more whenever the codes have run out
//!   0        a new letter follows in 8 bits      1   in 16 bits      2   the end
//!   3 …      something that was there before: a letter, or an earlier word and one letter more
//! ```
//!
//! It is Lempel and Ziv's method of 1978 in Welch's form over letters of 16 bits, as the library `lz-string` for
//! browsers has it. Unpacking keeps words as places in what is already unpacked, so that no
//! text makes it take more than linear time and memory.

use std::collections::BTreeMap;

/// No puzzle is longer than this when it is unpacked.
const LONGEST: usize = 1 << 20;

const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The text that was packed; nothing if this is no packed text.
pub(super) fn unpack(packed: &str) -> Option<String> {
    let mut bits = Bits { signs: packed.bytes(), now: 0, left: 0 };
    let mut text: Vec<u16> = Vec::new();
    let mut words: Vec<Word> = Vec::new();
    let first = match bits.take(2)? {
        0 => bits.take(8)?,
        1 => bits.take(16)?,
        _ => return Some(String::new()),
    };
    words.push(Word::Letter(first as u16));
    text.push(first as u16);
    let mut last = (0, 1);
    let (mut width, mut room) = (3, 4u32);
    loop {
        let mut code = bits.take(width)?;
        if code == 2 {
            return String::from_utf16(&text).ok();
        }
        if code < 2 {
            let letter = bits.take(if code == 0 { 8 } else { 16 })?;
            code = words.len() as u32 + 3;
            words.push(Word::Letter(letter as u16));
            shrink(&mut room, &mut width);
        }
        let start = text.len();
        match words.get(code as usize - 3) {
            Some(Word::Letter(letter)) => text.push(*letter),
            Some(&Word::Place(from, length)) => text.extend_from_within(from..from + length),
            None if code as usize - 3 == words.len() => {
                text.extend_from_within(last.0..last.0 + last.1);
                text.push(text[last.0]);
            }
            None => return None,
        }
        if text.len() > LONGEST {
            return None;
        }
        // The word before and the first letter of this one stand one behind the other.
        words.push(Word::Place(last.0, last.1 + 1));
        last = (start, text.len() - start);
        shrink(&mut room, &mut width);
    }
}

/// The text, packed.
pub(super) fn pack(text: &str) -> String {
    let mut out = Out { signs: String::new(), now: 0, filled: 0 };
    let mut letters: BTreeMap<u16, (u32, bool)> = BTreeMap::new();
    let mut words: BTreeMap<(u32, u16), u32> = BTreeMap::new();
    let mut next = 3;
    let (mut width, mut room) = (2, 2u32);
    let mut word: Option<(u32, u16)> = None;
    let tell = |word: (u32, u16), fresh: bool, out: &mut Out, width: &mut u32, room: &mut u32| {
        let (code, letter) = word;
        if fresh {
            let is_short = letter < 256;
            out.put(u32::from(!is_short), *width);
            out.put(u32::from(letter), if is_short { 8 } else { 16 });
            shrink(room, width);
        } else {
            out.put(code, *width);
        }
        shrink(room, width);
    };
    for letter in text.encode_utf16() {
        let known = letters.entry(letter).or_insert_with(|| {
            next += 1;
            (next - 1, true)
        });
        let alone = known.0;
        let Some((code, first)) = word else {
            word = Some((alone, letter));
            continue;
        };
        if let Some(&longer) = words.get(&(code, letter)) {
            word = Some((longer, first));
            continue;
        }
        let fresh = take_fresh(&mut letters, code, first);
        tell((code, first), fresh, &mut out, &mut width, &mut room);
        words.insert((code, letter), next);
        next += 1;
        word = Some((alone, letter));
    }
    if let Some((code, first)) = word {
        let fresh = take_fresh(&mut letters, code, first);
        tell((code, first), fresh, &mut out, &mut width, &mut room);
    }
    out.put(2, width);
    out.close()
}

/// Whether this code is a letter that has not been told yet; from now on it has.
fn take_fresh(letters: &mut BTreeMap<u16, (u32, bool)>, code: u32, first: u16) -> bool {
    match letters.get_mut(&first) {
        Some((alone, fresh)) if *alone == code => std::mem::take(fresh),
        _ => false,
    }
}

/// One code less before they become longer.
fn shrink(room: &mut u32, width: &mut u32) {
    *room -= 1;
    if *room == 0 {
        *room = 1 << *width;
        *width += 1;
    }
}

enum Word {
    Letter(u16),
    /// Where it stands in the text, and how long it is.
    Place(usize, usize),
}

struct Bits<'a> {
    signs: std::str::Bytes<'a>,
    now: u8,
    left: u32,
}

impl Bits<'_> {
    fn take(&mut self, count: u32) -> Option<u32> {
        // More than this many codes no text has that is short enough.
        if count > 24 {
            return None;
        }
        let mut value = 0;
        for place in 0..count {
            if self.left == 0 {
                let sign = self.signs.next()?;
                self.now = SIGNS.iter().position(|&known| known == sign)? as u8;
                self.left = 6;
            }
            self.left -= 1;
            value |= u32::from(self.now >> self.left & 1) << place;
        }
        Some(value)
    }
}

struct Out {
    signs: String,
    now: u8,
    filled: u32,
}

impl Out {
    fn put(&mut self, value: u32, count: u32) {
        for place in 0..count {
            self.now = self.now << 1 | (value >> place & 1) as u8;
            self.filled += 1;
            if self.filled == 6 {
                self.signs.push(char::from(SIGNS[usize::from(self.now)]));
                (self.now, self.filled) = (0, 0);
            }
        }
    }

    /// The last sign is always begun, and the signs come in fours.
    fn close(mut self) -> String {
        let rest = 6 - self.filled;
        self.signs.push(char::from(SIGNS[usize::from(self.now << rest)]));
        while !self.signs.len().is_multiple_of(4) {
            self.signs.push('=');
        }
        self.signs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts that SudokuPad's own tests pack and unpack.
    #[test]
    fn what_others_packed_is_unpacked_and_packed_alike() {
        let small = "N4IgzglgXgpiBcBmANCA5gJwgEwQbT2AF9ljSiBdZQks4qm88iiooA==";
        let text = r#"{"size":3,"grid":[[{},{},{}],[{},{},{}],[{},{},{}]]}"#;
        assert_eq!(unpack(small).as_deref(), Some(text));
        assert_eq!(pack(text), small);
    }

    #[test]
    fn texts_come_back() {
        let long: String = (0..5000).map(|n| char::from(b'a' + (n * n % 23) as u8)).collect();
        for text in ["a", "aaaaaaaaaaaaa", "äöü€ 数独 ▲", "{\"a\":[0,0,0,0,0,0]}", &long] {
            assert_eq!(unpack(&pack(text)).as_deref(), Some(text));
        }
    }

    #[test]
    fn what_is_no_packed_text_is_nothing() {
        for text in ["", "!", "N4Ig", "////////////", "AAAAAAAAAAAAAAAA"] {
            drop(unpack(text));
        }
        assert_eq!(unpack("hello world"), None);
    }
}
