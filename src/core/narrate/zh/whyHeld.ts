/** Why a run held that a fault could have broken, in one Chinese sentence. */
import type { Times } from '../../model/values/format';
import type { whyHeld as english } from '../en/whyHeld';

export const whyHeld = ({ formatAt }: Times): ReturnType<typeof english> => ({
  wokeInTime: (client, woke, until) =>
    `${client} 在 ${formatAt(woke)} 醒来，还没到最晚停手的 ${formatAt(until)}，所以锁还在它手里。`,
  doneInTime: (client, done, until) =>
    `${client} 在 ${formatAt(done)} 就做完了，还没到最晚停手的 ${formatAt(until)}，所以锁一直在它手里。`,
  nobodyCame: (client, until, done) =>
    `${client} 最晚应在 ${formatAt(until)} 停手，却到 ${formatAt(done)} 才做完；其间没有别的客户端拿到锁。`,
});
