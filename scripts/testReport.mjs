// The end of the output of `npm test`: the slowest files, the files over their share, the processor time of each lane,
// what failed, and the line of counts. Pure.

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {{ file: string, project: string, seconds: number }} FileTime */
/** @typedef {{ counts: Counts, files: readonly FileTime[], failures?: readonly string[], again?: readonly string[] }} LaneResult */
/** @typedef {{ project: string, seconds: number }} LaneWork what a lane has computed, with the processes it started */

const slowestCount = 10;

/**
 * @param {readonly LaneResult[]} results
 * @param {readonly import('./testLanes.mjs').Lane[]} lanes
 * @returns {readonly string[]} empty when no file ran
 */
export function timeReport(results, lanes) {
  const files = results.flatMap((result) => result.files).toSorted((a, b) => b.seconds - a.seconds);
  if (files.length === 0) return [];
  const shareOf = (/** @type {FileTime} */ { project }) =>
    lanes.find((lane) => lane.project === project)?.shareSeconds ?? Number.POSITIVE_INFINITY;
  const over = files.filter((file) => file.seconds > shareOf(file));
  return [
    `The ${Math.min(slowestCount, files.length)} slowest of ${files.length} files, in seconds:`,
    ...files.slice(0, slowestCount).map(lineOf),
    ...lanes.flatMap(({ project, shareSeconds }) => {
      const own = files.filter((file) => file.project === project);
      const seconds = own.reduce((sum, file) => sum + file.seconds, 0);
      return own.length === 0
        ? []
        : [`${project}: ${own.length} files, ${seconds.toFixed(0)} s (${shareSeconds} s is a file's share)`];
    }),
    ...(over.length === 0
      ? []
      : [
          'Over their share. A sample for each push and the whole at night would fix that (test/README.md):',
          ...over.map(lineOf),
        ]),
  ];
}

/**
 * @param {readonly LaneResult[]} results
 * @returns {readonly string[]} empty when nothing failed
 */
export function failureReport(results) {
  const failures = results.flatMap((result) => result.failures ?? []);
  return failures.length === 0 ? [] : ['Failed:', ...failures.map((name) => `          ${name}`)];
}

/**
 * @param {readonly LaneResult[]} results
 * @returns {readonly string[]} empty when each test passed on the first try
 */
export function againReport(results) {
  const again = results.flatMap((result) => result.again ?? []);
  return again.length === 0 ? [] : ['Failed, and passed at a second try:', ...again.map((name) => `          ${name}`)];
}

/**
 * @param {readonly LaneWork[]} works
 * @param {number} secondsMax the budget of all lanes
 * @returns {readonly string[]} empty where the system does not tell
 */
export function processorReport(works, secondsMax) {
  if (works.length === 0) return [];
  const all = works.reduce((sum, { seconds }) => sum + seconds, 0);
  const each = works.map(({ project, seconds }) => `${project} ${seconds.toFixed(0)} s`).join(', ');
  return [`Processor time: ${each}; together ${all.toFixed(0)} s of ${secondsMax} s`];
}

const lineOf = (/** @type {FileTime} */ { file, seconds }) => `${seconds.toFixed(1).padStart(8)}  ${file}`;

/**
 * @param {readonly LaneResult[]} results
 * @returns {Counts}
 */
export function sumCounts(results) {
  const sum = (/** @type {keyof Counts} */ name) => results.reduce((total, { counts }) => total + counts[name], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** @param {Counts} counts */
export const countLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
