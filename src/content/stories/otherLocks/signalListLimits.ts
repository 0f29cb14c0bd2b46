/** More variants of the story of the signal list: limits to the wait, and what the library raises. */
import type { Variant } from '../../../core/model/scenario/story';
import { beat, once, text } from '../beats';

export const limits: readonly Variant[] = [
  {
    id: 'i',
    title: text('A limit to the wait', '等待有上限'),
    text: text(
      'acquire(timeout=1): the waiter blocks in BLPOP for a second, asks once more, and then gets a no. With an “expire” and without auto_renewal, the timeout must not be longer than “expire” (variant j).',
      'acquire(timeout=1)：等待者在 BLPOP 里等一秒，再问一次，还不行就返回失败。设了 expire 又没开 auto_renewal 时，timeout 不能比 expire 长（见变体 j）。',
    ),
    patch: { lock: { settings: { expire: 4, timeout: 1 } }, settings: { clients: 2, work: 1800, duration: 5000 } },
    lock: 'held',
    data: 'safe',
    beats: [
      beat(
        once('acquired', 'client1'),
        'Client 1 has the lock and more than a second of work.',
        '客户端 1 拿到锁，活要干不止一秒。',
      ),
      beat(
        once('refused', 'client2'),
        'Client 2 has waited for a second and asked one last time. The lock is still held: acquire returns False.',
        '客户端 2 等了一秒，又问了最后一次。锁还被占着：acquire 返回 False。',
        text(
          'Client 2 waited a second and asked once more: it got False.',
          '客户端 2 等了一秒，又问一次：得到 False。',
        ),
      ),
      beat(
        once('acquired', 'client2'),
        'Client 2 comes back, waits again, is woken, and gets the lock.',
        '客户端 2 回来再等，被叫醒，拿到了锁。',
      ),
    ],
  },
  {
    id: 'j',
    title: text('A timeout longer than the expiry', 'timeout 比 expire 还长'),
    short: text('timeout above expire', 'timeout 大于 expire'),
    text: text(
      'expire=2 and timeout=3, without auto_renewal: the library raises TimeoutTooLarge before it asks for the lock. Without “expire”, or with auto_renewal, the same timeout is allowed.',
      '库还没去抢锁就抛出 TimeoutTooLarge：timeout 大于 expire。这里也没开 auto_renewal。若没有 expire，或开了 auto_renewal，同样的 timeout 是允许的。',
    ),
    patch: { lock: { settings: { timeout: 3 } }, settings: { clients: 2, think: 700, duration: 4000, patience: 3000 } },
    lock: 'unavailable',
    data: 'safe',
    facts: ['starved'],
    beats: [
      beat(
        once('refused', 'client1'),
        'Client 1 gets TimeoutTooLarge. Nothing has been set.',
        '客户端 1 得到 TimeoutTooLarge，什么也没设。',
      ),
      beat(
        once('refused', 'client2'),
        'Client 2 gets TimeoutTooLarge, too, though nobody has the lock.',
        '客户端 2 也得到 TimeoutTooLarge，尽管没人持有锁。',
      ),
    ],
  },
  {
    id: 'k',
    title: text('Extended too late', '续期太晚'),
    text: text(
      'Client 1 has set its key, and its code extends it before it uses the lock. It pauses before it sends the script, until the key has expired and client 2 has the lock. EXTEND_SCRIPT finds another id and returns 1: the library raises NotAcquired, and client 1 starts over without having used the lock.',
      '客户端 1 设好了键，用锁之前先延长它。脚本还没发出就停顿了，直到键过期、客户端 2 拿到锁。EXTEND_SCRIPT 发现 id 不是自己的，返回 1：库抛出 NotAcquired，客户端 1 没用上锁，从头再来。',
    ),
    patch: {
      lock: { settings: { extendsTo: 3 } },
      settings: { clients: 2 },
      faults: {
        pause: {
          kind: 'pause',
          process: 'client1',
          when: { kind: 'step', process: 'client1', step: 'extend', nth: 1 },
          for: 2600,
        },
      },
    },
    lock: 'held',
    data: 'safe',
    beats: [
      beat(once('entryGone', 'nodeA'), 'Client 1’s key expires while it is paused.', '客户端 1 停顿期间，键过期了。'),
      beat(
        once('refused', 'client1'),
        'Client 1’s extension fails: the key is not its own (NotAcquired).',
        '客户端 1 续期失败，键不是它的：NotAcquired。',
      ),
    ],
  },
  {
    id: 'l',
    title: text('Extended without an expiry', '没有 expire 却续期'),
    text: text(
      'Without “expire” the key has no time to live, so there is nothing to extend. EXTEND_SCRIPT returns 2: the library raises NotExpirable, and the lock is released.',
      '没有 expire，键没有过期时间，也就没有什么可延长。EXTEND_SCRIPT 返回 2：库抛出 NotExpirable，锁随即归还。',
    ),
    patch: {
      lock: { settings: { expire: 0, extendsTo: 3 } },
      settings: { clients: 2, think: 700, duration: 4000, patience: 3000 },
    },
    lock: 'unavailable',
    data: 'safe',
    facts: ['starved'],
    beats: [
      beat(
        once('entrySet', 'nodeA'),
        'Client 1 has set the key without an expiry.',
        '客户端 1 设好了键，没有过期时间。',
      ),
      beat(
        once('refused', 'client1'),
        'Client 1’s extension fails: its key has no expiry (NotExpirable).',
        '客户端 1 续期失败，键没有过期时间：NotExpirable。',
      ),
    ],
  },
];
