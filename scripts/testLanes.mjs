// The lanes of `npm test`, and the parser of its arguments. A lane is a project of vitest.config.ts that runs in a
// process of its own, beside the others. This file starts nothing.

/**
 * @typedef {object} Lane
 * @property {string} project
 * @property {number} niceness how far it yields to the others: tests by the real clock must not wait for the rest
 * @property {number} shareSeconds how long a file of this lane may take, so that all tests stay within five
 *   minutes
 * @property {string} [after] in a whole run, the lane that it waits for: side by side on two cores, pages are so slow
 *   that they miss their time limits, and the lane that yields stands still
 */

/** @type {readonly Lane[]} */
export const lanes = [
  { project: 'live', niceness: 0, shareSeconds: 30 },
  { project: 'unit', niceness: 10, shareSeconds: 5 },
  { project: 'browser', niceness: 4, shareSeconds: 20, after: 'unit' },
];

/**
 * The lanes whose files share a process, so that the order of files may matter. Files of `live` mostly start
 * processes.
 */
const shuffledProjects = ['browser', 'unit'];

/**
 * At night these run once more, as at each push, with their files in random order.
 *
 * @param {readonly Lane[]} chosen
 */
export const shuffledOf = (chosen) => chosen.filter(({ project }) => shuffledProjects.includes(project));

/**
 * @param {number} seed the same seed gives the same order
 * @returns {readonly string[]} arguments for vitest
 */
export const inOrderOf = (seed) => ['--sequence.shuffle.files', `--sequence.seed=${seed}`];

/** How much processor time `npm test` may use, in seconds, on two cores within five minutes. */
export const processorSecondsMax = 520;

/**
 * @typedef {object} Order
 * @property {readonly Lane[]} chosen
 * @property {boolean} isNightly
 * @property {boolean} isShort nothing was chosen: slow lanes run only a few files (shortTests.mjs)
 * @property {readonly string[]} rest arguments for vitest
 * @property {boolean} hasOwnConfig tests with a configuration of their own: one lane, without the projects
 */

/**
 * @param {readonly string[]} typed
 * @param {string} platform
 * @returns {Order | string} a string says what is wrong, and what is allowed
 */
export function parseTestArguments(typed, platform) {
  /** @type {string[]} */
  const named = [];
  /** @type {string[]} */
  const rest = [];
  let isNightly = false;
  let isAll = false;
  for (let i = 0; i < typed.length; i++) {
    const word = typed[i] ?? '';
    if (word === '--nightly') isNightly = true;
    else if (word === '--all') isAll = true;
    else if (word === '--project') named.push(typed[++i] ?? '');
    else if (word.startsWith('--project=')) named.push(word.slice('--project='.length));
    else rest.push(word);
  }
  const unknown = named.find((name) => !lanes.some(({ project }) => project === name));
  if (unknown !== undefined) {
    return `There is no project "${unknown}". There are ${lanes.map(({ project }) => project).join(', ')}.`;
  }
  const chosen = lanes.filter(({ project }) => named.length === 0 || named.includes(project));
  const hasOwnConfig = rest.some((word) => word === '--config' || word.startsWith('--config='));
  return {
    chosen: chosen.filter(({ project }) => canRun(project, platform)),
    isNightly,
    isShort: !isAll && !isNightly && named.length === 0 && rest.every((word) => word.startsWith('--reporter')),
    rest,
    hasOwnConfig,
  };
}

/**
 * @param {string} project
 * @param {string} platform
 */
export const canRun = (project, platform) => project !== 'live' || platform !== 'win32';
