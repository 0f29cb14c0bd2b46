/** python-redis-lock: waiting clients sit at a list, and each release puts one signal there. A crash puts none. */
import type { Fault } from '../../../core/model/scenario/fault';
import type { ProcessId } from '../../../core/model/scenario/processId';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';
import { limits } from './signalListLimits';

const crashAt = (process: ProcessId, step: string, nth: number): Fault => ({
  kind: 'crash',
  process,
  when: { kind: 'step', process, step, nth },
  restartAfter: 'never',
});

export const story: StoryBody = {
  lead: text(
    'A client that is refused does not keep asking: it waits on a list. Each release puts one signal there, and one waiter wakes up: no polling, and no herd.',
    '被拒绝的客户端不反复询问，而是在一个列表上等。每次释放往列表里放一个信号，只有一个等待者醒来：不用轮询，也没有羊群效应（惊群）。',
  ),
  beats: [
    opening(
      'SET with NX and EX takes the lock; BLPOP on the list of signals blocks until there is one, or until it times out.',
      '加锁用带 NX 和 EX 的 SET；在信号列表上 BLPOP，一直阻塞到有信号，或者等到超时。',
      text(
        'SET takes the lock. BLPOP waits on a list until a signal comes.',
        'SET 抢锁，BLPOP 在列表上等，直到有信号。',
      ),
    ),
    beat(once('acquired', 'client1'), 'Client 1 has the lock.', '客户端 1 拿到锁。'),
    beat(
      once('waiting', 'nodeA', 2),
      'Clients 2 and 3 are refused, and one after the other block in BLPOP.',
      '客户端 2 和 3 被拒绝，先后阻塞在 BLPOP 上。',
    ),
    beat(
      once('woken', 'nodeA'),
      'Client 1 releases: a script compares, deletes, and puts one signal on the list. It goes to client 2, which came first.',
      '客户端 1 释放锁：脚本比较、删除，并放入一个信号。信号给了先来的客户端 2。',
      text(
        'Client 1 releases and puts one signal on the list: for client 2.',
        '客户端 1 释放锁，放入一个信号：给了客户端 2。',
      ),
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2 still has to ask for the lock with SET: a newcomer could have slipped in before it.',
      '客户端 2 还得用 SET 去抢锁：在它之前，新来的客户端可能已经插了队。',
      text(
        'Client 2 still has to ask: a newcomer could have been quicker.',
        '客户端 2 醒来还要发 SET 抢锁，它抢到了。',
      ),
    ),
    beat(
      once('acquired', 'client3'),
      'Client 2’s release wakes client 3, which gets the lock.',
      '客户端 2 的释放叫醒客户端 3，它拿到了锁。',
    ),
  ],
  sources: ['python'],
  modelled: text(
    'The lock and its list of signals, BLPOP with its timeout, the scripts with their codes 0, 1 and 2, and the renewing thread.',
    '锁和它的信号列表、带超时的 BLPOP、返回 0、1、2 的脚本，以及续期线程。',
  ),
  notModelled: text(
    'Python’s memory: a weak reference tells the renewing thread that the lock object is gone. Here the object goes with the thread that holds the lock.',
    '续期线程靠弱引用得知锁对象已被回收：在这里，它随持锁的线程一起结束。',
  ),
  scenario: {
    version: 2,
    seed: 38,
    lock: { id: 'python-redis-lock', settings: { expire: 2 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      clients: 3,
      stagger: 150,
      work: 700,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      duration: 6000,
      patience: 5000,
    },
    faults: {},
  },
  lock: 'held',
  data: 'safe',
  scene: { number: { part: 'run', name: 'work' }, answers: ['e', 'b', 'c', 'f'] },
  variants: [
    {
      id: 'b',
      title: text('The woken client dies', '被叫醒的那个死了'),
      short: text('The woken client dies', '被叫醒者崩溃'),
      text: text(
        'Client 2 takes the signal and crashes before it has asked for the lock. The signal is gone with it: the lock is free, and client 3 waits until its BLPOP times out.',
        '客户端 2 取走信号，还没去抢锁就崩溃了。信号随它一起消失：锁是空的，客户端 3 却一直等到 BLPOP 超时。',
      ),
      patch: { faults: { crash: crashAt('client2', 'set', 2) } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('woken', 'nodeA'), 'Client 1’s release wakes client 2.', '客户端 1 的释放叫醒了客户端 2。'),
        beat(
          once('crashed', 'client2'),
          'Client 2 crashes before its SET. The lock is free.',
          '客户端 2 还没发 SET 就崩溃了。锁是空的。',
        ),
        beat(
          once('acquired', 'client3'),
          'Client 3 asks again only when its own wait is over, and gets the lock.',
          '等到自己的等待超时，客户端 3 才再来问，拿到了锁。',
          text(
            'Client 3 asks again when its own wait is over, and gets the lock.',
            '客户端 3 等到超时再来问，拿到了锁。',
          ),
        ),
      ],
    },
    {
      id: 'c',
      title: text('A crash wakes nobody', '崩溃不会叫醒任何人'),
      short: text('The holder crashes', '持有者崩溃'),
      text: text(
        'Client 1 crashes and releases nothing. Its key expires, but no signal says so: the waiters stay in BLPOP until it times out, after as long as the lock lasts.',
        '客户端 1 崩溃，什么也没释放。键会过期，但没有信号来通知：等待者要等到 BLPOP 超时，而 BLPOP 的超时和锁的过期时间一样长。',
      ),
      patch: { faults: { crash: crashAt('client1', 'write', 1) } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'client1'), 'Client 1 crashes while it holds the lock.', '客户端 1 持锁时崩溃。'),
        beat(
          once('entryGone', 'nodeA'),
          'Client 1’s key expires. Nobody is notified.',
          '客户端 1 的键过期了，没有人知道。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2’s wait is over: it asks and gets the lock.',
          '客户端 2 的等待超时了，它来问，拿到了锁。',
        ),
      ],
    },
    {
      id: 'd',
      title: text('Renewed', '自动续期'),
      short: text('Renewal', '自动续期'),
      text: text(
        'With auto_renewal a thread extends the lock at two thirds of its expiry, as long as the lock object is in use. The work may take longer than the expiry.',
        '打开 auto_renewal，一个线程在过期时间过了三分之二时续期，锁对象还在用就一直续下去。工作可以超过这个时间。',
      ),
      patch: {
        lock: { settings: { autoRenewal: true } },
        settings: { clients: 2, work: 3200, duration: 9000, patience: 7000 },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('extended', 'client1'),
          'Client 1’s lock is extended before it would end.',
          '客户端 1 的锁在到期之前被延长。',
        ),
        beat(
          once('releasing', 'client1'),
          'The work took longer than the expiry, and the lock was still there. Client 1 first stops its renewing thread, then sends the unlock script.',
          '工作比过期时间更久，而锁一直在。先停下续期线程，再发送解锁脚本。',
          text(
            'Client 1 stops its renewing thread, then sends the unlock script.',
            '客户端 1 先停续期线程，再发解锁脚本。',
          ),
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock when client 1 has released it.',
          '客户端 1 释放之后，客户端 2 拿到锁。',
        ),
      ],
    },
    {
      id: 'e',
      title: text('The default: no expiry', '默认：不过期'),
      short: text('No expiry, the default', '不过期（默认）'),
      text: text(
        'Unless it is given, “expire” is None. Then a crash leaves the lock behind forever, and the waiters wait for a signal that nobody will send.',
        '不指定 expire 就是 None。这样一次崩溃会把锁永远留下，等待者等的信号也没有人会发。',
      ),
      patch: {
        lock: { settings: { expire: 0 } },
        settings: { own: { client3: { start: 2600 } } },
        faults: { crash: crashAt('client1', 'write', 1) },
      },
      lock: 'stuck',
      data: 'safe',
      facts: ['stuck-entry', 'starved'],
      beats: [
        beat(once('waiting', 'nodeA'), 'Client 2 waits, without a limit.', '客户端 2 无限期地等。'),
        beat(
          once('crashed', 'client1'),
          'Client 1 crashes. The key stays, and no signal comes.',
          '客户端 1 崩溃。键留着，信号不会来。',
        ),
        beat(
          once('waiting', 'nodeA', 2),
          'Client 3 waits as well: nobody will ever get the lock again.',
          '客户端 3 也来等：再也没有谁拿得到这把锁。',
        ),
      ],
    },
    {
      id: 'efix',
      fix: true,
      title: text('Give it an expiry', '给它一个过期时间'),
      text: text(
        'With “expire” set, the same crash costs only the rest of the expiry and of the wait. For locks that were left behind, the library also has reset(): it deletes them no matter who holds them.',
        '设了 expire，同样的崩溃只耽误剩下的过期时间和等待时间。库里还有 reset()，用来清理遗留的锁：不管谁持有，一律删除。',
      ),
      patch: { lock: { settings: { expire: 1 } }, faults: { crash: crashAt('client1', 'write', 1) } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'client1'), 'Client 1 crashes.', '客户端 1 崩溃。'),
        beat(once('entryGone', 'nodeA'), 'Client 1’s key expires.', '客户端 1 的键过期。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock when its wait is over.',
          '客户端 2 等到超时，拿到了锁。',
        ),
      ],
    },
    {
      id: 'f',
      title: text('A newcomer slips in', '新来的插了队'),
      short: text('A newcomer', '新来的客户端'),
      text: text(
        'The signal says that the lock is free, not that it is yours. Client 2 is woken but takes a while to ask; client 3 comes just then, and its SET succeeds. Client 2 goes back to the list.',
        '信号只说锁空了，没说归谁。客户端 2 被叫醒，但过了一会儿才去抢；恰好这时客户端 3 新来，SET 成功了。客户端 2 只好再去等。',
      ),
      patch: {
        settings: { own: { client3: { start: 1150 } }, duration: 8000 },
        faults: {
          pause: {
            kind: 'pause',
            process: 'client2',
            when: { kind: 'step', process: 'client2', step: 'set', nth: 2 },
            for: 700,
          },
        },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('woken', 'nodeA'), 'Client 1’s release wakes client 2.', '客户端 1 的释放叫醒了客户端 2。'),
        beat(once('paused', 'client2'), 'Client 2 is held up before its SET.', '还没发 SET，它就停顿了。'),
        beat(
          once('acquired', 'client3'),
          'Client 3 has just come, and the lock is free.',
          '客户端 3 刚到，锁正好是空的。',
        ),
        beat(
          once('waiting', 'nodeA', 2),
          'Client 2 is refused and waits on the list once more.',
          '客户端 2 被拒绝，又到列表上去等。',
        ),
        beat(
          once('acquired', 'client2'),
          'The next signal wakes client 2, which gets the lock.',
          '下一个信号叫醒客户端 2，它拿到了锁。',
        ),
      ],
    },
    {
      id: 'g',
      title: text('Nobody holds the lock object anymore', '锁对象没有了'),
      short: text('The lock object is gone', '锁对象没有了'),
      text: text(
        'auto_renewal as in variant d, but the thread that holds the lock dies after a while. The renewing thread has only a weak reference to the lock object; it finds the object gone and stops, and the lock expires by itself. A normal release first stops the thread and then deletes the lock, so nothing extends a lock that was released. Compare Redisson’s watchdog, which carries on (“A watchdog renews while the process lives”, variant e).',
        '打开 auto_renewal，由一个线程负责续期。持锁的线程中途死了。续期线程只持有锁对象的弱引用，发现对象没了就停下，锁随后自行过期。正常释放则是先停线程、再删锁，免得锁归还之后又被续期。对比 Redisson 的看门狗，它会一直续下去（见“进程活着，看门狗就续期”的变体 e）。',
      ),
      patch: {
        lock: { settings: { autoRenewal: true } },
        settings: { clients: 2, work: 3200, duration: 12_000, patience: 9000 },
        faults: {
          crash: {
            kind: 'crash',
            process: 'client1',
            only: 'thread',
            when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 2000 },
            restartAfter: 'never',
          },
        },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('extended', 'client1'), 'Client 1’s lock is renewed.', '客户端 1 的锁得到续期。'),
        beat(
          once('crashed', 'client1'),
          'Client 1’s thread dies; the process lives, but nobody renews anymore.',
          '客户端 1 的线程死了；进程还活着，但没有人再续期。',
        ),
        beat(
          once('acquired', 'client2'),
          'The lock has expired, and client 2 has it.',
          '锁到期了，客户端 2 拿到了它。',
        ),
      ],
    },
    {
      id: 'h',
      title: text('Not willing to wait', '不想等'),
      text: text(
        'acquire(blocking=False): a refused client learns so at once and does not go to the list. Here the caller comes back a little later.',
        'acquire(blocking=False)：被拒绝就立刻返回，不去列表上等。这里调用者过一会儿再来。',
      ),
      patch: { lock: { settings: { blocking: false } }, settings: { clients: 2, duration: 4000 } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has the lock.', '客户端 1 拿到锁。'),
        beat(once('refused', 'client2'), 'Client 2 is refused and does not wait.', '客户端 2 被拒绝，也不等待。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 asks again later, and gets the free lock.',
          '客户端 2 之后再来问，锁已空，拿到了锁。',
        ),
      ],
    },
    ...limits,
  ],
};
