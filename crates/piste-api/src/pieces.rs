//! What is said, in pieces: runs of text, each with what it names, so that nobody has to read a
//! sentence to colour or to link it.

use crate::step::{candidates, cells, digits, houses};
use piste::logic::words::{self, Named, Telling};
use serde::{Deserialize, Serialize};

/// A run of text. All of them, one after the other, are the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// The text, with its spaces.
    pub text: String,
    /// What it names, if it names something.
    pub names: Option<Names>,
    /// The link that it tells, if it tells one.
    pub link: Option<Link>,
}

/// What a run of text names: one of these.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Names {
    /// Digits.
    pub digits: Option<Vec<u8>>,
    /// Cells: `r5c2`.
    pub cells: Option<Vec<String>>,
    /// Houses: `row 5`.
    pub houses: Option<Vec<String>>,
    /// Marks: `r5c2=7`, whether they are said to be there or not.
    pub marks: Option<Vec<String>>,
}

/// Which link of which chain, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// The chain, as in the evidence.
    pub chain: u8,
    /// The link of that chain.
    pub number: usize,
}

/// A telling as data.
///
/// ```
/// use piste::House;
/// use piste::logic::Message;
/// use piste_api::pieces::pieces;
///
/// let told = Message::new("look-at").with("places", House::row(4)).english();
/// let names = pieces(&told)[1].names.clone().unwrap();
/// assert_eq!(names.houses, Some(vec!["row 5".to_owned()]));
/// assert_eq!(names.cells, None);
/// ```
pub fn pieces(told: &Telling) -> Vec<Piece> {
    told.pieces().iter().map(Piece::from).collect()
}

impl Names {
    fn of(named: &Named) -> Option<Names> {
        let none = Names::default();
        match named {
            Named::Digits(some) => Some(Names { digits: Some(digits(*some)), ..none }),
            Named::Cells(some) => Some(Names { cells: Some(cells(*some)), ..none }),
            Named::Houses(some) => Some(Names { houses: Some(houses(*some)), ..none }),
            Named::Marks(some) => Some(Names { marks: Some(candidates(**some, "=")), ..none }),
            _ => None,
        }
    }
}

impl From<&words::Piece> for Piece {
    fn from(piece: &words::Piece) -> Piece {
        Piece {
            text: piece.text.clone(),
            names: piece.names.as_ref().and_then(Names::of),
            link: piece.link.map(|link| Link { chain: link.chain, number: link.number }),
        }
    }
}
