/** The levels in their order: first one server, then several, then what the storage can do. */
import type { LockChoice, NodeSettings, Scenario, Settings } from '../../core/model/scenario/scenario';
import { defaultSettings } from '../../core/model/scenario/scenario';
import type { Level } from './level';

const nodes = (count: number, more: Partial<NodeSettings> = {}): NodeSettings => ({
  ...defaultSettings.nodes,
  count,
  ...more,
});

const scenarioOf = (lock: LockChoice, storage: Scenario['storage'], settings: Partial<Settings> = {}): Scenario => ({
  version: 2,
  seed: 1,
  lock,
  storage,
  settings: { ...defaultSettings, nodes: nodes(1), ...settings },
  faults: {},
});

/** A refused client asks again only after the run, so that no attempt stands between two decisions. */
const asksOnce = { retryDelay: 3000, retryJitter: 0 } as const;

const oneNode = (settings: NonNullable<LockChoice['settings']> = {}): LockChoice => ({
  id: 'single-node',
  settings: { ttl: 1000, ...asksOnce, ...settings },
});

const redlock = (ttl: number): LockChoice => ({
  id: 'redlock',
  settings: { ttl, nodeTimeout: 800, goesOn: 'granted', ...asksOnce },
});

const noCheck = { id: 'no-check' } as const;
const withTokens = { token: 'counter', counterStart: 32 } as const;

export const levels: readonly Level[] = [
  {
    id: 'crash',
    title: { en: 'A holder that dies', zh: '持有者死了' },
    lead: {
      en: 'An old lock takes two commands: SETNX takes it, EXPIRE gives it an end.',
      zh: '老式的锁要两条命令：SETNX 抢锁，EXPIRE 给它一个期限。',
    },
    task: { en: 'Shut everybody out for good.', zh: '让所有客户端永远拿不到锁。' },
    scenario: scenarioOf({ id: 'setnx-expire' }, noCheck),
    rules: { faults: { crash: 1 }, targets: ['client1'], arriveByThemselves: [] },
    harms: ['stuck'],
    decisionsMax: 6,
    least: 3,
    lesson: {
      en: 'Between two commands there is always room for a crash. One SET with NX and PX does both at once.',
      zh: '两条命令之间，总可能插进一次崩溃。一条带 NX 和 PX 的 SET 就能一次做完。',
    },
    story: 'setnx-expire',
  },
  {
    id: 'sleeper',
    title: { en: 'A lease and a sleeper', zh: '租约与睡着的客户端' },
    lead: {
      en: 'The lock ends by itself after 1 s. Client 1 works for 300 ms, which is soon enough, if it is awake.',
      zh: '锁 1 s 后自动到期。客户端 1 的工作只需 300 ms，只要醒着，时间就够。',
    },
    task: { en: 'Make one client destroy what the other has written.', zh: '让一个客户端毁掉另一个写下的数据。' },
    scenario: scenarioOf(oneNode(), noCheck),
    rules: { faults: { sleep: 1 }, targets: ['client1'], arriveByThemselves: ['replies', 'storage'] },
    harms: ['lost'],
    decisionsMax: 8,
    least: 7,
    lesson: {
      en: 'A client that sleeps does not notice that its lease ends. No lease can prevent that; a storage that checks can.',
      zh: '睡着的客户端不会发现租约已经到期。哪种租约都防不住这一点；会检查的存储才能。',
    },
    story: 'every-lease',
  },
  {
    id: 'another',
    title: { en: 'Whose key is it?', zh: '这是谁的键？' },
    lead: {
      en: 'Every client locks with the value 1, and releases the lock with a DEL.',
      zh: '每个客户端都用值 1 加锁，用 DEL 释放。',
    },
    task: { en: 'Make client 1 delete client 2’s key.', zh: '让客户端 1 删掉客户端 2 的键。' },
    scenario: scenarioOf(oneNode({ value: 'fixed' }), noCheck),
    rules: { faults: {}, arriveByThemselves: ['replies', 'storage'] },
    harms: ['deleted-another'],
    decisionsMax: 8,
    least: 6,
    lesson: {
      en: 'Nobody slept and nothing was lost: the DEL was late. With a value of its own, compared where the key is deleted, it does nothing.',
      zh: '没有谁睡着，也没有丢消息：只是 DEL 到晚了。值各不相同，并在删除的地方比较，迟到的 DEL 就什么也删不掉。',
    },
    story: 'fixed-value',
  },
  {
    id: 'failover',
    title: { en: 'A replica that does not know', zh: '还不知情的副本' },
    lead: {
      en: 'One Redis with a replica, which learns of each write 50 ms later. The lease is 5 s.',
      zh: '一个 Redis 带一个副本，每次写入 50 ms 后才传到副本。租约 5 s。',
    },
    task: { en: 'Let two clients hold the lock at once.', zh: '让两个客户端同时持有锁。' },
    scenario: scenarioOf(oneNode({ ttl: 5000 }), noCheck, {
      nodes: nodes(1, { replicas: 1, replicaLag: 50 }),
      work: 2000,
    }),
    rules: { faults: { failover: 1 }, arriveByThemselves: ['replies', 'storage'] },
    harms: ['overlap'],
    decisionsMax: 6,
    least: 4,
    lesson: {
      en: 'Redis answers before its replica has the key. Redlock asks several independent masters instead.',
      zh: 'Redis 不等副本收到键就应答了。Redlock 的办法是去问几个互相独立的主节点。',
    },
    story: 'failover',
  },
  {
    id: 'forgets',
    title: { en: 'One node forgets', zh: '一个节点失忆' },
    lead: {
      en: 'Redlock on three nodes without a log: two must agree. Time stands still, so no lease ends.',
      zh: '三个节点上的 Redlock，不写日志，两个同意就算数。时间不走，租约不会到期。',
    },
    task: { en: 'Let two clients hold the lock at once.', zh: '让两个客户端同时持有锁。' },
    scenario: scenarioOf(redlock(10_000), noCheck, { nodes: nodes(3), work: 2000 }),
    rules: { faults: { crash: 1 }, targets: ['nodeB'], timeStands: true, arriveByThemselves: ['replies', 'storage'] },
    harms: ['overlap'],
    decisionsMax: 7,
    least: 6,
    lesson: {
      en: 'A node that restarts empty votes twice. It must flush each write to its disk, or stay away for longer than the longest lease.',
      zh: '空着重启的节点等于投了两次票。它要么每次写都刷到磁盘，要么离开得比最长的租约还久。',
    },
    story: 'node-forgets',
  },
  {
    id: 'late-write',
    title: { en: 'Redlock and a late request', zh: 'Redlock 与迟到的请求' },
    lead: {
      en: 'Five nodes, all well. The clients check their lease before they write. You hold only the messages to the storage.',
      zh: '五个节点都正常，客户端写之前先检查租约。你只管发往存储的消息。',
    },
    task: { en: 'Make one client destroy what the other has written.', zh: '让一个客户端毁掉另一个写下的数据。' },
    scenario: scenarioOf(redlock(1000), noCheck, { nodes: nodes(5), check: 'before-write' }),
    rules: { faults: {}, arriveByThemselves: ['replies', 'lock'] },
    harms: ['lost'],
    decisionsMax: 9,
    least: 8,
    lesson: {
      en: 'The check was right when it was made, and its request came later. Only the place that receives the request can know.',
      zh: '检查的时候没有错，可请求到得晚了。晚没晚，只有收到请求的那一方才知道。',
    },
    story: 'slow-network',
  },
  {
    id: 'after-check',
    title: { en: 'Asleep after the check', zh: '检查之后睡着' },
    lead: {
      en: 'Redlock on five nodes, and a check of the lease before each write. A client may fall asleep between the two.',
      zh: '五个节点上的 Redlock，每次写之前检查租约。客户端可以在检查与写入之间睡着。',
    },
    task: { en: 'Make one client destroy what the other has written.', zh: '让一个客户端毁掉另一个写下的数据。' },
    scenario: scenarioOf(redlock(1000), noCheck, { nodes: nodes(5), check: 'before-write' }),
    rules: {
      faults: { sleep: 1 },
      targets: ['client1'],
      sleepBefore: 'write',
      wholeRounds: true,
      arriveByThemselves: ['replies', 'storage'],
    },
    harms: ['lost'],
    decisionsMax: 9,
    least: 8,
    lesson: {
      en: 'A check and a write are two steps, and a client can sleep between any two. More nodes do not help.',
      zh: '检查和写入是两步，任何两步之间客户端都可能睡着。节点再多也没用。',
    },
    story: 'pause-before-write',
  },
  {
    id: 'fencing',
    title: { en: 'Fencing tokens', zh: 'fencing token' },
    lead: {
      en: 'Each holder has a number, and the storage refuses a write whose number is older than one that it has seen.',
      zh: '每个持有者都有一个号码，写入的号码若比存储见过的旧，就会被拒绝。',
    },
    task: { en: 'Make one client destroy what the other has written.', zh: '让一个客户端毁掉另一个写下的数据。' },
    scenario: scenarioOf(oneNode(withTokens), { id: 'fencing' }),
    rules: { faults: {}, arriveByThemselves: ['replies', 'lock'] },
    harms: ['lost'],
    decisionsMax: 8,
    least: 6,
    lesson: {
      en: 'The older number came before the newer one had written, so it was not refused. If a read leaves its number, too, the late write is.',
      zh: '旧号码赶在新号码写入之前到达，所以没有被拒绝。若读的时候也留下号码，迟到的写就会被拒绝。',
    },
    story: 'fencing-tokens',
  },
  {
    id: 'both-late',
    title: { en: 'Two late writes', zh: '两次迟到的写入' },
    lead: {
      en: 'Tokens again. This storage compares the number first and writes 500 ms later.',
      zh: '还是 token。这个存储先比较号码，500 ms 后才写。',
    },
    task: { en: 'Make one client destroy what the other has written.', zh: '让一个客户端毁掉另一个写下的数据。' },
    scenario: scenarioOf(oneNode(withTokens), { id: 'two-step', settings: { gap: 500 } }),
    rules: { faults: {}, arriveByThemselves: ['replies', 'lock'] },
    harms: ['lost'],
    decisionsMax: 8,
    least: 7,
    lesson: {
      en: 'A check that stands before the write is no part of it. Both must be one step.',
      zh: '检查若只是放在写入之前，就不是写入的一部分。两者必须是一步。',
    },
    story: 'both-late',
  },
  {
    id: 'fenced-reads',
    title: { en: 'Tokens that a read leaves', zh: '读也留下号码' },
    lead: {
      en: 'Fencing tokens once more. Now a read leaves its number at the storage, too.',
      zh: '又是 fencing token。这一次，读的时候也会在存储上留下号码。',
    },
    task: {
      en: 'Make one client destroy what the other has written, or prove that it cannot be done.',
      zh: '让一个客户端毁掉另一个写下的数据，或者证明做不到。',
    },
    scenario: scenarioOf(oneNode(withTokens), { id: 'fencing', settings: { readsLeaveToken: true } }),
    rules: { faults: { sleep: 1 }, targets: ['client1'], arriveByThemselves: ['replies', 'lock'] },
    harms: ['lost'],
    decisionsMax: 8,
    least: null,
    lesson: {
      en: 'Two clients may hold the lock at once, and still nothing is lost: the storage knows who came later.',
      zh: '两个客户端可能同时持有锁，但什么也没丢：谁更晚，存储知道。',
    },
    story: 'fencing-tokens',
  },
  {
    id: 'version',
    title: { en: 'A storage that compares versions', zh: '会比较版本的存储' },
    lead: {
      en: 'The lock is the one of the second level. The storage accepts a write only if nobody has written since its writer read.',
      zh: '锁与第二关相同。但自从写者读过之后若有谁写过，存储就不接受它的写入。',
    },
    task: {
      en: 'Make one client destroy what the other has written, or prove that it cannot be done.',
      zh: '让一个客户端毁掉另一个写下的数据，或者证明做不到。',
    },
    scenario: scenarioOf(oneNode(), { id: 'version' }),
    rules: { faults: { sleep: 1 }, targets: ['client1'], arriveByThemselves: ['replies', 'lock'] },
    harms: ['lost'],
    decisionsMax: 8,
    least: null,
    lesson: {
      en: 'The lock breaks as before, and nothing is lost. Then the lock only saves work that would be refused.',
      zh: '锁照样会被破坏，数据却不会丢。这时锁只是少做些会被拒绝的工作。',
    },
    story: 'why-lock',
  },
  {
    id: 'session',
    title: { en: 'ZooKeeper’s session', zh: 'ZooKeeper 的会话' },
    lead: {
      en: 'No lease, but a session: the lock ends when the service has not heard from its client for 1.5 s.',
      zh: '没有租约，而是会话：服务 1.5 s 没有收到客户端的消息，锁就没了。',
    },
    task: { en: 'Let two clients hold the lock at once.', zh: '让两个客户端同时持有锁。' },
    scenario: scenarioOf({ id: 'zookeeper-node', settings: { sessionTimeout: 1500, tickTime: 250 } }, noCheck, {
      work: 600,
      whenLost: 'never',
    }),
    rules: { faults: { sleep: 1 }, targets: ['client1'], arriveByThemselves: ['replies', 'storage'] },
    harms: ['overlap'],
    decisionsMax: 9,
    least: 7,
    lesson: {
      en: 'A session that ends while its client sleeps is a lease by another name.',
      zh: '客户端睡着时会话到期：换了个名字，还是租约。',
    },
    story: 'session-expired',
  },
];

export function levelNamed(name: string): Level {
  const level = levels.find(({ id }) => id === name);
  if (level === undefined) throw new Error(`There is no level ${name}.`);
  return level;
}
