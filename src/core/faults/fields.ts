/** Fields that several kinds of faults share. */

import type { FaultField } from '../model/scenario/faultKind';
import * as described from '../model/scenario/fields';
import { clockErrorMax } from '../model/values/clock';
import { lengthMax } from '../model/values/time';

const aLength = described.milliseconds({
  label: { en: 'Lasts', zh: '持续' },
  help: {
    en: 'Real time from its start to its end.',
    zh: '从发生到结束的真实时间。',
  },
  min: 0,
  max: lengthMax,
  default: 1000,
});

export const lasts: FaultField = { ...aLength, phrase: 'lasts' };

export const lastsOrEver: FaultField = {
  ...aLength,
  kind: 'number-or-word',
  word: { id: 'ever', label: { en: 'to the end', zh: '直到结束' } },
  phrase: 'lasts',
};

export const restartAfter: FaultField = {
  ...described.milliseconds({
    label: { en: 'Restarts after', zh: '多久后重启' },
    help: {
      en: 'Real time from the crash or power loss until it starts again.',
      zh: '从崩溃或断电到重新启动的真实时间。',
    },
    min: 0,
    max: lengthMax,
    default: 0,
  }),
  kind: 'number-or-word',
  word: { id: 'never', label: { en: 'never', zh: '不重启' } },
  default: 'never',
  phrase: 'back-after',
};

export const clockBy: FaultField = {
  ...described.milliseconds({
    label: { en: 'Moves the clock by', zh: '时钟拨动' },
    help: { en: 'Forward; negative sets it back.', zh: '向前；负数则拨回。' },
    min: -clockErrorMax,
    max: clockErrorMax,
    default: 1000,
  }),
  phrase: 'clock-by',
};

export const spreadOver: FaultField = {
  ...described.milliseconds({
    label: { en: 'Spread over', zh: '分摊到' },
    help: {
      en: 'How long the correction takes. The clock runs at most twice and at least half as fast, so a large correction takes longer.',
      zh: '校正用多长时间。时钟最快走两倍，最慢走一半，所以大的校正会用得更久。',
    },
    min: 1,
    max: lengthMax,
    default: 10_000,
  }),
  phrase: 'over',
};

export const clockPpm: FaultField = { ...described.clockPpm, phrase: 'ppm' };

export const delayBy: FaultField = {
  ...described.milliseconds({
    label: { en: 'Later by', zh: '延迟' },
    help: {
      en: 'How much longer the message takes.',
      zh: '消息在路上的时间增加这么多。',
    },
    min: 0,
    max: lengthMax,
    default: 1000,
  }),
  phrase: 'longer',
};

export const bothWays: FaultField = described.flag({
  label: { en: 'Both ways', zh: '双向' },
  help: {
    en: 'Also for messages in the other direction.',
    zh: '反方向的消息也一样。',
  },
  default: true,
});
