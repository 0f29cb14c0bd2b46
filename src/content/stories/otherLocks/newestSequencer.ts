/** Chubby's cheaper check: the resource compares only with the newest sequencer that it has seen. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'The storage asks nobody; it remembers the newest sequencer that came with a write. Once it has seen a newer one, it rejects an old write.',
    '存储谁也不问，只记住写请求带来的最新 sequencer。只要见过更新的 sequencer，旧的写入就会被拒绝。',
  ),
  beats: [
    opening(
      'A sequencer is what Martin Kleppmann calls a fencing token.',
      '这就是 Martin Kleppmann 所说的 fencing token。',
    ),
    beat(once('paused', 'client1'), 'Client 1 holds the lock, reads, and pauses.', '客户端 1 持有锁，读取，停顿。'),
    beat(
      once('acquired', 'client2'),
      'Client 1’s session ends; client 2 gets the lock’s next generation.',
      '会话结束，客户端 2 拿到锁，世代号加一。',
    ),
    beat(
      once('wrote', 'storage'),
      'Client 2 writes. Now the storage has seen its sequencer.',
      '客户端 2 写入，存储见到了它的 sequencer。',
    ),
    beat(
      once('rejected', 'storage'),
      'Client 1’s write has the older sequencer: rejected.',
      '客户端 1 写入时带的 sequencer 更旧：被拒绝。',
    ),
  ],
  sources: ['debate'],
  modelled: text('Check and write in one step, by the storage alone.', '检查与写入在存储端是一步，不需要别人参与。'),
  notModelled: text(
    'How a storage keeps the newest sequencer through its own crash.',
    '存储自己崩溃时怎样保住最新的 sequencer。',
  ),
  scenario: {
    version: 2,
    seed: 44,
    lock: { id: 'chubby', settings: { sessionTimeout: 1500, lockDelay: 0 } },
    storage: { id: 'newest-sequencer' },
    settings: {
      ...defaultSettings,
      stagger: 900,
      think: 500,
      work: 500,
      latency: { min: 15, p50: 28, p99: 60, max: 75 },
      duration: 9000,
      patience: 6000,
    },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
        for: 3000,
      },
    },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['rejected', 'overlap'],
  scene: { question: text('What breaks it?', '什么情况会让锁出问题？') },
  variants: [
    {
      id: 'b',
      title: text('The old write comes first', '旧的写入先到'),
      short: text('The old write first', '旧的写入先到'),
      text: text(
        'Client 2 has the lock and has read, and then client 1’s old write arrives. The storage has seen nothing newer yet and accepts it. Client 2 then overwrites it, with a value based on its earlier read.',
        '客户端 1 读完停顿，客户端 2 拿到锁后还没写。存储还没见过更新的 sequencer，于是接受；随后客户端 2 用先前读到的值算出结果，把它覆盖。',
      ),
      patch: { settings: { work: 1600 }, faults: { pause: { for: 2700 } } },
      lock: 'overlap',
      data: 'lost',
      facts: ['lost-update', 'overlap'],
      beats: [
        beat(once('acquired', 'client2'), 'Client 2 gets the lock and reads.', '客户端 2 拿到锁，读取。'),
        beat(
          once('wrote', 'storage'),
          'Client 1’s old write is accepted: its sequencer is the first to come with a write.',
          '客户端 1 的旧写入被接受：这是写请求带来的第一个 sequencer。',
          text('Client 1’s old write comes first, and is accepted.', '客户端 1 的旧写入先到，被接受了。'),
        ),
        beat(
          overwrite('client2', 'client1'),
          'Client 2 writes what it computed from the old value: an update is lost.',
          '客户端 2 写下由旧值算出的数：丢了一次更新。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('A mark left by the read', '读取时就留下标记'),
      short: text('A mark at the read', '读取时留下标记'),
      text: text(
        'Junqueira’s remedy: before anything else, the new holder marks the resource. Here each read leaves its sequencer, so the old write is rejected although nobody has written.',
        'Junqueira 的办法：新持有者做任何事之前先给资源打上标记。这里每次读都留下 sequencer，于是不等新持有者写入，旧的写入就已被拒绝。',
      ),
      patch: {
        storage: { settings: { markAtRead: true } },
        settings: { work: 1600 },
        faults: { pause: { for: 2700 } },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['rejected', 'overlap'],
      beats: [
        beat(once('paused', 'client1'), 'Client 1 has read and pauses, as before.', '客户端 1 读过之后，照样停顿了。'),
        beat(
          once('marked', 'storage', 2),
          'Client 2 reads, and leaves its sequencer behind.',
          '客户端 2 来读，留下了它的 sequencer。',
        ),
        beat(
          once('rejected', 'storage'),
          'Client 1’s old write arrives. Nobody has written yet, and still it is rejected.',
          '客户端 1 的旧写入到了。还没有人写过，它照样被拒绝。',
          text(
            'Client 1’s old write is rejected, though nobody has written yet.',
            '还没有人写过，客户端 1 的旧写入照样被拒绝。',
          ),
        ),
        beat(
          once('wrote', 'storage'),
          'What client 2 read is still current, so its write is accepted.',
          '客户端 2 读到的内容依然是当前的，写入被接受。',
        ),
      ],
    },
  ],
};
