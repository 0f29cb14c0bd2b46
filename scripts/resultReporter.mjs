// A vitest reporter that counts tests, and also files and hooks that failed before a test could run. For
// scripts/test.mjs, it writes the counts, the time of each file, the failures, the tests that needed a second attempt
// and those for which this machine lacks something to the file named by TEST_RESULT_FILE.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './install.mjs';
import { sumCounts } from './testReport.mjs';

/** @typedef {import('./testReport.mjs').Counts} Counts */

export default class ResultReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly unknown[]} unhandledErrors
   * @param {import('vitest/node').TestRunEndReason} reason
   */
  onTestRunEnd(modules, unhandledErrors, reason) {
    const file = process.env['TEST_RESULT_FILE'];
    if (file === undefined) return;
    const outside = { passed: 0, failed: unhandledErrors.length + (reason === 'interrupted' ? 1 : 0), skipped: 0 };
    const counts = sumCounts([...modules.map(countModule), outside].map((each) => ({ counts: each, files: [] })));
    const files = modules.map((module) => ({
      file: relative(root, module.moduleId),
      project: module.project.name,
      seconds: secondsOf(module),
    }));
    const failures = [
      ...modules.flatMap(failuresOf),
      ...unhandledErrors.map((error) => `not caught: ${firstLine(error)}`),
    ];
    const undecided = modules.flatMap(undecidedOf);
    const [lacking, again] = [modules.flatMap(lackingOf), modules.flatMap(triedAgain)];
    writeFileSync(file, JSON.stringify({ counts, files, failures, undecided, lacking, again }));
  }
}

/**
 * @param {import('vitest/node').TestModule} module
 * @returns {readonly string[]} a line each: the file, the test if there is one, and the message
 */
function failuresOf(module) {
  const at = relative(root, module.moduleId);
  const tests = [...module.children.allTests()].filter((test) => test.result().state === 'failed');
  const suites = [...module.children.allSuites()];
  return [
    ...module.errors().map((error) => `${at}: ${firstLine(error)}`),
    ...suites.flatMap((suite) => suite.errors().map((error) => `${at}: ${suite.fullName}: ${firstLine(error)}`)),
    ...tests.map((test) => `${at}: ${test.fullName}: ${firstLine(test.result().errors?.[0])}`),
  ];
}

/** @param {unknown} error anything thrown, or what vitest made of it */
function firstLine(error) {
  const message = error !== null && typeof error === 'object' && 'message' in error ? error.message : error;
  return String(message ?? 'no message')
    .trim()
    .split('\n', 1)[0];
}

/**
 * @param {import('vitest/node').TestModule} module
 * @returns {readonly string[]} the tests that passed only at the second attempt
 */
function triedAgain(module) {
  return [...module.children.allTests()]
    .filter((test) => test.result().state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0)
    .map((test) => `${relative(root, module.moduleId)}: ${test.fullName}`);
}

/**
 * @param {import('vitest/node').TestModule} module
 * @returns {readonly import('./testReport.mjs').Undecided[]} live tests that this machine was too busy for
 */
function undecidedOf(module) {
  return [...module.children.allTests()].flatMap((test) => {
    const result = test.result();
    const note = result.state === 'skipped' ? (result.note ?? '') : '';
    return note.startsWith('undecided') ? [{ file: relative(root, module.moduleId), name: test.fullName, note }] : [];
  });
}

/**
 * @param {import('vitest/node').TestModule} module
 * @returns {readonly import('./testReport.mjs').Lacking[]} skipped tests that give their reason by
 * test/support/needs.ts
 */
function lackingOf(module) {
  const file = relative(root, module.moduleId);
  return [...module.children.allTests('skipped')].flatMap((test) => {
    const { lack } = test.meta();
    return lack === undefined ? [] : [{ file, lack }];
  });
}

/** @param {import('vitest/node').TestModule} module */
function secondsOf(module) {
  const { prepareDuration, setupDuration, collectDuration, duration } = module.diagnostic();
  return (prepareDuration + setupDuration + collectDuration + duration) / 1000;
}

/**
 * @param {import('vitest/node').TestModule} module
 * @returns {Counts}
 */
function countModule(module) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    counts[state === 'pending' ? 'skipped' : state] += 1;
  }
  // A file that does not load, or a hook that throws, has no failed test of its own, but must not look green.
  const suiteErrors = [...module.children.allSuites()].reduce((sum, suite) => sum + suite.errors().length, 0);
  return { ...counts, failed: counts.failed + module.errors().length + suiteErrors };
}
