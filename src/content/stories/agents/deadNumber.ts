/** A lock file with a process's number: the process is dead, and its number lives on, or is one's own. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  names: { client: text('agent', 'agent'), lock: text('PID file', 'PID 文件') },
  lead: text(
    'A lock file holds the number of its process, so that others can see whether it still lives. Agent 1 is killed, and the kernel gives its number to another program. Agent 2 asks for that number, hears that it lives, and waits for a process that wants no lock.',
    '锁文件里写着进程号，别人一查就知道它是否还活着。agent 1 被杀，内核把它的号码给了别的程序。agent 2 去查这个号码，回答是“活着”，于是一直等着一个根本不要锁的进程。',
  ),
  beats: [
    opening(
      'The file has the number of its process. Whoever finds it asks the kernel for that process (`kill -0`). If there is none, the file was left behind.',
      '文件里写着进程号。看到它的去问内核有没有这个进程（`kill -0`）。没有，文件就是遗留的。',
      text('The file has a process’s number: does it live?', '文件里写着进程号：它还活着吗？'),
    ),
    beat(
      once('acquired', 'client1'),
      'Agent 1 has created the file, with its own number.',
      'agent 1 建好文件，写上自己的进程号。',
    ),
    beat(
      once('crashed', 'client1'),
      'Agent 1 is killed. Its number goes to a program that has nothing to do with it.',
      'agent 1 被杀，它的号码给了一个毫不相干的程序。',
      text('Agent 1 is killed, and its number now belongs to another program.', 'agent 1 被杀，号码成了别人的。'),
    ),
    beat(
      once('refused', 'client2', 2),
      'Agent 2 checks that number: alive. So it waits for nobody.',
      'agent 2 去查这个号码：活着。它只好等，却不知等的是谁。',
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'kill(2) and pid_namespaces(7) of Linux; PostgreSQL’s CreateLockFile; stellar-core’s pull request 652 (“Consider PID==self lockfiles as stale as well”); issue 5128 of getpaseo/paseo (21 September 2026), where a PID file of a replaced pod named a number that lived again; and issue 5389 of Marinara-Engine (22 August 2026), where number and host of the old container kept the new one out',
    'Linux 的 kill(2) 和 pid_namespaces(7)；PostgreSQL 的 CreateLockFile；stellar-core 的 pull request 652（“锁文件里若是自己的 PID，也当作遗留”）；getpaseo/paseo 的 issue 5128（2026 年 9 月 21 日），换掉的 pod 留下的 PID 文件里，号码又活了；以及 Marinara-Engine 的 issue 5389（2026 年 8 月 22 日），旧容器的号码和主机名把新容器挡在门外',
  ),
  modelled: text(
    'A file that is created only if there is none, with a number in it, and a kernel that is asked for that number. Who finds a dead number, or his own, removes the file and creates his own, in two requests.',
    '一个没有才能创建、里面写着号码的文件，以及可以查号码的内核。发现号码已死，或者正是自己的，就删掉文件另建，这是两个请求。',
  ),
  notModelled: text(
    'A crash between the creation of the file and the write of the number, which leaves an empty file.',
    '文件建好、号码还没写就崩溃，会留下一个空文件。',
  ),
  scenario: {
    version: 2,
    seed: 111,
    lock: { id: 'pid-file', settings: { content: 'pid', numbers: 'reused' } },
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
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 1000 },
        restartAfter: 'never',
      },
    },
  },
  lock: 'unavailable',
  data: 'safe',
  facts: ['starved'],
  scene: {
    question: text('What should the file say?', '文件里该写什么？'),
    answers: ['fix', 'b', 'bfix', 'c', 'cfix'],
  },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Number and start time', '进程号加启动时间'),
      text: text(
        'The file also says when process 101 was started. The program that has the number now was started later, so the file was left behind, and agent 2 removes it.',
        '文件里还写着 101 号进程是何时启动的。现在占着这个号码的程序启动得更晚，所以文件是遗留的，agent 2 删掉了它。',
      ),
      patch: { lock: { settings: { content: 'pid-start' } } },
      lock: 'held',
      data: 'safe',
    },
    {
      id: 'b',
      title: text('Two containers, both number 1', '两个容器，都是 1 号'),
      text: text(
        'The agents run in two containers that share the folder. Each is process 1 in its own. Agent 2 finds “1” in the file, takes it for the file of its own earlier life, and removes it. No fault is needed.',
        '两个 agent 跑在共用这个目录的两个容器里，在各自容器里都是 1 号。agent 2 看到文件里写着“1”，以为是自己上辈子留下的，就删了。不需要任何故障。',
      ),
      patch: { lock: { settings: { numbers: 'containers' } }, faults: { killed: null } },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update', 'deleted-another'],
      beats: [
        beat(
          once('acquired', 'client1'),
          'Agent 1 is process 1 of its container: the file says 1.',
          'agent 1 是它那个容器的 1 号：文件里写着 1。',
        ),
        beat(
          once('entryGone', 'service'),
          'Agent 2 is process 1 as well. It takes the file for its own, and removes it.',
          'agent 2 也是 1 号。它以为文件是自己的，删掉了。',
          text('Agent 2 is process 1, too, and removes “its own” file.', 'agent 2 也是 1 号，删掉“自己的”文件。'),
        ),
        beat(once('acquired', 'client2'), 'Both are inside.', '两个都进去了。'),
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
      title: text('Number and host', '进程号加主机名'),
      text: text(
        'The file also names the host. Agent 2 sees that the file is of another container, whose processes it cannot see, and waits. After a crash it waits forever: somebody who can see the other container has to delete the file.',
        '文件里还写着主机名。agent 2 看出文件属于另一个容器，那边的进程它看不见，就等着。要是对方崩溃了，它会一直等下去：得由看得见那个容器的人来删。',
      ),
      patch: { lock: { settings: { content: 'pid-host', numbers: 'containers' } }, faults: { killed: null } },
      lock: 'held',
      data: 'safe',
    },
    {
      id: 'c',
      title: text('Two find the dead number', '两个都发现它死了'),
      text: text(
        'Numbers are honest, and agent 1 is dead. Agents 2 and 3 both read 101, both hear that it is gone, and both remove the file: the slower one removes what the faster one has just created.',
        '号码没有被再用，agent 1 确实死了。agent 2 和 3 都读到 101，都得知它没了，都去删文件：慢的那个删掉的，是快的那个刚建好的。',
      ),
      patch: {
        lock: { settings: { numbers: 'distinct' } },
        settings: { clients: 3, own: { client2: { start: 2820 }, client3: { start: 2600, latency: 40 } } },
      },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update', 'deleted-another'],
    },
    {
      id: 'cfix',
      fix: true,
      title: text('The kernel’s own lock', '内核自己的锁'),
      text: text(
        'flock on the file needs no number: the kernel knows when a process ends, and lets one of the others in.',
        '对文件用 flock 就不需要号码：进程何时结束内核知道，它会放另外一个进去。',
      ),
      patch: {
        lock: { id: 'flock', settings: { content: null, numbers: null } },
        settings: { clients: 3, own: { client2: { start: 2820 }, client3: { start: 2600, latency: 40 } } },
      },
      lock: 'held',
      data: 'safe',
    },
  ],
};
