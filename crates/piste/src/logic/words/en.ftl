# What piste says, in English. How the notation works is told in pattern.rs; that every
# sentence here is said, and every one that is said is here, is tested in tests/it/words.rs.

# How things are named, and how several of them are told.

cell = r{ $row }c{ $column }
houses = { COUNT($numbers) ->
    [1] { $kind ->
        [row] row
        [column] column
        [region] region
        [group] group
        [window] window
        [extra] extra region
       *[box] box
        } { $numbers }
   *[other] { $kind ->
        [row] rows
        [column] columns
        [region] regions
        [group] groups
        [window] windows
        [extra] extra regions
       *[box] boxes
        } { $numbers }
    }
house-alone = { $name ->
    [falling] the falling diagonal
    [rising] the rising diagonal
    [centre-dot] the centre dot
   *[asterisk] the asterisk
    }
statement = { $form ->
    [cell] { $cells } is { $digit }
    [cell-not] { $cells } is not { $digit }
    [group] { $digit } is among { $cells }
   *[group-not] { $digit } is not among { $cells }
    }
mark-in = { $digits } in { $cells }
mark-from = { $digits } from { $cells }
list-comma = {", "}
list-and = {" and "}
list-or = {" or "}
list-marks-and = {", and "}
group-of-three = ,

# Phrases.

list = { $what }
sentence = { CAPITAL($what) }.
erase = Erase { FROM($gone) }.
all-are = { $cells } { COUNT($cells) ->
    [1] is
    [2] are both
   *[other] are all
    } { $digit }
rule = { $rule ->
    [lock] a lock
    [hidden-pair] a hidden pair
    [naked-pair] a naked pair
    [x-wing] an X-wing
   *[chain] a chain inside
    }

# Chains.

chain = { JOIN($links, "") }
chain-if = if { $from } then { $to }{ $why }
chain-so = , so { $to }{ $why }
why-plain = {""}
why-place = {" "}(the last place in { $house })
why-set = {" "}(by the cells { $cells })
why-rule = {" "}(by { $rule })
forced = { $to }
forced-place = { $to } (the last place in { $house })
net-if = If { $from } then { $follows }.
net-also = But then also { $follows }.
net-rule = { $rule } takes { FROM($marks) }
net-digit = { $to } (the last digit left there)

# What comes of a step.

outcome-written = { ARE($written) }
outcome-erased = erase { FROM($gone) }
outcome-both = { ARE($written) }; erase { FROM($gone) }

# A step told from its evidence alone.

plain = { JOIN($sentences, " ") }
plain-place = { $digit } has only one place in { $house }.
plain-candidate = { $cell } has no other candidate.
plain-across = Look at { $houses }, and at { $covers }.
plain-part = { $role ->
    [body] The pattern
    [pivot] The pivot
    [pincer] With it
    [fin] Spoiling it
    [colour] One colour
    [trial] Tried
   *[contradiction] The contradiction
    }: { $digits } in { $cells }.

# Hints.

look-at = Look at { $places }.
hint-strategy = { $place } The strategy: { $strategy }.
hint-solved = Solved: every cell is filled, and rightly so. Well done!
hint-stuck = No mistake so far, and no idea either: the ladder { $ladder } finds no step here.
mistake-written = { $cell } is not { $digit }
mistake-written-right = { $cell } is not { $digit } but { $right }
mistake-erased = { $digit } was erased from { $cell } too soon
mistake-erased-where = in { $cell } a mark was erased that is needed

# The paper-and-pencil methods.

method-select = Select the number { $digit } and mark every row, column and box that has it. One square is left unmarked: { $squares }. Write { $digit } there.
method-square = { $cell } in { $houses }
method-last = Look for squares whose row, column and box show all numbers but one: { $squares }.
method-must = { $cell } must be { $digit }
method-small = Write in small, in every empty square, the numbers that are still possible there: { $numbers } small numbers in { $squares } squares.

# The methods on boards of every size. There the squares are few words and many numbers, and
# each number that goes is told by itself.

letter = { $form ->
    [negated] /
   *[plain] {""}
    }{ LETTER($number) }
pencil-select-box = Select the number { $digit } and mark every row, column and box that has it. In { COUNT($squares) ->
    [1] a box
   *[other] some boxes
    } one square is left unmarked: { $squares }. Write { $digit } there.
pencil-select-small = Select the number { $digit }. One square is left for it: { $squares }.
pencil-last-square = Look for regions with one empty square: { $squares }.
pencil-last-small = Look for squares with one small number: { $squares }.
pencil-from = { FROM($marks) }
pencil-locked = In { $house } the number { $digit } is left only in { $cells }, which lie in { $other }: erase { JOIN($gone, "; ") }.
pencil-naked = { $cells } of { $house } have only the numbers { $digits } between them: erase { JOIN($gone, "; ") }.
pencil-hidden = In { $house } the numbers { $digits } are left only in { $cells }: erase { JOIN($gone, "; ") }.
pencil-stand = { $letter } next to { JOIN($yes, "; ") }, and { $negation } next to { JOIN($no, "; ") }
pencil-letter = Write { $stand }: either all the As are right or all the /As.{ $gone }{ $wrong }
pencil-letter-gone = {" "}Where both letters stand in a square, or next to the same number in a region, nothing else can be there. Erase { JOIN($gone, "; ") }.
pencil-letter-wrong = {" "}{ $wrong }
pencil-letters = Write a letter for every pair, and spread it: { JOIN($stands, ". ") }.
pencil-wrong = If { $wrong } were right, { $why }; so { $right } is right, and all its numbers can be written.
pencil-wrong-cell = { $cell } would be { $one } and { $other } at once
pencil-wrong-cells = { $one } and { $other } would both be { $digit }
pencil-clause-cell = ({ $first } + { $second }), as { $cell } is not both { $one } ({ $one-letter }) and { $other } ({ $other-letter })
pencil-clause-cells = ({ $first } + { $second }), as { $one } ({ $one-letter }) and { $other } ({ $other-letter }) are not both { $digit }
pencil-right = Of the clauses, { JOIN($clauses, "; ") }. Whatever the other letter is, { $right } is right, and all its numbers can be written.
pencil-same = Of the clauses, { JOIN($clauses, "; ") }. So { $old } = { $new }: write { $new } for { $old } everywhere.
pencil-crowded = Where a letter and its negation stand in a square, or next to the same number in a region, nothing else can be there. Erase { JOIN($gone, "; ") }.
pencil-guess = Nothing more follows. Copy the sheet, and on the copy guess: of { JOIN($choices, ", ") } in { $cell }, write { $digit }. This is pending guess { $number }.
pencil-back = But { $why }. So pending guess { $number } was wrong: throw its copy away, and erase { $digit } from { $cell } on the sheet below.
pencil-trouble-none = nothing is left to try
pencil-trouble-misplaced = { $cell } would have to be { $digit }, which it cannot be
pencil-trouble-square = no number is left for { $cell }
pencil-trouble-house = no square of { $house } is left for { $digit }

# Singles.

full-house = In { $house } only { $cell } is empty and only { $digit } is missing: { $cell } is { $digit }.
hidden-single-empty = In { $house } the { $digit } can only go in { $cell }: no other cell is empty.
hidden-single = In { $house } the { $digit } can only go in { $cell }, because { $reason ->
    [written] { hidden-single-keeps } the other cells
    [both] { hidden-single-keeps } some of the other cells, and it was ruled out of the rest before
   *[erased] it was ruled out of the other cells before
    }.
hidden-single-keeps = the { $digit }{ COUNT($blockers) ->
    [1] {""}
   *[other] s
    } in { $blockers } { COUNT($blockers) ->
    [1] keeps it out of
   *[other] keep it out of
    }
naked-single = { $cell } can only be { $digit }: { $reason ->
    [written] all other digits already stand in { $houses }
    [erased] all other digits were ruled out before
   *[both] { $written } already { COUNT($written) ->
        [1] stands
       *[other] stand
        } in { $houses }, and { $erased } { COUNT($erased) ->
        [1] was
       *[other] were
        } ruled out there before
    }.

# Intersections and subsets.

locked = In { $house } the { $digit } must be in { OR($cells) }, and so in { $other }: no other cell of { $other } can be { $digit }. { erase }
leftovers = The same digits are in { $lines } and in { $regions }, and so, without the cells that both have, in { $from } and in { $to }.
leftovers-none = { leftovers } There is no place for { $digit } in the former, so there is none in the latter. { erase }
leftovers-no-more = { leftovers } The former can hold { $digit } no more often than it is written in the latter already. { erase }
leftovers-needed = { leftovers } The { $digit } of the former is in the latter, too, where it has no other place. So { ARE($written) }.
naked-subset = In { $houses }, { $cells } can only be { OR($digits) }. They take { COUNT($cells) ->
    [2] both
    [3] all three
   *[4] all four
    } digits between them, so no other cell { COUNT($houses) ->
    [1] of { $houses }
   *[other] there
    } can be { OR($digits) }. { erase }
fireworks = In { $lines } the digits { $digits } are in { $block }, or else in { $cells }. A digit that is in neither of the two of these cells outside { $block } is where { $lines } cross. So these three cells hold { $digits } and nothing else. { erase }
hidden-subset = In { $houses } the digits { $digits } can only go into { $cells }, so these cells hold nothing else. { erase }

# Fish.

fish = In { $houses } the { $digit } can only be in { $covers }. So { $covers } have their { $digit } in { $lines ->
    [rows] these rows
   *[columns] these columns
    }, and no other cell of them can be { $digit }. { erase }
finned-fish = In { $houses } the { $digit } is in { $covers }, or else in { OR($fins) } ({ COUNT($fins) ->
    [1] the fin
   *[other] the fins
    }). Either way the other cells of { $covers } that see { COUNT($fins) ->
    [1] the fin
   *[other] all the fins
    } cannot be { $digit }. { erase }
siamese-fish = In { $houses } the { $digit } is in { JOIN($readings, "; seen another way it is in ") }. Each way makes a fish with fins, and the other cells of its lines that see its fins cannot be { $digit }. { erase }
siamese-fish-reading = { $covers }, or else in { OR($fins) }
complex-fish = In { $houses } every place for the { $digit } lies in { $covers }. Those are as many houses as these, so they have their { $digit } there, and a mark that lies in more of the latter than of the former is wrong. { erase }
complex-fish-finned = In { $houses } every place for the { $digit } lies in { $covers }, apart from { OR($fins) } ({ COUNT($fins) ->
    [1] the fin
   *[other] the fins
    }). Either { COUNT($fins) ->
    [1] the fin
   *[other] a fin
    } is true, or the houses use each other up. A mark that lies in more of the latter than of the former and sees { COUNT($fins) ->
    [1] the fin
   *[other] all the fins
    } is wrong either way. { erase }
complex-fish-siamese = The places for the { $digit } in { $houses } make a fish in two ways, one with { $one } for fins and one with { $other }. In each of them a mark that lies in more covers than bases and sees all the fins is wrong. { erase }
kraken-fish = In { $houses } the { $digit } is in { $covers }, or else in { OR($fins) } ({ COUNT($fins) ->
    [1] the fin
   *[other] the fins
    }). { JOIN($chains, " ") } Without the { COUNT($fins) ->
    [1] fin
   *[other] fins
    } the fish says the same: { $truth }. { erase }

# Single-digit patterns.

turbot = { CAPITAL($told) }. A cell that sees both cannot { COUNT($digits) ->
    [1] be { $digits }
   *[other] have the digit
    }. { erase }
turbot-chains = { JOIN($chains, "; and ") }
turbot-chain = the { $digit } is { COUNT($one) ->
    [1] in
   *[other] among
    } { $one } or { COUNT($other) ->
    [1] in
   *[other] among
    } { $other }, for { $chain }

# Wings.

wing-if = if it is { $x } then { $pincer } is { $z }
xy-wing = { $pivot } can only be { OR($digits) }: { JOIN($forced, ", and ") }. Either way one of { $pincers } is { $z }, and no cell that sees both can be { $z }. { erase }
xyz-wing = { $pivot } can only be { OR($digits) }: { JOIN($forced, ", ") }, and otherwise it is { $z } itself. So one of { $all } is { $z }, and no cell that sees all three can be { $z }. { erase }
w-wing = { $ends } can both only be { OR($digits) }. They cannot both be { $x }, because that would leave no place for the { $x } of { $house }, which must be in { OR($bridge) }. So one of them is { $y }, and no cell that sees both can be { $y }. { erase }
wxyz-wing = { $cells } can only be { OR($digits) }. Of these, { $others } fit only once each, because the cells that could hold one all see each other, so they fill only three of the four. One of the four is { $z }, and no cell that sees { COUNT($seen) ->
    [4] all four
   *[other] { $seen }
    } can be { $z }. { erase }
remote-pair = { $chain } can all only be { OR($digits) }, and each sees the next, so the two digits take turns: { $one } are alike, and { $other } are the other digit. A cell that sees one of each can be neither. { erase }
oddagon = { JOIN($ring, ", ", " and ") } make a ring of { $count } cells, each of which sees the next. With only { $digits } in them, which would have to take turns, an odd ring cannot be filled. { $so }
tridagon = { $cells } lie on diagonals of four boxes, and with only { $digits } in them they cannot be filled. { $so }

# Colouring.

simple-colouring = Going from one house with two places for { $digit } to the next, either { $one }, or { $other }. { $wrong ->
    [first] But { $clash } see each other, so the first is wrong.
    [second] But { $clash } see each other, so the second is wrong.
   *[neither] A cell that sees some of both cannot be { $digit }.
    } { erase }
multi-colouring-out = { CAPITAL($one) }, and { $other }. But { $cells } would rule out both of the latter. { erase }
multi-colouring = { CAPITAL($one) }, and { $other }. { JOIN($ways, "; also ") }. { erase }
multi-colouring-either = either { $one }, or { $other }
multi-colouring-way = { $touching } see each other, so a cell that sees { COUNT($one) ->
    [1] { $one }
   *[other] one of { $one }
    } and also { COUNT($other) ->
    [1] { $other }
   *[other] one of { $other }
    } cannot be { $digit }
medusa = Going by cells with two digits and houses with two places for a digit, either these are all true: { $one }; or these: { $other }. { $why } { erase }
medusa-wrong = The { $wrong ->
    [first] first
   *[second] second
    } would { $place ->
    [house] put { $digits } twice into { $house }
    [sight] put { $digits } into both { $cells }, which see each other
    [cell] put { $digits } into { $cells } at once
   *[nothing] leave nothing for { $cells }
    }, so it is wrong.
medusa-other = Either way { $cells } { COUNT($cells) ->
    [1] gets
   *[other] get
    } a digit by it and can have no other.
medusa-both = A mark that sees its own digit in both is ruled out either way.
medusa-either = A mark that sees its own digit in the one and shares its cell with the other is ruled out either way.
letters = Write A next to { $as }, and /A next to { $slashes }: either all the As are right or all the /As.{ $gone }{ $wrong }
letters-at = the { $digits }{ COUNT($cells) ->
    [1] {""}
   *[other] s
    } in { $cells }
letters-nothing = {""}
letters-gone = {" "}Where both letters stand in a cell, or next to the same digit in a house, nothing else can be there. { erase }
letters-wrong = {" "}If { $right ->
    [a] /A
   *[slash] A
    } were right, { COUNT($cells) ->
    [1] { $cells } would hold two digits
    [2] { $cells } would both be { $digits }
   *[other] { $cells } would all be { $digits }
    }; so { $right ->
    [a] A
   *[slash] /A
    } is right, and all its digits can be written.

# Uniqueness.

rectangle = If { $corners } held only { $digits }, the two digits could be exchanged there and the puzzle would have two solutions
unique-rectangle-corner = { $rectangle }. Only { $corner } can be something else, so it is. { erase }
unique-rectangle-extra = { $rectangle }. Only { $extra } is possible there as well, so one of { $cells } is { $extra }, and no cell that sees { COUNT($cells) ->
    [2] both
   *[3] all three
    } can be { $extra }. { erase }
unique-rectangle-subset = { $rectangle }. So one of { $roof } is { OR($extras) }, and together with { $cells } it uses up { $digits } in { $houses }. { erase }
unique-rectangle-tie = { $rectangle }. In { $house } the { $tied } must be in { OR($roof) }; if the other of the two were { $digit }, that would happen. { erase }
unique-rectangle-cross = { $rectangle }. In { $houses } the { $digit } must be in these cells; if { OR($cells) } were { $digit }, both would be, and that would happen. { erase }
hidden-rectangle = { $rectangle }. If { $cell } were { $digit }, the { $tied } of { $houses } would have to be in { $others }, and { $opposite } would be { $digit }: that would happen. { erase }
avoidable-rectangle = { $rectangle }; { $found } were found, not given. { erase }
avoidable-rectangle-extra = { $rectangle }; { $found } were found, not given. Only { $extra } is possible as well, so one of { $cells } is { $extra }, and no cell that sees both can be { $extra }. { erase }
bug = Every open cell can be two digits, only { $cell } can be three. Without its { $digit } every digit would have two places or none in every row, column and box, and the puzzle would have two solutions or none: { $cell } is { $digit }. { erase }
extended-rectangle = If { $cells } held only { $digits }, the two lines that they lie in could be exchanged there and the puzzle would have two solutions. { $so }
unique-loop = If the loop { JOIN($cells, ", ", " and ") } held only { $digits }, the two digits could be exchanged there and the puzzle would have two solutions. { $so }
bug-plus-n = All other open cells can be two digits. Without the marks named next every digit would have two places or none in every house, and the puzzle would have two solutions or none. { $so }
guardians-one = So { $guardians } is right, and what it rules out is wrong. { erase }
guardians-all = So one of these is true: { $guardians }. Whatever each of them rules out is wrong. { erase }
guardians-subset = So one of these is true: { $guardians }. Together with { $cells } it uses up { $digits } in { $houses }. { erase }
guardians-tie = So one of these is true: { $guardians }. In { $house } the { $digit } must be in { OR($cells) }, so the other of the two holds one of them. { erase }

# Chains and loops.

two-ends = { CAPITAL($chain) }. So at least one of the two ends holds: { JOIN($ends, ", or ") }. Erase what both of them rule out: { FROM($gone) }.
two-ends-end = { COUNT($cells) ->
    [1] { $cells } is { $digits }
   *[other] { $digits } is among { $cells }
    }
nice-loop = { CAPITAL($chain) }, and so round again. So all of this is true or all of it is false, and where two of these see each other, one of them is right. { erase }
nice-loop-discontinuous = { CAPITAL($chain) }. That contradicts itself, so { $truth }. { erase }
forcing-chain-written = { $choice }. { JOIN($chains, " ") } In every case { $truth }.
forcing-chain-erased = { $choice }. { JOIN($chains, " ") } In every case { $truth }. { erase }
forcing-chain-cell = { $cell } is { OR($digits) }
forcing-chain-region = In { $house } the { $digits } is in { OR($cells) }

# Almost locked sets.

set-of = { $cells } of { $digits }
sue-de-coq = { $middle }, with { $line } and { $block }, are { $count } cells for the { $count } digits { $digits }, and none of these digits can stand twice among them: each stands there once. { erase }
als-xz = { als-xz-sets } The { $restricted } cannot be in both, so one of the groups goes without it and holds all its other digits, { $digits } among them. { erase }
als-xz-double = { als-xz-sets } Neither { JOIN($restricted, ", ", " nor ") } can be in both, so each group gets one of them, and every other digit of a group is in that group. { erase }
als-xz-the = the { $digit }
als-xz-sets = { $a } { COUNT($a) ->
    [1] holds
   *[other] hold
    } all but one of { $of-a }, and { $b } all but one of { $of-b }.
als-xy-wing = Each of these groups of cells holds all but one of its digits: { JOIN($sets, ", ", ", and ") }. By { $ties } the first is tied to the other two: if the second does not hold { OR($z) }, the third must. { erase }
als-chain = Each of these groups of cells holds all but one of its digits: { JOIN($sets, "; ") }. Each is tied to the next by a digit that cannot be in both, so if the first group does not hold { OR($digits) }, the last must. { erase }
als-chain-round = Each of these groups of cells holds all but one of its digits: { JOIN($sets, "; ") }. Each is tied to the next by a digit that cannot be in both, all the way round, so the first group holds { $digits } for certain. { erase }
death-blossom = { $stem } is { OR($digits) }: { JOIN($petals, "; ") }. Either way { OR($z) } is in one of these groups. { erase }
death-blossom-petal = if it is { $digit }, { $cells } { COUNT($cells) ->
    [1] holds
   *[other] hold
    } { $digits }
aligned-exclusion = Go through all the ways to fill { $cells }, and leave out those that would put a digit twice where it cannot be or leave too little for one of these groups of cells: { JOIN($excluders, "; ") }. What is in none of the others goes. { erase }
slots-of = { $digits } in { $house }
sk-loop = { $cells } make a ring of pairs, and all their candidates are among these: { JOIN($slots, "; ") }. A house holds a digit once, and these are { $count } digits for { $count } cells: each of them is in these cells. { erase }
multi-sector = { $count } cells, { $cells }, have all their candidates among these: { JOIN($slots, "; ") }. A house holds a digit once, and these are { $count } digits for { $count } cells: each of them is in these cells. { erase }
double-exocet = { $one }, and { $other }: each pair is the base of a junior exocet with { $cross } and the digits { $digits }. No digit can be in both, since the third box of the band would have no place for it. So each of these digits is in one of the bases, and in one of the targets { $targets }: what sees all its places there is something else. { erase }
double-exocet-covered = { $one }, and { $other }: each pair is the base of a junior exocet with { $cross } and the digits { $digits }. No digit can be in both, since the third box of the band would have no place for it. So each of these digits is in one of the bases, in one of the targets { $targets }, and just twice in { $cross } outside the band: { JOIN($covered, "; ") }. What sees all its places in the bases or in the targets is something else, and so is what else lies in those houses. { erase }
double-exocet-cover = { $digit } in { $houses }
junior-exocet = { $base } are two of { $digits }. Neither is elsewhere in { $house } or in their box, and in { $cross } each of these digits can be at most twice outside the band. So the third one is in the band, where only { $targets } are left for it: they hold the same two digits. { erase }
exocet-mirror = { $base } hold the same two of { $all } as { $targets }, by a junior exocet with { $cross }. The digit of { $target } is in the band a third time: in the box of the other target, on the line that is left, and there only { $mirror } can hold it. So it is { OR($digits) }, here as there. { erase }

# Trials.

template-set = { $patterns } So { ARE($written) }.
template-delete = { $patterns } { erase }
template = However the { $digit }s are placed on the whole board, one in every { $houses ->
    [boxes] row, column and box
   *[all] house
    }{ COUNT($taken) ->
    [0] {""}
   *[other] {" "}(and the patterns of the other digits show that { $taken })
    }, there is { $often ->
    [always] always
   *[never] never
    } one in { $cells }.
template-taken = { $cells } { COUNT($cells) ->
    [1] is
   *[other] are
    } { $digits }
suppose = Suppose { $cell } is { $digit }. Then { $nothing }.
suppose-then = Suppose { $cell } is { $digit }. Then { $forced }. Now { $nothing }.
no-place = { $house } has no place left for { $digit }
no-candidate = { $cell } has no candidate left
contradiction = { $suppose } So the supposition is wrong. { erase }
braid = { $suppose } So the supposition is wrong, by a braid of length { $length }. { erase }
whip = { $suppose } So the supposition is wrong, by a whip of length { $length }. { erase }
trial-wrong = { $suppose } So the supposition is wrong: { $outcome }.
trial-right = Suppose { $cell } is { $digit }. Then singles fill the whole board, so { $cell } is { $digit } and all the rest is as they say.
two-value-wrong = { two-value } { $suppose } So { ARE($written) }.
two-value-agree = { two-value } { JOIN($trials, " ") } Either way { $outcome }.
two-value = { $cell } is { OR($digits) }.
two-value-plain = If it is { $digit }, that is plain.
two-value-then = If it is { $digit }, then { $forced }.
split-trial = Suppose { $cell } is { $digit }. Then { $choice }. { JOIN($branches, " ") } So the supposition is wrong. { erase }
split-trial-then = Suppose { $cell } is { $digit }. Then { $forced }. Now { $choice }. { JOIN($branches, " ") } So the supposition is wrong. { erase }
split-places = the { $digits } of a house they share is in { OR($cells) }
split-branch = If { $cell } is { $digit }, { $nothing }.
split-branch-then = If { $cell } is { $digit }, then { $forced }, and { $nothing }.
nested-trial = Suppose { $cell } is { $digit }. { JOIN($told, " ") } Now { $nothing }. So the supposition is wrong. { erase }
nested-forced = Then { $forced }.
nested-wrong = { $cell } is not { $digit }, since otherwise { $nothing }.
nested-wrong-then = { $cell } is not { $digit }, since otherwise { $forced }, and { $nothing }.
exhaustive-trial = Suppose { $cell } is { $digit }, and try every way to go on, with further guesses where one is not enough: none of them works. { erase }

# How long a solve is, and how it ends.

story-length = { GROUPED($total) } { $unit ->
    [act] { $total ->
        [one] act
       *[other] acts
        }
   *[step] { $total ->
        [one] step
       *[other] steps
        }
    }
ending-alone = { $unit ->
    [act] Act
   *[step] Step
    } { $number } of { $total }.
ending-hardest = The hardest{ $told ->
    [1] {""}
   *[other] {" "}{ $told }
    } of { $length }.
ending-first = The first{ $told ->
    [1] {""}
   *[other] {" "}{ $told }
    } of { $length }.
ending-nothing = Nothing is left to do: it is solved.
ending-solved = Solved in { $length }.
ending-stuck = Stuck after { $length }: { GROUPED($cells) } { $cells ->
    [one] open cell
   *[other] open cells
    } with { GROUPED($marks) } { $marks ->
    [one] mark
   *[other] marks
    } left, and the { $by } finds nothing more.
ending-by-ladder = ladder { $ladder }
ending-by-method = { method }
ending-contradiction = A contradiction shows after { $length }.
ending-stopped = Given up after { $length }.
ending-guesses = Given up after { GROUPED($guesses) } guesses in { $length }; --guesses allows more.
method = { $method ->
    [nursery] nursery
    [green] green
    [blue] blue
    [red] red
   *[black] black
    } method
act-name = { $kind ->
    [guess] guess
    [take-back] take back
    [deduction] deduction { $number }
   *[step] step { $number }
    }
act-name-of = { act-name } of the { method }
act-name-within = step 1: step { $number } of the green method
story-columns = | { $unit ->
    [act] act
   *[step] step
    } | what | change |
story-counts = | times | strategy |
story-title = How it is solved
picture-too-wide = { $marks ->
    [some] (With all pencil marks the picture is { $columns } columns wide. Those that matter:)
   *[none] (With pencil marks the picture is { $columns } columns wide.)
    }

# What there is to say of a puzzle in short.

summary-level = { level }. { $need }
summary-time = { CAPITAL($time) }. { $need }
summary-both = { level }: { $time }. { $need }
level = { $level ->
    [beginner] Beginner
    [easy] Easy
    [medium] Medium
    [hard] Hard
    [fiendish] Fiendish
    [diabolical] Diabolical
   *[extreme] Extreme
    }
time = { $length }{ $interval }
time-for-you = { $yours } for you{ $your-interval }, { $theirs } for others{ $their-interval }
time-length = { $unit ->
    [less] less than a minute
    [hours] about { $number } { $number ->
        [one] hour
       *[other] hours
        }
   *[minutes] about { $number } { $number ->
        [one] minute
       *[other] minutes
        }
    }
time-number = { $number }
time-interval = {" "}({ $low }–{ $high })
time-no-interval = {""}
need-nothing = Nothing is left to do.
need-singles = Singles will do.
need-strategies = You need { $names }.
need-unknown = No strategy that piste knows leads to its end.
need-trials = No pattern leads to its end: one has to try digits and see what comes of it.

# The legends of pictures.

legend-part = { $role ->
    [body] the pattern
    [pivot] pivot
    [pincer] pincer
    [fin] fin
    [colour-a] colour A
    [colour-b] colour B
    [trial] supposed
    [base] base
    [target] targets
    [mirrored] target in the mirror
    [mirror] mirror
    [twice] twice outside the band
    [guardian] guardian
    [group] group
    [split] split
   *[contradiction] contradiction
    }{ $number ->
    [0] {""}
   *[other] {" "}{ $number }
    }
legend-lettered = set { legend-letter-of }
legend-letter-of = { LETTER($number) }
legend-common = { JOIN($digits, ", ") } in common
legend-case = case { $number }
legend-then = { $form ->
    [is] then it is
   *[is-not] then it is not
    }
legend-look-at = look at { $places }
legend-across = across { $places }
legend-places = { $houses }
legend-digits = the { $digit }s
legend-marked = marked
legend-wrong = wrong
legend-reasons = { COUNT($cells) ->
    [1] reason
   *[other] reasons
    }
legend-no-place = no place for { $digit }
legend-letter = { $form ->
    [slash] … or all these
   *[plain] all these are right …
    }
legend-link = { $form ->
    [true] true in turn
   *[false] false in turn
    }
legend-erased = erased
legend-written = written now
legend-set = set { $number }
legend-group = { $role ->
    [body] { SHORT($strategy) }
    [one-set] one set
    [other-set] the other set
    [pivot] pivot
    [pincers] pincers
    [ends] ends
    [extra] extra
    [letters] letters
    [tried] tried
    [base] base
    [target] targets
    [mirrored] target in the mirror
    [mirror] mirror
    [twice] twice outside the band
    [fin] fins
    [guardian] guardians
    [group] cells that are left too little
    [split] split
   *[contradiction] contradiction
    }
legend-one-of = { $role ->
    [one-set] one set
    [other-set] the other set
    [pivot] pivot
    [pincers] pincer
    [ends] end
    [extra] extra
    [letters] letter
    [tried] tried
    [base] base
    [target] targets of base
    [twice] twice outside the band
    [fin] fin
    [guardian] guardian
    [group] group
    [split] split
   *[contradiction] contradiction
    } { $number }

# What a puzzle needs: strategies by the names that several of them have. They are looked up by
# `Catalogue::plural`; every strategy of the register has one.

plural-3d-medusa = 3D Medusa
plural-aic = alternating inference chains
plural-aligned-pair-exclusion = aligned pair exclusion
plural-aligned-triplet-exclusion = aligned triplet exclusion
plural-als-aic = alternating inference chains with almost locked sets
plural-als-chain = ALS chains
plural-als-nice-loop = continuous nice loops with almost locked sets
plural-als-nice-loop-discontinuous = discontinuous nice loops with almost locked sets
plural-als-xy-wing = ALS-XY-wings
plural-als-xz = ALS-XZ
plural-avoidable-rectangle-1 = avoidable rectangles
plural-avoidable-rectangle-2 = avoidable rectangles
plural-backtracking = backtracking
plural-backtracking-strict = strict backtracking
plural-bivalue-oddagon = bivalue oddagons
plural-braid = braids
plural-bug-plus-1 = BUG+1
plural-bug-plus-n = BUG+n
plural-cell-forcing-chain = cell forcing chains
plural-claiming = locked candidates
plural-contradiction-chain = contradiction chains
plural-death-blossom = death blossoms
plural-double-exocet = double exocets
plural-dual-empty-rectangle = dual empty rectangles
plural-dual-two-string-kite = dual two-string kites
plural-empty-rectangle = empty rectangles
plural-exhaustive-trial = trial and error
plural-exocet-mirror = exocet mirrors
plural-extended-unique-rectangle = extended unique rectangles
plural-finned-franken-fish = finned Franken fish
plural-finned-jellyfish = finned jellyfish
plural-finned-mutant-fish = finned mutant fish
plural-finned-swordfish = finned swordfish
plural-finned-x-wing = finned X-wings
plural-fireworks = fireworks
plural-franken-fish = Franken fish
plural-full-house = full houses
plural-grouped-aic = grouped alternating inference chains
plural-grouped-nice-loop = grouped continuous nice loops
plural-grouped-nice-loop-discontinuous = grouped discontinuous nice loops
plural-guess-and-check = guess and check
plural-hidden-pair = hidden pairs
plural-hidden-quad = hidden quads
plural-hidden-rectangle = hidden rectangles
plural-hidden-single-box = hidden singles
plural-hidden-single-line = hidden singles
plural-hidden-triple = hidden triples
plural-jellyfish = jellyfish
plural-junior-exocet = junior exocets
plural-kraken-fish = Kraken fish
plural-law-of-leftovers = the law of leftovers
plural-letters = letters
plural-multi-colouring = multi-colouring
plural-multi-sector-locked-set = multi-sector locked sets
plural-mutant-fish = mutant fish
plural-naked-pair = naked pairs
plural-naked-quad = naked quads
plural-naked-single = naked singles
plural-naked-triple = naked triples
plural-nested-trial = nested trials
plural-nice-loop = continuous nice loops
plural-nice-loop-discontinuous = discontinuous nice loops
plural-nishio = Nishio
plural-pointing = locked candidates
plural-region-forcing-chain = region forcing chains
plural-remote-pair = remote pairs
plural-sashimi-jellyfish = sashimi jellyfish
plural-sashimi-swordfish = sashimi swordfish
plural-sashimi-x-wing = sashimi X-wings
plural-siamese-franken-fish = siamese Franken fish
plural-siamese-jellyfish = siamese jellyfish
plural-siamese-mutant-fish = siamese mutant fish
plural-siamese-swordfish = siamese swordfish
plural-siamese-x-wing = siamese X-wings
plural-simple-colouring = simple colouring
plural-sk-loop = SK loops
plural-skyscraper = skyscrapers
plural-split-trial = split trials
plural-sue-de-coq = sue de coqs
plural-swordfish = swordfish
plural-template-delete = templates
plural-template-set = templates
plural-tridagon = tridagons
plural-turbot-fish = turbot fish
plural-two-string-kite = two-string kites
plural-two-value-trial = two-value trials
plural-unique-loop = unique loops
plural-unique-rectangle-1 = unique rectangles
plural-unique-rectangle-2 = unique rectangles
plural-unique-rectangle-3 = unique rectangles
plural-unique-rectangle-4 = unique rectangles
plural-unique-rectangle-5 = unique rectangles
plural-unique-rectangle-6 = unique rectangles
plural-w-wing = W-wings
plural-whip = whips
plural-wxyz-wing = WXYZ-wings
plural-x-chain = X-chains
plural-x-wing = X-wings
plural-xy-chain = XY-chains
plural-xy-wing = XY-wings
plural-xyz-wing = XYZ-wings
