/** The run without faults: whether the lock works at all, comes out the same twice, and has a fencing token. */
import type { Attacked } from '../../attack/session';
import { firstDifference } from '../../model/difference';
import { formatAt } from '../../model/format';
import type { Scenario } from '../../model/scenario';
import type { Text } from '../../model/text';
import type { Trace } from '../../model/trace';
import { eventsOf } from '../../model/traceReader';
import { simulate } from '../../sim/simulate';
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
  const differs = otherBytes(first, simulate(calm, parts));
  return {
    problem: null,
    told: [...(differs === null ? [] : [differs]), ...problemsInWords(problems)],
    hasToken: acquired.every(({ token }) => token !== null && token >= 0),
  };
}

function otherBytes(one: Trace, other: Trace): Text | null {
  const parting = firstDifference(one, other, 'every event');
  if (parting === null && one.strings.join() === other.strings.join()) return null;
  const { at, seq } = parting ?? { at: one.at[one.count - 1] ?? 0, seq: one.count - 1 };
  return words.otherBytes((seq < 0 ? other.count : seq) + 1, formatAt(at));
}
