/** The fields of the numbers in `When` and in `Message`, for the parser, the schema and the page. */

import { lengthMax } from '../values/time';
import { count, milliseconds } from './fields';

export const whenFields = {
  at: milliseconds({
    label: { en: 'At', zh: '时刻' },
    help: {
      en: 'True time since the run began.',
      zh: '从运行开始算起的真实时间。',
    },
    min: 0,
    max: lengthMax,
    default: 0,
  }),
  plus: milliseconds({
    label: { en: 'and later by', zh: '再过' },
    help: { en: 'This much true time after the step.', zh: '到达该步骤之后再过多久（真实时间）。' },
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
    help: {
      en: 'The first such message that is sent at this true time or later.',
      zh: '在这个时刻（真实时间）或之后发出的第一条这样的消息。',
    },
    min: 0,
    max: lengthMax,
    default: 0,
  }),
} as const;
