/** The lease breaks by a pause, git refuses the late push, and the agent forces it. */
import type { Fault } from '../../../core/model/scenario/fault';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

const when = { kind: 'step', process: 'client1', step: 'work', nth: 1 } as const;
const pause: Fault = { kind: 'pause', process: 'client1', when, for: 360_000 };

export const story: StoryBody = {
  names: { client: text('agent', 'agent'), storage: text('branch', '分支'), lock: text('lease', '租约') },
  lead: text(
    'An agent freezes for longer than its lease lasts, and a second one works on the same branch. That does no harm yet: git refuses the late push, because it is not a fast-forward. But the late agent has read that --force helps.',
    '一个 agent 停得比租约还久，另一个在同一分支上干起活来。到这里还没出事：迟到的推送不是快进，git 拒绝了它。可 agent 知道还有 --force。',
  ),
  beats: [
    opening(
      'Two agents lease a branch for 5 min. Each pulls it, works for 2 min, and pushes. The harness of each, the program around it, renews.',
      '两个 agent 各给分支拿 5 分钟租约：拉取，干 2 分钟，推送。续期由各自的 harness（外面的程序）负责。',
      text('Each agent leases the branch, pulls, works and pushes.', '两个 agent 各自拿租约、拉取、干活、推送。'),
    ),
    beat(
      once('paused', 'client1'),
      'Agent 1 has pulled 42. Its container freezes, and the agent and its harness with it.',
      'agent 1 拉取了 42。它的容器被冻住，它和 harness 都停了。',
      text('Agent 1’s container freezes, and its harness with it.', 'agent 1 的容器被冻住，harness 也停了。'),
    ),
    beat(
      once('acquired', 'client2'),
      'After 5 min without a renewal, agent 2 gets the lease and pulls 42.',
      '5 分钟没人续期：agent 2 拿到租约，拉取了 42。',
    ),
    beat(
      once('lockLost', 'client1'),
      'Agent 1 goes on. Its renewal is refused, but it never looks.',
      'agent 1 继续运行。续期被拒，但它没去看。',
    ),
    beat(once('wrote', 'storage'), 'Agent 2 pushes 52. The branch has moved.', 'agent 2 推送 52，分支前进了。'),
    beat(
      once('rejected', 'storage'),
      'Agent 1’s push is not a fast-forward, and its clone has not fetched: “fetch first”, refused. Nothing is lost up to here.',
      'agent 1 的推送不是快进，它的克隆也没 fetch 过：“fetch first”，被拒绝。到这里什么也没丢。',
      text(
        'Agent 1’s push is not a fast-forward: refused. Nothing is lost yet.',
        'agent 1 的推送不是快进，被拒绝。还没丢东西。',
      ),
    ),
    beat(
      overwrite('client1', 'client2'),
      'Agent 1 tries again with --force. Now 43 is the head, and agent 2’s commit is gone from the branch.',
      'agent 1 加上 --force 再推。现在 43 成了最新提交，agent 2 的提交从分支上消失了。',
      text('Agent 1 pushes with --force: agent 2’s commit is gone.', 'agent 1 用 --force 再推：agent 2 的提交没了。'),
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'pull request 116 of IstiN/dmtools-agents (2 June 2026): a push was refused as non-fast-forward, and the agent’s script then pushed with a bare --force. Pull request 3745 of rjmurillo/ai-agents (29 July 2026): a plain --force-with-lease let one agent destroy another’s commits, since a fetch in the same clone had moved what it compares; it names the SHA since then. The documentation of git warns of exactly that',
    'IstiN/dmtools-agents 的 pull request 116（2026 年 6 月 2 日）：推送因非快进被拒，agent 的脚本接着就用了 --force。rjmurillo/ai-agents 的 pull request 3745（2026 年 7 月 29 日）：同一克隆里有过一次 fetch，改掉了 --force-with-lease 用来比较的值，一个 agent 就此毁掉了另一个的提交；此后改为写明 SHA。git 的文档正好警告过这一点',
  ),
  modelled: text(
    'A branch as git’s server keeps it, compared with git itself: a plain push, --force, --force-with-lease with and without a SHA, a fetch before the push, and a server that denies what is not a fast-forward. The number stands for the content of the branch.',
    '按 git 服务器的规则维护的分支，并与真正的 git 对照过：普通推送，--force，带或不带 SHA 的 --force-with-lease，推送前的一次 fetch，以及拒绝非快进的服务器。数字代表分支的内容。',
  ),
  notModelled: text(
    'Merging and rebasing. A refused agent gives up here; in practice it pulls, merges, and pushes again. And the reflog, in which somebody may find a lost commit for some weeks.',
    '合并与变基。这里被拒绝的 agent 就此作罢；实际上它会拉取、合并、再推送。还有 reflog：丢掉的提交几周内也许还能从里面找回来。',
  ),
  scenario: {
    version: 2,
    seed: 107,
    lock: { id: 'agent-lease', settings: { tries: 100, retryDelay: 30_000, retryJitter: 0 } },
    storage: { id: 'repository', settings: { pushes: 'plain-then-force' } },
    settings: {
      ...defaultSettings,
      stagger: 2000,
      work: 120_000,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      duration: 600_000,
      patience: 500_000,
    },
    faults: { pause },
  },
  lock: 'overlap',
  data: 'lost',
  facts: ['overlap', 'rejected', 'lost-update'],
  scene: {
    fault: 'pause',
    question: text('What would have saved agent 2’s commit?', '怎样才能保住 agent 2 的提交？'),
    answers: ['fix', 'fix2', 'fix3', 'b'],
  },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('A refused push stays refused', '被拒就不再硬推'),
      short: text('A plain push alone', '只用普通推送'),
      text: text(
        'Without a force, the branch is its own check: the late push is refused, and agent 2’s commit stands. Agent 1’s work is still in its clone. The lease alone did not hold, and need not have.',
        '不强制推送，分支自己就是检查：迟到的推送被拒绝，agent 2 的提交还在，agent 1 的工作也还在它的克隆里。租约没守住，其实也不必守住。',
      ),
      patch: { storage: { settings: { pushes: 'plain' } } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(once('wrote', 'storage'), 'Agent 2 pushes 52.', 'agent 2 推送 52。'),
        beat(
          once('rejected', 'storage'),
          'Agent 1’s push is not a fast-forward, and is refused.',
          'agent 1 的推送不是快进，被拒绝。',
        ),
        beat(
          once('released', 'client1'),
          'Agent 1’s work is in its clone, and can be merged.',
          'agent 1 的工作还在自己的克隆里，可以再合并。',
        ),
      ],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('The server denies what is not a fast-forward', '服务器拒绝非快进'),
      short: text('A protected branch', '受保护的分支'),
      text: text(
        'A protected branch, or receive.denyNonFastForwards: it does not matter what the agent has read. This is the only one of the answers that the agent cannot switch off.',
        '受保护的分支，或 receive.denyNonFastForwards：agent 知道什么都不要紧。几个办法里，只有这个是 agent 关不掉的。',
      ),
      patch: { storage: { settings: { denyNonFastForwards: true } } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(once('rejected', 'storage'), 'The push is refused.', '推送被拒绝。'),
        beat(once('rejected', 'storage', 2), 'With --force, it is refused again.', '加上 --force，还是被拒绝。'),
      ],
    },
    {
      id: 'fix3',
      fix: true,
      title: text('With --force-with-lease', '用 --force-with-lease'),
      text: text(
        'The push compares the branch with what this clone has seen last. Agent 2’s push came later, so it is refused: “stale info”. It holds as long as nothing fetches in between (variant b).',
        '推送时拿远端分支与本克隆最后见到的位置比较。agent 2 的推送在那之后，于是被拒绝：“stale info”。前提是中间没有谁做过 fetch（变体 b）。',
      ),
      patch: { storage: { settings: { pushes: 'force-with-lease' } } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(once('wrote', 'storage'), 'Agent 2 pushes 52.', 'agent 2 推送 52。'),
        beat(
          once('rejected', 'storage'),
          'Agent 1’s clone knows only the commit that it pulled: “stale info”.',
          'agent 1 的克隆只知道自己拉取的提交：“stale info”。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('--force-with-lease, and a fetch before it', '--force-with-lease 之前有一次 fetch'),
      short: text('A fetch before the push', '推送前有一次 fetch'),
      text: text(
        'An editor fetches in the background, or another agent in the same clone. The clone now knows agent 2’s commit, the lease of the push compares with it, and finds nothing changed. The commit is overwritten, although nobody has looked at it.',
        '后台的编辑器，或同一克隆里的另一个 agent，做了一次 fetch。克隆这就知道了 agent 2 的提交，推送时拿它来比，发现没有变化。这个提交于是被覆盖，而谁也没看过它。',
      ),
      patch: { storage: { settings: { pushes: 'force-with-lease', fetches: true } } },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(once('wrote', 'storage'), 'Agent 2 pushes 52.', 'agent 2 推送 52。'),
        beat(
          overwrite('client1', 'client2'),
          'A fetch has moved agent 1’s remote-tracking ref: its push writes 43 over 52.',
          'fetch 移动了 agent 1 的远程跟踪引用：它的推送用 43 覆盖了 52。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('The lease names the SHA that was pulled', '写明拉取时的 SHA'),
      short: text('It names the SHA', '写明 SHA'),
      text: text(
        '--force-with-lease=branch:SHA compares with the commit that the work is based on. A fetch does not change that one. Or --force-if-includes (git 2.30) beside --force-with-lease: a commit that was fetched and never merged is refused as “remote ref updated since checkout”.',
        '--force-with-lease=分支:SHA 比较的是工作所依据的那个提交，fetch 改不了它。也可以给 --force-with-lease 加上 --force-if-includes（git 2.30 起）：fetch 来却没合并过的提交，会以 “remote ref updated since checkout” 被拒。',
      ),
      patch: { storage: { settings: { pushes: 'force-with-sha', fetches: true } } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(once('wrote', 'storage'), 'Agent 2 pushes 52.', 'agent 2 推送 52。'),
        beat(
          once('rejected', 'storage'),
          'The branch is not at the SHA that agent 1 pulled: “stale info”.',
          '分支已不在 agent 1 拉取时的 SHA：“stale info”。',
        ),
      ],
    },
  ],
};
