/** Exercises on one Redis node: what the key, its value and its expiry are for. */

import { story as fixedValue } from '../../content/stories/oneNode/fixedValue';
import { story as noExpiry } from '../../content/stories/oneNode/noExpiry';
import { story as setnxExpire } from '../../content/stories/oneNode/setnxExpire';
import type { Exercise } from '../../core/model/scenario/exercise';
import type { Fault } from '../../core/model/scenario/fault';
import { defaultSettings, type Scenario } from '../../core/model/scenario/scenario';
import { levelNamed } from '../levels/levels';
import { twoHolders } from './aims';

/** A client crashes while it holds the lock. */
const crashAtWork: Fault = {
  kind: 'crash',
  process: 'client1',
  when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
  restartAfter: 'never',
};

const nightly: Scenario = {
  version: 2,
  seed: 7,
  lock: { id: 'no-lock' },
  storage: { id: 'no-check' },
  settings: {
    ...defaultSettings,
    stagger: 150,
    work: 400,
    latency: { min: 10, p50: 20, p99: 50, max: 60 },
    duration: 8000,
    patience: 7000,
  },
  faults: {},
};

export const exercises: readonly Exercise[] = [
  {
    id: 'between-two-commands',
    chapter: 'one-node',
    needs: ['name-the-marks'],
    kind: 'predict',
    title: { en: 'Between two commands', zh: '两条命令之间' },
    task: {
      en: 'A lock is taken with SETNX, and its expiry is set by an EXPIRE that follows. Client 1 crashes after the first and before the second. Client 2 wants the lock too. What will happen?',
      zh: '加锁用 SETNX，过期时间由随后的 EXPIRE 设置。客户端 1 在第一条之后、第二条之前崩溃。客户端 2 也想要这把锁。会发生什么？',
    },
    scenario: setnxExpire.scenario,
    options: [
      {
        id: 'waits',
        text: { en: 'Client 2 waits for the expiry, and gets the lock.', zh: '客户端 2 等到过期，然后拿到锁。' },
        // The holder crashed, and another client got the lock after it.
        goal: { all: [{ outcome: ['held'] }, { measure: 'freeAfterCrash', min: 1 }] },
        why: {
          en: 'You counted on the expiry. But EXPIRE is a command of its own, and client 1 crashes before it is sent: the node has a key, and no idea when to delete it.',
          zh: '你指望的是过期时间。可 EXPIRE 是另一条命令，客户端 1 还没发出它就崩溃了：节点上有键，却没有谁告诉过它何时该删。',
        },
        rightWhen: { faults: { crash: { when: { step: 'work' } } } },
      },
      {
        id: 'never',
        text: { en: 'Client 2 never gets the lock.', zh: '客户端 2 永远拿不到锁。' },
        goal: { lock: ['stuck'] },
        why: {
          en: 'You read two commands where most read one. After SETNX the node has a key without an expiry, and it stays that way.',
          zh: '多数人把它们读成一条，你看出是两条。SETNX 之后，节点只知道有一个键，不知道何时过期，而且一直如此。',
        },
      },
      {
        id: 'both',
        text: { en: 'Two clients hold the lock at once.', zh: '两个客户端同时持锁。' },
        goal: { fact: 'overlap' },
        why: {
          en: 'Two clients can hold the lock when a key is gone too early. Here the key stays too long: every later SETNX finds it and fails. Client 1 is gone and client 2 is refused, so nobody is working at all.',
          zh: '键没得太早，才会有两个客户端同时持锁。这里的键却是留得太久：后来的每条 SETNX 都发现它还在，于是失败。客户端 1 已经不在，客户端 2 被拒绝，没有谁在工作。',
        },
      },
    ],
    solution: 'never',
    nearMiss: 'waits',
    hints: [
      { en: 'Who would have sent the EXPIRE?', zh: 'EXPIRE 本该由谁来发？' },
      {
        en: 'A key without an expiry stays until somebody deletes it.',
        zh: '没有过期时间的键会一直留着，直到有人删掉它。',
      },
    ],
    after: {
      en: 'The key has no expiry, and the only client that would have deleted it is gone. One command that does both, SET with NX and PX, leaves no room in between.',
      zh: '键没有过期时间，唯一会删它的客户端已经不在了。一条同时做这两件事的命令（带 NX 和 PX 的 SET）就不留空隙。',
    },
    notes: {
      wrong: {
        en: 'Most say that the lock expires: they read the two commands as one.',
        zh: '多数人会说锁会过期：他们把两条命令当成了一条。',
      },
      say: {
        en: 'Ask what the node knows at the moment of the crash: that there is a key, and nothing about an expiry that was about to follow.',
        zh: '问一句：崩溃的那一刻，节点知道什么？它只知道有一个键，不知道还有个过期时间要来。',
      },
    },
  },
  {
    id: 'anothers-key',
    chapter: 'one-node',
    needs: ['between-two-commands'],
    kind: 'break',
    title: { en: 'Another’s key', zh: '别人的键' },
    task: {
      en: 'All clients set the same value and release with DEL. Make one client delete another’s lock, so that two clients hold the lock at once. You have one pause of up to 1.5 s.',
      zh: '大家设的值都一样，释放就是 DEL。让一个客户端删掉另一个的锁，使两个客户端同时持锁。你可以用一次最多 1.5 秒的停顿。',
    },
    scenario: { ...fixedValue.scenario, faults: {} },
    budget: { faults: 1, kinds: ['pause'], lengthMax: 1500 },
    aims: [
      { ...twoHolders, in: 'calm' },
      {
        text: { en: 'Get one client to delete another’s lock', zh: '让一个客户端删掉另一个的锁' },
        goal: { fact: 'deleted-another' },
        in: 'calm',
      },
    ],
    solution: {
      faults: {
        pause: {
          kind: 'pause',
          process: 'client1',
          when: { kind: 'step', process: 'client1', step: 'release', nth: 1 },
          for: 1500,
        },
      },
    },
    nearMiss: {
      faults: {
        pause: {
          kind: 'pause',
          process: 'client1',
          when: { kind: 'step', process: 'client1', step: 'acquire', nth: 1 },
          for: 1500,
        },
      },
    },
    hints: [
      {
        en: 'The lock lasts for 2.5 s. Who must sleep through its end?',
        zh: '锁的有效时间是 2.5 秒。谁要一直停到它过期之后？',
      },
      {
        en: 'Stop client 1 while it holds the lock, so that client 2 gets the lock, and let client 1 wake up while client 2 is still working.',
        zh: '在客户端 1 持锁时让它停下，让客户端 2 进来；再让它在客户端 2 还在工作时醒来。',
      },
      { en: 'Pause client 1 before “release” for 1.5 s.', zh: '让客户端 1 在“释放”之前停 1.5 秒。' },
    ],
    after: {
      en: 'DEL does not ask whose key it is. With a random value, compared and deleted in one script, the late release finds nothing of its own.',
      zh: 'DEL 不问键是谁的。若值是随机的，并在一个脚本里先比较再删除，迟到的释放就找不到自己的键可删。',
    },
    notes: {
      wrong: {
        en: 'Many pause client 1 before it has the lock, or so early in its work that it wakes while the lock is still its own.',
        zh: '很多人让客户端 1 在拿到锁之前就停，或在工作中停得太早，醒来时锁还是它自己的。',
      },
      say: {
        en: 'Let them drag the pause and watch the strip below it: there is a window, and it is as long as the work of client 2.',
        zh: '让他们拖动停顿，看下方的色带：有一个窗口，长度正是客户端 2 的工作时间。',
      },
    },
  },
  {
    id: 'left-behind',
    chapter: 'one-node',
    needs: ['between-two-commands'],
    kind: 'fix',
    title: { en: 'What a dead client leaves behind', zh: '死去的客户端留下什么' },
    task: {
      en: 'Client 1 may crash while it holds the lock. Change the lock’s settings so that client 2 still gets the lock within 3 s of the crash, and no lock expires while its holder is at work.',
      zh: '客户端 1 可能持锁崩溃。改一改锁的设置，让客户端 2 照样能拿到锁，崩溃后最多等 3 秒；同时谁的锁也不能在工作途中到期。',
    },
    scenario: { ...noExpiry.scenario, faults: {} },
    may: ['lock.settings'],
    aims: [
      {
        text: { en: 'Without faults the lock works', zh: '没有故障时一切正常' },
        goal: { outcome: ['held'] },
        in: 'calm',
      },
      {
        text: { en: 'Both clients finish their round', zh: '两个客户端都做完一轮' },
        goal: { measure: 'rounds', min: 2 },
        in: 'calm',
      },
      {
        text: {
          en: 'After a crash, the other client gets the lock within 3 s',
          zh: '崩溃之后，另一个客户端在 3 秒内拿到锁',
        },
        goal: { all: [{ outcome: ['held'] }, { measure: 'freeAfterCrash', max: 3_000_000 }] },
        in: 'attacks',
      },
    ],
    attacks: [
      {
        title: { en: 'Client 1 crashes at work', zh: '客户端 1 工作时崩溃' },
        patch: { faults: { crash: crashAtWork } },
      },
    ],
    seeds: 20,
    solution: { lock: { settings: { expiry: 'px', ttl: 1500 } } },
    nearMiss: { lock: { settings: { expiry: 'px', ttl: 300 } } },
    hints: [
      { en: 'What ends a lock whose holder is gone?', zh: '持有者不在了，锁靠什么结束？' },
      {
        en: 'Give the key an expiry (PX), longer than the work and shorter than what others can wait.',
        zh: '给键一个过期时间（PX），比工作长，比别人等得起的时间短。',
      },
    ],
    after: {
      en: 'An expiry trades one evil for another: too short, and the lock expires while its holder is still at work; too long, and everybody waits for a dead client.',
      zh: '过期时间是拿一种麻烦换另一种：太短，持有者还在工作锁就过期；太长，大家都要等一个已经死掉的客户端。',
    },
    notes: {
      wrong: {
        en: 'A TTL shorter than the work: it survives a crash, and breaks when nothing fails.',
        zh: 'TTL 比工作还短：崩溃后没事，没有故障时却会出错。',
      },
      say: {
        en: 'Ask how long the work may take at worst. Nobody knows: that is where the next chapters begin.',
        zh: '问一句：工作最坏要多久？谁也不知道：后面的章节就从这里开始。',
      },
    },
  },
  {
    id: 'the-nightly-mail',
    chapter: 'one-node',
    needs: ['left-behind'],
    kind: 'choose',
    title: { en: 'The nightly report', zh: '每晚的报表' },
    task: {
      en: 'Two servers compute the same report each night. If both do, some electricity is wasted, and nothing worse. You have one Redis. A server may crash. Pick a lock that keeps them apart when nothing fails, frees itself after a crash, and costs at most 3 requests each time it is taken.',
      zh: '两台服务器每晚都算同一份报表。两台都算了，无非浪费点电，没有更糟的。你有一个 Redis。服务器可能崩溃。选一把锁：没有故障时能让它们互斥，崩溃后能自动释放，每次加锁最多花 3 个请求。',
    },
    scenario: nightly,
    may: ['lock', 'storage'],
    locks: [
      { id: 'no-lock' },
      { id: 'setnx-expire', settings: { expire: 3, tries: 20, retryDelay: 1000 } },
      { id: 'single-node', settings: { ttl: 3000, tries: 20, retryDelay: 1000 } },
      { id: 'redlock', settings: { ttl: 3000, tries: 20, retryDelay: 1000 } },
      { id: 'zookeeper-sequential' },
    ],
    storages: [{ id: 'no-check' }, { id: 'version' }],
    aims: [
      {
        text: { en: 'Without faults, only one is at work at a time', zh: '没有故障时，同一时刻只有一台在算' },
        goal: { all: [{ outcome: ['held'] }, { measure: 'rounds', min: 2 }] },
        in: 'calm',
      },
      {
        text: { en: 'At most 3 requests for each lock taken', zh: '每次加锁最多 3 个请求' },
        goal: { measure: 'requestsPerAcquisition', max: 3 },
        in: 'calm',
      },
      {
        text: { en: 'A crash does not stop the other', zh: '一台崩溃不妨碍另一台' },
        goal: { all: [{ not: { outcome: ['stuck', 'unavailable'] } }, { measure: 'rounds', min: 1 }] },
        in: 'attacks',
      },
    ],
    attacks: [
      {
        title: { en: 'Client 1 crashes at work', zh: '客户端 1 工作时崩溃' },
        patch: { faults: { crash: crashAtWork } },
      },
      {
        title: { en: 'Client 1 crashes in the middle of taking the lock', zh: '客户端 1 加锁到一半时崩溃' },
        patch: {
          faults: {
            crash: {
              kind: 'crash',
              process: 'client1',
              when: { kind: 'request', from: 'client1', to: 'nodeA', side: 'after', nth: 1 },
              restartAfter: 'never',
            },
          },
        },
      },
    ],
    seeds: 20,
    solution: { lock: { id: 'single-node', settings: { ttl: 3000, tries: 20, retryDelay: 1000 } } },
    nearMiss: { lock: { id: 'redlock', settings: { ttl: 3000, tries: 20, retryDelay: 1000 } } },
    hints: [
      { en: 'How bad is it if it fails once a year?', zh: '一年失败一次，有多糟？' },
      { en: 'Five nodes cost five times the requests.', zh: '五个节点要花五倍的请求。' },
    ],
    after: {
      en: 'A lock for efficiency may fail now and then. One node with SET NX PX is simple, cheap and easy to explain; five nodes would buy you nothing here.',
      zh: '只为效率的锁，偶尔失败也没关系。一个节点加 SET NX PX，简单、便宜、好解释；五个节点在这里没有任何好处。',
    },
    notes: {
      wrong: {
        en: 'People reach for the strongest lock they know. Let the cost speak.',
        zh: '人们会挑自己知道的最强的锁。让成本说话。',
      },
      say: {
        en: 'Kleppmann’s first question: is the lock for efficiency or for correctness?',
        zh: 'Kleppmann 的第一个问题：这把锁是为了效率，还是为了正确？',
      },
    },
  },
  {
    id: 'three-decisions',
    chapter: 'one-node',
    needs: ['between-two-commands'],
    kind: 'order',
    level: 'crash',
    decisionsMax: 3,
    title: { en: 'Three decisions', zh: '三步之内' },
    task: {
      en: 'SETNX takes this lock, EXPIRE gives it an end, and you are the network: nothing arrives before you say so. You may also kill client 1. Shut both clients out for good, in three decisions.',
      zh: 'SETNX 抢锁，EXPIRE 给它定期限；网络由你来当，你不放行，什么也到不了。你还可以杀死客户端 1。用三步，让谁都再也拿不到锁。',
    },
    scenario: levelNamed('crash').scenario,
    solution: [
      { kind: 'deliver', messages: [{ from: 'client1', to: 'nodeA', leg: 'request', nth: 1 }] },
      { kind: 'start', client: 'client2' },
      { kind: 'crash', process: 'client1' },
    ],
    hints: [
      {
        en: 'What must the node have heard from client 1 when it dies, and what must client 1 not have heard?',
        zh: '客户端 1 死的时候，节点该收到它的什么，它又不该收到什么？',
      },
      {
        en: 'A lock is stuck only when somebody wants it. Client 2 must ask for it.',
        zh: '有人想要，锁才谈得上卡住。得让客户端 2 请求加锁。',
      },
      {
        en: 'Deliver the SETNX, let client 2 ask, and kill client 1 before it gets its reply: it never sends the EXPIRE.',
        zh: '放行 SETNX，让客户端 2 请求加锁，再趁回复还没到，杀死客户端 1：它就永远发不出 EXPIRE。',
      },
    ],
    after: {
      en: 'No message was lost: client 1 died before it could send the EXPIRE. Whatever a client does by a second command may never happen. SET with NX and PX is one message, and no order of messages can separate its two halves.',
      zh: '一条消息也没丢：客户端 1 还没来得及发出 EXPIRE 就死了。凡是要靠第二条命令做的事，都可能永远不发生。带 NX 和 PX 的 SET 只是一条消息，消息怎么排，也拆不开它的两半。',
    },
    notes: {
      wrong: {
        en: 'Many deliver the reply as well: then the EXPIRE is on its way and frees the lock, even if client 1 dies. Others kill client 1 before its SETNX has arrived: then client 2 takes the lock.',
        zh: '很多人把回复也放行了：EXPIRE 已经在路上，客户端 1 死了，锁还是会到期。也有人在 SETNX 到达之前就杀死客户端 1：那样锁归客户端 2。',
      },
      say: {
        en: 'Let one person be the network and another one client 1. Everybody sees that the network needs no fault of its own.',
        zh: '请一个人当网络，另一个人当客户端 1。大家会看到：网络自己一点错也没犯。',
      },
    },
  },
];
