/** A run that failed after it had begun: which death caused it, and what a person can do about it, as text. */

import type { ProcessId, Role } from '../../../core/model/scenario/processId';
import { nameOf } from '../../../core/model/scenario/processName';
import type { Trace } from '../../../core/model/trace/trace';
import type { Text } from '../../../core/model/values/text';
import type { Micros } from '../../../core/model/values/time';
import { names as englishNames } from '../../../core/narrate/en/names';
import { names as chineseNames } from '../../../core/narrate/zh/names';
import type { ProcessExit } from '../processExit';
import * as words from './failureWords';
import { broken } from './words';

export interface Failure {
  readonly problem: Text;
  /** Advice to a person. */
  readonly advice?: Text;
  /** The last words of the process that ended. */
  readonly lastWords?: readonly string[];
}

/** Contains the trace so far; null if the run had not begun. */
export class RunFailed extends Error {
  constructor(
    readonly failure: Failure,
    readonly trace: Trace | null,
  ) {
    super(failure.problem.en);
  }
}

/** A process that can end by itself. `database`: the existing Postgres server that the run uses. */
export interface EndedProcess {
  readonly id: ProcessId | 'database';
  readonly role: Role | 'database';
  /** Whether it existed before the run, and belongs to somebody else. */
  readonly isExternal: boolean;
}

/** Ranks deaths that happen together. A process on which others depend comes first, because it took them with it. */
export const exitRank = ({ role }: EndedProcess): number =>
  role === 'database' ? 3 : role === 'node' || role === 'replica' ? 2 : 1;

export const mistake = (problem: string): Failure => ({ problem: broken(problem) });

/** @param at when it was noticed; null if that was before the run began. */
export function unexpectedExit(who: EndedProcess, { how, lastWords }: ProcessExit, at: Micros | null): Failure {
  return {
    problem: words.endedByItself(nameInBoth(who), { how, at }),
    advice: adviceOn(who, how),
    ...(lastWords.length === 0 ? {} : { lastWords }),
  };
}

function nameInBoth({ id, role, isExternal: isOfOthers }: EndedProcess): Text {
  if (id === 'database') return words.database;
  const name: Text = { en: nameOf(id, englishNames), zh: nameOf(id, chineseNames) };
  if (role !== 'node' && role !== 'replica') return words.processOf(name);
  return isOfOthers ? words.serverOfOthers(name) : words.ownServer(name);
}

function adviceOn({ isExternal: isOfOthers }: EndedProcess, how: string): Text {
  if (isOfOthers) return words.keepItUp;
  return how === 'SIGKILL' ? words.freeMemory : words.runAgain;
}
