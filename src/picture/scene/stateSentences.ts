/** The state at an instant of a run, in words: who holds the lock, and the value of the storage. */

import type { shared } from '../../content/texts/en/shared';
import { isRedis, type ProcessId } from '../../core/model/scenario/processId';
import type { Run } from '../../core/model/trace/run';
import { processId } from '../../core/model/trace/traceReader';
import type { Speech } from '../../core/narrate/speech';
import { isAcquired, isWithoutLock } from '../../core/spans/holdSpans';
import { spansOf } from '../../core/spans/spans';
import type { TimelineWords } from '../words/timelineWords';
import { stateAt } from './sceneOf';

export type StateWords = Pick<typeof shared.scene, 'holds' | 'unaware' | 'many'>;

interface Words {
  readonly words: Pick<TimelineWords, 'process' | 'scene'>;
  readonly state: StateWords;
  readonly speech: Speech;
  /** The lanes of the scene. */
  readonly lanes: readonly ProcessId[];
}

/** The lock, and the data if the storage has a value. */
export function stateSentences(run: Run, at: number, { words, state, speech, lanes }: Words): readonly string[] {
  const { holders, isPartly, value } = stateAt(run, at);
  const [holder] = holders;
  const other = assumedHoldersAt(run, at).find((client) => !holders.includes(client));
  const lock =
    holder === undefined
      ? isPartly
        ? words.scene[lanes.some(isRedis) ? 'partly' : 'nobody']
        : isUnlocked(run)
          ? speech.pair.locks.unlocked(0)
          : words.scene.free
      : holders.length === 1
        ? other === undefined
          ? state.holds(words.process(holder))
          : state.unaware(words.process(holder), words.process(other))
        : state.many(holders.length);
  return [speech.pair.lock(lock), ...(value === null ? [] : [speech.pair.data(String(value))])];
}

/** Whether there is no lock at all: all that go ahead do so without one. */
function isUnlocked({ trace }: Run): boolean {
  const acquired = spansOf(trace).holds.filter(isAcquired);
  return acquired.length > 0 && acquired.every(isWithoutLock);
}

/** The clients that think they hold the lock. */
const assumedHoldersAt = ({ trace }: Run, at: number): readonly ProcessId[] =>
  spansOf(trace)
    .holds.filter((hold) => isAcquired(hold) && !isWithoutLock(hold) && hold.acquiredAt <= at && at < hold.heldUntil)
    .map(({ process }) => processId(trace, process));
