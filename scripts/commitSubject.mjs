// The rule for the first line of a commit's message. `commitSubject.mjs <file>` checks a message before the commit
// (.githooks/commit-msg); `commitSubject.mjs --since <base> <head>` checks new commits (ci.yml).
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const lengthMax = 72;

/**
 * @param {string} subject
 * @returns {string | undefined} what is wrong with it, and what is allowed
 */
function problemOf(subject) {
  const length = [...subject].length;
  if (length > lengthMax) return `has ${length} characters; at most ${lengthMax} are allowed`;
  if (subject.startsWith('Merge branch')) return 'says that a branch was merged; say what came with it';
  return undefined;
}

/** @param {string} message as git passes it to the hook, with comments */
const subjectIn = (message) => message.split(/\r?\n/).find((line) => line.trim() !== '' && !line.startsWith('#')) ?? '';

/**
 * @param {string} base a new branch has none: zeros or nothing
 * @param {string} head
 * @returns {readonly string[]}
 */
function newSubjects(base, head) {
  const isThere = git('cat-file', '-e', `${base}^{commit}`).status === 0;
  const range = isThere ? `${base}..${head}` : `origin/main..${head}`;
  const { status, stdout, stderr } = git('log', '--format=%s', range);
  if (status !== 0) throw new Error(`git log ${range}: ${stderr}`);
  return stdout.split('\n').filter((line) => line !== '');
}

/** @param {readonly string[]} args */
const git = (...args) => spawnSync('git', args, { encoding: 'utf8' });

const [first = '', base = '', head = 'HEAD'] = process.argv.slice(2);
const subjects = first === '--since' ? newSubjects(base, head) : [subjectIn(readFileSync(first, 'utf8'))];
for (const subject of subjects) {
  const problem = problemOf(subject);
  if (problem === undefined) continue;
  console.error(`The subject “${subject}” ${problem}.`);
  process.exitCode = 1;
}
