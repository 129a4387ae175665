//! Spaces: what code that works on every shape asks of a shape.
//!
//! A strategy, a board or a metric is written once, over `S: Space`, and compiled for each space:
//!
//! - [`Classic`], the ordinary 9×9. It takes no room, and its answers are the constant tables that
//!   code for 9×9 has always used; so what is compiled for it is the same machine code.
//! - [`Small`], every shape up to 11×11: all variants of 9×9, and 4×4, 6×6, 8×8, 10×10.
//! - [`Large`], every shape up to 25×25.
//!
//! Each space has words of its own (cells, digits, sets), so a classic cell cannot be put on a 16×16
//! board: it does not compile. Two 16×16 boards of different shapes do share their words, as two
//! classic boards do; what a cell sees is always asked of the board's own space.
//!
//! [`Large`] has room for every shape, so its words can say whatever there is to say of any board. What is
//! made for people (sentences, pictures, answers) is made of them, once for all spaces: see
//! [`Space::large`] and [`Board::widened`](crate::Board::widened).
//!
//! A shape is only known when the program runs. [`Shape::enter`] is the one place where it is
//! turned into a space: it calls an [`InSpace`] with the right one.
//!
//! ```
//! use piste_core::shape::Shape;
//! use piste_core::space::{InSpace, SetOf, Space};
//!
//! /// How many cells the first cell sees.
//! struct SeenByTheFirst;
//!
//! impl InSpace for SeenByTheFirst {
//!     type Output = usize;
//!
//!     fn go<S: Space>(self, space: S) -> usize {
//!         space.all_cells().first().map_or(0, |cell| space.peers(cell).len())
//!     }
//! }
//!
//! let seen = |name: &str| name.parse::<Shape>().unwrap().enter(SeenByTheFirst);
//! assert_eq!([seen("4x4"), seen("9x9"), seen("9x9+x"), seen("25x25")], [7, 20, 26, 64]);
//! ```

use crate::general::{self, Element};
use crate::shape::{Kind, Shape};
use crate::{
    ByCell, ByDigit, Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseKind,
    HouseSet,
};
use std::any::Any;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Index, IndexMut, Sub, SubAssign};
use std::sync::{Arc, LazyLock};

/// What can be kept in a table of a space.
pub trait Entry: Copy + Ord + Hash + Debug + Send + Sync + 'static {}

impl<T: Copy + Ord + Hash + Debug + Send + Sync + 'static> Entry for T {}

/// A cell that knows its row and column.
pub trait Spot: Element {
    /// The row's number, from 0 at the top.
    fn row(self) -> usize;

    /// The column's number, from 0 at the left.
    fn column(self) -> usize;

    /// The same cell in the words of [`Large`].
    fn widened(self) -> general::Cell<25> {
        general::Cell::from_index(self.row() * 25 + self.column())
    }
}

/// A digit with a face value.
pub trait Figure: Element {
    /// The face value, from 1.
    fn get(self) -> u8;

    /// The same digit in the words of [`Large`].
    fn widened(self) -> general::Digit {
        general::Digit::from_index(self.index())
    }
}

/// A digit in a cell.
pub trait Mark<C: Spot, D: Figure>: Element {
    /// This digit in this cell.
    fn new(cell: C, digit: D) -> Self;

    /// The cell.
    fn cell(self) -> C;

    /// The digit.
    fn digit(self) -> D;

    /// The same in the words of [`Large`].
    fn widened(self) -> general::Candidate<25> {
        general::Candidate::new(self.cell().widened(), self.digit().widened())
    }
}

/// A set of numbered things.
pub trait SetOf<E: Element>:
    Entry
    + Default
    + From<E>
    + FromIterator<E>
    + Extend<E>
    + IntoIterator<Item = E, IntoIter: ExactSizeIterator + Clone>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Sub<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + SubAssign
{
    /// The set with nothing in it.
    const EMPTY: Self;

    /// The set of these.
    #[inline]
    fn of(elements: &[E]) -> Self {
        elements.iter().copied().collect()
    }

    /// Whether the element is in the set.
    fn contains(self, element: E) -> bool;

    /// Puts the element in.
    fn insert(&mut self, element: E);

    /// Takes the element out.
    fn remove(&mut self, element: E);

    /// The set and this element.
    #[must_use]
    fn with(self, element: E) -> Self;

    /// The set less this element.
    #[must_use]
    fn without(self, element: E) -> Self;

    /// How many elements there are.
    fn len(self) -> usize;

    /// Whether there is nothing in it.
    fn is_empty(self) -> bool;

    /// Whether everything in this set is in the other.
    fn is_subset(self, other: Self) -> bool;

    /// Whether the two have nothing in common.
    fn is_disjoint(self, other: Self) -> bool;

    /// The first element, if there is one.
    fn first(self) -> Option<E>;

    /// The only element, if there is exactly one.
    fn single(self) -> Option<E>;

    /// The two elements, if there are exactly two.
    fn pair(self) -> Option<[E; 2]>;

    /// The elements, ascending.
    #[inline]
    fn iter(self) -> Self::IntoIter {
        self.into_iter()
    }
}

/// A table with one entry for each of some numbered things.
pub trait TableBy<E, T>:
    Copy + Ord + Hash + Debug + Send + Sync + Index<E, Output = T> + IndexMut<E>
{
    /// The table with the same entry for every key.
    fn filled(entry: T) -> Self;

    /// The entries, in the order of their keys' numbers.
    fn entries(&self) -> &[T];

    /// The entries to change, in the order of their keys' numbers.
    fn entries_mut(&mut self) -> &mut [T];
}

/// A set of candidates of a space: for each digit, the cells it is meant in.
pub trait CandidatesOf<S: Space>:
    Entry + Default + From<S::Candidate> + FromIterator<S::Candidate>
{
    /// The set with nothing in it.
    const EMPTY: Self;

    /// This digit in these cells, and nothing else.
    fn of(digit: S::Digit, cells: S::CellSet) -> Self;

    /// The cells this digit is meant in.
    fn cells_of(&self, digit: S::Digit) -> S::CellSet;

    /// The digits meant in this cell.
    fn digits_in(&self, cell: S::Cell) -> S::DigitSet;

    /// Every cell that any digit is meant in.
    fn cells(&self) -> S::CellSet;

    /// Every digit that is meant anywhere.
    fn digits(&self) -> S::DigitSet;

    /// Whether the candidate is in the set.
    fn contains(&self, candidate: S::Candidate) -> bool;

    /// Puts the candidate in.
    fn insert(&mut self, candidate: S::Candidate);

    /// Puts this digit in for all these cells.
    fn insert_all(&mut self, digit: S::Digit, cells: S::CellSet);

    /// Takes the candidate out.
    fn remove(&mut self, candidate: S::Candidate);

    /// What is in either.
    #[must_use]
    fn union(&self, other: &Self) -> Self;

    /// What is in both.
    #[must_use]
    fn intersection(&self, other: &Self) -> Self;

    /// What is in this one and not in the other.
    #[must_use]
    fn difference(&self, other: &Self) -> Self;

    /// Whether everything in this set is in the other.
    fn is_subset(&self, other: &Self) -> bool;

    /// How many candidates there are.
    fn len(&self) -> usize;

    /// Whether there is nothing in it.
    fn is_empty(&self) -> bool;

    /// The only candidate, if there is exactly one.
    fn single(&self) -> Option<S::Candidate>;

    /// The candidates: digits ascending, for each digit its cells row by row.
    fn iter(&self) -> impl Iterator<Item = S::Candidate> + '_;
}

/// The geometry of a board, and the words for it.
pub trait Space: Clone + Debug + Eq + Hash + Send + Sync + 'static {
    /// A cell.
    type Cell: Spot;
    /// A digit.
    type Digit: Figure;
    /// A house.
    type House: Element;
    /// A digit in a cell.
    type Candidate: Mark<Self::Cell, Self::Digit>;
    /// A set of cells.
    type CellSet: SetOf<Self::Cell>;
    /// A set of digits.
    type DigitSet: SetOf<Self::Digit>;
    /// A set of houses.
    type HouseSet: SetOf<Self::House>;
    /// A table with an entry for each cell.
    type ByCell<T: Entry>: TableBy<Self::Cell, T>;
    /// A table with an entry for each digit.
    type ByDigit<T: Entry>: TableBy<Self::Digit, T>;
    /// A set of candidates.
    type CandidateSet: CandidatesOf<Self>;

    /// The shape.
    fn shape(&self) -> Shape;

    /// The same shape in the space that has room for every shape, whose words are those of sentences and
    /// pictures. Its tables are made anew unless this is it: whoever has much to tell asks once.
    fn large(&self) -> Large;

    /// How many digits there are, and cells in a house.
    fn side(&self) -> usize;

    /// Every cell of the board.
    fn all_cells(&self) -> Self::CellSet;

    /// Every digit.
    fn all_digits(&self) -> Self::DigitSet;

    /// Every digit in turn.
    #[inline]
    fn digit_list(&self) -> impl ExactSizeIterator<Item = Self::Digit> {
        (0..self.side()).map(Self::Digit::from_index)
    }

    /// Every house.
    fn all_houses(&self) -> Self::HouseSet;

    /// Every house in turn: rows, columns, then all others.
    fn house_list(&self) -> &[Self::House];

    /// The rows, then the columns.
    #[inline]
    fn lines(&self) -> &[Self::House] {
        &self.house_list()[..2 * self.side()]
    }

    /// The houses that are no lines: boxes or regions, then the further ones.
    #[inline]
    fn blocks(&self) -> &[Self::House] {
        &self.house_list()[2 * self.side()..]
    }

    /// The cells of a house.
    fn cells(&self, house: Self::House) -> Self::CellSet;

    /// The houses that a cell lies in.
    fn houses(&self, cell: Self::Cell) -> Self::HouseSet;

    /// The cells that may not be equal to this one.
    fn peers(&self, cell: Self::Cell) -> Self::CellSet;

    /// The same house in the words of [`Large`], which know its kind and its number.
    fn widened(&self, house: Self::House) -> general::House;

    /// The same cells in the words of [`Large`].
    fn widened_cells(cells: Self::CellSet) -> general::Set<general::Cell<25>, 10> {
        cells.iter().map(Spot::widened).collect()
    }

    /// The same digits in the words of [`Large`].
    fn widened_digits(digits: Self::DigitSet) -> general::Set<general::Digit, 1> {
        digits.iter().map(Figure::widened).collect()
    }

    /// What sort of house it is.
    #[inline]
    fn kind(&self, house: Self::House) -> Kind {
        self.widened(house).kind()
    }

    /// Whether some cells may not be equal that no house holds together.
    fn has_pairs(&self) -> bool;

    /// The houses that hold at least one of these cells.
    fn houses_of(&self, cells: Self::CellSet) -> Self::HouseSet {
        cells.iter().fold(Self::HouseSet::EMPTY, |all, cell| all | self.houses(cell))
    }

    /// Whether the two cells are different and may not be equal.
    #[inline]
    fn sees(&self, one: Self::Cell, other: Self::Cell) -> bool {
        self.peers(one).contains(other)
    }

    /// The cells that every one of these sees. Everything for the empty set.
    fn common_peers(&self, cells: Self::CellSet) -> Self::CellSet {
        cells.iter().fold(self.all_cells(), |seen, cell| seen & self.peers(cell))
    }

    /// The houses that hold all these cells.
    fn common_houses(&self, cells: Self::CellSet) -> Self::HouseSet {
        cells.iter().fold(self.all_houses(), |common, cell| common & self.houses(cell))
    }
}

/// What is done in whatever space a shape has.
pub trait InSpace {
    /// What comes of it.
    type Output;

    /// Does it.
    fn go<S: Space>(self, space: S) -> Self::Output;
}

impl Shape {
    /// Does something in the space of this shape.
    pub fn enter<V: InSpace>(&self, visitor: V) -> V::Output {
        if self.is_classic() {
            visitor.go(Classic)
        } else if self.side() <= 11 && !cfg!(target_family = "wasm") {
            // In a browser every copy of what is written for all spaces has to be fetched, and `Large` will do.
            visitor.go(Small::new(self))
        } else {
            visitor.go(Large::new(self))
        }
    }
}

/// The ordinary 9×9: no data at all, and the constant tables of [`Cell`] and [`House`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Classic;

impl Space for Classic {
    type Cell = Cell;
    type Digit = Digit;
    type House = House;
    type Candidate = Candidate;
    type CellSet = CellSet;
    type DigitSet = DigitSet;
    type HouseSet = HouseSet;
    type ByCell<T: Entry> = ByCell<T>;
    type ByDigit<T: Entry> = ByDigit<T>;
    type CandidateSet = CandidateSet;

    fn shape(&self) -> Shape {
        // Its tables are made once.
        self.large().shape()
    }

    fn large(&self) -> Large {
        /// Tables that depend on nothing, worked out when they are first needed: a step is told in a
        /// fraction of the time that making them takes.
        static CLASSIC: LazyLock<Large> = LazyLock::new(|| Large::new(&Shape::classic()));
        CLASSIC.clone()
    }

    #[inline]
    fn side(&self) -> usize {
        9
    }

    #[inline]
    fn all_cells(&self) -> CellSet {
        CellSet::ALL
    }

    #[inline]
    fn all_digits(&self) -> DigitSet {
        DigitSet::ALL
    }

    #[inline]
    fn all_houses(&self) -> HouseSet {
        HouseSet::ALL
    }

    #[inline]
    fn house_list(&self) -> &[House] {
        &House::ALL
    }

    #[inline]
    fn lines(&self) -> &[House] {
        &House::ALL[..18]
    }

    #[inline]
    fn blocks(&self) -> &[House] {
        &House::ALL[18..]
    }

    #[inline]
    fn cells(&self, house: House) -> CellSet {
        house.cells()
    }

    #[inline]
    fn houses(&self, cell: Cell) -> HouseSet {
        HouseSet::of(&cell.houses())
    }

    #[inline]
    fn peers(&self, cell: Cell) -> CellSet {
        cell.peers()
    }

    #[inline]
    fn has_pairs(&self) -> bool {
        false
    }

    #[inline]
    fn houses_of(&self, cells: CellSet) -> HouseSet {
        cells.houses()
    }

    fn widened(&self, house: House) -> general::House {
        general::House::new(self.kind(house), house.number())
    }

    fn widened_cells(cells: CellSet) -> general::Set<general::Cell<25>, 10> {
        let mut wide = general::Set::EMPTY;
        for row in 0..9 {
            wide.insert_run(25 * row, (cells.bits() >> (9 * row)) as u64 & 0x1ff);
        }
        wide
    }

    #[inline]
    fn widened_digits(digits: DigitSet) -> general::Set<general::Digit, 1> {
        let mut wide = general::Set::EMPTY;
        wide.insert_run(0, u64::from(digits.bits()));
        wide
    }

    #[inline]
    fn kind(&self, house: House) -> Kind {
        match house.kind() {
            HouseKind::Row => Kind::Row,
            HouseKind::Column => Kind::Column,
            HouseKind::Box => Kind::Box,
        }
    }
}

/// A space for shapes of at most `N` cells a side: cells in `W` words, `CELLS` = `N`·`N`.
#[derive(Clone)]
pub struct Wide<const N: usize, const W: usize, const CELLS: usize>(Arc<Tables<N, W, CELLS>>);

/// Every shape up to 11×11.
pub type Small = Wide<11, 2, 121>;

/// Every shape up to 25×25.
pub type Large = Wide<25, 10, 625>;

/// A set of cells of a wide space.
type Cells<const N: usize, const W: usize> = general::Set<general::Cell<N>, W>;

/// A set of houses of any shape.
type Houses = general::Set<general::House, 4>;

struct Tables<const N: usize, const W: usize, const CELLS: usize> {
    shape: Shape,
    all_cells: Cells<N, W>,
    all_digits: general::Set<general::Digit, 1>,
    all_houses: Houses,
    house_list: Vec<general::House>,
    cells: general::Table<general::House, Cells<N, W>, 256>,
    houses: general::Table<general::Cell<N>, Houses, CELLS>,
    peers: general::Table<general::Cell<N>, Cells<N, W>, CELLS>,
}

impl<const N: usize, const W: usize, const CELLS: usize> Wide<N, W, CELLS> {
    /// The space of a shape.
    ///
    /// # Panics
    /// If the shape has more than `N` cells a side. [`Shape::enter`] chooses rightly.
    pub fn new(shape: &Shape) -> Wide<N, W, CELLS> {
        let side = shape.side();
        assert!(side <= N && CELLS == N * N && CELLS <= 64 * W, "{shape} needs a wider space");
        let layout = shape.layout();
        let cell = |number: usize| -> general::Cell<N> {
            general::Cell::from_index(number / side * N + number % side)
        };
        let set = |numbers: &[u16]| -> Cells<N, W> {
            numbers.iter().map(|&number| cell(usize::from(number))).collect()
        };
        let mut tables = Tables {
            shape: shape.clone(),
            all_cells: (0..shape.cells()).map(cell).collect(),
            all_digits: (0..side).map(general::Digit::from_index).collect(),
            all_houses: shape.houses().collect(),
            house_list: shape.houses().collect(),
            cells: general::Table::filled(Cells::EMPTY),
            houses: general::Table::filled(Houses::EMPTY),
            peers: general::Table::filled(Cells::EMPTY),
        };
        for (number, &house) in layout.houses().iter().enumerate() {
            tables.cells[house] = set(layout.members(number));
        }
        for number in 0..layout.cells() {
            let homes = layout.homes(number).iter();
            tables.houses[cell(number)] =
                homes.map(|home| layout.houses()[usize::from(home.house)]).collect();
            tables.peers[cell(number)] = set(layout.peers(number));
        }
        Wide(Arc::new(tables))
    }
}

impl<const N: usize, const W: usize, const CELLS: usize> PartialEq for Wide<N, W, CELLS> {
    fn eq(&self, other: &Wide<N, W, CELLS>) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.shape == other.0.shape
    }
}

impl<const N: usize, const W: usize, const CELLS: usize> Eq for Wide<N, W, CELLS> {}

impl<const N: usize, const W: usize, const CELLS: usize> Hash for Wide<N, W, CELLS> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.shape.hash(state);
    }
}

impl<const N: usize, const W: usize, const CELLS: usize> Debug for Wide<N, W, CELLS> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Debug::fmt(&self.0.shape, f)
    }
}

impl<const N: usize, const W: usize, const CELLS: usize> Space for Wide<N, W, CELLS> {
    type Cell = general::Cell<N>;
    type Digit = general::Digit;
    type House = general::House;
    type Candidate = general::Candidate<N>;
    type CellSet = Cells<N, W>;
    type DigitSet = general::Set<general::Digit, 1>;
    type HouseSet = Houses;
    type ByCell<T: Entry> = general::Table<general::Cell<N>, T, CELLS>;
    type ByDigit<T: Entry> = general::Table<general::Digit, T, { general::Digit::MOST }>;
    type CandidateSet = general::CandidateSet<N, W>;

    fn shape(&self) -> Shape {
        self.0.shape.clone()
    }

    fn large(&self) -> Large {
        let space: &dyn Any = self;
        match space.downcast_ref::<Large>() {
            Some(large) => large.clone(),
            None => Large::new(&self.0.shape),
        }
    }

    #[inline]
    fn side(&self) -> usize {
        self.0.shape.side()
    }

    #[inline]
    fn all_cells(&self) -> Self::CellSet {
        self.0.all_cells
    }

    #[inline]
    fn all_digits(&self) -> Self::DigitSet {
        self.0.all_digits
    }

    #[inline]
    fn all_houses(&self) -> Houses {
        self.0.all_houses
    }

    #[inline]
    fn house_list(&self) -> &[general::House] {
        &self.0.house_list
    }

    #[inline]
    fn cells(&self, house: general::House) -> Self::CellSet {
        self.0.cells[house]
    }

    #[inline]
    fn houses(&self, cell: Self::Cell) -> Houses {
        self.0.houses[cell]
    }

    #[inline]
    fn peers(&self, cell: Self::Cell) -> Self::CellSet {
        self.0.peers[cell]
    }

    fn has_pairs(&self) -> bool {
        self.0.shape.has_pairs()
    }

    #[inline]
    fn widened(&self, house: general::House) -> general::House {
        house
    }
}

macro_rules! elements {
    ($($Element:ident),*) => {$(
        impl Element for $Element {
            #[inline]
            fn index(self) -> usize {
                $Element::index(self)
            }

            #[inline]
            fn from_index(index: usize) -> $Element {
                $Element::from_index(index)
            }
        }
    )*};
}

elements!(Cell, Digit, House, Candidate);

impl Spot for Cell {
    #[inline]
    fn row(self) -> usize {
        Cell::row(self)
    }

    #[inline]
    fn column(self) -> usize {
        Cell::column(self)
    }
}

impl<const N: usize> Spot for general::Cell<N> {
    #[inline]
    fn row(self) -> usize {
        general::Cell::row(self)
    }

    #[inline]
    fn column(self) -> usize {
        general::Cell::column(self)
    }
}

impl Figure for Digit {
    #[inline]
    fn get(self) -> u8 {
        Digit::get(self)
    }
}

impl Figure for general::Digit {
    #[inline]
    fn get(self) -> u8 {
        general::Digit::get(self)
    }
}

impl Mark<Cell, Digit> for Candidate {
    #[inline]
    fn new(cell: Cell, digit: Digit) -> Candidate {
        Candidate::new(cell, digit)
    }

    #[inline]
    fn cell(self) -> Cell {
        Candidate::cell(self)
    }

    #[inline]
    fn digit(self) -> Digit {
        Candidate::digit(self)
    }
}

impl<const N: usize> Mark<general::Cell<N>, general::Digit> for general::Candidate<N> {
    #[inline]
    fn new(cell: general::Cell<N>, digit: general::Digit) -> general::Candidate<N> {
        general::Candidate::new(cell, digit)
    }

    #[inline]
    fn cell(self) -> general::Cell<N> {
        general::Candidate::cell(self)
    }

    #[inline]
    fn digit(self) -> general::Digit {
        general::Candidate::digit(self)
    }
}

/// Passes the words of a set on to the ones that the type has itself.
macro_rules! set_words {
    ($Element:ty) => {
        const EMPTY: Self = Self::EMPTY;

        #[inline]
        fn contains(self, element: $Element) -> bool {
            self.contains(element)
        }

        #[inline]
        fn insert(&mut self, element: $Element) {
            self.insert(element);
        }

        #[inline]
        fn remove(&mut self, element: $Element) {
            self.remove(element);
        }

        #[inline]
        fn with(self, element: $Element) -> Self {
            self.with(element)
        }

        #[inline]
        fn without(self, element: $Element) -> Self {
            self.without(element)
        }

        #[inline]
        fn len(self) -> usize {
            self.len()
        }

        #[inline]
        fn is_empty(self) -> bool {
            self.is_empty()
        }

        #[inline]
        fn is_subset(self, other: Self) -> bool {
            self.is_subset(other)
        }

        #[inline]
        fn is_disjoint(self, other: Self) -> bool {
            self.is_disjoint(other)
        }

        #[inline]
        fn first(self) -> Option<$Element> {
            self.first()
        }

        #[inline]
        fn single(self) -> Option<$Element> {
            self.single()
        }

        #[inline]
        fn pair(self) -> Option<[$Element; 2]> {
            self.pair()
        }
    };
}

impl SetOf<Cell> for CellSet {
    set_words!(Cell);
}

impl SetOf<Digit> for DigitSet {
    set_words!(Digit);
}

impl SetOf<House> for HouseSet {
    set_words!(House);
}

impl<E: Element, const W: usize> SetOf<E> for general::Set<E, W> {
    set_words!(E);
}

impl<T: Entry> TableBy<Cell, T> for ByCell<T> {
    #[inline]
    fn filled(entry: T) -> ByCell<T> {
        ByCell::filled(entry)
    }

    #[inline]
    fn entries(&self) -> &[T] {
        self.as_array()
    }

    #[inline]
    fn entries_mut(&mut self) -> &mut [T] {
        self.as_mut_array()
    }
}

impl<T: Entry> TableBy<Digit, T> for ByDigit<T> {
    #[inline]
    fn filled(entry: T) -> ByDigit<T> {
        ByDigit::filled(entry)
    }

    #[inline]
    fn entries(&self) -> &[T] {
        self.as_array()
    }

    #[inline]
    fn entries_mut(&mut self) -> &mut [T] {
        self.as_mut_array()
    }
}

impl<E: Element, T: Entry, const LEN: usize> TableBy<E, T> for general::Table<E, T, LEN> {
    #[inline]
    fn filled(entry: T) -> general::Table<E, T, LEN> {
        general::Table::filled(entry)
    }

    #[inline]
    fn entries(&self) -> &[T] {
        general::Table::entries(self)
    }

    #[inline]
    fn entries_mut(&mut self) -> &mut [T] {
        general::Table::entries_mut(self)
    }
}

/// Passes the words of a set of candidates on to the ones that the type has itself.
macro_rules! candidate_words {
    ($S:ty) => {
        const EMPTY: Self = Self::EMPTY;

        #[inline]
        fn of(digit: <$S as Space>::Digit, cells: <$S as Space>::CellSet) -> Self {
            Self::of(digit, cells)
        }

        #[inline]
        fn cells_of(&self, digit: <$S as Space>::Digit) -> <$S as Space>::CellSet {
            self.cells_of(digit)
        }

        fn digits_in(&self, cell: <$S as Space>::Cell) -> <$S as Space>::DigitSet {
            self.digits_in(cell)
        }

        fn cells(&self) -> <$S as Space>::CellSet {
            self.cells()
        }

        fn digits(&self) -> <$S as Space>::DigitSet {
            self.digits()
        }

        #[inline]
        fn contains(&self, candidate: <$S as Space>::Candidate) -> bool {
            self.contains(candidate)
        }

        #[inline]
        fn insert(&mut self, candidate: <$S as Space>::Candidate) {
            self.insert(candidate);
        }

        #[inline]
        fn insert_all(&mut self, digit: <$S as Space>::Digit, cells: <$S as Space>::CellSet) {
            self.insert_all(digit, cells);
        }

        #[inline]
        fn remove(&mut self, candidate: <$S as Space>::Candidate) {
            self.remove(candidate);
        }

        fn union(&self, other: &Self) -> Self {
            self.union(other)
        }

        fn intersection(&self, other: &Self) -> Self {
            self.intersection(other)
        }

        fn difference(&self, other: &Self) -> Self {
            self.difference(other)
        }

        fn is_subset(&self, other: &Self) -> bool {
            self.is_subset(other)
        }

        fn len(&self) -> usize {
            self.len()
        }

        #[inline]
        fn is_empty(&self) -> bool {
            self.is_empty()
        }

        fn single(&self) -> Option<<$S as Space>::Candidate> {
            self.single()
        }

        fn iter(&self) -> impl Iterator<Item = <$S as Space>::Candidate> + '_ {
            self.iter()
        }
    };
}

impl CandidatesOf<Classic> for CandidateSet {
    candidate_words!(Classic);
}

impl<const N: usize, const W: usize, const CELLS: usize> CandidatesOf<Wide<N, W, CELLS>>
    for general::CandidateSet<N, W>
{
    candidate_words!(Wide<N, W, CELLS>);
}
