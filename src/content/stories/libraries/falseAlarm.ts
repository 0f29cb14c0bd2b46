/** A client of Consul that hears that its lock is lost, although it is not. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'Consul elects a new leader, which takes a few seconds, and client 1 concludes that its lock is lost. The client’s watch on its key gets an error, and the library reports the lock as lost. It is not: the session lives, and its renewals go on. The program does not call Unlock, so nobody ever gets the lock again, not even client 1.',
    'Consul 换 leader 要几秒钟，客户端 1 因此以为锁丢了。客户端盯着键的协程读键出错，于是告诉客户端锁丢了。其实没丢：会话活着，续期照常。程序没有调用 Unlock，结果谁也进不去，连它自己也不行。',
  ),
  beats: [
    opening(
      'The Go client’s defaults: to the watch, the first error means that the lock is lost.',
      'Go 客户端的默认值：盯着键的协程遇到第一个错误就当锁丢了。',
      text('To the Go client, the first error means that the lock is lost.', 'Go 客户端遇到第一个错误，就当锁丢了。'),
    ),
    beat(once('acquired', 'client1'), 'Client 1 holds the lock.', '客户端 1 拿到锁。'),
    beat(
      once('faultStruck', 'service'),
      'The leader is gone, and the servers elect another. No session ends meanwhile.',
      'leader 没了，服务器在选新的。期间会话不会结束。',
    ),
    beat(
      once('lockLost', 'client1'),
      'The watch of client 1 gets an error and reports the lock as lost. Client 1 stops.',
      '客户端 1 的协程读键出错，报告锁丢了，客户端 1 停下。',
      text('Client 1’s watch gets an error and reports “lost”: it stops.', '协程读键出错，报告锁丢了，客户端 1 停下。'),
    ),
    beat(
      once('acquiring', 'client1', 2),
      'There is a leader again, and the session of client 1 is renewed as before. Client 1 asks for the lock: “Lock already held”.',
      '又有了 leader，客户端 1 的会话照常续期。客户端 1 再次请求加锁：“Lock already held”。',
      text(
        'Client 1’s session is renewed as before: “Lock already held”.',
        '客户端 1 再次请求加锁，得到错误“Lock already held”。',
      ),
    ),
    beat(
      once('refused', 'client1', 3),
      'It goes on like this: client 2 waits for a key that client 1 has abandoned but still keeps.',
      '一直这样下去：客户端 2 等着一个客户端 1 已放弃却仍占着的键。',
      text(
        'Client 2 waits for a key that client 1 abandoned but still keeps.',
        '客户端 1 已停下，它的会话仍占着键，客户端 2 只能等。',
      ),
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'Consul issue #2371, “Server restart leads to client leader election issues”: the author calls Unlock when the lock is reported lost, and notes that this was not obvious. Issue #1162 and PR #1457 brought MonitorRetries',
    'Consul issue #2371：提问者的办法是得知锁丢失时调用 Unlock，并指出这一点并不显而易见。issue #1162 与 PR #1457 带来了 MonitorRetries',
  ),
  modelled: text(
    'The Go client’s Lock, after its source (api/lock.go), with MonitorRetries 0. Its authors chose the safe side: a client that cannot see its key considers it lost. The documentation says that the lock can be lost at any time, and leaves it to the program to decide what to do then.',
    'Go 客户端的 Lock，按源码（api/lock.go），MonitorRetries 为 0。作者选了稳妥的一边：看不到自己的键，就当它丢了。文档说锁随时可能丢失，之后怎么办由程序决定。',
  ),
  notModelled: text(
    'The election itself. Servers that hold a request back for a while in the hope of a new leader (rpc_hold_timeout, 7 s), which spares a client the shortest elections.',
    '选举本身。服务器会把请求压一会儿，等新 leader（rpc_hold_timeout，7 秒），让客户端躲过最短的选举。',
  ),
  scenario: {
    version: 2,
    seed: 65,
    lock: { id: 'consul', settings: { whenTold: 'keeps' } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      rounds: 2,
      stagger: 1000,
      think: 500,
      work: 8000,
      whenLost: 'at-once',
      latency: { min: 15, p50: 28, p99: 60, max: 75 },
      duration: 120_000,
      patience: 90_000,
    },
    faults: {
      election: {
        kind: 'no-leader',
        process: 'service',
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 3000 },
        for: 4000,
      },
    },
  },
  lock: 'stuck',
  data: 'safe',
  facts: ['starved', 'stuck-entry', 'false-alarm'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('MonitorRetries 5', 'MonitorRetries 设为 5'),
      text: text(
        'The watch tolerates five errors in a row, 2 s apart. When there is a leader again it finds the key as it was, and raises no alarm.',
        '盯着键的协程能连续承受五次错误，每次隔 2 秒。等又有了 leader，它看到键还是原样，谁也没有被惊动。',
      ),
      patch: { lock: { settings: { monitorRetries: 5 } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('faultStruck', 'service'),
          'The watch meets its first error, and looks again after 2 s.',
          '盯着键的协程遇到第一个错误，2 秒后再看。',
        ),
        beat(
          once('faultEnded', 'service'),
          'There is a leader again, and the key is still that of client 1.',
          '又有了 leader，键仍是客户端 1 的。',
        ),
        beat(once('wrote', 'storage'), 'Client 1 writes as if nothing had happened.', '客户端 1 照常写入。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock after client 1.',
          '客户端 1 释放之后，客户端 2 拿到锁。',
        ),
      ],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('Unlock on the alarm', '得知后就 Unlock'),
      text: text(
        'The program calls Unlock as soon as it hears of the loss. Without a leader that fails, too, but it ends the renewals. The new leader lets the session run out after two TTLs, and the lock-delay follows: the price is the better part of a minute.',
        '程序一得知就调用 Unlock。没有 leader，这也会失败，但续期就此停止。新 leader 让会话过两个 TTL 到期，再加上 lock-delay：代价是大半分钟。',
      ),
      patch: { lock: { settings: { whenTold: 'unlocks' } } },
      lock: 'held',
      data: 'safe',
      facts: ['entry-left'],
      beats: [
        beat(
          once('released', 'client1'),
          'Client 1 has called Unlock, and got an error. Nothing renews its session any more.',
          '客户端 1 调用了 Unlock，得到一个错误。再没有谁给它的会话续期。',
          text(
            'Client 1 calls Unlock, and gets an error. The renewals end.',
            '客户端 1 调用 Unlock 得到一个错误，续期停止了。',
          ),
        ),
        beat(
          once('entrySet', 'service', 2),
          'The session ends. The key is under lock-delay.',
          '会话结束，键进入 lock-delay。',
        ),
        beat(
          once('acquired', 'client2'),
          'The lock-delay is over: client 2 gets the lock.',
          'lock-delay 过去，客户端 2 拿到锁。',
        ),
      ],
    },
  ],
};
