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

/// What a run of text names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Names {
    /// Digits.
    Digits(Vec<u8>),
    /// Cells: `r5c2`.
    Cells(Vec<String>),
    /// Houses: `row 5`.
    Houses(Vec<String>),
    /// Marks: `r5c2=7`, whether they are said to be there or not.
    Marks(Vec<String>),
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
/// use piste_api::pieces::{Names, pieces};
///
/// let told = Message::new("look-at").with("places", House::row(4)).english();
/// assert_eq!(pieces(&told)[1].names, Some(Names::Houses(vec!["row 5".to_owned()])));
/// ```
pub fn pieces(told: &Telling) -> Vec<Piece> {
    told.pieces().iter().map(Piece::from).collect()
}

impl From<&words::Piece> for Piece {
    fn from(piece: &words::Piece) -> Piece {
        Piece {
            text: piece.text.clone(),
            names: piece.names.and_then(|names| match names {
                Named::Digits(some) => Some(Names::Digits(digits(some))),
                Named::Cells(some) => Some(Names::Cells(cells(some))),
                Named::Houses(some) => Some(Names::Houses(houses(some))),
                Named::Marks(some) => Some(Names::Marks(candidates(&some, "="))),
                _ => None,
            }),
            link: piece.link.map(|link| Link { chain: link.chain, number: link.number }),
        }
    }
}
