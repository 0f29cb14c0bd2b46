/**
 * Finds where something begins to hold: returns the least whole number above `low` at which it holds. It must not
 * hold at `low`, must hold at `high`, and change once between them.
 */
export function bisect(holds: (number: number) => boolean, low: number, high: number): number {
  let [below, above] = [low, high];
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2);
    if (holds(middle)) above = middle;
    else below = middle;
  }
  return above;
}
