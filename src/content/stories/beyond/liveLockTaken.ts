/**
 * A lock in an object store names the time until which it is valid. Its writer's clock says that time, and another
 * client's clock, which is fast, finds it over: the client takes a valid lock, and nothing stands still anywhere.
 */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'Client 1 keeps its lock as a file in S3: its name, and “valid until second 6”. It is done in time, with no pause and no lost message. But client 2’s clock is 1 s fast, and by that clock the lock is over.',
    '客户端 1 的锁是 S3 里的一个文件，写着自己的名字和“到第 6 秒为止”。它在时限内做完了事，没有停顿，也没丢一条消息。可客户端 2 的时钟快了 1 秒，按它的钟，这把锁已经过期。',
  ),
  beats: [
    opening(
      'Whoever finds the time in the file past takes the lock. Clocks may differ by 500 ms: readers wait that much longer, as in Apache Hudi. Client 2’s clock is 1 s fast.',
      '谁看到文件里的时刻已过，谁就可以接管。读取者会多等 500 毫秒，容许时钟有这点偏差，Apache Hudi 就这样。客户端 2 的时钟快 1 秒。',
      text(
        'Readers wait 500 ms longer. Client 2’s clock is 1 s fast.',
        '读取者多等 500 毫秒。客户端 2 的时钟快 1 秒。',
      ),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has written the file: by its own clock, the lock is valid until second 6.',
      '客户端 1 写好了文件：按它自己的时钟，锁到第 6 秒为止有效。',
      text('Client 1’s file says: valid until second 6.', '客户端 1 的文件写着：到第 6 秒为止。'),
    ),
    beat(
      once('entrySet', 'service', 2),
      'It is second 5.6, and client 2’s clock shows 6.6. It replaces the file, on the condition that nobody has changed it since it was read. Nobody has.',
      '现在是第 5.6 秒，而客户端 2 的时钟已是 6.6 秒。它覆盖了文件，条件是读过之后没人改动：确实没有。',
      text(
        'At second 5.6, client 2’s clock shows 6.6: it replaces the file.',
        '第 5.6 秒，客户端 2 的时钟已是 6.6：它覆盖了文件。',
      ),
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2 has the lock and reads 42. Client 1’s lock is still valid, and it works on.',
      '客户端 2 拿到锁，读到 42。客户端 1 的锁还有效，它照常工作。',
      text('Client 2 has the lock. Client 1’s is still valid.', '客户端 2 拿到锁，客户端 1 的锁还有效。'),
    ),
    beat(
      once('wrote', 'storage'),
      'Client 1 writes 43, well within its time.',
      '客户端 1 写下 43，还在自己的时限之内。',
    ),
    beat(
      overwrite('client2', 'client1'),
      'Client 2 writes 52, computed from 42: client 1’s update is lost.',
      '客户端 2 写下由 42 算出的 52：客户端 1 的更新丢了。',
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'the source of Apache Hudi’s storage-based lock and its RFC-91: nodes of one cloud share a time server and should differ by a few milliseconds, so a buffer of 500 ms is high',
    'Apache Hudi 基于存储的锁的源码和 RFC-91：同一家云里的节点共用时间服务器，时钟应该只差几毫秒，所以 500 毫秒的余量算大的',
  ),
  modelled: text(
    'A lock by conditional writes, in a few lines as people write it: create the file if there is none, replace the one that was read, delete one’s own. It has Hudi’s tolerance and no heartbeat. Client 2’s wall clock is 1 s fast all the time.',
    '用条件写入做的锁，几行代码的写法：没有文件就创建，只覆盖读到的那一份，只删自己的。容差与 Hudi 相同，没有心跳。客户端 2 的时钟一直快 1 秒。',
  ),
  notModelled: text(
    'Why the clock is fast, and how often one is. Hudi’s lock is valid for 300 s and renewed every 30 s: it takes a clock that is 270.5 s fast, or a heartbeat that has ended.',
    '时钟为什么快，多久会遇到一次。Hudi 的锁有效时间为 300 秒，每 30 秒续期：要么时钟快出 270.5 秒，要么心跳停了，才会这样。',
  ),
  scenario: {
    version: 2,
    seed: 95,
    lock: {
      id: 'object-store',
      settings: { recipe: 'bare', deletes: 'own', validity: 5, retryDelay: 100, nodeTimeout: 2000 },
    },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 5000,
      think: 100,
      work: 4750,
      storageTimeout: 2000,
      latency: { min: 5, p50: 10, p99: 20, max: 25 },
      own: { client1: { start: 900 }, client2: { clock: { offset: 1000 } } },
      duration: 13_000,
      patience: 10_000,
    },
    faults: {},
  },
  lock: 'overlap',
  data: 'lost',
  facts: ['overlap', 'lost-update'],
  scene: { question: text('What would have saved 43?', '怎样才能保住 43？'), answers: ['fix', 'fix2', 'b'] },
  variants: [
    {
      id: 'b',
      title: text('The writer’s clock is slow instead', '换成写入者的时钟慢'),
      short: text('The writer’s clock is slow', '写入者的时钟慢'),
      text: text(
        'Client 2’s clock is right, and client 1’s is 1 s slow: its file says second 5. It does not matter whose clock is wrong, only how far the two differ.',
        '客户端 2 的时钟是准的，客户端 1 的慢了 1 秒：它的文件写的是第 5 秒。谁的时钟不准并不要紧，要紧的是两者差多少。',
      ),
      patch: { settings: { own: { client1: { start: 900, clock: { offset: -1000 } }, client2: null } } },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(
          once('acquired', 'client1'),
          'Client 1’s clock shows second 0: its file says second 5.',
          '客户端 1 的时钟才到第 0 秒，文件写的是第 5 秒。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2’s clock is right. By it, the lock is over.',
          '客户端 2 的时钟是准的。按它的钟，锁已过期。',
        ),
        beat(
          overwrite('client2', 'client1'),
          'Client 2 writes 52 over client 1’s 43: an update is lost.',
          '客户端 2 用 52 覆盖了客户端 1 的 43：一次更新丢了。',
        ),
      ],
    },
    {
      id: 'fix',
      fix: true,
      title: text('Clocks within the tolerance', '时钟之差在容差之内'),
      short: text('Clocks within 500 ms', '时钟差不到 500 毫秒'),
      text: text(
        'Client 2’s clock is 200 ms fast. It finds the lock over only when client 1’s clock finds so, too. A pause of client 1 would still break it.',
        '客户端 2 的时钟快 200 毫秒。等它认为锁过期时，按客户端 1 的时钟也已过期。但客户端 1 若是停顿，照样会出事。',
      ),
      patch: { settings: { own: { client2: { clock: { offset: 200 } } } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client1'), 'Client 1’s lock is valid until second 6.', '客户端 1 的锁到第 6 秒为止。'),
        beat(
          once('wrote', 'storage'),
          'Client 1 writes 43. By client 2’s clock, the lock is not over yet.',
          '客户端 1 写下 43。按客户端 2 的时钟，锁还没过期。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 1 has deleted its file. Only now does client 2 get the lock.',
          '客户端 1 删掉了自己的文件，这时客户端 2 才拿到锁。',
        ),
      ],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('The data is written on a condition, too', '数据也按条件写入'),
      short: text('Data on a condition', '数据也按条件写'),
      text: text(
        'The lock’s file was written on a condition, the data was not. Now the storage accepts a write only over the version that was read. There are still two holders, but nothing is lost.',
        '原来只有锁的文件按条件写入，数据却不是。现在存储只接受基于所读版本的写入。仍有两个持有者，但什么也没丢。',
      ),
      patch: { storage: { id: 'version' } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(once('acquired', 'client2'), 'Client 2 takes the lock and reads 42.', '客户端 2 接管了锁，读到 42。'),
        beat(once('wrote', 'storage'), 'Client 1 writes 43: a new version.', '客户端 1 写下 43，产生新版本。'),
        beat(
          once('rejected', 'storage'),
          'Client 2’s 52 is based on the old version, and is rejected.',
          '客户端 2 的 52 依据的是旧版本，被拒绝。',
        ),
      ],
    },
  ],
};
