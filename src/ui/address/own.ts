/** The address of “Bring your own lock”: `own/`, or `own/#guide` with the guide. A reader's code is in no address. */
import { common } from './parameters';
import { guideMark } from './place';
import type { Page } from './read';

export const own: Page<typeof common> = {
  page: 'own',
  parameters: common,
  runOf: (_query, hash) => (hash === guideMark ? { kind: 'guide' } : { kind: 'none' }),
};
