/** Exercises on libraries: each is about one habit that a library's source shows and its users do not expect. */

import { story as mineAgain } from '../../content/stories/libraries/mineAgain';
import { story as schedulerClock } from '../../content/stories/libraries/schedulerClock';
import { story as sentTwice } from '../../content/stories/libraries/sentTwice';
import { story as twoAndAHalf } from '../../content/stories/libraries/twoAndAHalf';
import { story as watchdogWaits } from '../../content/stories/libraries/watchdogWaits';
import type { Exercise } from '../../core/model/scenario/exercise';
import type { Fault } from '../../core/model/scenario/fault';
import type { Scenario } from '../../core/model/scenario/scenario';
import { updateLost } from './aims';

const pauseAtWork = (length: number): Fault => ({
  kind: 'pause',
  process: 'client1',
  when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
  for: length,
});

/** How far the clock of client 2 is behind, in ms. Client 2 starts later by the same time. */
const behind = (ms: number) => ({ own: { client2: { start: ms, clock: { offset: -ms } } } });

/** Clients 1 and 2 follow the schedule of one run. Client 3 is the server that is due for the next run. */
const twoRuns: Scenario = {
  ...schedulerClock.scenario,
  lock: { id: 'shedlock', settings: { lockAtMostFor: 3000, whenRefused: 'skips' } },
  storage: { id: 'no-check' },
  settings: {
    ...schedulerClock.scenario.settings,
    clients: 3,
    own: { ...behind(2000).own, client3: { start: 8000 } },
    duration: 14_000,
    patience: 9000,
  },
};

export const exercises: readonly Exercise[] = [
  {
    id: 'its-own-key',
    chapter: 'libraries',
    needs: ['anothers-key'],
    kind: 'predict',
    title: { en: 'Who holds it?', zh: '是谁占着锁？' },
    task: {
      en: 'Client 1 sends SET lock value NX. The node sets the key, and its OK is lost with the connection. The client library reconnects and resends the command, as many do by default. The lock has no expiry. What will happen?',
      zh: '客户端 1 发出 SET lock value NX。节点设置了键，它的 OK 却随连接一起丢了。客户端库重新连接，把同一条命令又发了一遍，许多库默认如此。这把锁没有过期时间。会发生什么？',
    },
    scenario: sentTwice.scenario,
    options: [
      {
        id: 'ok',
        text: {
          en: 'The second SET is answered OK, and client 1 works.',
          zh: '第二个 SET 得到 OK，客户端 1 开始工作。',
        },
        goal: { all: [{ outcome: ['held'] }, { measure: 'rounds', min: 2 }, { not: { fact: 'entry-left' } }] },
        why: {
          en: 'NX asks only whether there is a key, not whose it is. There is one, set by the first SET.',
          zh: 'NX 只问有没有键，不问是谁的。键是有的，第一个 SET 设置的。',
        },
        rightWhen: {
          faults: { 'lost-reply': { message: { from: 'client1', to: 'nodeA', leg: 'request', nth: 1 } } },
        },
      },
      {
        id: 'later',
        text: {
          en: 'The second SET is refused. After a while the key is gone, and a client gets the lock.',
          zh: '第二个 SET 被拒绝。过一阵键没了，就有人拿到锁。',
        },
        goal: { all: [{ not: { lock: ['stuck'] } }, { measure: 'refused', min: 1 }, { measure: 'acquired', min: 1 }] },
        why: {
          en: 'It is indeed refused. But nothing removes the key: it has no expiry, and no client knows that the key is its own.',
          zh: '确实被拒绝了。可没有什么会把键拿走：它没有过期时间，又没有哪个客户端认为它是自己的。',
        },
        rightWhen: { lock: { settings: { expiry: 'px' } } },
      },
      {
        id: 'never',
        text: {
          en: 'Nobody ever gets the lock: its holder blocks itself.',
          zh: '谁也拿不到锁：挡住它的正是它自己的键。',
        },
        goal: { lock: ['stuck'] },
        why: {
          en: 'Client 1 holds the lock, and the answer says that another client does. So it never releases, and all others wait for it.',
          zh: '客户端 1 持有锁，得到的消息却是别人占着。于是它不会释放，其他人只好一直等。',
        },
      },
    ],
    solution: 'never',
    nearMiss: 'ok',
    hints: [
      { en: 'What is in Redis when the second SET arrives?', zh: '第二个 SET 到达时，Redis 里有什么？' },
      { en: 'Does NX compare the value?', zh: 'NX 会比较值吗？' },
    ],
    after: {
      en: 'A lost answer does not mean that nothing was done. A command that may be resent must be safe to carry out twice: a script that says yes when the key has the caller’s own value, and an expiry for the rest.',
      zh: '应答丢了，不等于什么都没做。会重发的命令，得经得起执行两次：用脚本，键里若是自己的值就算成功；再加上过期时间兜底。',
    },
    notes: {
      wrong: {
        en: 'Most say OK: “it is its own value, after all”. Others count on an expiry that this lock does not have.',
        zh: '多数人说会得到 OK：“值是它自己的嘛。”也有人指望过期时间，可这把锁没有。',
      },
      say: {
        en: 'Have them look up how often their own client resends a command: ioredis, go-redis and Redisson all do.',
        zh: '查查自己的客户端会重发几次：ioredis、go-redis、Redisson 都会重发。',
      },
    },
  },
  {
    id: 'two-of-three',
    chapter: 'libraries',
    needs: ['two-of-five'],
    kind: 'predict',
    title: { en: 'Two of three', zh: '三个里的两个' },
    task: {
      en: 'redlock-php with three nodes and a TTL of 5 s. The library wants min(3, 3 / 2 + 1) votes. Client 1 is killed when it has the key of node A alone. Client 2 asks for the lock. What will happen?',
      zh: 'redlock-php，三个节点，TTL 5 秒。这个库要 min(3, 3 / 2 + 1) 票。客户端 1 只拿到节点 A 上的键就被杀掉了。客户端 2 请求加锁。会发生什么？',
    },
    scenario: twoAndAHalf.scenario,
    options: [
      {
        id: 'gets-it',
        text: { en: 'It gets B and C, a majority, and so the lock.', zh: '它拿到 B 和 C，是多数，就有了锁。' },
        goal: { all: [{ outcome: ['held'] }, { measure: 'rounds', min: 1 }] },
        why: {
          en: 'Two of three are a majority. But in PHP 3 / 2 + 1 is 2.5, and two are fewer than that.',
          zh: '三个里的两个是多数。可在 PHP 里 3 / 2 + 1 等于 2.5，两个不够。',
        },
        rightWhen: { lock: { settings: { quorum: 'majority' } } },
      },
      {
        id: 'waits',
        text: {
          en: 'It gets B and C again and again, and no lock until the key at A expires.',
          zh: '它一次次拿到 B 和 C，却没有锁，直到 A 上的键过期。',
        },
        goal: { lock: ['unavailable'] },
        why: {
          en: 'The division is not rounded, so all three nodes are needed. One leftover key stops everybody for a whole TTL.',
          zh: '除法没有取整，于是三个节点缺一不可。留下一个键，就能挡住所有人整整一个 TTL。',
        },
      },
      {
        id: 'never',
        text: {
          en: 'It never gets the lock: the key of a dead client stays.',
          zh: '它永远拿不到锁：死去客户端的键一直在。',
        },
        goal: { lock: ['stuck'] },
        why: {
          en: 'The key at A has an expiry of 5 s. Then all three nodes are free.',
          zh: 'A 上的键 5 秒后过期。之后三个节点就都空着了。',
        },
      },
    ],
    solution: 'waits',
    nearMiss: 'gets-it',
    hints: [
      { en: 'What is 3 / 2 + 1 in a language without whole numbers?', zh: '在除法不取整的语言里，3 / 2 + 1 等于几？' },
      { en: 'How many nodes does it take to have at least two and a half?', zh: '至少两个半，是几个节点？' },
    ],
    after: {
      en: 'The lock is still safe, but it no longer tolerates failures: with three nodes no node may fail, with five only one. A formula from a web page does not mean the same in every language.',
      zh: '锁仍然安全，容错却没有了：三个节点时一个也坏不得，五个时只能坏一个。文章里的公式，换一种语言就不一定是原来的意思。',
    },
    notes: {
      wrong: {
        en: 'Nearly everybody rounds in their head, as the authors did.',
        zh: '几乎人人都在心里取了整，这个库的作者也是。',
      },
      say: {
        en: 'Nobody notices it in a test: with all nodes up, everything works.',
        zh: '测试里谁也发现不了：节点都在时一切正常。',
      },
    },
  },
  {
    id: 'it-waits-for-one',
    chapter: 'libraries',
    needs: ['longer-than-thought', 'two-of-five'],
    kind: 'predict',
    title: { en: 'The watchdog waits', zh: '看门狗在等' },
    task: {
      en: 'Client 1 works for 6 s. A watchdog renews its lock, which has a TTL of 3 s, on five nodes. While it works, node E becomes unreachable: no refusal, no answer. The library sets no time limit for an answer. What will happen?',
      zh: '客户端 1 要工作 6 秒。锁的 TTL 是 3 秒，由看门狗在五个节点上续期。工作途中，节点 E 联系不上了：没有拒绝，也没有应答。这个库等应答不设时限。会发生什么？',
    },
    scenario: watchdogWaits.scenario,
    options: [
      {
        id: 'extended',
        text: {
          en: 'Four of five nodes extend the lock. Client 2 waits for its turn.',
          zh: '五个节点里有四个续了期，客户端 2 照常等着。',
        },
        goal: { all: [{ outcome: ['held'] }, { measure: 'rounds', min: 2 }] },
        why: {
          en: 'Four are a majority, and they did extend, once. But this watchdog goes on only when all five have answered, and the fifth never does.',
          zh: '四个是多数，它们也确实续过一次。可这个看门狗要等齐五个应答才继续，第五个永远不来。',
        },
        rightWhen: { lock: { settings: { nodeTimeout: 200 } } },
      },
      {
        id: 'stops',
        text: {
          en: 'The lock expires; client 1 notices, and stops before client 2 gets the lock.',
          zh: '锁过期了；客户端 1 发觉，在客户端 2 拿到锁之前停下。',
        },
        goal: { all: [{ not: { fact: 'overlap' } }, { measure: 'rounds', max: 1 }] },
        why: {
          en: 'Nothing tells it: the extension has neither failed nor succeeded, it waits. A client that checks its own clock before each step would notice.',
          zh: '没有谁告诉它：续期既没失败也没成功，只是在等。要是每一步之前都看看自己的时钟，就会发觉。',
        },
        rightWhen: { settings: { check: 'each-step' } },
      },
      {
        id: 'both',
        text: {
          en: 'The lock expires while the watchdog waits, and two clients hold it at once.',
          zh: '看门狗还在等，锁就过期了，两个客户端同时持锁。',
        },
        goal: { fact: 'overlap' },
        why: {
          en: 'One silent node is enough: the watchdog waits for it. The other four keys were extended once, so they outlive what client 1 knows of; then they expire, too, and client 2 takes them.',
          zh: '一个沉默的节点就够了：看门狗等着它。另外四个键续过一次，所以比客户端 1 所知道的活得更久；但它们随后也过期，被客户端 2 拿走。',
        },
      },
    ],
    solution: 'both',
    nearMiss: 'extended',
    hints: [
      {
        en: 'A node that is down refuses. What does a node that is cut off do?',
        zh: '坏掉的节点会拒绝连接。断开的节点呢？',
      },
      { en: 'How long does the watchdog wait for the fifth answer?', zh: '第五个应答，看门狗会等多久？' },
    ],
    after: {
      en: 'A quorum helps only a client that stops waiting for the rest. Each node needs a time limit that is short compared with the TTL, and a late renewal must count as a failed one.',
      zh: '多数只帮得上不再等其余节点的客户端。每个节点都要有一个时限，比 TTL 短得多；续期迟迟没有结果，就要当作失败。',
    },
    notes: {
      wrong: {
        en: 'Most count four of five and stop there. They think of nodes that are down, not of nodes that are silent.',
        zh: '多数人数出五个里有四个，就放心了。他们想的是坏掉的节点，而不是沉默的节点。',
      },
      say: {
        en: 'Ask what time limit a command has in their own client. Many have none.',
        zh: '问问他们自己的客户端里，一条命令的时限是多少。很多都没有。',
      },
    },
  },
  {
    id: 'acquired-again',
    chapter: 'libraries',
    needs: ['longer-than-thought', 'anothers-key'],
    kind: 'break',
    title: { en: 'Acquired again', zh: '又算拿到了' },
    task: {
      en: 'RedLock.net renews the lock by a timer, and client 1 checks the lock’s status before it writes. The status is “acquired” only if the last renewal succeeded. Lose an update anyway, with one pause of client 1 of up to 4 s.',
      zh: 'RedLock.net 用定时器续期，客户端 1 写入之前会看锁的状态；只有续期成功，状态才是“已获得”。即使这样，也让一次更新丢失：用客户端 1 的一次停顿，最多 4 秒。',
    },
    scenario: { ...mineAgain.scenario, faults: {} },
    budget: { faults: 1, kinds: ['pause'], lengthMax: 4000, processes: ['client1'] },
    aims: [{ ...updateLost, in: 'calm' }],
    solution: { faults: { pause: pauseAtWork(3600) } },
    nearMiss: { faults: { pause: pauseAtWork(2500) } },
    hints: [
      { en: 'What does the timer do as soon as client 1 wakes up?', zh: '客户端 1 一醒来，定时器会做什么？' },
      {
        en: 'Its script sets a key that is missing. When are the keys free again?',
        zh: '它的脚本发现键不在，就重新设上。键什么时候又空了？',
      },
      {
        en: 'Pause client 1 at work until client 2 has written and released: 3.6 s.',
        zh: '让客户端 1 在工作时停顿，直到客户端 2 写完并释放：3.6 秒。',
      },
    ],
    after: {
      en: 'The status is what the last renewal found. A client that wakes up may write before the next one has an answer. If it keeps working while client 2 holds the lock, the renewal fails and the status says so. But once client 2 has released, the keys are free, and the renewal takes them as if nobody had held the lock meanwhile. A lost lock must never count as held again.',
      zh: '状态只是上一次续期的结果。刚醒来的客户端，可能在下一次续期有结果之前就写了。如果它还要接着干活，而客户端 2 还持有锁，续期会失败，状态也会照实说。可客户端 2 一旦释放，键就空了，续期会把它们占下来，仿佛没人来过。丢过的锁，绝不能再算作持有。',
    },
    notes: {
      wrong: {
        en: 'A pause before the work that ends while client 2 holds the lock. Then the renewal fails in time, and the status tells the truth.',
        zh: '停在工作之前，结束时客户端 2 还持有锁。那样续期来得及失败，状态说的是实话。',
      },
      say: {
        en: 'The script means well: it restores the key on a node that restarted empty. Nobody asked who else might have held the lock meanwhile.',
        zh: '这个脚本是好意：让空着重启的节点补回键。只是没人去问，这期间还有谁来过。',
      },
    },
  },
  {
    id: 'six-o-clock',
    chapter: 'libraries',
    needs: ['left-behind'],
    kind: 'fix',
    title: { en: 'Six o’clock', zh: '六点整' },
    task: {
      en: 'At six o’clock one of two servers sends the daily report, with ShedLock; a scheduler that is refused skips the run. The clock of client 2 may be up to 3 s behind; the job takes 0.4 s, on a bad day 4 s. Eight seconds later the next run is due on client 3, on time. Set the lock’s two times so that each of the two runs is done exactly once.',
      zh: '六点整，两台服务器中的一台发送日报：用 ShedLock，被拒绝的调度器就跳过。客户端 2 的时钟最多慢 3 秒；任务通常 0.4 秒，最坏要 4 秒。八秒之后，客户端 3 准时开始下一次执行。设好锁的两个时间，让两次执行都恰好做一遍。',
    },
    scenario: twoRuns,
    may: ['lock.settings.lockAtMostFor', 'lock.settings.lockAtLeastFor'],
    aims: [
      {
        text: { en: 'Both runs are done, each once', zh: '两次执行都做了，各做一遍' },
        goal: { all: [{ outcome: ['held'] }, { measure: 'rounds', min: 2, max: 2 }] },
        in: 'calm',
      },
      {
        text: { en: 'The same holds with other clocks, and on a bad day', zh: '时钟不同、任务很慢时也一样' },
        goal: { all: [{ not: { fact: 'overlap' } }, { measure: 'rounds', min: 2, max: 2 }] },
        in: 'attacks',
      },
    ],
    attacks: [
      {
        title: { en: 'The clock of client 2 is 3 s behind', zh: '客户端 2 的时钟慢 3 秒' },
        patch: { settings: behind(3000) },
      },
      { title: { en: 'All clocks agree', zh: '时钟都一致' }, patch: { settings: behind(0) } },
      {
        title: { en: 'It is 3 s behind, and the job takes 4 s', zh: '慢 3 秒，任务又要 4 秒' },
        patch: { settings: { ...behind(3000), work: 4000 } },
      },
    ],
    seeds: 20,
    solution: { lock: { settings: { lockAtMostFor: 20_000, lockAtLeastFor: 5000 } } },
    nearMiss: { lock: { settings: { lockAtMostFor: 20_000, lockAtLeastFor: 2500 } } },
    hints: [
      {
        en: 'Client 2 comes when the job is long done. What could still refuse it?',
        zh: '客户端 2 来的时候任务早已做完。还能有什么来拒绝它？',
      },
      {
        en: 'lockAtLeastFor: longer than the clocks differ, shorter than the time to the next run.',
        zh: 'lockAtLeastFor：要比时钟之差更长，比到下一次执行的间隔更短。',
      },
      {
        en: 'lockAtMostFor is for a server that dies: longer than the job ever takes.',
        zh: 'lockAtMostFor 是为服务器死掉准备的：要比任务最坏的用时更长。',
      },
    ],
    after: {
      en: 'The lock worked all along, and yet the report went out twice: mutual exclusion does not mean “once”. A scheduler’s lock has to outlive the difference of the clocks, not the job.',
      zh: '锁从头到尾都守住了，日报还是发了两遍：互斥不等于“只做一遍”。调度器的锁要撑过时钟之差，而不只是撑过任务。',
    },
    notes: {
      wrong: {
        en: 'Many make lockAtMostFor longer, which does not help: an unlock ends it as soon as the job is done. Others make lockAtLeastFor so long that the next run is skipped.',
        zh: '很多人只把 lockAtMostFor 加长，却不见效：任务一做完，解锁就结束了它。也有人把 lockAtLeastFor 设得太长，下一次执行也被跳过。',
      },
      say: {
        en: 'The documentation adds a sentence that many skip: jobs must be safe to run twice.',
        zh: '文档里还有一句常被略过的话：任务要经得起重复执行。',
      },
    },
  },
];
