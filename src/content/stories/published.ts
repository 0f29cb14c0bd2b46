/** Since when the stories are there, for feeds: each row holds from this number on. A new day gets a new row. */
const rows: readonly (readonly [number: number, day: string])[] = [
  [1, '2026-11-20'],
  [54, '2026-11-22'],
  [90, '2026-11-26'],
  [93, '2026-11-27'],
  [95, '2026-11-28'],
];

/** The day on which the essay was published. */
export const essayDay = '2026-11-28';

/** @returns the day as ISO 8601 has it */
export const publishedOn = (number: string): string =>
  rows.findLast(([first]) => first <= Number.parseInt(number, 10))?.[1] ?? essayDay;
