/** Chubby's strongest check: the resource asks the lock service whether the writer still holds the lock, before each write. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'Each write carries the holder’s sequencer, and the storage asks Chubby whether it is valid. The old holder is rejected even before the storage has seen anything newer.',
    '每次写都带着持有者的 sequencer，存储拿它去问 Chubby 是否有效。哪怕存储还没见过更新的 sequencer，旧持有者也会被拒绝。',
  ),
  beats: [
    opening(
      'A sequencer names the lock, the mode in which it is held, and a generation number that grows each time the lock goes from free to held.',
      'sequencer 里有锁名、持有模式和一个世代号（generation）；锁每次从空闲变为被持有，它就增大。',
      text(
        'A sequencer names the lock and its generation, which grows each time.',
        'sequencer 里有锁名和世代号，世代号每次增大。',
      ),
    ),
    beat(once('acquired', 'client1'), 'Client 1 holds the lock and reads.', '客户端 1 持有锁，读取。'),
    beat(once('paused', 'client1'), 'Client 1 pauses, and its KeepAlives stop.', '客户端 1 停顿了，KeepAlive 也停了。'),
    beat(
      once('acquired', 'client2'),
      'Client 1’s session ends (the lock-delay is 0 here), and client 2 gets the lock with the next generation.',
      '会话结束（这里 lock-delay 为 0），客户端 2 拿到锁，世代号加一。',
      text(
        'The session of client 1 ends: client 2 gets the next generation.',
        '客户端 1 的会话结束，客户端 2 拿到下一个世代。',
      ),
    ),
    beat(
      once('rejected', 'storage'),
      'Client 1 wakes up and writes. The storage asks Chubby, which says no. Client 2 has not written anything yet.',
      '客户端 1 醒来写入。存储去问 Chubby，得到“无效”。此时客户端 2 还什么都没写过。',
      text(
        'Client 1 wakes up and writes. Chubby says that it is too late.',
        '客户端 1 醒来写入，Chubby 说：已经无效。',
      ),
    ),
  ],
  sources: ['debate'],
  modelled: text(
    'Sessions kept alive by KeepAlives, generations, and a storage that sends Chubby a request for each write.',
    '靠 KeepAlive 维持的会话、世代号，以及每次写入都要向 Chubby 发一次请求的存储。',
  ),
  notModelled: text(
    'The cell of five replicas behind Chubby, which is one process here, and its grace period.',
    'Chubby 背后五个副本的 cell（这里是一个进程），以及它的宽限期。',
  ),
  scenario: {
    version: 2,
    seed: 43,
    lock: { id: 'chubby', settings: { sessionTimeout: 1500, lockDelay: 0 } },
    storage: { id: 'check-sequencer' },
    settings: {
      ...defaultSettings,
      stagger: 1600,
      think: 500,
      work: 1400,
      latency: { min: 15, p50: 28, p99: 60, max: 75 },
      duration: 9000,
      patience: 6000,
    },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
        for: 2850,
      },
    },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected'],
  scene: { question: text('What breaks it?', '什么情况会让锁出问题？'), answers: ['b', 'c'] },
  variants: [
    {
      id: 'b',
      title: text('The answer is on its way', '应答还在路上'),
      short: text('A slow answer', '应答在路上'),
      text: text(
        'Asking and writing are two steps. Here the storage asked while client 1 still held the lock, and the answer took a long time. When it came, the lock had changed hands and client 2 had read.',
        '存储先问 Chubby，等到应答之后再写入。存储去问的时候，客户端 1 还持有锁，可应答在路上走了很久。等应答到了，锁已易主，客户端 2 也已读过。',
      ),
      patch: {
        storage: { settings: { askTimeout: 9000 } },
        settings: { work: 150, storageTimeout: 8000 },
        faults: {
          pause: null,
          stop: {
            kind: 'pause',
            process: 'client1',
            when: { kind: 'request', to: 'storage', from: 'client1', side: 'after', nth: 2 },
            for: 2600,
          },
          slow: {
            kind: 'delay',
            message: { from: 'service', to: 'storage', leg: 'reply', nth: 1 },
            by: 3500,
          },
        },
      },
      lock: 'overlap',
      data: 'lost',
      facts: ['lost-update', 'overlap'],
      beats: [
        opening(
          'Client 1 will send its write and stop right after. The storage will ask Chubby at once: still valid.',
          '客户端 1 发出写请求后会立刻停顿。存储会马上去问 Chubby：仍然有效。',
          text(
            'Client 1 will send its write and stop. Chubby will answer: still valid.',
            '客户端 1 发出写请求后会停顿，Chubby 会答：仍有效。',
          ),
        ),
        beat(
          once('acquired', 'client2'),
          'While the answer is on its way, client 2 gets the lock.',
          '应答还在路上，客户端 2 已拿到锁。',
        ),
        beat(
          once('wrote', 'storage'),
          'The old answer arrives: client 1’s write goes through, although client 2 holds the lock and has read.',
          '旧的应答到了：客户端 1 的写入通过了，而此时锁在客户端 2 手里，它也已读过。',
          text(
            'The old answer arrives: client 1 writes while client 2 has the lock.',
            '旧应答到了：客户端 1 写入，锁却在客户端 2 手里。',
          ),
        ),
        beat(
          overwrite('client2', 'client1'),
          'The answer for client 2 comes right behind it. Client 2 writes what it computed from the old value, and overwrites client 1’s write.',
          '客户端 2 的应答紧跟其后。它写下依据旧值算出的结果，覆盖了客户端 1 的写入。',
          text(
            'Client 2 writes what it computed from the old value: one update is lost.',
            '客户端 2 写下由旧值算出的数：一次更新丢了。',
          ),
        ),
      ],
    },
    {
      id: 'c',
      title: text('Two readers', '两个读者'),
      text: text(
        'In shared mode two clients hold the lock at once, as intended: they only read.',
        '两个客户端都只读，都以共享模式加锁。',
      ),
      patch: {
        lock: { settings: { mode: 'shared' } },
        settings: { stagger: 100 },
        faults: { pause: null },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client1'), 'One reader.', '客户端 1 以共享模式拿到锁。'),
        beat(once('acquired', 'client2'), 'Two readers share the lock.', '两个读者共享这把锁。'),
      ],
    },
  ],
};
