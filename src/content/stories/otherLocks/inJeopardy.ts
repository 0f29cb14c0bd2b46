/** Chubby's grace period: a client whose lease is over goes on asking for a master, and keeps its lock when there is one. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'The master of a Chubby cell dies while client 1 holds the lock, and the election takes longer than the client’s lease. In its grace period the client does not give up, and keeps its lock.',
    '客户端 1 持锁时，Chubby cell 的 master 死了，选举比租约还长。客户端在宽限期里没有放弃，锁保住了。',
  ),
  beats: [
    opening(
      'Three members here; a real cell has five. Member A is the master.',
      '这里有三个成员（真实的 cell 有五个），成员 A 是 master。',
    ),
    beat(once('acquired', 'client1'), 'Client 1 has the lock and works.', '客户端 1 拿到锁，开始干活。'),
    beat(
      once('crashed', 'memberA'),
      'The master dies. The KeepAlive of client 1 fails, and its lease soon ends by its own clock.',
      'master 死了。客户端 1 的 KeepAlive 失败；按它自己的时钟，租约很快到期。',
      text(
        'The master dies. By its own clock, client 1’s lease soon ends.',
        'master 死了。按自己的时钟，客户端 1 的租约很快到期。',
      ),
    ),
    beat(
      once('led', 'memberB'),
      'Until now the session was in jeopardy: the client did not know whether it was still alive. The new master knows the session, and restarts its lease.',
      '此前会话处于 jeopardy 状态：客户端不知道它是否还在。新 master 知道这个会话，租约重新计时。',
      text('The new master knows the session, and restarts its lease.', '新 master 知道这个会话，租约重新计时。'),
    ),
    beat(
      once('extended', 'client1'),
      'A KeepAlive is answered: the session is safe.',
      'KeepAlive 得到应答：会话保住了。',
    ),
    beat(once('wrote', 'storage'), 'Client 1 writes, and still holds the lock.', '客户端 1 写入，锁一直在手里。'),
    beat(once('acquired', 'client2'), 'Client 2 gets the lock after client 1.', '客户端 1 释放之后，客户端 2 拿到锁。'),
  ],
  sources: ['beyond'],
  argument: text(
    'Burrows 2006, sections 2.8 and 2.9: the client’s library holds back calls in the grace period, and events tell the application that its session is in jeopardy, then that it is safe or has expired.',
    'Burrows 2006 第 2.8、2.9 节：宽限期内客户端库拦下调用，并用事件告诉应用会话处于 jeopardy，随后是 safe 或 expired。',
  ),
  modelled: text(
    'The grace period of a client, leases that a new master restarts, and a master that is found by asking again.',
    '客户端的宽限期；新 master 让租约重新计时；客户端反复询问，直到找到新 master。',
  ),
  notModelled: text(
    'Calls that the library holds back in jeopardy, epochs, caches, and events for the application: work that has begun goes on here. The paper’s grace period is 45 s by default.',
    'jeopardy 期间客户端库会拦下调用，另外还有 epoch、缓存和发给应用的事件，这些都没有模拟：已经开始的工作在这里继续。论文里宽限期默认 45 秒。',
  ),
  scenario: {
    version: 2,
    seed: 88,
    lock: {
      id: 'chubby',
      settings: { sessionTimeout: 1000, lockDelay: 1000, grace: 5000, members: '3', election: 1500 },
    },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      whenLost: 'at-once',
      stagger: 400,
      think: 500,
      work: 3000,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      duration: 15_000,
      patience: 5000,
    },
    faults: {
      crash: {
        kind: 'crash',
        process: 'memberA',
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 300 },
        restartAfter: 'never',
      },
    },
  },
  lock: 'held',
  data: 'safe',
  variants: [
    {
      id: 'b',
      title: text('Without a grace period', '没有宽限期'),
      short: text('No grace period', '没有宽限期'),
      text: text(
        'Client 1 gives up its session when its lease ends, and its work with it. The new master still has the session, so the lock stays with a client that no longer wants it: until the lease ends there, plus the lock-delay.',
        '客户端 1 没有宽限期：租约一到期就放弃会话。新 master 那里会话还在，锁于是留在一个已经放弃的客户端名下：要等那边租约到期，再过 lock-delay。',
      ),
      patch: { lock: { settings: { grace: 0 } } },
      lock: 'unavailable',
      data: 'safe',
      facts: ['starved', 'entry-left'],
      beats: [
        beat(once('crashed', 'memberA'), 'The master dies.', 'master 死了。'),
        beat(once('lockLost', 'client1'), 'The lease ends, and client 1 gives up.', '租约到期，客户端 1 放弃。'),
        beat(once('led', 'memberB'), 'The new master restarts the lease.', '新 master 让租约重新计时。'),
        beat(
          once('entrySet', 'service', 2),
          'Nobody renews it. The session ends, and the lock stays closed for the lock-delay.',
          '没有谁续期。会话结束，lock-delay 过后锁才放开。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock only after the lock-delay.',
          'lock-delay 过后，客户端 2 才拿到锁。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('The 45 s of the paper', '论文中的 45 秒'),
      short: text('A grace of 45 s', '宽限 45 秒'),
      text: text(
        'With the paper’s default, a client survives any election that is shorter than its lease plus 45 s. The price: if no master comes, it learns that much later that its lock is lost.',
        '按论文的默认值，只要选举短于租约加 45 秒，客户端都能熬过去。代价是：若一直没有 master，它也要晚这么久才知道锁丢了。',
      ),
      patch: { lock: { settings: { grace: 45_000 } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'memberA'), 'The master dies.', 'master 死了。'),
        beat(once('led', 'memberB'), 'The new master restarts the lease.', '新 master 让租约重新计时。'),
        beat(once('wrote', 'storage'), 'Client 1 has kept its lock, and writes.', '客户端 1 保住了锁，写入。'),
      ],
    },
  ],
};
