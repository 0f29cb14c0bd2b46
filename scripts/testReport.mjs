// The end of the output of `npm test`: the slowest files, the files over their share, the processor time of each
// lane, the skipped tests, the failures, and the line of counts. Pure.

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {{ file: string, project: string, seconds: number }} FileTime */
/** @typedef {{ file: string, name: string, note: string }} Undecided a live test that this machine was too busy for */
/** @typedef {{ file: string, lack: string }} Lacking a test that was skipped because this machine lacks something */
/**
 * @typedef {object} LaneResult
 * @property {Counts} counts undecided and lacking tests are among the skipped ones
 * @property {readonly FileTime[]} files
 * @property {readonly string[]} [failures]
 * @property {readonly string[]} [again]
 * @property {readonly Undecided[]} [undecided]
 * @property {readonly Lacking[]} [lacking]
 */
/**
 * @typedef {{ project: string, seconds: number }} LaneWork the processor time of a lane, with the processes it
 * started
 */

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
          'Over their share. A sample for each push and the whole at night would fix that (test/support/nightly.ts):',
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
 * @returns {readonly string[]} empty when each test passed at the first attempt
 */
export function againReport(results) {
  const again = results.flatMap((result) => result.again ?? []);
  return again.length === 0 ? [] : ['Failed, and passed at a second try:', ...again.map((name) => `          ${name}`)];
}

/**
 * @param {readonly LaneResult[]} results
 * @returns {readonly string[]} for each thing that this machine lacks, how many tests of which files it has cost;
 * empty
 * when it lacks nothing
 */
export function lackReport(results) {
  const lacking = results.flatMap((result) => result.lacking ?? []);
  return [...new Set(lacking.map(({ lack }) => lack))].flatMap((lack) => {
    const files = lacking.filter((test) => test.lack === lack).map(({ file }) => file);
    const countIn = (/** @type {string} */ file) => files.filter((each) => each === file).length;
    return [
      `Skipped, ${files.length === 1 ? '1 test' : `${files.length} tests`}: ${lack}`,
      ...[...new Set(files)].map((file) => `          ${file}: ${countIn(file)}`),
    ];
  });
}

/** If more live tests than this share are undecided, the machine was too busy for all of them. */
const undecidedPartMax = 0.1;

/**
 * @param {readonly Undecided[]} undecided
 * @param {number} all how many live tests ran
 * @returns {{ lines: readonly string[], isTooBusy: boolean }} no line when each test was decided
 */
export function undecidedReport(undecided, all) {
  const isTooBusy = undecided.length > all * undecidedPartMax;
  if (undecided.length === 0) return { lines: [], isTooBusy };
  const advice =
    'This machine is too busy for tests that go by the real clock. End other programs, and run them again.';
  return {
    isTooBusy,
    lines: [
      `Undecided, ${undecided.length} of ${all} live tests:`,
      ...undecided.map(({ file, name, note }) => `          ${file}: ${name}: ${note}`),
      ...(isTooBusy ? [advice] : []),
    ],
  };
}

/**
 * The result of the live tests after the undecided ones have been tried again alone.
 * @param {LaneResult} first
 * @param {LaneResult} second the result of the undecided ones; other tests of their files count as skipped there
 * @returns {LaneResult}
 */
export function withSecond(first, second) {
  const { passed, failed } = second.counts;
  const { counts } = first;
  return {
    ...first,
    counts: {
      passed: counts.passed + passed,
      failed: counts.failed + failed,
      skipped: counts.skipped - passed - failed,
    },
    failures: [...(first.failures ?? []), ...(second.failures ?? [])],
    undecided: second.undecided ?? [],
  };
}

/**
 * @param {readonly LaneWork[]} works
 * @param {number | null} secondsMax the budget of all lanes; null where there is no budget
 * @returns {readonly string[]} empty where the system does not report it
 */
export function processorReport(works, secondsMax) {
  if (works.length === 0) return [];
  const all = works.reduce((sum, { seconds }) => sum + seconds, 0);
  const each = works.map(({ project, seconds }) => `${project} ${seconds.toFixed(0)} s`).join(', ');
  return [`Processor time: ${each}; together ${all.toFixed(0)} s${secondsMax === null ? '' : ` of ${secondsMax} s`}`];
}

/**
 * @param {ReadonlyMap<string, { leftOut: number, all: number }>} short numbers of files for each lane that ran only
 * in part
 * @returns {readonly string[]} empty when all lanes ran in full
 */
export function leftOutReport(short) {
  const parts = [...short]
    .filter(([, { leftOut }]) => leftOut > 0)
    .map(([project, { leftOut, all }]) => `${leftOut} of ${all} files of ${project}`);
  return parts.length === 0 ? [] : [`Left out: ${parts.join(', ')}. npm test -- --all runs every test.`];
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
