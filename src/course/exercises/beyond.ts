/** Exercises on what lies beyond the lock: the cache beneath it, the machine that runs it, the lost answer, agents. */

import { story as cacheLock } from '../../content/stories/beyond/cacheLock';
import { story as machineSlept } from '../../content/stories/beyond/machineSlept';
import type { Exercise } from '../../core/model/scenario/exercise';
import { defaultSettings, type Scenario } from '../../core/model/scenario/scenario';
import { exercises as ofAgents } from './agents';
import { workDone } from './aims';

const asksAgain = { ttl: 3000, tries: 20, retryDelay: 300 } as const;

const oneMail: Scenario = {
  version: 2,
  seed: 97,
  lock: { id: 'single-node', settings: asksAgain },
  storage: { id: 'mail', settings: { asks: false } },
  settings: {
    ...defaultSettings,
    storageTimeout: 800,
    latency: { min: 10, p50: 20, p99: 40, max: 50 },
    duration: 12_000,
    patience: 9000,
  },
  faults: {},
};

export const exercises: readonly Exercise[] = [
  {
    id: 'the-cache-was-full',
    chapter: 'beyond',
    needs: ['left-behind'],
    kind: 'predict',
    title: { en: 'The cache was full', zh: '缓存满了' },
    task: {
      en: 'The lock is in the Redis that is also the company’s cache, with maxmemory and allkeys-lru. Client 1 has the lock for 10 s and needs 3 s. After 1.9 s of its work the cache is full, and Redis evicts the key that nobody has used for longest. What will happen?',
      zh: '锁放在全公司当缓存用的 Redis 里，配了 maxmemory 和 allkeys-lru。客户端 1 的锁有效 10 秒，工作只要 3 秒。工作到 1.9 秒时缓存满了，Redis 淘汰了最久没人用过的键。会发生什么？',
    },
    scenario: cacheLock.scenario,
    options: [
      {
        id: 'kept',
        text: {
          en: 'A key with 8 s left is not evicted: client 2 waits.',
          zh: '还剩 8 秒的键不会被淘汰：客户端 2 等着。',
        },
        goal: { all: [{ outcome: ['held'] }, { measure: 'rounds', min: 2 }] },
        why: {
          en: 'A TTL is the latest time at which a key goes. With allkeys-lru any key may go earlier, and volatile-ttl even prefers those that expire soon.',
          zh: 'TTL 只说键最晚什么时候消失。allkeys-lru 下任何键都可能提前消失，volatile-ttl 更是先淘汰快到期的。',
        },
        rightWhen: { faults: { evicted: { when: { plus: 3040 } } } },
      },
      {
        id: 'told',
        text: { en: 'Client 1 learns that its key is gone, and stops.', zh: '客户端 1 得知键没了，停下工作。' },
        goal: { all: [{ not: { fact: 'overlap' } }, { measure: 'rounds', max: 1 }] },
        why: {
          en: 'Redis tells nobody. Client 1 would have to ask, and the key may still go between its question and its write.',
          zh: 'Redis 谁也不通知。客户端 1 得自己去问，而问完到写入之间，键照样可能没了。',
        },
      },
      {
        id: 'lost',
        text: {
          en: 'Client 2 gets the lock while client 1 holds it, and an update is lost.',
          zh: '客户端 2 也拿到锁，与客户端 1 同时持锁，一次更新丢失。',
        },
        goal: { data: ['lost'] },
        why: {
          en: 'To Redis, the lock is one key among many. Once the key is gone, client 2 finds the lock free, and both compute from the same value.',
          zh: '在 Redis 眼里，锁不过是许多键中的一个。键没了，客户端 2 就以为锁空着，两者从同一个值算起。',
        },
      },
    ],
    solution: 'lost',
    nearMiss: 'kept',
    hints: [
      {
        en: 'What does “allkeys” in allkeys-lru say about a key with a TTL?',
        zh: 'allkeys-lru 里的“allkeys”，对有 TTL 的键意味着什么？',
      },
      { en: 'Who does Redis notify when it evicts a key?', zh: 'Redis 淘汰一个键时，会通知谁？' },
    ],
    after: {
      en: 'No client, clock or network failed: the server did what it was configured to do. A lock belongs in a Redis with noeviction, separate from the cache, and a FLUSHALL there releases all locks.',
      zh: '客户端、时钟、网络都没出问题：服务器只是照配置办事。锁要放在 noeviction 的 Redis 里，和缓存分开；在那里执行 FLUSHALL，就等于释放所有的锁。',
    },
    notes: {
      wrong: {
        en: 'People read the TTL as a promise: the key will be there for 10 s.',
        zh: '人们把 TTL 当成承诺：键会在那里待满 10 秒。',
      },
      say: {
        en: 'Have them look up, there and then, the maxmemory-policy of the Redis that holds their locks.',
        zh: '让他们当场查查自己放锁的那个 Redis 的 maxmemory-policy。',
      },
    },
  },
  {
    id: 'the-machine-slept',
    chapter: 'beyond',
    needs: ['the-nap', 'two-of-five'],
    kind: 'predict',
    title: { en: 'The clock that stopped', zh: '没有走的时钟' },
    task: {
      en: 'Redlock with a TTL of 2 s. Client 1 measures with its monotonic clock, as everybody advises. All nodes have said yes; before it looks at the clock again, its machine is suspended for 2.45 s. Then it goes on. What will happen?',
      zh: 'Redlock，TTL 2 秒。客户端 1 按大家的建议用单调时钟计时。所有节点都同意了；它还没再看时钟，机器就被挂起 2.45 秒。然后继续运行。会发生什么？',
    },
    scenario: machineSlept.scenario,
    options: [
      {
        id: 'notices',
        text: {
          en: 'It sees that the TTL is over, gives the keys back and tries again.',
          zh: '它发现 TTL 已过，归还键，再试一次。',
        },
        goal: { all: [{ outcome: ['held'] }, { measure: 'rounds', min: 2 }, { measure: 'refused', min: 2 }] },
        why: {
          en: 'It checks, but the clock shows that hardly any time has passed: on Linux the monotonic clock does not count while the machine is suspended.',
          zh: '它看了，可时钟显示几乎没过时间：在 Linux 上，机器挂起时单调时钟不走。',
        },
        rightWhen: { lock: { settings: { clock: 'larger' } } },
      },
      {
        id: 'kept-out',
        text: { en: 'Its keys keep client 2 out until it is done.', zh: '它的键一直挡着客户端 2，直到它做完。' },
        goal: { all: [{ outcome: ['held'] }, { measure: 'rounds', min: 2 }, { measure: 'refused', max: 1 }] },
        why: {
          en: 'The nodes do not sleep with it. By their clocks the keys expired after 2 s.',
          zh: '节点并没有跟着睡。按它们的时钟，2 秒后键就过期了。',
        },
        rightWhen: { faults: { suspend: { for: 1000 } } },
      },
      {
        id: 'both',
        text: {
          en: 'It still thinks it has the lock, but the lock is gone: two holders at once.',
          zh: '它以为锁还在，其实早没了：两个客户端同时持锁。',
        },
        goal: { fact: 'overlap' },
        why: {
          en: 'By its clock the answers came at once, so the full validity seems to be left. On the nodes the keys are gone.',
          zh: '在它的时钟看来，应答是立刻到的，仿佛有效时间还完整。而节点上的键已经没了。',
        },
      },
    ],
    solution: 'both',
    nearMiss: 'notices',
    hints: [
      {
        en: 'What does a monotonic clock promise? It never goes back. But does it always go forward?',
        zh: '单调时钟保证什么？绝不后退。那往前走呢？',
      },
      { en: 'Who counts the 2.45 s, and who does not?', zh: '这 2.45 秒，谁数了，谁没数？' },
    ],
    after: {
      en: 'Each clock has its own way to be wrong: the wall clock may be set, the monotonic one may stop with its machine. Taking the larger of the two survives either. But after the check comes the work, and there no clock helps.',
      zh: '每种时钟都有自己的毛病：挂钟会被拨动，单调时钟会随机器一起停。取两者中较大的，两种情况都经得起。可检查之后才是工作，那时哪种时钟都帮不上忙。',
    },
    notes: {
      wrong: {
        en: 'Those who have read the debate trust the monotonic clock most.',
        zh: '读过那场争论的人，最相信单调时钟。',
      },
      say: {
        en: 'On Linux CLOCK_BOOTTIME counts on while the machine is suspended. Ask which one their language uses.',
        zh: 'Linux 的 CLOCK_BOOTTIME 在挂起时照样走。问问他们的语言用的是哪一个。',
      },
    },
  },
  {
    id: 'once-and-only-once',
    chapter: 'beyond',
    needs: ['the-nightly-mail', 'thirty-three'],
    kind: 'choose',
    title: { en: 'Once, and only once', zh: '只发一次' },
    task: {
      en: 'Two servers have to send one email. Any message to or from the email server may get lost, and a server may crash. Pick a lock and an email server so that the email goes out, and never twice.',
      zh: '两台服务器要发同一封邮件。与邮件服务器之间的任何一条消息都可能丢失，服务器也可能崩溃。选一把锁和一种邮件服务器，让邮件发得出去，又绝不会发两次。',
    },
    scenario: oneMail,
    may: ['lock', 'storage'],
    locks: [
      { id: 'no-lock' },
      { id: 'single-node', settings: asksAgain },
      { id: 'redlock', settings: asksAgain },
      { id: 'zookeeper-sequential', settings: { sessionTimeout: 1500, tickTime: 250 } },
      { id: 'etcd', settings: { lease: 2000 } },
    ],
    storages: [
      { id: 'mail', settings: { asks: false } },
      { id: 'mail' },
      { id: 'mail', settings: { recognizes: true } },
    ],
    aims: [
      {
        text: { en: 'Without faults, the email goes out once', zh: '没有故障时邮件只发一次' },
        goal: { all: [{ not: { data: ['twice'] } }, { measure: 'rounds', min: 1 }] },
        in: 'calm',
      },
      {
        text: { en: 'It never goes out twice', zh: '绝不会发两次' },
        goal: { not: { data: ['twice'] } },
        in: 'attacks',
      },
      workDone,
    ],
    attacks: [
      {
        title: {
          en: 'The email server’s second answer to client 1 is lost',
          zh: '邮件服务器给客户端 1 的第二个应答丢失',
        },
        patch: {
          faults: { lost: { kind: 'lose', message: { from: 'storage', to: 'client1', leg: 'reply', nth: 2 } } },
        },
      },
      {
        title: {
          en: 'The third request of client 1 to the email server is lost',
          zh: '客户端 1 给邮件服务器的第三个请求丢失',
        },
        patch: {
          faults: { lost: { kind: 'lose', message: { from: 'client1', to: 'storage', leg: 'request', nth: 3 } } },
        },
      },
      {
        title: { en: 'Client 1 crashes at work', zh: '客户端 1 工作时崩溃' },
        patch: {
          faults: {
            crash: {
              kind: 'crash',
              process: 'client1',
              when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 100 },
              restartAfter: 'never',
            },
          },
        },
      },
    ],
    seeds: 20,
    solution: { storage: { id: 'mail', settings: { asks: null, recognizes: true } } },
    nearMiss: {
      lock: {
        id: 'zookeeper-sequential',
        settings: { ttl: null, tries: null, retryDelay: null, sessionTimeout: 1500, tickTime: 250 },
      },
      storage: { id: 'mail', settings: { asks: null } },
    },
    hints: [
      {
        en: 'The email goes out, and the answer is lost. What does the client know?',
        zh: '邮件发出去了，应答却丢了。客户端知道什么？',
      },
      { en: 'Can any lock tell it?', zh: '有哪把锁能告诉它吗？' },
      {
        en: 'Only the sender of the email can recognize that it has already sent this one.',
        zh: '只有真正发送的一方，才认得出这一封已经发过。',
      },
    ],
    after: {
      en: 'A lock keeps two from sending at the same time. A lost answer leads to sending twice, one after the other, and only a receiver that recognizes a repeat prevents it: an idempotency key. With one, you do not even need a lock.',
      zh: '锁防得住两个同时发。一前一后发两次，是应答丢失造成的，只有能识别重复请求的一方（幂等键）才防得住。有了它，没有锁都行。',
    },
    notes: {
      wrong: {
        en: 'Many look for a stronger lock. Every lock fails in the same attack.',
        zh: '很多人去找更强的锁。可在同一种攻击下，每一把都失败。',
      },
      say: {
        en: 'Then ask again what the lock was for. Here it saves a request, and that is all.',
        zh: '再问一遍：锁是干什么用的？在这里它只省下一个请求，仅此而已。',
      },
    },
  },
  ...ofAgents,
];
