/** The address of the workshop: `?do=the-nap`, or `#x=v1.…` for somebody's own exercise. */
import { isExerciseLink } from '../../core/model/links/exerciseMark';
import type { Page } from './parameters';
import { common, flag, oneOf } from './parameters';

const parameters = {
  ...common,
  /** The page for instructors. */
  guide: flag,
  /** The test before or after the exercises. */
  check: oneOf(['before', 'after']),
  /** Shown to an audience. */
  present: flag,
  /** Embedded in somebody else's page. */
  embed: flag,
  theme: oneOf(['light', 'dark']),
};

export const learn: Page<typeof parameters> = {
  page: 'learn',
  parameters,
  runOf: (query, hash) => {
    const id = query.get('do');
    const link = isExerciseLink(hash) ? hash : null;
    return id === null && link === null ? { kind: 'none' } : { kind: 'exercise', id, link };
  },
};
