/**
 * The loop of a coding agent renews its lease between two steps. One answer is longer than the lease, and a second
 * agent gets the same file.
 */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  names: { client: text('agent', 'agent'), storage: text('file', '文件'), lock: text('lease', '租约') },
  lead: text(
    'A coding agent leases a file for 5 min, and its loop renews the lease between two steps. Now it writes one answer that takes 7 min. In the middle of it nothing renews, and a second agent gets the file. Neither agent has paused.',
    '编程 agent 给一个文件拿了 5 分钟的租约，由它的循环在两步之间续期。这次它写一段要 7 分钟的长回答，写到一半谁也不续期，第二个 agent 拿到了同一个文件。两个 agent 都没有停顿过。',
  ),
  beats: [
    opening(
      'Two agents lease a file in Redis before they edit it. The TTL is 5 min. The loop of each renews between two steps: an answer of its model is one step.',
      '两个 agent 改文件之前，先在 Redis 里拿租约，TTL 5 分钟。各自的循环在两步之间续期，而模型的一次回答就是一步。',
      text(
        'A lease lasts 5 min. Each agent’s loop renews it between two steps.',
        '租约 5 分钟，由 agent 的循环在两步之间续期。',
      ),
    ),
    beat(
      once('acquired', 'client1'),
      'Agent 1 has the lease, reads 42, and begins to write one long answer.',
      'agent 1 拿到租约，读到 42，开始写一段长回答。',
    ),
    beat(
      once('entryGone', 'nodeA'),
      'After 5 min the lease is over. Agent 1’s loop waits for the end of the answer, so it has not renewed.',
      '5 分钟到，租约过期。循环在等回答写完，一次也没续。',
      text('After 5 min the lease is over. The loop could not renew.', '5 分钟到，租约过期，循环没法续。'),
    ),
    beat(
      once('acquired', 'client2'),
      'Agent 2 gets the lease and reads 42, too. To it, agent 1 seems dead.',
      'agent 2 拿到租约，也读到 42。在它看来，agent 1 已经死了。',
      text('Agent 2 gets the lease and reads 42, too.', 'agent 2 拿到租约，也读到 42。'),
    ),
    beat(
      once('wrote', 'storage'),
      'Agent 1’s answer is complete after 7 min: it writes 43.',
      '7 分钟，agent 1 的回答写完了：它写下 43。',
    ),
    beat(
      once('released', 'client1'),
      'Agent 1 wants to return the lease, and hears that it is no longer its own.',
      'agent 1 要归还租约，才知道租约已不是自己的。',
      text('Agent 1 returns the lease, which is no longer its own.', 'agent 1 归还租约，可租约早已不是它的。'),
    ),
    beat(
      overwrite('client2', 'client1'),
      'Agent 2 writes 52, computed from the old 42: agent 1’s work is lost.',
      'agent 2 写下由旧的 42 得出的 52：agent 1 的工作丢了。',
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'pull request 22372 of lightdash (27 April 2026): the model composes one large file and is silent for several minutes, a sweep takes its lock away, and a second executor runs in the same sandbox. Since then a heartbeat by the clock, each minute, renews apart from the progress of the work. Issue 2446 of tomcounsell/ai measured a step of 11 min under a lease of 5',
    'lightdash 的 pull request 22372（2026 年 4 月 27 日）：模型一次写一个大文件，好几分钟没有动静，清理程序收走它的锁，第二个执行者在同一个沙箱里跑了起来。此后改为按时钟每分钟一次心跳，不看工作进展。tomcounsell/ai 的 issue 2446 量到：租约 5 分钟，一步要 11 分钟',
  ),
  modelled: text(
    'A lease in Redis as agents take it: SET NX PX, renewed and given back by scripts that compare the holder. An agent whose loop is busy with one answer; a harness with a timer of its own.',
    'agent 在 Redis 里拿的租约：SET NX PX，续期和归还用先比较持有者的脚本。一个循环忙于写回答的 agent；一个有自己定时器的 harness。',
  ),
  notModelled: text(
    'What the agents write, and that a second agent may notice the first by other means, for example by changed files.',
    'agent 写的内容；以及第二个 agent 可能通过别的途径发现第一个，例如看到文件变了。',
  ),
  scenario: {
    version: 2,
    seed: 103,
    lock: { id: 'agent-lease', settings: { renewedBy: 'loop', tries: 100, retryDelay: 30_000, retryJitter: 0 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 2000,
      work: 420_000,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      duration: 900_000,
      patience: 800_000,
    },
    faults: {},
  },
  lock: 'overlap',
  data: 'lost',
  facts: ['overlap', 'lost-update'],
  scene: {
    number: { part: 'run', name: 'work' },
    question: text('What would have saved 43?', '怎样才能保住 43？'),
    answers: ['fix', 'fix2', 'b'],
  },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('The harness renews', '由 harness 续期'),
      text: text(
        'The program around the agent renews by a timer of its own, however long the answer takes. The price is another story: it renews for an agent that hangs, too.',
        '由包在 agent 外面的程序续期，它有自己的定时器，回答再长也不耽误。代价见另一个故事：agent 挂住了，它也照样续。',
      ),
      patch: { lock: { settings: { renewedBy: 'harness' } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('extended', 'client1'),
          'The harness renews in the middle of the answer.',
          '回答写到一半，harness 续期了。',
        ),
        beat(
          once('extended', 'client1', 4),
          'Minute 6: the lease is older than its TTL, and still agent 1’s.',
          '第 6 分钟：租约早过了最初的 TTL，仍归 agent 1。',
        ),
        beat(once('wrote', 'storage'), 'Agent 1 writes 43 and returns the lease.', 'agent 1 写下 43，归还租约。'),
        beat(once('acquired', 'client2'), 'Agent 2 begins with 43.', 'agent 2 从 43 开始。'),
      ],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('A push must be a fast-forward', '推送必须是快进'),
      short: text('The work is pushed', '改成推送'),
      text: text(
        'The agents work in clones and push. There are still two at once, but the second push is not a fast-forward: git refuses it, and its work is not lost. It has to be merged.',
        '两个 agent 各在自己的克隆里干活，再推送。仍有两个同时在改，但第二次推送不是快进：git 拒绝它，工作没丢，只是还得合并。',
      ),
      patch: { storage: { id: 'repository' } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(once('acquired', 'client2'), 'Agent 2 pulls the same commit.', 'agent 2 拉取了同一个提交。'),
        beat(once('wrote', 'storage'), 'Agent 1 pushes 43. The branch has moved.', 'agent 1 推送 43，分支前进了。'),
        beat(
          once('rejected', 'storage'),
          'Agent 2’s clone has not fetched the head: “fetch first”.',
          'agent 2 的克隆没 fetch 过最新提交：“fetch first”。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('A TTL of half an hour', 'TTL 设为半小时'),
      short: text('A TTL of 30 min', 'TTL 30 分钟'),
      text: text(
        'The lease outlasts the answer without a renewal. The price comes after a crash: the others wait for half an hour. And an answer of 31 min would break it again.',
        '不续期，租约也比回答长。代价在崩溃之后：别人要等半小时。而 31 分钟的回答照样会打破它。',
      ),
      patch: { lock: { settings: { ttl: 1_800_000 } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client1'), 'Agent 1 has the file for half an hour.', 'agent 1 拿到半小时的租约。'),
        beat(once('wrote', 'storage'), 'Agent 1 writes after 7 min, in time.', '7 分钟后它写入，还在时限内。'),
        beat(once('acquired', 'client2'), 'Agent 2 gets the lease afterwards.', '之后 agent 2 才拿到租约。'),
      ],
    },
  ],
};
