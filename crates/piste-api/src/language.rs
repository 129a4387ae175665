//! The language that an answer is told in: the one place that chooses the catalogue.
//!
//! A request names it by its code. Steps, hints and explanations are messages until they come
//! here; what piste calls things for programs (slugs, `r5c2`, `row 5` in evidence) is the same in
//! every language. Which languages there are is [`Catalogue::ALL`]'s to say.

use crate::Wrong;
use piste::logic::words::{Catalogue, Telling};
use piste::logic::{Info, Message};

/// A language that piste speaks; English by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language {
    catalogue: &'static Catalogue,
}

impl Default for Language {
    fn default() -> Language {
        Language { catalogue: &Catalogue::ENGLISH }
    }
}

impl Language {
    /// The language of this code; English if none is named.
    ///
    /// ```
    /// use piste_api::Language;
    ///
    /// assert_eq!(Language::named(None)?, Language::named(Some("en"))?);
    /// let wrong = Language::named(Some("tlh")).unwrap_err();
    /// assert_eq!(wrong.to_string(), "language: there is no language tlh, only en");
    /// # Ok::<(), piste_api::Wrong>(())
    /// ```
    pub fn named(code: Option<&str>) -> Result<Language, Wrong> {
        let Some(code) = code else { return Ok(Language::default()) };
        let catalogue = Catalogue::of_language(code).ok_or_else(|| {
            let known: Vec<&str> = Catalogue::ALL.iter().map(|known| known.language).collect();
            let known = known.join(", ");
            Wrong::bad("language", format!("there is no language {code}, only {known}"))
        })?;
        Ok(Language { catalogue })
    }

    /// The language of a catalogue that piste need not know.
    ///
    /// ```
    /// use piste::logic::Message;
    /// use piste::logic::words::{Catalogue, one_or_other};
    /// use piste_api::Language;
    ///
    /// static GERMAN: Catalogue = Catalogue::new("de", "need-singles = Einer genügen.", one_or_other);
    /// let german = Language::of(&GERMAN);
    /// assert_eq!(german.text(&Message::new("need-singles")), "Einer genügen.");
    /// ```
    pub fn of(catalogue: &'static Catalogue) -> Language {
        Language { catalogue }
    }

    /// Its sentences, for those who tell messages themselves.
    pub fn catalogue(self) -> &'static Catalogue {
        self.catalogue
    }

    /// Its code.
    pub fn code(self) -> &'static str {
        self.catalogue.language
    }

    /// The message in this language. That it has no words for one is not hidden: the telling says so.
    pub fn tell(self, message: &Message) -> Telling {
        let told = self.catalogue.tell(message);
        told.unwrap_or_else(|untold| Telling::from(untold.to_string()))
    }

    /// The same as a text.
    pub fn text(self, message: &Message) -> String {
        self.catalogue.text(message).unwrap_or_else(|untold| untold.to_string())
    }

    /// What a strategy is called.
    pub fn strategy(self, info: &Info) -> String {
        let name = self.catalogue.strategy(info);
        name.map_or_else(|untold| untold.to_string(), str::to_owned)
    }

    /// What several of it are called; its name, if the language has no word for several.
    pub fn several(self, info: &Info) -> String {
        let several = self.catalogue.plural(info.slug).map(str::to_owned);
        several.unwrap_or_else(|| self.strategy(info))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::{self, By, Story};
    use crate::position::Position;
    use crate::summary::Summary;
    use crate::text::sheet;
    use crate::{Standing, Unhurried, hint, ladders};
    use piste::draw::{Sketch, svg};
    use piste::logic::words::one_or_other;
    use piste::logic::{Hint, strategies};
    use piste::rating::se::Technique;
    use piste::rating::{Selection, Workup};
    use piste_core::{Candidate, Rng};

    const HARD: &str =
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

    /// A language in which every sentence is its key.
    fn keys() -> Language {
        let entries = Catalogue::ENGLISH.entries().unwrap();
        let known = strategies::ALL.iter().map(|strategy| strategy.info().slug);
        let known = known.chain(Technique::ALL.iter().map(|technique| technique.info().slug));
        let names = known.map(|slug| format!("name-{slug}"));
        let keys = entries.iter().map(|entry| entry.key.to_owned()).chain(names);
        let text: String = keys.map(|key| format!("{key} = <{key}>\n")).collect();
        let catalogue = Catalogue::new("keys", text.leak(), one_or_other);
        Language { catalogue: Box::leak(Box::new(catalogue)) }
    }

    /// Whether a text is in that language alone.
    #[track_caller]
    fn is_key(text: &str) {
        let inside = text.strip_prefix('<').and_then(|rest| rest.strip_suffix('>'));
        assert!(inside.is_some_and(|key| !key.contains([' ', '"'])), "{text}");
    }

    #[test]
    fn steps_and_explanations_go_through_the_catalogue() {
        let language = keys();
        let clues = sheet("puzzle", HARD).unwrap().clues;
        let position = Position::of(&clues, None, None).unwrap();
        for slug in ["teaching", "se"] {
            let request = format!(r#"{{"puzzle":"{HARD}","ladder":"{slug}"}}"#);
            let by = By::read(&crate::json::read(request.as_bytes()).unwrap()).unwrap();
            let mut rng = Rng::new(1);
            let story = Story::of(&position, &by, &mut rng, usize::MAX, &Unhurried).unwrap();
            let answer = explain::Answer::of(&clues, &position, &by, &story.unwrap(), language);
            assert!(answer.steps.len() > 20);
            for step in &answer.steps {
                is_key(&step.text);
                is_key(&step.name);
                let reasons = step.evidence.links.iter().map(|link| &link.reason);
                for reason in reasons {
                    if let crate::step::Reason::Rule { rule, .. } = reason {
                        is_key(rule);
                    }
                }
            }
        }
        let puzzle = crate::rate::proved(&clues).unwrap();
        let selection = Selection::new(&["se"]).unwrap();
        let workup = Workup::new(&puzzle);
        let why = crate::why::all(&selection, &selection.rate(&workup), language);
        let deciding = why.get("se").unwrap().deciding.as_ref().unwrap();
        is_key(&deciding.text);
        is_key(&deciding.name);
    }

    #[test]
    fn hints_go_through_the_catalogue() {
        let language = keys();
        let clues = sheet("puzzle", HARD).unwrap().clues;
        let mut position = Position::of(&clues, None, None).unwrap();
        let guide = ladders::Guide::named(None, true).unwrap();
        let told = |position: &Position, hint: &Hint| {
            hint::Answer::of(Standing::proper(&clues), position, hint, hint::Grade::Whole, language)
        };
        let answer = told(&position, &guide.hint(&position, &crate::Unhurried).unwrap());
        assert_eq!(answer.grades.len(), 3);
        answer.grades.iter().for_each(|grade| is_key(grade));
        is_key(&answer.name.unwrap());
        is_key(&answer.step.unwrap().text);
        let cell = position.board.open().first().unwrap();
        let right = position.solution.get(cell);
        position.board.eliminate(Candidate::new(cell, right));
        let wrong = told(&position, &guide.hint(&position, &crate::Unhurried).unwrap());
        assert_eq!(wrong.hint.as_deref(), Some("mistakes"));
        is_key(&wrong.mistake.unwrap());
        is_key(&explain::mistakes(&position, language).unwrap());
    }

    /// As much German as a puzzle of singles needs.
    static GERMAN: Catalogue = Catalogue::new(
        "de",
        r#"
cell = Z{ $row }S{ $column }
list-comma = {", "}
list-and = {" und "}
houses = { $kind ->
    [row] Zeile
    [column] Spalte
   *[box] Block
    } { $numbers }
full-house = In { $house } fehlt nur die { $digit }: sie steht in { $cell }.
hidden-single-empty = In { $house } passt die { $digit } nur in { $cell }: sonst ist nichts leer.
hidden-single = In { $house } passt die { $digit } nur in { $cell }.
naked-single = In { $cell } passt nur die { $digit }.
name-full-house = letztes Feld
name-hidden-single-box = versteckter Einer im Block
name-hidden-single-line = versteckter Einer in der Linie
name-naked-single = nackter Einer
legend-places = { $houses }
legend-reasons = Gründe
legend-no-place = kein Platz für { $digit }
legend-written = jetzt geschrieben
summary-both = { $level ->
   *[beginner] Anfänger
    }: { $time }. { $need }
time = { $length }{ $interval }
time-length = etwa { $number } { $unit ->
    [hours] Stunden
   *[minutes] Minuten
    }
time-interval = {" "}({ $low } bis { $high })
time-no-interval = {""}
need-singles = Einer genügen.
"#,
        one_or_other,
    );

    #[test]
    fn another_catalogue_tells_steps_legends_and_the_summary() {
        const EASY: &str =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let german = Language::of(&GERMAN);
        let clues = sheet("puzzle", EASY).unwrap().clues;
        let position = Position::of(&clues, None, None).unwrap();
        let by = By::Ladder(ladders::named(Some("singles")).unwrap());
        let mut rng = Rng::new(1);
        let story = Story::of(&position, &by, &mut rng, usize::MAX, &Unhurried).unwrap().unwrap();
        let answer = explain::Answer::of(&clues, &position, &by, &story, german);
        assert_eq!(answer.outcome.as_deref(), Some("solved"));
        for step in &answer.steps {
            assert!(step.text.starts_with("In ") && step.text.contains("passt"), "{}", step.text);
            assert!(step.name.contains("Einer"), "{}", step.name);
            assert_eq!(step.legend.written.as_deref(), Some("jetzt geschrieben"));
        }
        let (board, step) = story.solve.replay().next().unwrap();
        let sketch = Sketch::of_step(&board, step).told_in(german.catalogue());
        let legend: Vec<String> =
            sketch.legend.iter().map(|(_, line)| sketch.words(line)).collect();
        assert!(legend.contains(&"Gründe".to_owned()), "{legend:?}");
        assert!(svg(&sketch, "").contains("jetzt geschrieben"));
        let puzzle = crate::rate::proved(&clues).unwrap();
        let workup = Workup::new(&puzzle);
        let ratings = Selection::new(&["se", "minutes"]).unwrap().rate(&workup);
        let summary = Summary::of(&workup, &ratings, None, german);
        assert!(summary.sentence.starts_with("Anfänger: etwa "), "{}", summary.sentence);
        assert!(summary.sentence.ends_with("). Einer genügen."), "{}", summary.sentence);
    }

    #[test]
    fn every_level_has_its_word() {
        for level in piste::rating::level::ALL {
            let need = Message::new("need-nothing");
            let told = Message::new("summary-level").with("level", level.slug).with("need", need);
            let word = piste::logic::words::capital(level.slug);
            assert_eq!(told.to_string(), format!("{word}. Nothing is left to do."));
        }
    }
}
