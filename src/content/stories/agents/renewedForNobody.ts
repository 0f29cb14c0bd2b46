/** A harness renews the lease of its coding agent by a timer. The agent hangs, and the file stays leased. */
import type { Fault } from '../../../core/model/scenario/fault';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

const when = { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 150_000 } as const;
const hangs: Fault = { kind: 'crash', process: 'client1', only: 'thread', when, restartAfter: 'never' };

export const story: StoryBody = {
  names: { client: text('agent', 'agent'), storage: text('file', '文件'), lock: text('lease', '租约'), hangs: true },
  lead: text(
    'A harness, the program around a coding agent, renews the agent’s lease, so no answer is too long. After two and a half minutes the agent hangs: no token, no tool, no end. The timer knows nothing of that. It renews for an agent that will never come back.',
    'harness（包在 agent 外面的程序）给 agent 续期，回答再长也不怕。两分半钟后，agent 挂住了：没有 token，没有工具调用，也没有结束。定时器对此一无所知，一直为一个再也不会回来的 agent 续期。',
  ),
  beats: [
    opening(
      'The TTL is 5 min. A timer of the harness renews at each third of it.',
      'TTL 5 分钟，harness 的定时器每过三分之一续期一次。',
      text('A lease lasts 5 min. A timer of the harness renews it.', '租约 5 分钟，由 harness 的定时器续期。'),
    ),
    beat(once('acquired', 'client1'), 'Agent 1 has the lease and works.', 'agent 1 拿到租约，开始工作。'),
    beat(
      once('crashed', 'client1'),
      'The agent hangs. Its harness, in the same process, runs on.',
      'agent 挂住了。同一进程里的 harness 照常运行。',
    ),
    beat(
      once('extended', 'client1', 3),
      'Minute 5: the first TTL would be over. The harness has renewed three times.',
      '第 5 分钟：最初的 TTL 本该到期，harness 已续了三次。',
    ),
    beat(
      once('extended', 'client1', 9),
      'Minute 15: agent 2 asks every half minute, and is refused each time.',
      '第 15 分钟：agent 2 每半分钟问一次，次次被拒。',
    ),
    beat(
      once('extended', 'client1', 11),
      'It ends only when somebody looks and deletes the key.',
      '要等有人来查，把键删掉，这才结束。',
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'issue 2714 of tomcounsell/ai (10 August 2026): a heartbeat outlives the supervisor that uses the lease by up to 4 hours, and each attempt to resume finds a live holder; six issues were blocked that way at once (2781). Since pull request 2784 the heartbeat watches its supervisor. Pull request 5823 of kortix-ai/suna (29 July 2026) found 175 leases older than 12 h: “an unbounded renew is an unbounded veto”',
    'tomcounsell/ai 的 issue 2714（2026 年 8 月 10 日）：心跳比使用租约的主管进程多活了最长 4 小时，每次想接着做，看到的都是“活着的”持有者；同时有六个 issue 这样被堵住（2781）。自 pull request 2784 起，心跳会盯着主管进程。kortix-ai/suna 的 pull request 5823（2026 年 7 月 29 日）发现 175 份租约已超过 12 小时，并写道：无限续期就是无限否决',
  ),
  modelled: text(
    'An agent and its harness in one process. To hang is here to end without an error and without any cleanup: the agent gives no sign of life again. The timer of the harness goes on.',
    'agent 和 harness 在同一个进程里。这里的“挂住”，是不报错也不清理就没了下文：agent 再也没有动静，而 harness 的定时器照常走。',
  ),
  notModelled: text(
    'An agent that hangs for an hour and then goes on. If its lease has ended by then, it is late like any other, and only the resource can stop it.',
    'agent 挂住一小时又继续。如果租约那时已经结束，它就和别的迟到者一样，只有资源自己能拦住它。',
  ),
  scenario: {
    version: 2,
    seed: 104,
    lock: { id: 'agent-lease', settings: { renewedBy: 'harness', tries: 100, retryDelay: 30_000, retryJitter: 0 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 2000,
      work: 240_000,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      duration: 1_200_000,
      patience: 900_000,
    },
    faults: { hangs },
  },
  lock: 'stuck',
  data: 'safe',
  facts: ['stuck-entry', 'starved'],
  scene: {
    question: text('What would have let agent 2 in?', '怎样才能让 agent 2 进来？'),
    answers: ['fix', 'fix2', 'b'],
  },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('It renews while the agent shows signs of life', '只在 agent 有动静时续期'),
      short: text('It watches the agent', '看 agent 的动静'),
      text: text(
        'The harness renews only if its agent has shown a sign of life within the last minute: a token, the result of a tool. After the last one the lease lasts for at most a minute and a TTL.',
        'agent 在最近一分钟内有过动静（来了 token，工具返回了结果），harness 才续期。最后一次动静之后，租约最多再维持一分钟加一个 TTL。',
      ),
      patch: { lock: { settings: { renewedBy: 'harness-while-alive' } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'client1'), 'The agent hangs.', 'agent 挂住了。'),
        beat(
          once('extended', 'client1', 2),
          'The agent’s last sign of life is under a minute old: one more renewal.',
          '最后一次动静还不到一分钟：又续了一次。',
        ),
        beat(once('entryGone', 'nodeA'), 'After that, silence: the lease ends.', '之后再没动静，租约到期。'),
        beat(once('acquired', 'client2'), 'Agent 2 gets the file.', 'agent 2 拿到文件。'),
      ],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('The agent’s own loop renews', '由 agent 自己的循环续期'),
      short: text('Its own loop renews', 'agent 自己续期'),
      text: text(
        'A loop that hangs renews nothing, and the lease ends with its TTL. But a loop that writes one long answer renews nothing either: that is the story of the long answer.',
        '循环一挂，续期也就停了，租约随 TTL 结束。但循环在写一段长回答时也同样不续：那是“长回答”的故事。',
      ),
      patch: { lock: { settings: { renewedBy: 'loop' } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'client1'), 'The agent hangs, and its loop with it.', 'agent 挂住了，它的循环也一样。'),
        beat(once('entryGone', 'nodeA'), 'The TTL is over.', 'TTL 到了。'),
        beat(once('acquired', 'client2'), 'Agent 2 gets the file.', 'agent 2 拿到文件。'),
      ],
    },
    {
      id: 'b',
      title: text('The harness is killed, too', 'harness 也被杀死'),
      text: text(
        'What a TTL is for: nobody is left who could renew, and the lease ends. It helps against a dead process, not against a living one that means well.',
        'TTL 就是为此而设：没人能续期了，租约到期结束。它对付得了死掉的进程，对付不了活着的、好心续期的进程。',
      ),
      patch: { faults: { hangs: { only: null } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'client1'), 'The whole process is killed.', '整个进程被杀死。'),
        beat(once('entryGone', 'nodeA'), 'The last renewed TTL runs out.', '最后一次续的 TTL 到期。'),
        beat(once('acquired', 'client2'), 'Agent 2 gets the file.', 'agent 2 拿到文件。'),
      ],
    },
  ],
};
