/** An email goes out twice though the lock never failed: the answer to the first was lost. */
import type { Fault } from '../../../core/model/scenario/fault';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

const lostMark: Fault = { kind: 'lose', message: { from: 'client1', to: 'storage', leg: 'request', nth: 3 } };

export const story: StoryBody = {
  lead: text(
    'The lock does all that a lock can do. No two clients ever hold it at once, and nobody is late. One reply gets lost, and the email goes out twice.',
    '加锁是为了让邮件只发一次，锁和时钟都正常。任何时候都只有一个客户端持锁，也没有谁迟到。只丢了一个应答，邮件就发了两封。',
  ),
  beats: [
    opening(
      'Under the lock: has it been sent? If not, send it and mark it as sent.',
      '在锁的保护下：发了吗？没发就发，然后标记为已发。',
      text('Holding the lock: if it has not been sent, send it and mark it.', '持锁时：没发过就发，然后标记为已发。'),
    ),
    beat(
      once('wrote', 'storage'),
      'The email server sends client 1’s email. Its reply is lost.',
      '邮件服务器发出了客户端 1 的邮件，应答却丢了。',
    ),
    beat(
      once('timedOut', 'client1'),
      'Client 1 hears nothing. It does not know whether the email went out, so it marks nothing.',
      '客户端 1 没等到应答。邮件发没发，它不知道，也就没有标记。',
      text(
        'Client 1 hears nothing. Did the email go out? It marks nothing.',
        '客户端 1 没等到应答，不知发没发，没有标记。',
      ),
    ),
    beat(
      once('released', 'client1'),
      'Client 1 releases the lock, well within its time.',
      '客户端 1 归还了锁，时间还很充裕。',
    ),
    beat(once('acquired', 'client2'), 'Client 2 gets the lock, alone.', '客户端 2 独自拿到锁。'),
    beat(
      once('wrote', 'storage', 2),
      'Client 2 finds no mark, and sends the email again.',
      '客户端 2 没看到标记，邮件又发了一次。',
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'nobody: a search found it (`npm run -s cli -- explore 87 --faults lose`). It dropped the 18 messages of this run one at a time. Losing either of two does harm: this reply, or the request that sets the mark, in variant b. A lock decides who may act. It cannot tell whether somebody has acted.',
    '无人提出，是搜索找到的（`npm run -s cli -- explore 87 --faults lose`）：把这次运行的 18 条消息逐条丢掉，有两条会造成危害：这个应答，以及变体 b 里做标记的请求。锁决定谁可以动手；有没有人已经动了手，它说不出来。',
  ),
  modelled: text(
    'An email server that counts what it sends, and a mark beside it. A client that gets no reply within 0.8 s gives up its round and releases the lock.',
    '会计数的邮件服务器，外加一个标记。客户端 0.8 秒内没有应答就放弃这一轮，释放锁。',
  ),
  notModelled: text(
    'A client that resends by itself when it gets no reply: it would send the second email all on its own.',
    '没有应答就自己重发的客户端：那样不必有别人，它自己就会发出第二封。',
  ),
  scenario: {
    version: 2,
    seed: 87,
    lock: { id: 'single-node', settings: { ttl: 5000, nodeTimeout: 400, tries: 20, retryDelay: 300, retryJitter: 50 } },
    storage: { id: 'mail' },
    settings: {
      ...defaultSettings,
      nodes: { ...defaultSettings.nodes, count: 1 },
      work: 300,
      storageTimeout: 800,
      latency: { min: 15, p50: 30, p99: 60, max: 80 },
      duration: 5000,
      patience: 4000,
    },
    faults: {
      lost: { kind: 'lose', message: { from: 'storage', to: 'client1', leg: 'reply', nth: 2 } },
    },
  },
  lock: 'held',
  data: 'twice',
  facts: ['done-twice'],
  scene: { question: text('What would have sent only one email?', '怎样才能只发一封？') },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('A server that recognizes a repeat', '能识别重复请求的服务器'),
      short: text('A server that knows repeats', '能识别重复的服务器'),
      text: text(
        'Each SEND names the job that it is for: an idempotency key. The reply is lost as before, client 2 sends as before, and the server replies that this one has already gone out. A search with two faults at once (lost messages, pauses, crashes, clock jumps) found no second email in 85,085 runs.',
        '每个发送请求都带上所属的任务，作为幂等键。应答照样丢，客户端 2 照样发，服务器回答说这封已经发过。搜索同时放入两个故障（丢消息、停顿、崩溃、时钟跳变），85,085 次运行里没有第二封邮件。',
      ),
      patch: { storage: { settings: { recognizes: true } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('wrote', 'storage'), 'The email goes out, and the reply is lost.', '邮件发出，应答丢了。'),
        beat(once('acquired', 'client2'), 'Client 2 gets the lock and finds no mark.', '客户端 2 拿到锁，没看到标记。'),
        beat(
          once('finished', 'client2'),
          'The server recognizes client 2’s repeat, and sends nothing more.',
          '服务器认出客户端 2 的请求是重复的，没有再发邮件。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('The mark is lost', '标记丢了'),
      text: text(
        'The email has gone out, and client 1 knows it. The request that would mark it never arrives, and client 2 finds no mark.',
        '这次客户端 1 收到了应答，但做标记的请求会丢。没有标记，客户端 2 就又发了一次。',
      ),
      patch: { faults: { lost: null, lostMark } },
      lock: 'held',
      data: 'twice',
      facts: ['done-twice'],
      beats: [
        beat(
          once('wrote', 'storage'),
          'Client 1 sends the email and gets the reply.',
          '客户端 1 发出邮件，也收到了应答。',
        ),
        beat(once('timedOut', 'client1'), 'Client 1’s request to mark it is lost.', '客户端 1 做标记的请求丢了。'),
        beat(
          once('wrote', 'storage', 2),
          'Client 2 finds no mark, and sends the email again.',
          '客户端 2 没看到标记，邮件又发了一次。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('The same server', '同一个服务器'),
      short: text('Lost mark, same server', '标记丢了，同一服务器'),
      text: text('It needs no mark: it remembers which jobs it has sent for.', '邮件服务器自己记得为哪个任务发过。'),
      patch: { storage: { settings: { recognizes: true } }, faults: { lost: null, lostMark } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('timedOut', 'client1'), 'The request to mark it is lost.', '做标记的请求丢了。'),
        beat(
          once('finished', 'client2'),
          'Client 2 finds no mark, asks to send, and nothing goes out.',
          '客户端 2 没看到标记，再次请求，服务器没有再发邮件。',
        ),
      ],
    },
  ],
};
