/** What a lock for efficiency is allowed to get wrong: a mail goes out twice, and nothing is corrupted by it. */
import type { Fault } from '../../../core/model/scenario/fault';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

const afterSend: Fault = {
  kind: 'pause',
  process: 'client1',
  when: { kind: 'request', from: 'client1', to: 'storage', side: 'before', nth: 3 },
  for: 2400,
};

export const story: StoryBody = {
  lead: text(
    'The lock is there so that an email is sent only once. Client 1 pauses between asking and sending, and it goes out twice. Annoying, but no worse than that.',
    '加锁是为了让邮件只发一次。客户端 1 在询问与发送之间停顿，结果发了两次。烦人，但也仅此而已。',
  ),
  beats: [
    opening(
      'Has it been sent? If not, send it and mark it as sent. The lock saves a second email and the work for it: it is there for efficiency.',
      '发了吗？没发就发，然后标记为已发。锁省下的是第二封邮件和重复的工作：这把锁是为了效率。',
      text('The lock saves a second email: it is there for efficiency.', '锁省下的是第二封邮件：这把锁是为了效率。'),
    ),
    beat(
      once('paused', 'client1'),
      'Client 1 learns that the email has not been sent, and pauses before it sends it.',
      '客户端 1 得知邮件还没发，正要发就停顿了。',
      text(
        'Client 1 learns that no email was sent, and pauses before sending.',
        '客户端 1 得知邮件还没发，正要发就停顿了。',
      ),
    ),
    beat(once('acquired', 'client2'), 'The lock expires, and client 2 gets it.', '锁过期了，客户端 2 拿到了锁。'),
    beat(
      once('wrote', 'storage'),
      'Client 2 asks: not sent. It sends the email and marks it.',
      '客户端 2 也查到没发，于是发出邮件，并做了标记。',
    ),
    beat(
      once('wrote', 'storage', 2),
      'Client 1 wakes up and sends it again. Somebody gets the email twice. No data is wrong, nothing has to be repaired.',
      '客户端 1 醒来，又发了一次。有人收到两封邮件。数据没有错，也不需要修复什么。',
      text(
        'Client 1 wakes up and sends the email again. Nothing has to be repaired.',
        '客户端 1 醒来，邮件又发了一次。收件人只是多收一封。',
      ),
    ),
  ],
  sources: ['design', 'debate'],
  argument: text(
    'Martin Kleppmann’s distinction: a lock for efficiency may fail now and then, so a single Redis node is enough, without the effort of Redlock, which he calls neither fish nor fowl; a lock for correctness may not, and for that he advises ZooKeeper, or a database with transactions. An expensive computation that is done twice is the same case as the email.',
    'Martin Kleppmann 的区分：为效率而用的锁，偶尔失效无妨，单个 Redis 节点就够了，犯不着用 Redlock（他形容它“非驴非马”）；为正确性而用的锁则不行，他建议用 ZooKeeper，或者支持事务的数据库。一次昂贵的计算做了两遍，和这封邮件是同一回事。',
  ),
  modelled: text(
    'An email server that counts what it sends, and a mark beside it; asking, sending and marking are three requests.',
    '一个会计数的邮件服务器，外加一个标记；询问、发送、标记是三次请求。',
  ),
  notModelled: text(
    'An email that must not go out twice, such as an order: then this is a matter of correctness, and the receiver has to recognize the second one.',
    '绝不能发两次的邮件，比如订单：那就成了正确性问题，接收方必须能认出第二封。',
  ),
  scenario: {
    version: 2,
    seed: 33,
    lock: { id: 'single-node', settings: { ttl: 1800, nodeTimeout: 400, tries: 20, retryDelay: 450, retryJitter: 50 } },
    storage: { id: 'mail' },
    settings: {
      ...defaultSettings,
      work: 300,
      latency: { min: 15, p50: 30, p99: 60, max: 80 },
      duration: 5500,
      patience: 4000,
    },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
        for: 2800,
      },
    },
  },
  lock: 'overlap',
  data: 'twice',
  facts: ['overlap', 'done-twice'],
  variants: [
    {
      id: 'b',
      title: text('Sent, and not yet marked', '发了，还没标记'),
      text: text(
        'The pause falls between sending and marking. The email has gone out, and nothing says so: client 2 sends it again.',
        '停顿落在发送与标记之间。邮件已经发出，却没有任何记录：客户端 2 又发了一次。',
      ),
      patch: { faults: { pause: null, pauseBeforeMark: afterSend } },
      lock: 'overlap',
      data: 'twice',
      facts: ['overlap', 'done-twice'],
      beats: [
        beat(once('wrote', 'storage'), 'Client 1 sends the email.', '客户端 1 发出邮件。'),
        beat(
          once('paused', 'client1'),
          'Client 1 pauses before it marks the email as sent.',
          '还没标记为已发，它就停顿了。',
        ),
        beat(
          once('acquired', 'client2'),
          'The lock expires, client 2 gets it, and finds no mark.',
          '锁过期，客户端 2 拿到锁，没看到标记。',
        ),
        beat(once('wrote', 'storage', 2), 'Client 2 sends the email a second time.', '客户端 2 把邮件又发了一次。'),
      ],
    },
    {
      id: 'c',
      title: text('Without faults', '没有故障时'),
      text: text(
        'Nobody pauses. Client 2 comes second, finds the mark, and has nothing to do: this is what the lock is for, and it is enough if it works nearly always.',
        '两个客户端都不停顿。客户端 2 后到，看到标记，就没事可做了：锁的用处正在于此，几乎总能奏效也就够了。',
      ),
      patch: { settings: { duration: 3500 }, faults: { pause: null } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('wrote', 'storage'), 'Client 1 sends the email and marks it.', '客户端 1 发出邮件，并做了标记。'),
        beat(once('acquired', 'client2'), 'Client 2 gets the lock.', '客户端 2 拿到锁。'),
        beat(
          once('finished', 'client2'),
          'Client 2 finds the mark, and sends nothing.',
          '客户端 2 看到标记，什么也没发。',
        ),
      ],
    },
  ],
  scene: { stopsAt: 'end' },
};
