/** Returns an element that a list must have, and throws if it is missing. */

/** The element at a place of a list, counted from 0. Throws if the list is shorter. */
export function nth<T>(list: ArrayLike<T>, index: number): T {
  const item = list[index];
  return item === undefined ? absent(index) : item;
}

/**
 * Throws. `list[place] ?? absent(place)` is `nth` for hot loops: in one function that gets lists of many types, the
 * engine would check the type each time.
 */
export function absent(index: number): never {
  throw new Error(`There is nothing at place ${index}.`);
}
