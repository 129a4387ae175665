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
        self.tell(message).to_string()
    }

    /// What a strategy is called.
    pub fn strategy(self, info: &Info) -> String {
        let name = self.catalogue.strategy(info);
        name.map_or_else(|untold| untold.to_string(), str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::{self, By, Story};
    use crate::position::Position;
    use crate::text::sheet;
    use crate::{Standing, Unhurried, hint, ladders};
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
            hint::Answer::of(Standing::proper(&clues), position, hint, 3, language)
        };
        let answer = told(&position, &guide.hint(&position));
        assert_eq!(answer.grades.len(), 3);
        answer.grades.iter().for_each(|grade| is_key(grade));
        is_key(&answer.name.unwrap());
        is_key(&answer.step.unwrap().text);
        let cell = position.board.open().first().unwrap();
        let right = position.solution.get(cell);
        position.board.eliminate(Candidate::new(cell, right));
        let wrong = told(&position, &guide.hint(&position));
        assert_eq!(wrong.hint.as_deref(), Some("mistakes"));
        is_key(&wrong.mistake.unwrap());
        is_key(&explain::mistakes(&position, language).unwrap());
    }
}
