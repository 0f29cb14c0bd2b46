/** Takes from a list what is known to be there. Where it is not, an error says so, and nothing goes on with `undefined`. */

/** The element at a place of a list, from 0. Throws where the list is shorter. */
export function nth<T>(list: ArrayLike<T>, place: number): T {
  const found = list[place];
  return found === undefined ? absent(place) : found;
}

/**
 * Throws. `list[place] ?? absent(place)` is `nth` for hot loops: where lists of many types went through one function, the
 * engine would look at the type each time.
 */
export function absent(place: number): never {
  throw new Error(`There is nothing at place ${place}.`);
}
