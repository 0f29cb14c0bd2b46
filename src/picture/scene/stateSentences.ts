/** The state at an instant of a run, in words: who holds the lock, and the value of the storage. */

import type { shared } from '../../content/texts/en/shared';
import type { Run } from '../../core/model/run';
import type { Speech } from '../../core/narrate/speech';
import type { TimelineWords } from '../words/timelineWords';
import { stateAt } from './sceneOf';

export type StateWords = Pick<typeof shared.scene, 'holds' | 'many'>;

interface Words {
  readonly words: Pick<TimelineWords, 'process' | 'scene'>;
  readonly state: StateWords;
  readonly speech: Speech;
}

/** The lock, and the data if the storage has a value. */
export function stateSentences(run: Run, at: number, { words, state, speech }: Words): readonly string[] {
  const { holders, isPartly, value } = stateAt(run, at);
  const [holder] = holders;
  const lock =
    holder === undefined
      ? words.scene[isPartly ? 'partly' : 'free']
      : holders.length === 1
        ? state.holds(words.process(holder))
        : state.many(holders.length);
  return [speech.pair.lock(lock), ...(value === null ? [] : [speech.pair.data(String(value))])];
}
