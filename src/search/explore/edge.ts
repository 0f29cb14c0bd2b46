/** Where something begins to hold. */

/** The least whole number above `low` at which it holds, if it does not hold at `low`, and does at `high` and in between. */
export function edge(holds: (number: number) => boolean, low: number, high: number): number {
  let [below, above] = [low, high];
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2);
    if (holds(middle)) above = middle;
    else below = middle;
  }
  return above;
}
