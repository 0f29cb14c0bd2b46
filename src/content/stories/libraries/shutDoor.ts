/** A client of Consul whose acquire ends in an error, though it was carried out: it shuts the door behind itself. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'The reply to client 1’s acquire is lost. Consul’s Go client treats that as an error and cleans up: it destroys its session. But the session has the key, and a destroyed session leaves its key under lock-delay. For 15 s nobody has the lock and nobody can get it.',
    '客户端 1 的 acquire 已经成功，答复却丢了。Consul 的 Go 客户端当作出错，清理时销毁了会话。可会话正持有这个键，被销毁的会话会把键留在 lock-delay 里。于是 15 秒内锁没有主人，也没人拿得到。',
  ),
  beats: [
    opening(
      'The clients wait 2 s for a reply. Everything else is as in the Go client.',
      '客户端等答复最多 2 秒，其余都与 Go 客户端相同。',
      text('The clients wait 2 s for a reply.', '客户端等答复，最多等 2 秒。'),
    ),
    beat(
      once('entrySet', 'service'),
      'The key belongs to client 1’s session. The reply that says so is lost.',
      '键归客户端 1 的会话所有，但告诉它的答复丢了。',
      text('Client 1 has the key. The reply that says so is lost.', '键归了客户端 1，告诉它的答复却丢了。'),
    ),
    beat(
      once('refused', 'client1'),
      'Client 1’s wait times out with an error. It destroys its session.',
      '客户端 1 等到超时，得到错误，于是销毁会话。',
    ),
    beat(
      once('entrySet', 'service', 2),
      'The session had the key, so the key is closed for the lock-delay, as if its client had been lost.',
      '会话持有着键，于是键进入 lock-delay，像客户端失联时那样。',
      text('The session ended, so the key is closed for the lock-delay.', '会话结束，键进入 lock-delay。'),
    ),
    beat(
      once('acquired'),
      'After 15 s the door is open again. All that had gone wrong was one lost message.',
      '15 秒后门才开。从头到尾只丢过一条消息。',
      text(
        'After 15 s the door is open again. Only one message was lost.',
        '15 秒的 lock-delay 过后锁才放开，丢的只是一条消息。',
      ),
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'the source of Consul’s Go client, api/lock.go: “If we fail to acquire the lock, cleanup the session”. The documentation of sessions says that a session that is invalidated leaves its keys under lock-delay, and says why: for safety',
    'Consul Go 客户端源码 api/lock.go 的注释：“If we fail to acquire the lock, cleanup the session”（获取失败就清理会话）。会话文档说明，失效的会话会让它的键进入 lock-delay，理由是安全',
  ),
  modelled: text(
    'Lock as in the Go client’s source: any error ends the wait, and the session is destroyed without checking the key. A program that calls Lock again gets a new session, to which the key is just as closed as to all others. A shorter lock-delay shortens the wait; in Go it cannot be set to 0.',
    'Go 客户端源码中的 Lock：任何错误都结束等待，会话不看一眼键就被销毁。程序再调 Lock 会得到新会话，键对它同样关着。lock-delay 设短些就少等些；在 Go 里要不到 0。',
  ),
  notModelled: text(
    'Without a time limit of its own, the Go client would wait until its connection ends: the same error, later.',
    '若不设时限，Go 客户端会一直等到连接断开：同样的错误，只是更晚。',
  ),
  scenario: {
    version: 2,
    seed: 66,
    lock: { id: 'consul', settings: { nodeTimeout: 2000 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 1000,
      think: 500,
      work: 1000,
      latency: { min: 15, p50: 28, p99: 60, max: 75 },
      duration: 30_000,
      patience: 10_000,
    },
    faults: {
      lost: { kind: 'lose', message: { from: 'service', to: 'client1', leg: 'reply', nth: 3 } },
    },
  },
  lock: 'unavailable',
  data: 'safe',
  facts: ['starved', 'entry-left'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Check first, then release', '先看一眼，再释放'),
      short: text('Check, then release', '先看再释放'),
      text: text(
        'After the error the client reads the key, finds that its own session has it, and releases it. A session without a key can be destroyed without harm.',
        '出错后客户端先读键，发现正归自己的会话，就把它释放。不持有键的会话，销毁也无妨。',
      ),
      patch: { lock: { settings: { afterError: 'reads' } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('entryGone', 'service'),
          'Client 1 has found its own session on the key and released it.',
          '客户端 1 看到键上是自己的会话，把它释放了。',
        ),
        beat(once('acquired', 'client2'), 'Client 2 gets the lock at once.', '客户端 2 立刻拿到锁。'),
        beat(
          once('acquired', 'client1'),
          'Client 1 gets the lock after client 2.',
          '客户端 2 之后，客户端 1 也拿到了锁。',
        ),
      ],
    },
  ],
};
