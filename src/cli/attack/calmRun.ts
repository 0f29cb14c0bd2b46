/** The run without faults: whether the lock works at all, comes out the same twice, and has a fencing token. */
import type { Attacked } from '../../attack/session';
import { formatAt } from '../../model/format';
import type { Scenario } from '../../model/scenario';
import type { Text } from '../../model/text';
import type { Trace } from '../../model/trace';
import { eventsOf } from '../../model/traceReader';
import { simulate } from '../../sim/simulate';
import { rowsOf } from '../../wire/growingTrace';
import * as words from './attackWords';
import { problemsInWords } from './problemsInWords';

export interface Calm {
  /** Why it cannot be attacked. Null: it can. */
  readonly problem: Text | null;
  /** What is to be known before. */
  readonly told: readonly Text[];
  readonly hasToken: boolean;
}

export function calmRun(scenario: Scenario, session: Attacked): Calm {
  const calm = { ...scenario, faults: {} };
  const { parts, recorder } = session.recorded();
  const first = simulate(calm, parts);
  const { problems } = recorder;
  const acquired = eventsOf(first, 'acquired');
  if (acquired.length === 0) {
    const why = problems.find(({ kind }) => kind !== 'rejected') ?? problems[0];
    return { problem: words.neverAcquired(why?.message), told: [], hasToken: false };
  }
  const differs = firstDifference(first, simulate(calm, parts));
  return {
    problem: null,
    told: [...(differs === null ? [] : [differs]), ...problemsInWords(problems)],
    hasToken: acquired.every(({ token }) => token !== null && token >= 0),
  };
}

function firstDifference(one: Trace, other: Trace): Text | null {
  const [rows, others] = [rowsOf(one), rowsOf(other)];
  const row = rows.findIndex((each, seq) => JSON.stringify(each) !== JSON.stringify(others[seq]));
  const isSame = row < 0 && rows.length === others.length && one.strings.join() === other.strings.join();
  if (isSame) return null;
  const seq = row < 0 ? rows.length - 1 : row;
  return words.otherBytes(seq + 1, formatAt(one.at[seq] ?? 0));
}
