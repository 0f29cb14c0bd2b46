/** Readers and a writer at one lock in Chubby: shared and exclusive mode, and what the mode in a sequencer is for. */
import { defaultSettings, type Patch } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

/** The writer comes first. The readers come while it is inside. */
const writerFirst: Patch['settings'] = {
  own: { client1: { start: 900 }, client2: { start: 1300 }, client3: { start: 0 } },
};

const pauseAtWrite: Patch['faults'] = {
  pause: {
    kind: 'pause',
    process: 'client3',
    when: { kind: 'step', process: 'client3', step: 'write', nth: 1 },
    for: 3200,
  },
};

const pauseInWrite: Patch['faults'] = {
  pause: {
    kind: 'pause',
    process: 'client3',
    when: { kind: 'request', to: 'storage', from: 'client3', side: 'before', nth: 4 },
    for: 2900,
  },
};

const readerDies: Patch['faults'] = {
  crash: {
    kind: 'crash',
    process: 'client1',
    when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
    restartAfter: 'never',
  },
};

const manyRounds: Patch['settings'] = {
  rounds: 3,
  own: { client2: { start: 700 }, client3: { start: 500 } },
  duration: 14_000,
};

export const story: StoryBody = {
  lead: text(
    'Clients 1 and 2 only read, and share the lock. Client 3 wants to write and takes it in exclusive mode: it waits until the last reader has left.',
    '客户端 1 和 2 只读，可以共享锁；客户端 3 要写，必须独占，要等最后一个读者离开。',
  ),
  beats: [
    opening(
      'The object has four chunks, each written by a request of its own. The lock makes sure that nobody reads it half written.',
      '对象分成四块，每块一次写请求。锁的用处是：不让谁在对象写到一半时去读。',
      text('The object has four chunks. Nobody should read it half written.', '对象分成四块，谁也不该读到写了一半的。'),
    ),
    beat(once('acquired', 'client1'), 'Client 1 has the lock in shared mode.', '客户端 1 以共享模式拿到锁。'),
    beat(
      once('acquired', 'client2'),
      'Client 2 gets it as well, with the same generation: the lock was not free in between.',
      '客户端 2 也拿到了，世代号相同：锁在这之间没有空闲过。',
      text('Client 2 gets the lock as well, with the same generation.', '客户端 2 也拿到了锁，世代号相同。'),
    ),
    beat(once('waiting', 'service'), 'The writer has to wait.', '写者只能等待。'),
    beat(
      once('acquired', 'client3'),
      'The last reader has left. The lock went from free to held, so the generation is 2.',
      '最后一个读者走了。锁由空闲变为被持有，于是世代号为 2。',
      text('The last reader has left: client 3 gets generation 2.', '最后一个读者走了：客户端 3 得到世代号 2。'),
    ),
    beat(
      once('wrote', 'storage'),
      'All four chunks are written, and nobody was reading.',
      '四块都写完了，期间没有谁来读。',
    ),
  ],
  sources: ['debate'],
  modelled: text(
    'The two modes of section 2.4 of the Chubby paper, a mode for each client, and sequencers of name, mode and generation. A storage that checks sequencers rejects a write under a shared one, as the paper expects it to.',
    'Chubby 论文 2.4 节的两种模式，每个客户端有自己的模式；sequencer 由锁名、模式和世代号组成。检查 sequencer 的存储会拒绝带着共享 sequencer 的写入，论文正是这样要求的。',
  ),
  notModelled: text(
    'The order in which Chubby grants waiting requests: the paper does not say. Here they are granted in the order of arrival. Nor that each client chooses its own lock-delay: here one applies to all.',
    'Chubby 按什么顺序满足等待中的请求：论文没有说，这里按到达的先后。也没有让每个客户端自选 lock-delay，这里所有客户端用同一个值。',
  ),
  scenario: {
    version: 2,
    seed: 76,
    lock: { id: 'chubby', settings: { readers: 2, sessionTimeout: 1500, lockDelay: 0 } },
    storage: { id: 'chunks' },
    settings: {
      ...defaultSettings,
      clients: 3,
      stagger: 150,
      think: 200,
      work: 900,
      latency: { min: 15, p50: 28, p99: 60, max: 75 },
      duration: 9000,
      patience: 6000,
    },
    faults: {},
  },
  lock: 'held',
  data: 'safe',
  scene: { answers: ['b', 'c', 'd', 'f'] },
  variants: [
    {
      id: 'b',
      title: text('Read in the middle of a write', '写到一半被读到'),
      short: text('The writer pauses', '写者停顿'),
      text: text(
        'The writer pauses after two of four chunks, for longer than its session lasts. The readers get the lock and read an object that is half new and half old.',
        '写者写完四块中的两块就停顿了，停得比会话超时还长。读者拿到锁，读到的对象一半新、一半旧。',
      ),
      patch: { settings: writerFirst, faults: pauseInWrite },
      lock: 'overlap',
      data: 'lucky',
      facts: ['overlap', 'half-read'],
      beats: [
        beat(once('acquired', 'client3'), 'The writer has the lock in exclusive mode.', '写者以独占模式拿到锁。'),
        beat(once('paused', 'client3'), 'Two chunks are written, two are not.', '写了两块，还差两块。'),
        beat(
          once('entryGone', 'service'),
          'The writer’s session ends, and the lock is free.',
          '写者的会话结束，锁空出来了。',
        ),
        beat(
          once('read', 'storage', 2),
          'A reader reads two new chunks and two old ones. Nothing tells it so.',
          '一个读者读到两块新的、两块旧的，它自己无从得知。',
        ),
        beat(
          once('wrote', 'storage'),
          'The writer wakes up and writes the rest. No update is lost: readers write nothing.',
          '写者醒来，写完剩下的。没有更新丢失，因为读者什么也不写。',
          text('The writer wakes up and writes the rest. No update is lost.', '写者醒来写完剩下的，没有更新丢失。'),
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('A lock-delay that outlasts the pause', 'lock-delay 撑过停顿'),
      short: text('A longer lock-delay', '更长的 lock-delay'),
      text: text(
        'The lost writer’s lock stays closed for another 2.5 s. By then the write is complete, and the readers read a whole object. This helps only if the pause has ended by then.',
        '写者失联后，锁还要再保留 2.5 秒。到那时已经写完，读者读到的是完整的对象。前提是停顿在那之前结束。',
      ),
      patch: { lock: { settings: { lockDelay: 2500 } }, settings: writerFirst, faults: pauseInWrite },
      lock: 'held',
      data: 'safe',
      facts: ['entry-left'],
      beats: [
        beat(once('paused', 'client3'), 'Two chunks are written, two are not.', '写了两块，还差两块。'),
        beat(
          once('wrote', 'storage'),
          'The session is over, but the lock is still closed while the writer writes the rest.',
          '会话已结束，但写者补写其余两块时，锁仍然关着。',
          text(
            'The session is over, but the lock stays closed while the rest is written.',
            '会话已结束。写者写完剩下两块时，锁还没放开。',
          ),
        ),
        beat(
          once('acquired', 'client1'),
          'The readers get the lock only after the writer’s last chunk.',
          '写者全部写完之后，读者才拿到锁。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('A late write among readers', '读者还在，写入迟到'),
      short: text('A late write', '写入迟到'),
      text: text(
        'An object that is written in one piece, and no check. The writer pauses right before its write, and its session ends. While the readers work with 42, the late write makes it 142.',
        '对象一次写完，存储不检查。写者在写之前停顿，会话结束。读者正拿着 42 工作，迟到的写入把它改成了 142。',
      ),
      patch: { storage: { id: 'no-check' }, settings: { ...writerFirst, work: 1400 }, faults: pauseAtWrite },
      lock: 'overlap',
      data: 'lucky',
      facts: ['overlap'],
      beats: [
        beat(once('paused', 'client3'), 'The writer pauses before its write.', '写者在写之前停顿。'),
        beat(
          once('read', 'storage', 3),
          'Both readers have the lock and have read 42.',
          '两个读者都拿到了锁，读到的是 42。',
        ),
        beat(
          once('wrote', 'storage'),
          'The write arrives. What the readers have read is no longer true, though they hold the lock.',
          '写入到了。读者还持有锁，读到的却已经不对了。',
          text('The write arrives: what the readers have read is no longer true.', '写入到了：读者读到的已经不对了。'),
        ),
      ],
    },
    {
      id: 'cfix',
      fix: true,
      title: text('CheckSequencer', 'CheckSequencer'),
      text: text(
        'The storage asks Chubby whether the lock is still held in exclusive mode with generation 1. It is held in shared mode with generation 2, so the write is rejected, and what the readers have read stays true.',
        '存储问 Chubby：这把锁是否仍以独占模式、世代号 1 被持有？现在是共享模式、世代号 2，于是写入被拒绝，读者读到的内容依然成立。',
      ),
      patch: { storage: { id: 'check-sequencer' }, settings: { ...writerFirst, work: 1400 }, faults: pauseAtWrite },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(once('paused', 'client3'), 'The writer pauses before its write.', '写者在写之前停顿。'),
        beat(
          once('read', 'storage', 3),
          'Both readers have the lock and have read 42.',
          '两个读者都拿到了锁，读到的是 42。',
        ),
        beat(
          once('rejected', 'storage'),
          'The late write is rejected: the readers’ 42 is still true.',
          '迟到的写入被拒绝：读者读到的 42 依然成立。',
        ),
      ],
    },
    {
      id: 'd',
      title: text('Readers that write', '读者也写'),
      text: text(
        'A mistake in the program: both readers also write. Locks in Chubby are advisory: the lock service does not stand between a client and the storage. Both read 42, and one write overwrites the other, while the lock has done everything it promises.',
        '程序写错了：两个读者也去写。Chubby 的锁是建议性的（advisory），锁服务并不挡在客户端和存储之间。两个都读到 42，一个的写入覆盖了另一个的，而锁该做的都做到了。',
      ),
      patch: { lock: { settings: { readersWrite: true } }, storage: { id: 'no-check' } },
      lock: 'held',
      data: 'lost',
      facts: ['lost-update'],
      beats: [
        beat(once('read', 'storage', 2), 'Both readers have read 42, as they may.', '两个读者都读到 42，这没有问题。'),
        beat(once('wrote', 'storage'), 'Client 1 writes under a shared lock.', '客户端 1 只有共享锁，却写入了。'),
        beat(
          overwrite('client2', 'client1'),
          'Client 2 overwrites client 1’s write with 52, also computed from 42.',
          '客户端 2 用同样由 42 算出的 52 覆盖了客户端 1 的写入。',
        ),
      ],
    },
    {
      id: 'dfix',
      fix: true,
      title: text('The storage looks at the mode', '存储检查模式'),
      short: text('A check of the mode', '存储检查模式'),
      text: text(
        'The mode is part of the sequencer, so the storage need not ask anyone: a shared sequencer allows no write. The writer’s is exclusive; the storage asks Chubby about it and accepts.',
        '模式就写在 sequencer 里，存储不用问谁：共享的 sequencer 不许写。写者的是独占的，存储向 Chubby 确认后接受。',
      ),
      patch: { lock: { settings: { readersWrite: true } }, storage: { id: 'check-sequencer' } },
      lock: 'held',
      data: 'refused',
      facts: ['rejected'],
      beats: [
        beat(
          once('rejected', 'storage'),
          'Client 1’s write is rejected because of its mode.',
          '客户端 1 的写入因模式不对被拒绝。',
        ),
        beat(once('rejected', 'storage', 2), 'So is client 2’s.', '客户端 2 的也一样。'),
        beat(once('wrote', 'storage'), 'Only the writer’s write is accepted.', '只有写者的写入被接受。'),
      ],
    },
    {
      id: 'e',
      title: text('Readers without end', '读者接连不断'),
      text: text(
        'With TryAcquire nobody waits in line: client 3 is refused and asks again a little later. The readers take turns and overlap, so the lock is never free when it asks. It gets the lock only when no more readers come. Clients finish rounds all the time, so the lock counts as having worked; all the waiting falls on one client.',
        '用 TryAcquire 时没有谁在排队：客户端 3 被拒绝后，过一会儿再问。两个读者轮流来，而且首尾相接，它问的时候锁从不空闲，直到没有读者再来才轮到它。其间一直有客户端完成轮次，所以锁仍算正常；等待全落在一个客户端身上。',
      ),
      patch: { lock: { settings: { ask: 'try' } }, storage: { id: 'no-check' }, settings: manyRounds },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('refused', 'client3'),
          'The writer asks for the first time: no, a reader has the lock.',
          '写者第一次来问，被拒绝：有读者正持锁。',
        ),
        beat(
          once('finished', 'client1', 2),
          'Client 1 has already had the lock twice. In between, client 2 had it.',
          '客户端 1 已经持锁两次；其间是客户端 2 持锁。',
          text('Client 1 had the lock twice. In between, client 2 had it.', '客户端 1 持锁两次，其间是客户端 2 持锁。'),
        ),
        beat(
          once('finished', 'client2', 3),
          'The last reader has finished its last round.',
          '最后一个读者也完成了最后一轮。',
        ),
        beat(once('acquired', 'client3'), 'The writer finally gets the lock.', '写者这才拿到锁。'),
      ],
    },
    {
      id: 'f',
      title: text('A dead reader', '读者持锁时崩溃'),
      text: text(
        'Here client 1 is the only reader, and client 2 the writer. The reader dies while it holds the lock. It had sent nothing that could do harm, and still the lock-delay keeps the writer out. The paper knows that readers can do this: taking the lock in either mode needs write permission, so that an unprivileged reader cannot keep a writer from making progress.',
        '这里只有客户端 1 是读者，客户端 2 是写者。读者持锁时崩溃。它没有什么在途的请求能造成危害，lock-delay 却照样把写者挡在外面。论文知道读者能造成这种后果：无论以哪种模式取锁都要有写权限，这样没有特权的读者就挡不住写者。',
      ),
      patch: {
        lock: { settings: { readers: 1, sessionTimeout: 1000, lockDelay: 3000 } },
        storage: { id: 'no-check' },
        settings: { clients: 2, stagger: 500, patience: 3000, duration: 9000 },
        faults: readerDies,
      },
      lock: 'unavailable',
      data: 'safe',
      facts: ['starved'],
      beats: [
        beat(once('crashed', 'client1'), 'The reader dies holding the lock.', '读者持锁时崩溃。'),
        beat(once('waiting', 'service'), 'The writer waits for it to leave.', '写者等它离开。'),
        beat(
          once('acquired', 'client2'),
          'First the session ends, then the lock-delay: the writer gets the lock.',
          '会话结束，lock-delay 也过去了，写者才拿到锁。',
        ),
      ],
    },
    {
      id: 'ffix',
      fix: true,
      title: text('Readers without lock-delay', '读者不要 lock-delay'),
      short: text('No lock-delay for readers', '读者不要 lock-delay'),
      text: text(
        'In Chubby each client chooses the lock-delay for its lock. It is there for requests that may still arrive. A reader sends none that change anything, and needs no delay.',
        '在 Chubby 里，lock-delay 由持锁的客户端自己选。它是为还可能到达的请求准备的；读者不发任何会改动数据的请求，用不着。',
      ),
      patch: {
        lock: { settings: { readers: 1, sessionTimeout: 1000, lockDelay: 0 } },
        storage: { id: 'no-check' },
        settings: { clients: 2, stagger: 500, patience: 3000, duration: 9000 },
        faults: readerDies,
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'client1'), 'The reader dies holding the lock.', '读者持锁时崩溃。'),
        beat(
          once('acquired', 'client2'),
          'The reader’s session has ended, and the writer gets the lock at once.',
          '会话一结束，写者立刻拿到锁。',
        ),
      ],
    },
    {
      id: 'g',
      title: text('Acquire, and wait in line', '改用 Acquire 排队'),
      short: text('Waiting in line', '改用 Acquire 排队'),
      text: text(
        'Acquire waits at the master. Here the master grants requests in the order of arrival, and a reader that comes after the writer waits behind it. The writer waits only for the readers that had the lock before it.',
        'Acquire 会在 master 上排队等待。这里 master 按到达的先后满足请求，写者之后来的读者排在写者后面。写者只需等在它之前拿到锁的读者。',
      ),
      patch: { storage: { id: 'no-check' }, settings: manyRounds },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('waiting', 'service'), 'The writer waits at the master.', '写者在 master 处等待。'),
        beat(once('waiting', 'service', 2), 'A reader that comes later waits behind it.', '之后来的读者排在它后面。'),
        beat(
          once('acquired', 'client3'),
          'The readers have left, and the writer gets the lock.',
          '之前的读者都走了，写者拿到锁。',
        ),
        beat(
          once('acquired', 'client2'),
          'The readers get the lock again after the writer.',
          '写者之后，又轮到读者拿到锁。',
        ),
      ],
    },
  ],
};
