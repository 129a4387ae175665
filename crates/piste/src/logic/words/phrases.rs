//! The messages that several strategies share, and how a step is told from its evidence alone.

use super::{Argument, Candidates, Cells, Houses, Message};
use crate::logic::{Role, Rule};
use piste_core::shape::Kind;
use piste_core::space::{Large, Space};

// What is told of comes in the words that have room for every shape.
type Board = piste_core::Board<Large>;
type Effect = crate::logic::Effect<Large>;
type Evidence = crate::logic::Evidence<Large>;
type Link = crate::logic::Link<Large>;
type Node = crate::logic::Node<Large>;
type Reason = crate::logic::Reason<Large>;
type Step = crate::logic::Step<Large>;

/// The links of one chain, told in order: "if r1c1 is not 5 then r1c7 is 5 (row 1), so …".
pub fn chain<'a>(links: impl IntoIterator<Item = &'a Link>) -> Message {
    let told = links.into_iter().enumerate().map(|(number, link)| {
        let told = if number == 0 {
            Message::new("chain-if").with("from", link.from).with("to", link.to)
        } else {
            Message::new("chain-so").with("to", link.to)
        };
        told.with("why", reason(link)).of_link(link.chain, number)
    });
    Message::new("chain").with("links", told.collect::<Vec<_>>())
}

/// Why one thing follows from the other, behind it in brackets; nothing where the eye sees it.
fn reason(link: &Link) -> Message {
    match link.reason {
        Reason::House(house) if link.to.on => Message::new("why-place").with("house", house),
        Reason::Set(set) => Message::new("why-set").with("cells", set),
        Reason::Rule(rule) => Message::new("why-rule").with("rule", name(rule)),
        Reason::Cell | Reason::House(_) | Reason::Sight | Reason::Uniqueness(_) => {
            Message::new("why-plain")
        }
    }
}

/// What a rule is called: "a naked pair".
pub fn name(rule: Rule) -> Message {
    Message::new("rule").with("rule", rule.slug())
}

/// What is forced one after the other: "r1c7 is 3, r4c7 is 8 (the last place in column 7)
/// and r9c7 is 1".
pub fn forced<'a>(links: impl IntoIterator<Item = &'a Link>) -> Vec<Message> {
    let told = links.into_iter().enumerate().map(|(number, link)| {
        let told = match link.reason {
            Reason::House(house) => {
                Message::new("forced-place").with("to", link.to).with("house", house)
            }
            _ => Message::new("forced").with("to", link.to),
        };
        told.of_link(link.chain, number)
    });
    told.collect()
}

/// What comes of the step: "r1c2 is 5; erase 7 from r4c4".
pub fn outcome(effect: &Effect) -> Message {
    let (written, gone) = (effect.placements(), effect.eliminations());
    match (written.is_empty(), gone.is_empty()) {
        (false, true) => Message::new("outcome-written").with("written", written),
        (true, false) => Message::new("outcome-erased").with("gone", gone),
        _ => Message::new("outcome-both").with("written", written).with("gone", gone),
    }
}

/// A step told from its evidence alone, whoever found it: where to look, what takes part, what
/// leads to what, and what comes of it.
pub fn plain(step: &Step, _board: &Board) -> Message {
    let Evidence { houses, covers, parts, links, .. } = &step.evidence;
    let mut told = Vec::new();
    match (step.effect.placed(), houses.single()) {
        (Some(placed), Some(house)) if parts.is_empty() => told
            .push(Message::new("plain-place").with("digit", placed.digit()).with("house", house)),
        (Some(placed), None) if parts.is_empty() && links.is_empty() => {
            told.push(Message::new("plain-candidate").with("cell", placed.cell()));
        }
        _ => {
            told.extend(match (houses.is_empty(), covers.is_empty()) {
                (true, _) => None,
                (false, true) => Some(Message::new("look-at").with("places", *houses)),
                (false, false) => Some(
                    Message::new("plain-across").with("houses", *houses).with("covers", *covers),
                ),
            });
            told.extend(parts.iter().map(|part| {
                Message::new("plain-part")
                    .with("role", role(part.role))
                    .with("digits", part.digits)
                    .with("cells", part.cells)
            }));
        }
    }
    let chains: Vec<&[Link]> = links.chunk_by(|a, b| a.chain == b.chain).collect();
    let is_path = |links: &&[Link]| links.windows(2).all(|pair| pair[0].to == pair[1].from);
    if chains.iter().all(is_path) {
        told.extend(chains.iter().map(|links| sentence(chain(*links))));
    } else {
        told.extend(nets(&chains));
    }
    told.push(sentence(outcome(&step.effect)));
    Message::new("plain").with("sentences", told)
}

/// A sentence of its own.
pub fn sentence(what: impl Into<Argument>) -> Message {
    Message::new("sentence").with("what", what)
}

/// Several messages as one: "a, b and c".
pub fn list(what: Vec<Message>) -> Message {
    Message::new("list").with("what", what)
}

/// The name of a role, to choose by.
fn role(role: Role) -> &'static str {
    match role {
        Role::Body => "body",
        Role::Pivot => "pivot",
        Role::Pincer => "pincer",
        Role::Fin => "fin",
        Role::ColourA | Role::ColourB => "colour",
        Role::Trial => "trial",
        Role::Contradiction => "contradiction",
    }
}

/// Chains whose statements rest on several others each. Told in order is what becomes true, what
/// rules take out, and how each chain ends; what a true digit rules out in its houses is left to
/// the reader's eye. A chain that supposes what the last one did goes on from there.
fn nets(chains: &[&[Link]]) -> Vec<Message> {
    let mut told = Vec::new();
    let mut known: Vec<Node> = Vec::new();
    let mut supposed = None;
    for links in chains {
        let goes_on = supposed == Some(links[0].from);
        if !goes_on {
            supposed = Some(links[0].from);
            known.clear();
        }
        let statements: Vec<&[Link]> = links.chunk_by(|a, b| a.to == b.to).collect();
        let end = statements.len() - 1;
        let news: Vec<&[Link]> = statements
            .into_iter()
            .enumerate()
            .filter(|(at, links)| {
                let Link { to, reason, .. } = links[0];
                let is_told = to.on || matches!(reason, Reason::Rule(_));
                *at == end || is_told && !known.contains(&to)
            })
            .map(|(_, links)| links)
            .collect();
        known.extend(news.iter().map(|links| links[0].to));
        let at_once = |a: &&[Link], b: &&[Link]| {
            matches!(a[0].reason, Reason::Rule(_))
                && a[0].reason == b[0].reason
                && a.iter().map(|link| link.from).eq(b.iter().map(|link| link.from))
        };
        let number = |link: &Link| links.iter().position(|other| std::ptr::eq(other, link));
        let follows: Vec<Message> = news
            .chunk_by(at_once)
            .map(|statements| {
                let first = &statements[0][0];
                follows(statements).of_link(first.chain, number(first).unwrap_or(0))
            })
            .collect();
        told.push(match goes_on {
            true => Message::new("net-also").with("follows", follows),
            false => Message::new("net-if").with("from", links[0].from).with("follows", follows),
        });
    }
    told
}

/// Statements of a net that come of one cause: "r1c7 is 3 (the last place in row 1)", "a naked
/// pair takes 4 from r2c1 and r2c2".
fn follows(statements: &[&[Link]]) -> Message {
    let Link { to, reason, .. } = &statements[0][0];
    match reason {
        Reason::Rule(rule) => {
            let mut marks = Candidates::EMPTY;
            for links in statements {
                marks.insert_all(links[0].to.digit, links[0].to.cells);
            }
            Message::new("net-rule").with("rule", name(*rule)).with("marks", marks)
        }
        Reason::House(house) if to.on => {
            Message::new("forced-place").with("to", *to).with("house", *house)
        }
        Reason::Cell if to.on => Message::new("net-digit").with("to", *to),
        _ => Message::new("forced").with("to", *to),
    }
}

/// Where to look, without giving away what for: the first grade of a hint.
pub fn whereabouts(space: &Large, evidence: &Evidence, effect_cells: Cells) -> Message {
    let look_at = |places: Argument| Message::new("look-at").with("places", places);
    if !evidence.houses.is_empty() {
        return look_at((evidence.houses | evidence.covers).into());
    }
    let seen = evidence.parts.iter().fold(Cells::EMPTY, |seen, part| seen | part.cells);
    let linked = evidence
        .links
        .iter()
        .fold(Cells::EMPTY, |seen, link| seen | link.from.cells | link.to.cells);
    let seen = if seen.is_empty() { linked } else { seen };
    let seen = if seen.is_empty() { effect_cells } else { seen };
    if let Some(house) = space.common_houses(seen).first().filter(|_| seen.len() > 1) {
        return look_at(house.into());
    }
    match seen.len() {
        1..=4 => look_at(seen.into()),
        _ => {
            let is_block = |house: &_| matches!(space.kind(*house), Kind::Box | Kind::Region);
            let blocks = seen.iter().flat_map(|cell| space.houses(cell)).filter(is_block);
            look_at(blocks.collect::<Houses>().into())
        }
    }
}

/// "r1c2 is 5", "r1c2 and r8c4 are both 5", "r1c2, r4c4 and r8c4 are all 5".
pub fn all_are(cells: Cells, digit: impl Into<Argument>) -> Message {
    Message::new("all-are").with("cells", cells).with("digit", digit)
}
