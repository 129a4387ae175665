// A few well-known boards to play on.

export const EASY = {
  puzzle: '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
  solution: '534678912672195348198342567859761423426853791713924856961537284287419635345286179',
};

/** Seventeen givens and nothing but singles. */
export const SPARSE = { puzzle: '.......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...' };

/** Locked candidates, no more. */
export const HARD = { puzzle: '2....9.6.7..........514...3....67...36.....25...85....8...159..........4.5.6....1' };

/** Needs locked candidates, a wing and chains. */
export const DEEP = { puzzle: '.5....2.46..42.....8...9.....67..53..95...7....1..28....4.13.25....7..9.........7' };
