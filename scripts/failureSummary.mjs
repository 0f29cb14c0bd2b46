// Summarizes a red job of a workflow as Markdown: `node scripts/failureSummary.mjs <log>`. The log is the output of a
// command. The summary contains the failures of a test run, or the last lines of any other command.
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const linesMax = 200;
const tailLines = 60;

/**
 * @param {string} log with terminal codes
 * @returns {string} Markdown
 */
export function summaryOf(log) {
  const lines = stripVTControlCharacters(log).trimEnd().split(/\r?\n/);
  const last = lines.at(-1) ?? '';
  const begin = lines.findIndex((line) => /⎯ (Failed (Tests|Suites)|Unhandled Errors?) \d+ ⎯/.test(line));
  const part = begin >= 0 ? lines.slice(begin, begin + linesMax) : lines.slice(-tailLines);
  const left = lines.length - (begin >= 0 ? begin + part.length : 0);
  const more = begin >= 0 && left > 0 ? `\n${left} more lines are in the job's log.\n` : '';
  // The fence is longer than any fence in the text, so that the text cannot end it.
  const fence = '`'.repeat(Math.max(3, ...[...log.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  return `### ${last.trim() === '' ? 'It printed nothing.' : last}\n\n${fence}text\n${part.join('\n')}\n${fence}\n${more}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [file = ''] = process.argv.slice(2);
  // The previous step may have failed before it wrote anything.
  console.log(existsSync(file) ? summaryOf(readFileSync(file, 'utf8')) : 'The job failed before it ran its command.');
}
