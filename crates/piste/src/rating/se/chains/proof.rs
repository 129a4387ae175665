//! Why a chain hint holds: its links, in the order to tell them.
//!
//! Each chain of a hint (one for a single chain, two for a contradiction, one for each mark of a
//! cell or place of a house) is told from what it supposes to what it concludes: a link for
//! every parent of every statement, parents first. Hidden parents of a dynamic trial are links
//! like any other. A mark that a rule inside the trial takes out is linked to every mark that had to
//! go before that rule applied, and the link names the rule. A chain inside is named and not told
//! further.

use super::run::{Cause, Run, Seen, house_of};
use super::statement::{Statement, candidate, cell_of, is_on};
use super::unary::Thread;
use crate::logic::{Evidence, Link, Node, Reason};
use crate::rating::kernel::space::house;
use piste_core::Board;

/// The chains that a hint stands on.
///
/// Kept as bare numbers; [`Proof::evidence`] puts them into the words in which steps are drawn.
#[derive(Clone, Debug)]
pub(in crate::rating::se) struct Proof {
    links: Vec<Bare>,
}

/// A link, as the search knows it.
#[derive(Clone, Copy, Debug)]
struct Bare {
    chain: u8,
    from: Statement,
    to: Statement,
    cause: Cause,
}

impl Proof {
    /// The links, in the order to tell them; `board` is the board before the step.
    pub(in super::super) fn evidence(&self, _board: &Board) -> Evidence {
        let links = self.links.iter().map(|bare| {
            let cell = cell_of(bare.to / 2);
            let reason = match (house_of(bare.cause, cell), bare.cause.rule()) {
                (Some(number), _) => Reason::House(house(number)),
                (None, Some(rule)) => Reason::Rule(rule),
                (None, None) => Reason::Cell,
            };
            Link { chain: bare.chain, from: node(bare.from), to: node(bare.to), reason }
        });
        Evidence { links: links.collect(), ..Evidence::default() }
    }

    /// A single chain.
    pub(super) fn of_thread(thread: &Thread) -> Proof {
        let links = thread.path.windows(2).map(|pair| Bare {
            chain: 0,
            from: pair[0].0,
            to: pair[1].0,
            cause: pair[1].1,
        });
        Proof { links: links.collect() }
    }

    /// What these nodes of trials rest on.
    pub(super) fn of_targets(targets: &[(u16, u16)], runs: &[Run]) -> Proof {
        let mut seen = Seen::new();
        let mut links = Vec::new();
        for (chain, &(run, node)) in targets.iter().enumerate() {
            let run = &runs[run as usize];
            let mut nodes = Vec::new();
            run.ancestors(node, &mut seen, &mut nodes);
            nodes.sort_unstable();
            for node in nodes {
                let to = run.node(node);
                links.extend(run.parents(node).iter().map(|&parent| Bare {
                    chain: chain as u8,
                    from: run.statement(parent),
                    to: to.statement,
                    cause: to.cause,
                }));
            }
        }
        Proof { links }
    }
}

fn node(statement: Statement) -> Node {
    Node::new(candidate(statement / 2), is_on(statement))
}
