# What the half turn says. The notation is that of piste's own catalogue.

half-turn = Turn the board by half. Every digit falls on the one that goes with it, and only { $digits } { COUNT($digits) ->
    [1] goes
   *[other] go
    } with itself. There is one solution, so it turns into itself too, and { $centre } is { OR($digits) }. Erase { FROM($gone) }.
