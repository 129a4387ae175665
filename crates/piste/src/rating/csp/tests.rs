//! The net against what it says of itself, and trials against a slow one.

use super::braids::{self, runs_dry};
use super::*;
use piste_core::Grid;

fn net(text: &str) -> Net {
    let grid: Grid = text.parse().unwrap();
    Net::of(&Board::from(&grid))
}

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn every_candidate_answers_four_variables_and_is_linked_to_28() {
    for number in (0..INDICES).filter(|&number| is_candidate(number)) {
        let (digit, cell) = parts(number);
        assert_eq!(candidate(cell, digit), number);
        for members in answers(number) {
            assert!(members.contains(&(number as u16)));
        }
        assert_eq!(LINKED[number].len(), 28);
        assert!(!LINKED[number].has(number));
    }
}

/// What is forced, counted variable by variable.
fn counted(net: &Net) -> Option<Bits> {
    let mut forced = Bits::EMPTY;
    for number in (0..INDICES).filter(|&number| is_candidate(number)) {
        for members in answers(number) {
            let open: Vec<usize> =
                members.iter().map(|&c| usize::from(c)).filter(|&c| net.open.has(c)).collect();
            match open[..] {
                [] => return None,
                [one] if !net.truth.has(one) => forced.set(one),
                _ => {}
            }
        }
    }
    Some(forced)
}

#[test]
fn what_planes_say_is_what_counting_says() {
    let boards = [
        EASY,
        "..6..953.5...6....9....4..8....4....7....6.2.......18969..81.5.2....7..3..562....",
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    ];
    let (mut looks, mut dead) = (0, 0);
    for text in boards {
        let start = net(text);
        for first in start.open.iter() {
            let mut net = start.supposing(first);
            loop {
                let expected = counted(&net);
                let mut whole = net;
                assert_eq!(whole.look_again(), expected);
                let Some(forced) = net.look() else {
                    dead += 1;
                    assert_eq!(expected, None);
                    break;
                };
                assert_eq!(Some(forced), expected);
                looks += 1;
                if forced.is_empty() {
                    break;
                }
                net.assume(&forced);
            }
        }
    }
    assert!(looks > 2_000 && dead > 200, "{looks} looks, {dead} dead");
}

#[test]
fn singles_solve_what_they_solve() {
    let mut net = net(EASY);
    net.settle();
    assert!(net.is_solved());
    assert_eq!(net.loose().len(), 0);
}

#[test]
fn a_wrong_digit_is_a_contradiction_in_some_round_and_in_none_before() {
    let mut net =
        net("..6..953.5...6....9....4..8....4....7....6.2.......18969..81.5.2....7..3..562....");
    net.settle();
    let mut dry = 0;
    for candidate in net.loose().iter() {
        let trial = net.supposing(candidate);
        let mut settled = trial;
        settled.settle();
        // As many rounds as there are candidates are as good as settling.
        let mut first = trial;
        let is_dry =
            first.look_again().is_none_or(|forced| runs_dry(&first, &forced, &Bits::EMPTY, 81));
        assert_eq!(is_dry, settled.is_dead());
        dry += u32::from(settled.is_dead());
    }
    assert!(dry > 20, "{dry}");
}

#[test]
fn what_takes_long_gives_up_when_told_to() {
    let net =
        net("1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1");
    assert_eq!(trial::depth(&net, &mut || true), Err(GivenUp));
    assert_eq!(braids::rating(&net, &mut || true), Err(GivenUp));
    assert_eq!(whips::rating(&net, &mut || true), Err(GivenUp));
}
