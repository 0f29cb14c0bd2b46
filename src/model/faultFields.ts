/**
 * The numbers and words of each fault as described data, like `settingsFields`: for the parser, the published schema and
 * the numeric field beside every drag. Processes, steps and messages are no fields: what they may be depends on the scenario.
 */
import type { FaultKind } from './fault';
import { count, flag, milliseconds } from './fields';
import { clockErrorMax, lengthMax, type NumberOrWordField, ownFields, type SettingField } from './settingsFields';

/** Where a fault strikes: the parts of `When` and of `Message` that are numbers. */
export const whenFields = {
  at: milliseconds({ label: { en: 'At', zh: '时刻' }, min: 0, max: lengthMax, default: 0 }),
  plus: milliseconds({
    label: { en: 'and later by', zh: '再过' },
    help: { en: 'So much true time after the step.', zh: '到达该步骤之后再过多久（真实时间）。' },
    min: 0,
    max: lengthMax,
    default: 0,
  }),
  nth: count({
    label: { en: 'Which one', zh: '第几次' },
    help: { en: 'Counted from 1.', zh: '从 1 数起。' },
    min: 1,
    max: 100_000,
    default: 1,
  }),
  after: milliseconds({
    label: { en: 'The first one sent from', zh: '从此刻起的第一条' },
    min: 0,
    max: lengthMax,
    default: 0,
  }),
} as const;

const lasts = milliseconds({ label: { en: 'Lasts', zh: '持续' }, min: 0, max: lengthMax, default: 1000 });

const lastsOrEver: NumberOrWordField = {
  ...lasts,
  kind: 'number-or-word',
  word: { id: 'ever', label: { en: 'to the end', zh: '直到结束' } },
};

const restartAfter: NumberOrWordField = {
  ...milliseconds({ label: { en: 'Restarts after', zh: '多久后重启' }, min: 0, max: lengthMax, default: 0 }),
  kind: 'number-or-word',
  word: { id: 'never', label: { en: 'never', zh: '不重启' } },
  default: 'never',
};

const clockBy = milliseconds({
  label: { en: 'Moves the clock by', zh: '时钟拨动' },
  help: { en: 'Forward; negative sets it back.', zh: '向前；负数则拨回。' },
  min: -clockErrorMax,
  max: clockErrorMax,
  default: 1000,
});

const delayBy = milliseconds({ label: { en: 'Later by', zh: '推迟' }, min: 0, max: lengthMax, default: 1000 });

const bothWays = flag({ label: { en: 'Both ways', zh: '双向' }, default: true });

export const faultFields = {
  pause: { for: lasts },
  crash: { restartAfter },
  'power-loss': { restartAfter },
  restart: {},
  failover: {},
  suspend: { for: lasts },
  'clock-jump': { by: clockBy },
  'clock-slew': {
    by: clockBy,
    over: milliseconds({ label: { en: 'Spread over', zh: '分摊到' }, min: 1, max: lengthMax, default: 10_000 }),
  },
  'clock-drift': { ppm: ownFields['clock.ppm'], for: lastsOrEver },
  cut: { for: lastsOrEver, bothWays },
  slow: { by: delayBy, for: lastsOrEver, bothWays },
  lose: {},
  delay: { by: delayBy },
} as const satisfies Readonly<Record<FaultKind, Readonly<Record<string, SettingField>>>>;
