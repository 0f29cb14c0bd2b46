/** git's index.lock under two agents: it never waits, it stays after a crash, and somebody deletes it. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  names: { client: text('agent', 'agent'), storage: text('branch', '分支'), lock: text('index.lock', 'index.lock') },
  lead: text(
    'Two coding agents share one git checkout. A git command that changes the index creates index.lock, and who finds that file gives up at once. Agent 1 is killed in the middle of a command: the file stays, and from then on every command of agent 2 fails.',
    '两个编程 agent 共用一个 git 工作区。要改索引的 git 命令会先建 index.lock，看到这个文件的立刻放弃。agent 1 的命令跑到一半被杀：文件留了下来，从此 agent 2 的每条命令都失败。',
  ),
  beats: [
    opening(
      'Before git changes the index, it creates index.lock with O_EXCL: it must not exist yet. There is no waiting, and no expiry.',
      'git 改索引之前，先用 O_EXCL 建 index.lock：文件必须还不存在。不等待，也不会过期。',
      text('git creates index.lock, or gives up at once.', 'git 要么建成 index.lock，要么立刻放弃。'),
    ),
    beat(once('acquired', 'client1'), 'Agent 1’s command has created index.lock.', 'agent 1 的命令建好了 index.lock。'),
    beat(
      once('refused', 'client2'),
      'Agent 2’s command finds it: “Unable to create index.lock: File exists. Another git process seems to be running”.',
      'agent 2 的命令看到了它：“Unable to create index.lock: File exists. Another git process seems to be running”。',
      text('Agent 2’s command finds index.lock and fails.', 'agent 2 的命令看到 index.lock，失败了。'),
    ),
    beat(once('crashed', 'client1'), 'Agent 1 is killed. Nobody removes its file.', 'agent 1 被杀，没人去删它的文件。'),
  ],
  sources: ['beyond'],
  argument: text(
    'git’s lockfile.c, whose message ends “a git process may have crashed in this repository earlier: remove the file manually to continue”; issue 2872 of thefrederiksen/devthrottle (15 September 2026), where a `git status` in the background took the lock from agents; and openQA’s pull request 4835, which removes the file only if no process has it open',
    'git 的 lockfile.c，报错的最后一句是“可能先前有 git 进程在这个仓库里崩溃：手动删掉文件再继续”；thefrederiksen/devthrottle 的 issue 2872（2026 年 9 月 15 日），后台的 `git status` 抢了 agent 的锁；以及 openQA 的 pull request 4835，只有没进程打开着这个文件才删',
  ),
  modelled: text(
    'A file that is created only if there is none, and removed at the end; agents that try again after a while. “Somebody deletes it” is a person, or a script that thinks that the file is old enough.',
    '一个没有才能创建、最后删掉的文件；agent 失败后过一会儿再试。“有人删掉它”指人，也指觉得文件够旧了的脚本。',
  ),
  notModelled: text(
    'That git writes the new index into index.lock itself and renames it over the old one, so that the index is never half-written.',
    'git 其实把新的索引写进 index.lock 本身，再用 rename 换上去，所以索引不会只写一半。',
  ),
  scenario: {
    version: 2,
    seed: 110,
    lock: { id: 'pid-file', settings: {} },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 600,
      think: 500,
      work: 2000,
      latency: { min: 1, p50: 2, p99: 5, max: 8 },
      duration: 12_000,
      patience: 8000,
    },
    faults: {
      killed: {
        kind: 'crash',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 1500 },
        restartAfter: 'never',
      },
    },
  },
  lock: 'stuck',
  data: 'safe',
  facts: ['starved', 'stuck-entry'],
  scene: {
    question: text('Who may delete it, and when?', '谁能删，什么时候能删？'),
    answers: ['fix', 'b', 'bfix', 'c'],
  },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Deleted once its process is gone', '进程确实没了才删'),
      short: text('Only if its process ended', '进程没了才删'),
      text: text(
        'Somebody looks whether a process still has the file open (`fuser`, `lsof`), finds none, and deletes it. The next command of agent 2 goes through.',
        '有人先看还有没有进程打开着这个文件（`fuser`、`lsof`），确认没有才删。agent 2 的下一条命令就通过了。',
      ),
      patch: {
        faults: { deleted: { kind: 'key-vanishes', process: 'service', how: 'del', when: { kind: 'time', at: 5000 } } },
      },
      lock: 'held',
      data: 'safe',
    },
    {
      id: 'b',
      title: text('Deleted because it looks old', '看着旧，就删了'),
      short: text('Deleted because it is old', '看着旧就删'),
      text: text(
        'Agent 1 is not dead: its command takes long. After three seconds agent 2 deletes the file that looks left behind, and goes in. Both work on one branch, and one change is lost.',
        'agent 1 没死，只是命令跑得久。三秒之后，agent 2 把看似遗留的文件删掉，进去了。两个 agent 同时改一个分支，有一处改动丢了。',
      ),
      patch: {
        faults: {
          killed: null,
          deleted: { kind: 'key-vanishes', process: 'service', how: 'del', when: { kind: 'time', at: 3500 } },
        },
        settings: { work: 5000, duration: 14_000 },
      },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update', 'deleted-another'],
      beats: [
        beat(once('acquired', 'client1'), 'Agent 1’s command takes long.', 'agent 1 的命令跑得很久。'),
        beat(
          once('entryGone', 'service'),
          'index.lock is three seconds old. It looks left behind, and is deleted.',
          'index.lock 已有三秒，看似遗留，被删掉了。',
        ),
        beat(once('acquired', 'client2'), 'Agent 2’s command creates its own.', 'agent 2 的命令建了自己的。'),
        beat(
          overwrite('client2', 'client1'),
          'Agent 2 writes over what agent 1 has written.',
          'agent 2 覆盖了 agent 1 写下的内容。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('A worktree each, and a push', '各用一个 worktree，再推送'),
      short: text('A worktree each', '各用一个 worktree'),
      text: text(
        'Each agent has a worktree, and with it an index, of its own, and pushes its commits. The second push is not a fast-forward and is refused: the agent pulls and pushes again.',
        '每个 agent 有自己的 worktree，也就有自己的索引，改完推送提交。第二次推送不是快进，被拒绝：那个 agent 拉取之后再推。',
      ),
      patch: {
        storage: { id: 'repository' },
        faults: {
          killed: null,
          deleted: { kind: 'key-vanishes', process: 'service', how: 'del', when: { kind: 'time', at: 3500 } },
        },
        settings: { work: 5000, duration: 14_000 },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected', 'deleted-another'],
    },
    {
      id: 'c',
      title: text('Nobody dies, and it tries again', '没人死，多试一会儿'),
      short: text('It tries again', '多试一会儿'),
      text: text(
        'Agent 1’s command ends as usual, and agent 2’s tries for three seconds, as git does for references (core.filesRefLockTimeout, 100 ms) but not for the index. Most failures of agents are of this kind.',
        'agent 1 的命令正常结束，agent 2 的命令试三秒。git 对引用就会重试（core.filesRefLockTimeout，100 毫秒），对索引却不会。agent 碰到的失败多半属于这种。',
      ),
      patch: { lock: { settings: { retryFor: 3000 } }, faults: { killed: null } },
      lock: 'held',
      data: 'safe',
    },
  ],
};
