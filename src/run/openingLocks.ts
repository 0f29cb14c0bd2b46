/** The locks that a page has at once: that of the story with which the playground opens. */
import { redlock } from '../locks/redlock';
import type { Lock } from '../model/lock';

export const openingLocks: readonly Lock[] = [redlock];
