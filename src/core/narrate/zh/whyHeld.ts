/** The same in Chinese. */
import type { Times } from '../../model/format';
import type { whyHeld as english } from '../en/whyHeld';

export const whyHeld = ({ formatAt }: Times): ReturnType<typeof english> => ({
  wokeInTime: (client, woke, until) =>
    `${client} 在 ${formatAt(woke)} 醒来，它的锁到 ${formatAt(until)} 才到期，所以锁还在它手里。`,
  doneInTime: (client, done, until) =>
    `${client} 在 ${formatAt(done)} 就做完了，它的锁到 ${formatAt(until)} 才到期，所以锁一直在它手里。`,
  nobodyCame: (client, until, done) =>
    `${client} 的锁在 ${formatAt(until)} 到期，但直到它在 ${formatAt(done)} 做完，都没有别的客户端拿到锁。`,
});
