use super::*;
use crate::Rng;

fn grid(text: &str) -> Grid {
    text.parse().unwrap()
}

const LINE_ORDERS: usize = 1296;

fn line_orders() -> Vec<[usize; 9]> {
    let perms = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut orders = Vec::new();
    for g in perms {
        for a in perms {
            for b in perms {
                for c in perms {
                    let mut order = [0; 9];
                    for i in 0..3 {
                        order[i] = g[0] * 3 + a[i];
                        order[3 + i] = g[1] * 3 + b[i];
                        order[6 + i] = g[2] * 3 + c[i];
                    }
                    orders.push(order);
                }
            }
        }
    }
    assert_eq!(orders.len(), LINE_ORDERS);
    orders
}

/// The obvious way: write the grid in every arrangement of its cells, naming the digits
/// in the order in which they come, and keep the least. Says how many arrangements give it.
fn by_brute_force(grid: &Grid) -> (Grid, u64) {
    let orders = line_orders();
    let mut best = [u8::MAX; 81];
    let mut count = 0;
    for transpose in [false, true] {
        let cells: Vec<u8> = (0..81)
            .map(|i| {
                let cell = if transpose { Cell::at(i % 9, i / 9) } else { Cell::at(i / 9, i % 9) };
                grid.get(cell).map_or(0, Digit::get)
            })
            .collect();
        for rows in &orders {
            'columns: for columns in &orders {
                let (mut names, mut named) = ([0; 10], 0);
                let mut less = false;
                let mut place = 0;
                for row in rows {
                    for column in columns {
                        let mut value = cells[row * 9 + column];
                        if value != 0 {
                            if names[usize::from(value)] == 0 {
                                named += 1;
                                names[usize::from(value)] = named;
                            }
                            value = names[usize::from(value)];
                        }
                        if !less && value > best[place] {
                            continue 'columns;
                        }
                        less |= value < best[place];
                        best[place] = value;
                        place += 1;
                    }
                }
                count = if less { 1 } else { count + 1 };
            }
        }
    }
    (Grid::from_fn(|cell| Digit::new(best[cell.index()])), count)
}

fn assert_exact(g: &Grid) {
    let found = canonical(g);
    let (least, automorphisms) = by_brute_force(g);
    assert_eq!(found.grid, least, "{g}");
    assert_eq!(found.automorphisms, automorphisms, "{g}");
    assert_eq!(found.by.grid(g), least, "{g}");
}

#[test]
fn agrees_with_brute_force() {
    for text in [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
        "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
    ] {
        assert_exact(&grid(text));
    }
    assert_exact(&Grid::EMPTY);
    let mut rng = Rng::new(1);
    for clues in [1, 2, 3, 5, 9, 20, 40, 70, 80, 81] {
        for digits in [1, 3, 9] {
            let mut g = Grid::EMPTY;
            for _ in 0..clues {
                g.set(Cell::from_index(rng.below(81)), Digit::new(rng.below(digits) as u8 + 1));
            }
            assert_exact(&g);
        }
    }
}
