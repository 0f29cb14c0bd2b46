/** Which parameters of a frame with the table “What breaks what” cannot be used, in words. */
import { runParameters, tableParameters } from '../../core/model/links/embedParameters';
import type { Text } from '../../core/model/values/text';
import { embed } from './embed';
import { splitAddress } from './pageAddress';
import { givenTwice, noParameter, notInRow, notInTable } from './problems';
import { problemsIn } from './read';

/** The row and the check of a table replace them, and a cell is no scene. */
const ofStories: readonly string[] = ['story', 'variant', 'lock', 'storage', 'too-late'];
const ofAll: readonly string[] = ['theme', 'lang', 'height'];
const names: readonly string[] = ['view', ...tableParameters];
/** The others. A cell is a run; a row is not. */
const ofRuns = runParameters.filter((name) => ![...ofStories, ...ofAll, ...names].includes(name));
/** The names shown to people. */
const parameterNames: readonly string[] = [...names, ...ofAll, ...ofRuns];

/**
 * `addressProblems` reports what is wrong with the place in the table.
 *
 * @param isRun whether a cell is shown, as a run
 */
export function tableProblems(address: string, isRun: boolean): readonly Text[] {
  const { query, hash } = splitAddress(address);
  const parameters = new URLSearchParams(query);
  const rest = new URLSearchParams(query);
  const problems = hash.startsWith('v1.') ? [notInTable('scenario')] : [];
  for (const name of new Set(parameters.keys())) {
    const problem = problemOf(name, isRun);
    if (problem !== null) problems.push(problem);
    else if (names.includes(name) && parameters.getAll(name).length > 1) problems.push(givenTwice(name));
    // The others are read like those of any embed.
    if (problem !== null || names.includes(name)) rest.delete(name);
  }
  return [...problems, ...problemsIn(rest, embed)];
}

function problemOf(name: string, isRun: boolean): Text | null {
  if (ofStories.includes(name)) return notInTable(name);
  if (ofRuns.some((one) => one === name)) return isRun ? null : notInRow(name);
  return [...parameterNames, 'v', 'frame', 'room'].includes(name) ? null : noParameter(name, parameterNames);
}
