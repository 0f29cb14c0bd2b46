/** The warning about a waiter that gives up before the lock of a crashed holder ends. */

import { formatMs } from '../../model/values/format';
import type { Text } from '../../model/values/text';
import type { Ms } from '../../model/values/time';

/** @param wait how long one acquire tries; 0: it does not wait, and needs no warning */
export const shortWait = (wait: Ms, lease: Ms): readonly Text[] =>
  wait > 0 && wait < lease
    ? [
        {
          en: `An acquire gives up after ${formatMs(wait)}, and the lock of a dead holder ends after ${formatMs(lease)}: only a waiter that began late enough gets in, and each new try begins anew.`,
          zh: `一次加锁等 ${formatMs(wait)} 就放弃，而持有者死后锁要 ${formatMs(lease)} 才结束：只有来得够晚的等待者等得到，每次重试又从头等起。`,
        },
      ]
    : [];
