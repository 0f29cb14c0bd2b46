// A vitest reporter that counts: tests, and also files and hooks that failed before a test could. It writes the counts to
// the file named by TEST_COUNTS_FILE for scripts/test.mjs, whose last line they are.
import { writeFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

export default class CountReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly unknown[]} unhandledErrors
   * @param {import('vitest/node').TestRunEndReason} reason
   */
  onTestRunEnd(modules, unhandledErrors, reason) {
    const file = process.env['TEST_COUNTS_FILE'];
    if (file === undefined) throw new Error('TEST_COUNTS_FILE names no file to write the counts to.');
    const counts = modules.map(countModule).reduce(add, { passed: 0, failed: 0, skipped: 0 });
    const outside = unhandledErrors.length + (reason === 'interrupted' ? 1 : 0);
    writeFileSync(file, JSON.stringify(add(counts, { passed: 0, failed: outside, skipped: 0 })));
  }
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
  // A file that does not load, or a hook that throws, has no failed test of its own and must not look green.
  const suiteErrors = [...module.children.allSuites()].reduce((sum, suite) => sum + suite.errors().length, 0);
  return { ...counts, failed: counts.failed + module.errors().length + suiteErrors };
}

/**
 * @param {Counts} a
 * @param {Counts} b
 * @returns {Counts}
 */
function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}
