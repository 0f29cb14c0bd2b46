/** Finds the name that somebody probably meant. */

/**
 * The nearest of the names if it is near enough, else null. Of several, the first. Cost: the product of the lengths
 * of word and name.
 */
export const nearest = (word: string, names: readonly string[]): string | null => nearestOf(word, names)[0] ?? null;

/** All names that are near enough, the nearest first. The cost is the same. */
export function nearestOf(word: string, names: readonly string[]): readonly string[] {
  const most = Math.max(2, word.length / 3);
  return names
    .map((name) => ({ name, distance: distanceOf(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .map(({ name }) => name);
}

/** How many letters have to be inserted, removed or replaced: Levenshtein's distance. */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const exchanged = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(exchanged, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
