/** The same for an embed, which opens with any story. Most stories are about one of these two. */
import { redlock } from '../locks/redlock';
import { singleNode } from '../locks/singleNode';
import type { Lock } from '../model/lock';

export const openingLocks: readonly Lock[] = [singleNode, redlock];
