//! piste for browsers and Node: the name of a question and its JSON go in, the JSON of the answer comes
//! out, the same bytes as the server's.
//!
//! Nothing is decided here. [`ask`] hands both to [`Embedded`], which knows the questions by name.
//!
//! **Calling it off.** There are no threads, so while a question is worked on its worker hears nothing:
//! whoever has enough ends the worker and starts another one, which takes milliseconds, as the compiled
//! module is kept. A flag in shared memory would do it more gently, but a page gets shared memory
//! only from a server that sends special headers, and a folder on any static host must do. Limits that belong
//! to an answer are counted in work, as everywhere.
//!
//! **Panics.** A mistake of ours ends the instance; the worker says so and is started again.

use piste_api::Handle;
use piste_api::ask::Limits;
use piste_store::embedded::Embedded;
use piste_store::pieces;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    /// Whoever listens on the other side: an object with two functions.
    pub type Ear;

    /// A puzzle was made: what the answer will tell of it, as JSON.
    #[wasm_bindgen(method, catch)]
    fn puzzle(this: &Ear, json: &str) -> Result<(), JsValue>;

    /// So many are made, and so many attempts it took.
    #[wasm_bindgen(method, catch)]
    fn progress(this: &Ear, made: f64, tried: f64) -> Result<(), JsValue>;
}

/// The text of the answer to the question of this name, or of why there is none.
///
/// The seed is for requests that draw at random and name none: there is no chance in here. The ear, if there is
/// one, hears of puzzles while they are made. `library` says whether there is a [`Shelf`] beside it.
#[wasm_bindgen]
pub fn ask(name: &str, body: &str, seed: f64, ear: Option<Ear>, library: bool) -> String {
    let waiting = Waiting(ear);
    // What the listener throws is its own affair: the work goes on.
    let made = |json: &str| drop(waiting.0.as_ref().map(|ear| ear.puzzle(json)));
    // A seed is a whole number that JavaScript can hold.
    let door = Embedded { seed: seed as u64, made: &made, library };
    door.ask(name, body.as_bytes(), &waiting)
}

/// A library in pieces, which are fetched by whoever has this.
#[wasm_bindgen]
pub struct Shelf(pieces::Shelf);

#[wasm_bindgen]
impl Shelf {
    /// A library of which only the index is here.
    #[wasm_bindgen(constructor)]
    pub fn new(index: &str) -> Result<Shelf, String> {
        pieces::Shelf::open(index).map(Shelf).map_err(|wrong| wrong.to_string())
    }

    /// The text of the answer to the question of this name, or of why there is none, or `{"wants":[…]}`: the pieces
    /// that must be there first.
    pub fn ask(&self, name: &str, body: &str, seed: f64) -> String {
        // As above.
        let told = self.0.ask(name, body.as_bytes(), &Limits::USUAL, seed as u64);
        told.map_or_else(|wrong| wrong.json(), |told| told.json())
    }

    /// Keeps the text of a piece.
    pub fn keep(&mut self, name: &str, text: &str) -> Result<(), String> {
        self.0.keep(name, text).map_err(|wrong| wrong.to_string())
    }

    /// A piece cannot be had.
    pub fn lose(&mut self, name: &str) -> Result<(), String> {
        self.0.lose(name).map_err(|wrong| wrong.to_string())
    }
}

/// The version of piste.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Whoever waits for an answer.
struct Waiting(Option<Ear>);

impl Handle for Waiting {
    fn progress(&self, done: u64, tried: u64) {
        // Counts of attempts stay far below what a number can hold.
        drop(self.0.as_ref().map(|ear| ear.progress(done as f64, tried as f64)));
    }
}
