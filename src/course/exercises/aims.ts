/** Goals that several exercises share and instructors may pick: one sentence and one predicate each. */
import type { Aim } from '../../core/model/scenario/exercise';
import type { Goal } from '../../core/model/trace/verdict';
import { formatMs } from '../../core/model/values/format';
import type { Text } from '../../core/model/values/text';
import { fromMs, type Ms } from '../../core/model/values/time';

interface Said {
  readonly text: Text;
  readonly goal: Goal;
}

export const updateLost = {
  text: { en: 'Lose an update', zh: '让一次更新丢失' },
  goal: { data: ['lost'] },
} as const satisfies Said;

export const nothingLost = {
  text: { en: 'No update is lost', zh: '没有更新丢失' },
  goal: { not: { data: ['lost', 'torn', 'twice'] } },
} as const satisfies Said;

export const twoHolders = {
  text: { en: 'Get two clients to hold the lock at once', zh: '让两个客户端同时持锁' },
  goal: { fact: 'overlap' },
} as const satisfies Said;

export const mutualExclusion = {
  text: { en: 'No two clients ever hold the lock at once', zh: '任何时候都没有两个客户端同时持锁' },
  goal: { not: { fact: 'overlap' } },
} as const satisfies Said;

/** Checked in the run without faults. */
export const allFinish: Aim = {
  text: { en: 'Without faults the lock works and everybody finishes', zh: '没有故障时锁守得住，大家都做完' },
  goal: { all: [{ outcome: ['held'] }, { measure: 'rounds', min: 2 }] },
  in: 'calm',
};

/** Checked under every attack. */
export const workDone: Aim = {
  text: { en: 'Some client always gets the work done', zh: '总有客户端把工作做完' },
  goal: { measure: 'rounds', min: 1 },
  in: 'attacks',
};

/** Checked after a crash of the holder. In a run without one, both rounds must be done instead. */
export const freeAfterCrash = (ms: Ms): Aim => ({
  text: {
    en: `After a crash the lock is free within ${formatMs(ms)}`,
    zh: `崩溃后 ${formatMs(ms)} 内锁空出来`,
  },
  goal: {
    any: [
      { measure: 'freeAfterCrash', max: fromMs(ms) },
      { measure: 'rounds', min: 2 },
    ],
  },
  in: 'attacks',
});
