/** Fields that several kinds of faults share. */

import { clockErrorMax } from '../model/clock';
import type { FaultField } from '../model/faultKind';
import * as described from '../model/fields';
import { lengthMax } from '../model/time';

const aLength = described.milliseconds({ label: { en: 'Lasts', zh: '持续' }, min: 0, max: lengthMax, default: 1000 });

export const lasts: FaultField = { ...aLength, tells: 'lasts' };

export const lastsOrEver: FaultField = {
  ...aLength,
  kind: 'number-or-word',
  word: { id: 'ever', label: { en: 'to the end', zh: '直到结束' } },
  tells: 'lasts',
};

export const restartAfter: FaultField = {
  ...described.milliseconds({ label: { en: 'Restarts after', zh: '多久后重启' }, min: 0, max: lengthMax, default: 0 }),
  kind: 'number-or-word',
  word: { id: 'never', label: { en: 'never', zh: '不重启' } },
  default: 'never',
  tells: 'back-after',
};

export const clockBy: FaultField = {
  ...described.milliseconds({
    label: { en: 'Moves the clock by', zh: '时钟拨动' },
    help: { en: 'Forward; negative sets it back.', zh: '向前；负数则拨回。' },
    min: -clockErrorMax,
    max: clockErrorMax,
    default: 1000,
  }),
  tells: 'clock-by',
};

export const spreadOver: FaultField = {
  ...described.milliseconds({ label: { en: 'Spread over', zh: '分摊到' }, min: 1, max: lengthMax, default: 10_000 }),
  tells: 'over',
};

export const clockPpm: FaultField = { ...described.clockPpm, tells: 'ppm' };

export const delayBy: FaultField = {
  ...described.milliseconds({ label: { en: 'Later by', zh: '延迟' }, min: 0, max: lengthMax, default: 1000 }),
  tells: 'longer',
};

export const bothWays: FaultField = described.flag({ label: { en: 'Both ways', zh: '双向' }, default: true });
