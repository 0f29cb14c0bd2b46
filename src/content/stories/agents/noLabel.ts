/**
 * A label on an issue is no lock: two agents look, both see no label, and both add it, with success. An agent that dies
 * leaves its label behind. A branch is created once.
 */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  names: { client: text('agent', 'agent'), storage: text('branch', '分支'), lock: text('label', '标签') },
  lead: text(
    'Two coding agents look for work on one issue. The rule: if it has no label “in-progress”, add the label and begin. Both look at the same moment, both see no label, and both add it. The forge answers yes to both: the label is there, as asked.',
    '两个写代码的 agent 盯上了同一个 issue。规矩是：没有“in-progress”标签，就加上标签再开工。两个同时看，都没看到标签，都加了。平台对两个都说成功：标签确实在了。',
  ),
  beats: [
    opening(
      'Each agent looks at the issue first, and adds the label only if it is not there.',
      '两个 agent 都先看 issue，没有标签才加。',
      text('Two agents: look first, add the label if it is missing.', '两个 agent：先看，没有标签才加。'),
    ),
    beat(
      once('entrySet', 'service'),
      'Agent 1 has seen no label, and adds its own. Agent 2 had already looked.',
      'agent 1 没看到标签，加上了自己的。agent 2 在那之前就看过了。',
      text('Agent 1 adds its label. Agent 2 had already looked.', 'agent 1 加上标签。agent 2 早就看过了。'),
    ),
    beat(once('acquired', 'client1'), 'Agent 1 begins, and reads 42.', 'agent 1 开工，读到 42。'),
    beat(
      once('acquired', 'client2'),
      'Agent 2 adds the same label. That succeeds too, and changes nothing. Agent 2 begins as well.',
      'agent 2 也加标签：什么都没变，但算成功。它也开工了。',
      text('Agent 2 adds the same label. That succeeds too, and changes nothing.', 'agent 2 也加：成功，什么都没变。'),
    ),
    beat(once('wrote', 'storage'), 'Agent 1 writes 43.', 'agent 1 写下 43。'),
    beat(
      overwrite('client2', 'client1'),
      'Agent 2 writes 52, computed from 42: agent 1’s work is lost.',
      'agent 2 写下由 42 算出的 52：agent 1 的工作丢了。',
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'react_on_rails #3971 (June 13, 2026): labels are not atomic, since two agents can both read “no label” and then both add it, and they go stale when a machine goes offline. Labels are hints for a dashboard, not durable locks. A job that removes old labels is no remedy: in lightdash #22372 (April 27, 2026) such a sweep freed the lock of a live agent during one long answer, and a second one began.',
    'react_on_rails #3971（2026 年 6 月 13 日）：标签不是原子的，两个 agent 可能都读到“没有标签”，然后都加上；机器离线后，标签就成了陈旧的。标签只是看板上的提示，不是可靠的锁。定时清除也不是办法：lightdash #22372（2026 年 4 月 27 日）说，agent 正在写一段长回答，清除任务就把它的锁放掉了，第二个执行者开了工。',
  ),
  modelled: text(
    'The requests of GitHub’s REST API: to list the labels and to add one are two requests, and to add one that is there succeeds. The agents look 40 ms apart. Work that takes minutes takes 4 s here.',
    'GitHub REST API 的请求：列出标签和加标签是两个请求，标签已在时再加也算成功。两个 agent 相隔 40 毫秒去看。实际几分钟的工作，这里是 4 秒。',
  ),
  notModelled: text(
    'How often agents meet: those that a schedule starts at the full minute do. Caches, which show an agent what was there a minute ago, make the gap longer.',
    '两个 agent 多久会撞上一次：定时任务在整分钟启动的，就会。缓存会让 agent 看到一分钟前的样子，空档就更长。',
  ),
  scenario: {
    version: 2,
    seed: 102,
    lock: { id: 'issue-label', settings: {} },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      work: 4000,
      latency: { min: 50, p50: 55, p99: 59, max: 60 },
      own: { client1: { start: 1000 }, client2: { start: 1040 } },
      duration: 9000,
      patience: 8000,
    },
    faults: {},
  },
  lock: 'overlap',
  data: 'lost',
  facts: ['overlap', 'lost-update'],
  scene: {
    question: text('What would have saved 43?', '怎样才能保住 43？'),
    answers: ['fix', 'fix2', 'c'],
    number: null,
  },
  variants: [
    {
      id: 'b',
      title: text('The agent dies, and its label stays', 'agent 死了，标签还在'),
      short: text('Agent 1 dies at work', 'agent 1 干活时死了'),
      text: text(
        'Agent 2 comes later, and sees the label. But agent 1 has died, and nobody removes the label: it has no expiry, and does not say whose it is. The issue waits for a person.',
        'agent 2 来得晚，看到了标签。可 agent 1 已经死了，没谁去删标签：它没有过期时间，也不写是谁的。这个 issue 只能等人来处理。',
      ),
      patch: {
        settings: { own: { client2: { start: 3500 } }, duration: 30_000, patience: 25_000 },
        faults: {
          death: {
            kind: 'crash',
            process: 'client1',
            when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 1500 },
            restartAfter: 'never',
          },
        },
      },
      lock: 'stuck',
      data: 'safe',
      facts: ['stuck-entry', 'starved'],
      beats: [
        beat(once('acquired', 'client1'), 'Agent 1 has the label, and begins.', 'agent 1 加上标签，开工。'),
        beat(once('crashed', 'client1'), 'Agent 1 dies. Its label stays.', 'agent 1 死了，标签还在。'),
        beat(
          once('refused', 'client2'),
          'Agent 2 sees a label, and cannot know that nobody is behind it.',
          'agent 2 看到标签，却不知道背后已没有谁。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('A job removes old labels', '定时任务清除旧标签'),
      text: text(
        'A scheduled job of the forge removes a label that is 10 s old. Agent 2 gets in. But the job cannot tell a dead agent from one that writes a long answer: a work longer than 10 s would be taken over, too.',
        '平台的定时任务把加了 10 秒的标签删掉，agent 2 得以开工。可任务分不清 agent 是死了，还是在写一段长回答：工作超过 10 秒，照样会被抢走。',
      ),
      patch: {
        lock: { settings: { sweptAfter: 10 } },
        settings: { own: { client2: { start: 3500 } }, duration: 30_000, patience: 25_000 },
        faults: {
          death: {
            kind: 'crash',
            process: 'client1',
            when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 1500 },
            restartAfter: 'never',
          },
        },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'client1'), 'Agent 1 dies. Its label stays.', 'agent 1 死了，标签还在。'),
        beat(
          once('entryGone', 'service'),
          'The job removes the label, which is 10 s old.',
          '标签满 10 秒，定时任务删掉它。',
        ),
        beat(once('acquired', 'client2'), 'Agent 2 begins.', 'agent 2 开工。'),
      ],
    },
    {
      id: 'c',
      title: text('Each agent assigns itself instead', '改为把 issue 指派给自己'),
      short: text('Assign yourself instead', '改为把 issue 指派给自己'),
      text: text(
        'Each agent has an account of its own, and adds itself as assignee if nobody is assigned. Now a name is there, but looking and adding are still two requests: both names are on the list, and nobody looks at it again.',
        '每个 agent 有自己的账号，没有指派人就把自己加上。这回有名字了，可看和加仍是两个请求：两个名字都在列表里，谁也没再看一眼。',
      ),
      patch: { lock: { settings: { by: 'assignee' } } },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(once('acquired', 'client1'), 'Agent 1 has assigned itself.', 'agent 1 把自己加为指派人。'),
        beat(
          once('acquired', 'client2'),
          'Agent 2 has, too. The issue now has two assignees.',
          'agent 2 也加了。现在有两个指派人。',
        ),
        beat(
          overwrite('client2', 'client1'),
          'Agent 2 writes 52 over agent 1’s 43: its work is lost.',
          'agent 2 用 52 覆盖了 agent 1 的 43：它的工作丢了。',
        ),
      ],
    },
    {
      id: 'cfix',
      fix: true,
      title: text('Each agent looks again, and gives up if not alone', '再看一次，不止自己就放弃'),
      short: text('A second look', '加完再看一次'),
      text: text(
        'After it has added itself, an agent reads the list again, and begins only if it is alone. Two that both added themselves cannot both miss the other. If both see two names, both give up, and try again after a random wait.',
        '加完之后再读一次列表，只有自己才开工。两个都加了自己，就不可能都看不到对方。若都看到两个名字，就都放弃，随机等一会儿再来。',
      ),
      patch: {
        lock: { settings: { by: 'assignee', readsBack: 'alone', tries: 20, retryDelay: 400, retryJitter: 350 } },
        settings: { duration: 20_000, patience: 16_000 },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired'), 'One agent has found itself alone on the list.', '有一个 agent 发现列表里只有自己。'),
        beat(
          once('wrote', 'storage'),
          'That agent writes, and takes its name off the list.',
          '这个 agent 写完，把自己的名字拿掉。',
        ),
        beat(
          once('wrote', 'storage', 2),
          'The other agent comes later, and loses nothing.',
          '另一个后来才开工，什么也没丢。',
        ),
      ],
    },
    {
      id: 'fix',
      fix: true,
      title: text('Create a branch instead', '改为新建分支'),
      text: text(
        'To claim the issue, an agent creates a branch with its number. A branch is created once: the forge looks and writes in one step, and answers 422 to the second agent.',
        '认领 issue 的办法是新建一个以它编号命名的分支。分支只能创建一次：平台在同一步里检查并写入，第二个 agent 得到 422。',
      ),
      patch: { lock: { settings: { by: 'branch' } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client1'), 'Agent 1 has created the branch.', 'agent 1 建好了分支。'),
        beat(
          once('refused', 'client2'),
          'The branch exists, so agent 2 is refused. It tries again later.',
          '分支已存在，agent 2 被拒绝，过会儿再来。',
        ),
        beat(once('wrote', 'storage'), 'Agent 1 writes 43.', 'agent 1 写下 43。'),
        beat(once('acquired', 'client2'), 'Agent 2 begins, and reads 43.', 'agent 2 开工，读到 43。'),
      ],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('The repository refuses the second push', '仓库拒绝第二次推送'),
      short: text('A push must fast-forward', '推送必须是快进'),
      text: text(
        'Both still work on the issue. But a push must be a fast-forward: agent 2’s commit is based on a head that has moved. Nothing is lost except the time of one agent.',
        '两个还是都做了这个 issue。但推送必须是快进：agent 2 的提交依据的分支头已经变了。除了一个 agent 的时间，什么也没丢。',
      ),
      patch: { storage: { id: 'repository' } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(once('acquired', 'client2'), 'Both agents work on the issue.', '两个 agent 都在做这个 issue。'),
        beat(once('wrote', 'storage'), 'Agent 1 pushes 43.', 'agent 1 推送 43。'),
        beat(
          once('rejected', 'storage'),
          'Agent 2’s push is not a fast-forward, and is refused.',
          'agent 2 的推送不是快进，被拒绝。',
        ),
      ],
    },
  ],
};
