/**
 * A lease in a file of a repository, changed only by naming the sha that was read. The race that breaks a label is
 * decided here. What the file cannot do: stop an agent that goes on after the end of its lease.
 */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  names: { client: text('agent', 'agent'), storage: text('branch', '分支'), lock: text('lease', '租约') },
  lead: text(
    'Two coding agents look for work at the same moment, as with a label. But the claim is a file in a repository, and each write names the SHA (the checksum) of the file that was read, or says that there is none. Both read “no file”, both write, and the forge refuses the second write.',
    '两个写代码的 agent 同时来找活，和用标签时一样。但认领记在仓库的一个文件里，每次写都要写明读到的那个文件的 SHA（校验和），或者声明要新建。两个都读到“没有文件”，都去写，平台拒绝了后到的那个。',
  ),
  beats: [
    opening(
      'The file names the holder, the end of the lease, and how often it was taken.',
      '文件里写着持有者、租约何时到期、被拿过几次。',
      text('The file names the holder and the end of the lease.', '文件里写着持有者和到期时刻。'),
    ),
    beat(
      once('entrySet', 'service'),
      'Agent 1’s write arrives first: “create”, and there is no file yet. The file belongs to it.',
      'agent 1 的写入先到：要求“新建”，而文件还不存在。文件归它。',
      text('Agent 1 writes first: the file belongs to it.', 'agent 1 的写入先到，文件归它。'),
    ),
    beat(
      once('arrived', 'service', 4),
      'Agent 2 said “create” at the same moment. But the file already exists: refused.',
      'agent 2 也在同一时刻要求“新建”。可文件已经存在：被拒绝。',
      text('Agent 2 said “create”, but the file already exists: refused.', 'agent 2 要“新建”，而文件已存在：被拒绝。'),
    ),
    beat(once('acquired', 'client1'), 'Agent 1 begins, and reads 42.', 'agent 1 开工，读到 42。'),
    beat(
      once('wrote', 'storage'),
      'Agent 1 writes 43, and then “released” into the file.',
      'agent 1 写下 43，再在文件里写上“released”。',
    ),
    beat(
      once('acquired', 'client2'),
      'Agent 2 finds it released, names its SHA, and begins. It reads 43.',
      'agent 2 看到已释放，写明它的 SHA，开工，读到 43。',
      text('Agent 2 finds it released, and reads 43.', 'agent 2 看到已释放，读到 43。'),
    ),
    beat(once('wrote', 'storage', 2), 'Agent 2 writes 53: both updates are there.', 'agent 2 写下 53：两次更新都在。'),
  ],
  sources: ['beyond'],
  argument: text(
    'react_on_rails #3971 (June 13, 2026) and the tool that came of it, agent-coord: a claim is a lease, not a lock, acquired by a PUT of a file whose SHA must match. Its design of July 4 adds a count, since a takeover was not fenced.',
    'react_on_rails #3971（2026 年 6 月 13 日）和由它而来的工具 agent-coord：认领是租约，不是锁，靠 PUT 一个 SHA 必须对得上的文件来拿到。7 月 4 日的设计又加了一个计数，因为原来的接管没有 fencing。',
  ),
  modelled: text(
    'GitHub’s contents API: a PUT that names another SHA is refused (409), and so is one without a SHA, which says “create”, where a file exists (422). The lease is 6 s instead of 15 min. An agent compares the end in the file with its own clock.',
    'GitHub 的 contents API：SHA 对不上的 PUT 被拒绝（409）；不带 SHA 就是“新建”，文件已存在时也被拒绝（422）。租约是 6 秒，不是 15 分钟。到没到期，agent 按自己的时钟来比。',
  ),
  notModelled: text(
    'Commits to other files of the branch, which GitHub may refuse with 409, too; its limits and caches. Each renewal is a commit.',
    '对分支上别的文件的提交，GitHub 也可能以 409 拒绝；它的限额和缓存。每次续期都是一个提交。',
  ),
  scenario: {
    version: 2,
    seed: 106,
    lock: {
      id: 'contents-lease',
      settings: { lease: 6, renewedBy: 'nobody', retryDelay: 500, nodeTimeout: 2000 },
    },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      work: 3000,
      latency: { min: 50, p50: 55, p99: 59, max: 60 },
      own: { client1: { start: 1000 }, client2: { start: 1040 } },
      duration: 12_000,
      patience: 11_000,
    },
    faults: {},
  },
  lock: 'held',
  data: 'safe',
  variants: [
    {
      id: 'b',
      title: text('The work is longer than the lease', '工作比租约还长'),
      short: text('A longer answer', '更长的回答'),
      text: text(
        'The answer takes 8 s, and nobody renews. After 6 s agent 2 finds the lease over, and takes it, with the right SHA. The compare-and-set did all that it can. Agent 1 works on, since nothing tells it, and its update is overwritten.',
        '这次回答要 8 秒，没谁续期。6 秒后，agent 2 看到租约到期，用对的 SHA 接管了。compare-and-set 能做的都做到了。agent 1 毫不知情，继续干，它的更新被覆盖。',
      ),
      patch: { settings: { work: 8000, duration: 18_000, patience: 16_000 } },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(once('acquired', 'client1'), 'Agent 1 begins one long answer.', 'agent 1 开始写一段长回答。'),
        beat(
          once('acquired', 'client2'),
          'After 6 s the lease is over: agent 2 takes it, and reads 42.',
          '6 秒后租约到期，agent 2 接管，读到 42。',
        ),
        beat(once('wrote', 'storage'), 'Agent 1 is done, and writes 43.', 'agent 1 写完，写下 43。'),
        beat(
          overwrite('client2', 'client1'),
          'Agent 2 writes 52 over it: an update is lost.',
          'agent 2 用 52 覆盖了它：一次更新丢了。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('The harness renews', 'harness 来续期'),
      text: text(
        'The program around the agent renews every 2 s, while the agent writes its answer. Agent 2 waits. A pause of the whole machine would still break it.',
        'agent 写回答时，包在它外面的程序每 2 秒续期一次。agent 2 只能等。但整台机器若停住，照样会出事。',
      ),
      patch: {
        lock: { settings: { renewedBy: 'harness' } },
        settings: { work: 8000, duration: 24_000, patience: 22_000 },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('extended', 'client1'), 'The harness has renewed the lease.', 'harness 续了租约。'),
        beat(once('wrote', 'storage'), 'Agent 1 writes 43, within its lease.', 'agent 1 在租约之内写下 43。'),
        beat(once('acquired', 'client2'), 'Agent 2 begins, and reads 43.', 'agent 2 开工，读到 43。'),
      ],
    },
    {
      id: 'bfix2',
      fix: true,
      title: text('The repository refuses the second push', '仓库拒绝第二次推送'),
      short: text('A push must fast-forward', '推送必须是快进'),
      text: text(
        'Both agents still work at once. But the branch compares, too: a push must be a fast-forward, and agent 2’s commit is based on a head that has moved. The lease saves time, and the repository saves the work.',
        '两个 agent 还是同时在干。但分支也会比较：推送必须是快进，agent 2 的提交依据的分支头已经变了。租约省的是时间，保住工作的是仓库。',
      ),
      patch: { storage: { id: 'repository' }, settings: { work: 8000, duration: 18_000, patience: 16_000 } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(once('acquired', 'client2'), 'Agent 2 takes the lease, and pulls 42.', 'agent 2 接管租约，拉到 42。'),
        beat(once('wrote', 'storage'), 'Agent 1 pushes 43, late.', 'agent 1 迟迟推送了 43。'),
        beat(
          once('rejected', 'storage'),
          'Agent 2’s push is not a fast-forward, and is refused.',
          'agent 2 的推送不是快进，被拒绝。',
        ),
      ],
    },
  ],
};
