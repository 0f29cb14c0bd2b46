/** The words for a first visit, in Chinese. */
import type { greeting as english } from '../en/greeting';

export const greeting: typeof english = {
  label: '初次来访',
  begins: '两个客户端要改同一个数。锁一次只放一个进来。',
  gets: '客户端 1 拿到锁，限时两秒，读到 42。',
  pauses: '它要加 1，却在这时暂停了。',
  waits: '客户端 2 来要锁，被拒绝。',
  expires: '两秒到了，锁过期了。',
  enters: '此刻两个客户端都以为锁在自己手里。',
  writes: '客户端 2 加 10，写入 52。',
  late: '客户端 1 醒来照样写入 43，但已经太迟：52 丢了。',
  next: '拖动那段暂停，看看会有什么不同。',
  drag: '拖动试试',
  paused: '暂停',
  expired: '已过期',
  all: '显示全部',
  onTimeline: {
    holds: () => '持有锁',
    heldPast: () => '仍以为自己持有锁',
    heldPastShort: '锁已过期',
    refused: () => '来要锁，被拒绝',
    paused: (length) => `暂停 ${length}`,
    holders: () => '两个都以为自己持有锁',
  },
};
