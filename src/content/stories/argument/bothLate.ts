/** Two late writes come in the order of their tokens, so the fencing check accepts both. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'Both clients are stopped before their writes, and both wake up late: first the older token arrives, then the newer one. The storage accepts each of them, and still one update is lost.',
    '两个客户端都在写之前停顿，都醒得很晚：先到的是旧 token，后到的是新 token。两次写入存储都接受了，可还是丢了一次更新。',
  ),
  beats: [
    opening(
      'The tokens are 33 and 34, as in the articles. The storage compares the token first and writes a little later: a check that was put in front of old code.',
      'token 和文章里一样，是 33 和 34。存储先比较 token，稍后才写：检查只是加在了旧代码的前面。',
      text('The storage checks the token, and writes a little later.', '存储先检查 token，稍后才写入。'),
    ),
    beat(
      once('paused', 'client1'),
      'Client 1 has token 33. It has read 42 and is stopped before it writes.',
      '客户端 1 持有 token 33，读到 42，写之前停顿了。',
      text('Client 1 with token 33 has read 42, and is paused.', '持有 token 33 的客户端 1 读到 42，停顿了。'),
    ),
    beat(
      once('acquired', 'client2'),
      'The lock expires; client 2 gets it, and token 34.',
      '锁过期，客户端 2 拿到了锁和 token 34。',
    ),
    beat(
      once('paused', 'client2'),
      'Client 2 has read 42 as well, and is stopped before its write too.',
      '客户端 2 也读到 42，也在写之前停顿了。',
    ),
    beat(
      once('resumed', 'client1'),
      'Client 1 wakes up first and sends its write. Token 33 is the newest that the storage has seen so far: it passes the check.',
      '客户端 1 先醒，发出写请求。到此为止存储见过的最新 token 就是 33：检查通过。',
      text(
        'Client 1 wakes and writes. Token 33 is the newest: it passes.',
        '客户端 1 醒来写入。token 33 是目前最新的：检查通过。',
      ),
    ),
    beat(
      once('resumed', 'client2'),
      'Then client 2 comes with token 34, which is newer still, and passes the check before the first write is done.',
      '客户端 1 的写入还没做完，客户端 2 带着 token 34 来了，也通过了检查。',
      text(
        'Client 2 comes with token 34, which is newer, and passes the check.',
        '客户端 2 带着更新的 token 34 来了，也通过了检查。',
      ),
    ),
    beat(once('wrote', 'storage'), 'The storage writes the 43 of client 1.', '存储写下客户端 1 的 43。'),
    beat(
      overwrite('client2', 'client1'),
      'The storage writes client 2’s 52 over the 43. Both were computed from 42: two changes, and one of them is gone.',
      '存储用客户端 2 的 52 覆盖了 43。两个值都由 42 算出：改了两次，丢了一次。',
      text(
        'The storage writes client 2’s 52 over the 43: one change is lost.',
        '存储用客户端 2 的 52 覆盖了 43：丢了一次修改。',
      ),
    ),
  ],
  sources: ['debate'],
  argument: text(
    'reza_n asked on Hacker News what happens when the late writes arrive in order: wouldn’t you still need versions, and wouldn’t those make the lock unnecessary? Terr_ answered that the first write fails, since its token is no longer the latest. That is true only if the resource asks the lock service for the latest token, or if client 2 left its token when it read. A resource that goes by the tokens of the writes it has seen has not seen token 34 yet.',
    'reza_n 在 Hacker News 上问：如果两次迟到的写入恰好按顺序到达呢？那不是仍然需要版本号吗？有了版本号，锁不就没必要了吗？Terr_ 答：第一个写请求会失败，因为它的 token 不再是最新的。这话在两种情况下成立：资源会向锁服务询问最新的 token，或者客户端 2 读的时候就留下了 token。若资源只凭见过的写入判断，那时它还没见过 token 34。',
  ),
  modelled: text(
    'Two pauses that end one after the other, and a storage with a gap between check and write (the variants have no gap).',
    '两次先后结束的停顿；存储在检查与写入之间有一段间隔（变体中没有）。',
  ),
  notModelled: text(
    'Two writes at the very same moment. In the original, one write follows the other; in variant d both write to the same file for a while.',
    '真正同一瞬间的两次写入。原样里是先写完一个，再写另一个；变体 d 里，两个有一段时间同时在写一个文件。',
  ),
  scenario: {
    version: 2,
    seed: 29,
    lock: { id: 'single-node', settings: { ttl: 2000, nodeTimeout: 400, token: 'counter', counterStart: 32 } },
    storage: { id: 'two-step', settings: { gap: 500 } },
    settings: {
      ...defaultSettings,
      stagger: 1600,
      think: 500,
      work: 150,
      latency: { min: 15, p50: 28, p99: 60, max: 75 },
      own: { storage: { latency: { min: 60, p50: 80, p99: 105, max: 115 } } },
      duration: 5100,
      patience: 5000,
    },
    faults: {
      first: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
        for: 2900,
      },
      second: {
        kind: 'pause',
        process: 'client2',
        when: { kind: 'step', process: 'client2', step: 'write', nth: 1 },
        for: 950,
      },
    },
  },
  lock: 'overlap',
  data: 'lost',
  facts: ['overlap', 'lost-update'],
  variants: [
    {
      id: 'b',
      title: text('Check and write in one step', '检查与写入一步完成'),
      short: text('Check and write together', '检查与写入一步完成'),
      text: text(
        'The storage compares and writes in one step, as a fencing check should. It does not help: both tokens arrive in order. What client 2 read was already outdated when its write arrived.',
        '存储一步完成比较与写入，fencing 检查本该如此。还是没用：两个 token 都合规。问题在于：客户端 2 的写入到达之前，它读到的值就已经过时了。',
      ),
      patch: { storage: { id: 'fencing', settings: { gap: null } } },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(
          once('paused', 'client2'),
          'Client 2, with token 34, has read 42 and is stopped.',
          '持有 token 34 的客户端 2 读到 42，停顿了。',
        ),
        beat(
          once('wrote', 'storage'),
          'The write with token 33 arrives. No newer token has been seen: accepted, as the rule says.',
          '带 token 33 的写入到了。存储没见过更大的 token，于是接受：按规则没有错。',
          text(
            'The write with token 33 arrives. No newer one was seen: accepted.',
            '带 token 33 的写入到了。没见过更新的：接受。',
          ),
        ),
        beat(
          overwrite('client2', 'client1'),
          'The write with token 34 arrives. Newer: accepted. The write of client 1 is gone.',
          '带 token 34 的写入到了。34 比 33 新：接受。客户端 1 的写入就此丢失。',
          text(
            'The write with token 34 is accepted. The 43 of client 1 is gone.',
            '带 token 34 的写入被接受。客户端 1 的 43 丢了。',
          ),
        ),
      ],
    },
    {
      id: 'fix',
      fix: true,
      title: text('With a version check', '使用版本检查'),
      text: text(
        'The storage accepts a write only when it is based on the current version. Client 1 comes first and gets through, late as it is; client 2’s write is rejected, and it has to read again. reza_n was right: this needs no lock.',
        '存储只接受依据当前版本的写入。客户端 1 虽然迟到，但先到先得；客户端 2 被拒，得重新读。reza_n 说得对：这样就用不着锁了。',
      ),
      patch: { storage: { id: 'version', settings: { gap: null } } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(once('paused', 'client2'), 'Both have read the same version.', '两个客户端读到的是同一个版本。'),
        beat(once('wrote', 'storage'), 'The write of client 1 makes a new one.', '客户端 1 的写入产生了新版本。'),
        beat(
          once('rejected', 'storage'),
          'Client 2’s write is based on the old version, and is rejected.',
          '客户端 2 的写入所依据的是旧版本，被拒绝。',
        ),
      ],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('The read leaves its token', '读的时候就留下 token'),
      text: text(
        'The storage also remembers the token of a read, like Junqueira’s mark. Once client 2 has read, nothing older can be written. Then Terr_’s answer is right: the first write fails.',
        '读请求带来的 token 也算见过，就像 Junqueira 说的标记。从客户端 2 读过的那一刻起，更旧的写入一概不收。这样 Terr_ 的回答就成立了：第一次写入会失败。',
      ),
      patch: { storage: { id: 'fencing', settings: { gap: null, readsLeaveToken: true } } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(
          once('marked', 'storage', 2),
          'Client 2 reads, and leaves token 34 behind.',
          '客户端 2 来读，留下了 token 34。',
        ),
        beat(
          once('rejected', 'storage'),
          'Client 1 comes with token 33 before client 2 has written anything, and is rejected.',
          '客户端 2 还什么都没写，客户端 1 带着 token 33 来了，被拒绝。',
          text(
            'Client 1 comes with token 33, before client 2 has written: rejected.',
            '客户端 2 还没写，客户端 1 带着 token 33 来了：被拒绝。',
          ),
        ),
        beat(
          once('wrote', 'storage'),
          'What client 2 has read is still current, so its write is accepted.',
          '客户端 2 读到的内容依然是当前的，写入被接受。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('“Greater” instead of “not smaller”', '“大于”而不是“不小于”'),
      short: text('Only a greater token', '只收更大的 token'),
      text: text(
        'The article says that the token must be greater than the one before. Against two late writers in order it does nothing, and it has a price: each token is good for one write only.',
        '文章说的是 token 必须大于之前的值。对两次按序迟到的写入，这没有任何作用，而且有代价：每个 token 只能写一次。',
      ),
      patch: { storage: { id: 'fencing', settings: { gap: null, compare: 'greater' } } },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(
          once('wrote', 'storage'),
          'No token has been seen before 33: accepted.',
          '存储没见过别的 token：33 被接受。',
        ),
        beat(
          overwrite('client2', 'client1'),
          'Token 34 is greater than 33: accepted, and the write of client 1 is gone.',
          'token 34 大于 33：接受，客户端 1 的写入就此丢失。',
          text(
            'Token 34 is greater than 33: accepted, and client 1’s 43 is gone.',
            'token 34 大于 33：接受，客户端 1 的 43 就此丢失。',
          ),
        ),
      ],
    },
    {
      id: 'c2',
      title: text('“Greater”, and the read leaves its token', '“大于”，同时读也留下 token'),
      short: text('Only greater, reads leave tokens', '读写都留，只收更大'),
      text: text(
        'No client is paused here; reads leave their token, and a write needs a greater one. Each client reads, leaves its token, and then finds that its token is not greater than the one it left: the rightful holder locks itself out, round after round.',
        '这回谁也没有停顿；读会留下 token，写则要带更大的 token。客户端读的时候留下 token；等到写时，它的 token 并不大于自己留下的那个：合法持有者把自己挡在门外，一轮又一轮。',
      ),
      patch: {
        storage: { id: 'fencing', settings: { gap: null, compare: 'greater', readsLeaveToken: true } },
        settings: { rounds: 3, stagger: 450, duration: 6000, patience: 1400 },
        faults: { first: null, second: null },
      },
      lock: 'unavailable',
      data: 'safe',
      facts: ['rejected', 'rightful-rejected', 'starved'],
      beats: [
        beat(
          once('marked', 'storage'),
          'Client 1 reads, and token 33 stays behind.',
          '客户端 1 来读，token 33 留了下来。',
        ),
        beat(
          once('rejected', 'storage'),
          'Client 1 wants to write with token 33, which is not greater than 33. Rejected, although nobody else is there.',
          '客户端 1 要带着 token 33 写，而 33 并不大于 33。虽然没有别人，还是被拒。',
          text(
            'Client 1 writes with token 33, which is not greater than 33: rejected.',
            '客户端 1 带着 token 33 写入：33 并不大于 33，被拒绝。',
          ),
        ),
        beat(
          once('rejected', 'storage', 2),
          'The next holder’s write is rejected, too: nobody can ever write.',
          '下一个持有者的写入同样被拒绝：谁也写不了。',
        ),
      ],
    },
    {
      id: 'd',
      title: text('A file, written in parts', '文件是分块写的'),
      text: text(
        'The article’s first guess: a file server that checks the token in front of its old code. Both writes pass, since 34 comes after 33, and then both clients are writing the file at once. Client 2 is faster, so the file ends up with parts of each.',
        '文章的第一种猜测：文件服务器只在原有代码前面加了一个判断。34 在 33 之后到，两个请求都通过，于是两个客户端同时在操作文件。客户端 2 写得快，文件里最后两个的内容都有。',
      ),
      patch: {
        storage: { id: 'chunks', settings: { gap: null, checked: 'once' } },
        settings: {
          own: {
            storage: null,
            client1: { latencyTo: { storage: 110 } },
            client2: { latencyTo: { storage: 15 } },
          },
        },
        faults: { second: { for: 1000 } },
      },
      lock: 'overlap',
      data: 'torn',
      facts: ['overlap', 'lost-update', 'torn-write'],
      beats: [
        beat(
          once('wrotePart', 'storage'),
          'Client 1 begins with token 33, which passes the check.',
          '客户端 1 先写，带着 token 33，检查通过。',
        ),
        beat(
          once('wrotePart', 'storage', 3),
          'Client 2 starts too: token 34 passes, and client 1 is not done.',
          '客户端 2 也开始写：token 34 通过，而客户端 1 还没写完。',
        ),
        beat(
          overwrite('client1', 'client2'),
          'The last part is written. The file has parts from both clients.',
          '最后一块写完。文件里两个客户端的内容都有。',
        ),
      ],
    },
  ],
  scene: { answers: ['b', 'd', 'fix2', 'fix', 'c', 'c2'] },
};
