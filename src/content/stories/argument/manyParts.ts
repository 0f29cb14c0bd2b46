/**
 * A write of several parts is not a single moment. A token that was good for the first part may be old at the third.
 */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'Client 1 pauses in the middle of writing several chunks. Client 2 begins its own write with a newer token, and then client 1 carries on with the rest. The storage checks the token only with the first chunk, so the object ends up as half of one write and half of the other.',
    '客户端 1 分几块写一个对象，写到一半停顿了。客户端 2 带着更大的 token 开始写，随后客户端 1 接着写剩下的几块。存储只在第一块检查 token，于是对象一半来自客户端 2，一半来自客户端 1。',
  ),
  beats: [
    opening(
      'The object has four chunks, each written by its own request. The tokens are 34 and 35, as in the article.',
      '对象分成四块，每块一次请求。token 和文章里一样，是 34 和 35。',
      text('The object has four chunks. Each is written by its own request.', '对象分成四块，每块一次请求。'),
    ),
    beat(
      once('wrotePart', 'storage'),
      'Token 34 is checked with the first chunk and accepted. After that, nothing checks the rest.',
      '第一块检查了 token 34：可以。过了这一关，后面的块就不再检查。',
      text('Token 34 is checked with the first chunk only, and accepted.', '只在第一块检查 token 34：通过。'),
    ),
    beat(
      once('paused', 'client1'),
      'Two chunks are written when client 1 pauses for longer than its lock lasts.',
      '写完两块，客户端 1 停顿了，停得比 TTL 还长。',
      text(
        'After two chunks, client 1 pauses for longer than its lock lasts.',
        '写完两块，客户端 1 停顿了，停得比 TTL 还长。',
      ),
    ),
    beat(once('acquired', 'client2'), 'Client 2 gets the lock and token 35.', '客户端 2 拿到了锁和 token 35。'),
    beat(
      once('read', 'storage', 2),
      'What client 2 reads is already half new and half old.',
      '客户端 2 读到的已经是半新半旧的内容。',
    ),
    beat(
      once('wrote', 'storage'),
      'Client 2 writes its four chunks, and for a moment the object is whole.',
      '客户端 2 写完自己的四块，对象暂时是完整的。',
    ),
    beat(
      once('resumed', 'client1'),
      'Client 1 wakes up and carries on with chunk three, as if nothing had happened.',
      '客户端 1 醒来，若无其事地接着写第三块。',
      text('Client 1 wakes up and carries on with chunk three.', '客户端 1 醒来，接着写第三块。'),
    ),
    beat(
      overwrite('client1', 'client2'),
      'With chunk four client 1 is done: chunks one and two are from client 2, chunks three and four from client 1.',
      '第四块写完：前两块是客户端 2 的，后两块是客户端 1 的。',
      text(
        'The object is mixed: two chunks from client 2, two from client 1.',
        '对象混在一起：前两块是客户端 2 的，后两块是客户端 1 的。',
      ),
    ),
  ],
  sources: ['notes'],
  argument: text(
    'One of the articles retells antirez like this: ordered tokens do not solve the pause, since the client with token 34 may stop in the middle of its write while another begins with 35; so ordered tokens do not fit together with the resource. The answer: they do, if every part is checked. What remains is a half-written object, which is a matter of how the resource writes, not of the lock.',
    '有一篇文章这样转述 antirez：token 有序并不能解决停顿的问题，因为 token 34 的客户端可能在写的过程中停顿，另一个客户端拿着 35 又开始写；所以有序的 token 没法与资源结合。答案是：可以结合，只要每一部分都检查。剩下的问题是对象只写了一半，那取决于资源怎么写，与锁无关。',
  ),
  modelled: text(
    'An object of four chunks, written one request after another; a token that is compared once or every time.',
    '由四块组成的对象，一块一块地写；token 只比较一次，或每块都比较。',
  ),
  notModelled: text(
    'Undoing chunks that have already been written. Staged writes need no undoing: what is incomplete was never visible.',
    '撤销已写的块。先暂存的写入不需要撤销：没写完的，从来不可见。',
  ),
  scenario: {
    version: 2,
    seed: 31,
    lock: { id: 'single-node', settings: { ttl: 2000, nodeTimeout: 400, token: 'counter', counterStart: 33 } },
    storage: { id: 'chunks', settings: { checked: 'once' } },
    settings: {
      ...defaultSettings,
      stagger: 1600,
      think: 500,
      work: 150,
      latency: { min: 15, p50: 28, p99: 60, max: 75 },
      own: { storage: { latency: { min: 30, p50: 45, p99: 65, max: 75 } } },
      duration: 6000,
      patience: 5000,
    },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'request', to: 'storage', from: 'client1', side: 'before', nth: 4 },
        for: 2900,
      },
    },
  },
  lock: 'overlap',
  data: 'torn',
  facts: ['torn-write', 'half-read', 'lost-update', 'overlap'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Each chunk is checked', '每一块都检查'),
      text: text(
        'Every chunk carries the token. Once client 2 has begun, nothing more from client 1 is accepted, so nothing is mixed. But client 2 has read a half-written object, and what it computes from that is anyone’s guess.',
        '每一块都带上 token。客户端 2 开始写之后，客户端 1 的块一概不收，也就不会混在一起。但客户端 2 读到的是写了一半的对象，由此算出什么，只能听天由命。',
      ),
      patch: { storage: { settings: { checked: 'each' } } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'half-read'],
      beats: [
        beat(once('paused', 'client1'), 'Two chunks are written, two are not.', '写了两块，还差两块。'),
        beat(
          once('read', 'storage', 2),
          'Client 2 has the lock, and reads the half-written object.',
          '客户端 2 拿到锁，读到这个半成品。',
        ),
        beat(
          once('wrote', 'storage'),
          'Client 2 writes four chunks with token 35.',
          '客户端 2 带着 token 35 写完四块。',
        ),
        beat(
          once('rejected', 'storage'),
          'Client 1’s third chunk comes with token 34 and is rejected.',
          '客户端 1 的第三块带着 token 34 到来，被拒绝。',
        ),
      ],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('Staged, and each chunk checked', '先暂存，每块都检查'),
      text: text(
        'The chunks are put aside and become visible all at once with the last one. Client 2 reads the whole old object; nobody ever sees what client 1 had begun. This also answers dwenzek, who asked how to undo what an interrupted client has done: there is nothing to undo.',
        '各块先暂存，全部到齐才一起可见，每块都检查 token。客户端 2 读到的是完整的旧对象；客户端 1 写了一半的东西，从来没人见过。dwenzek 问：被中断的客户端做过的事怎么撤销？这也是答案：没有什么要撤销的。',
      ),
      patch: { storage: { settings: { checked: 'each', staged: true } } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(
          once('paused', 'client1'),
          'Client 1’s two chunks are set aside, invisible.',
          '客户端 1 的两块放在一边，谁也看不见。',
        ),
        beat(once('read', 'storage', 2), 'Client 2 reads the whole 42.', '客户端 2 读到完整的 42。'),
        beat(once('wrote', 'storage'), 'Client 2’s four chunks become visible together.', '客户端 2 的四块一起可见。'),
        beat(once('rejected', 'storage'), 'The rest of client 1’s write is rejected.', '客户端 1 剩下的被拒绝。'),
      ],
    },
    {
      id: 'b',
      title: text('Staged, but checked only once', '先暂存，但只检查一次'),
      text: text(
        'The chunks are put aside until the last one, but the token is checked only once. Nobody sees a half-written object now, and nothing is mixed. But client 1’s last chunk makes its whole old object visible, over client 2’s. Staging hides halves; it does not tell old from new.',
        '各块先暂存，到齐了才可见，但 token 只检查一次。现在谁也看不到半成品，也不会混在一起。但客户端 1 的最后一块一到齐，它的整个旧对象就变为可见，覆盖了客户端 2 的。暂存能藏住半成品，却分不清新旧。',
      ),
      patch: { storage: { settings: { staged: true } } },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(once('paused', 'client1'), 'Two chunks are set aside.', '两块放在一边。'),
        beat(once('wrote', 'storage'), 'Client 2 has written 52.', '客户端 2 写下了 52。'),
        beat(
          overwrite('client1', 'client2'),
          'Client 1 completes its own 43, computed from the old 42. Client 2’s whole write is gone.',
          '客户端 1 补齐了自己由旧值 42 算出的 43。客户端 2 的 52 就这样整个丢了。',
          text('Client 1 completes its 43. Client 2’s 52 is gone.', '客户端 1 写完自己的 43，客户端 2 的 52 丢了。'),
        ),
      ],
    },
  ],
  scene: { question: text('What would have saved client 2’s write?', '怎样才能保住客户端 2 的写入？') },
};
