/** The Chinese texts of a key that vanishes. */
import type { KeyVanishesFault } from './keyVanishes';
import type { FaultTexts } from './texts';

export const keyVanishes: FaultTexts<KeyVanishesFault> = {
  name: '键消失',
  help: 'Redis 淘汰了锁的键，或者有人删除它、清空整个实例。',
  title: (who, { how }) =>
    how === 'flushall' ? `${who} 执行 FLUSHALL` : how === 'del' ? `${who} 上的键被 DEL` : `${who} 淘汰锁的键`,
  struck: ({ from, fault: { how } }) =>
    how === 'flushall'
      ? `有人在 ${from} 上执行 FLUSHALL。`
      : how === 'del'
        ? `有人在 ${from} 上手工删除锁的键。`
        : `${from} 内存达到上限，淘汰了锁的键。`,
  isTold: true,
};
