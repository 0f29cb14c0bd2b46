/** Why a cell is blank, in words. */
import type { Text } from '../../core/model/values/text';
import type { BlankReason } from './blankReason';

export const blankWords: Readonly<Record<BlankReason, Text>> = {
  'needs-token': {
    en: 'This check compares fencing tokens, and the lock has none.',
    zh: '这种检查要比较 fencing token，而这把锁没有。',
  },
  'needs-service': {
    en: 'This check needs a lock service that this lock does not use.',
    zh: '这种检查需要一种锁服务，而这把锁不用它。',
  },
  'no-lease': { en: 'This lock does not expire, so it has no lease to set.', zh: '这把锁不会过期，没有租约可设。' },
  'lease-refused': {
    en: 'Its library refuses a lease this short.',
    zh: '这个库不接受这么短的租约。',
  },
  'no-replica': { en: 'There is no replica that could take over.', zh: '没有可以接替的副本。' },
  'no-key': { en: 'This lock keeps no key in Redis.', zh: '这把锁在 Redis 里没有键。' },
  'no-leader': { en: 'There is no leader to lose.', zh: '没有会失去的 leader。' },
  'no-place': { en: 'Nothing in this run can be hit by this fault.', zh: '它的运行中没有这种故障可以发生的地方。' },
};
