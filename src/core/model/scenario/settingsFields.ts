/**
 * The scenario's own settings as described data. The parser, the published schema and the page's controls are all made
 * from it. It knows no lock and no page.
 */
import { clockErrorMax } from '../values/clock';
import type { Text } from '../values/text';
import { lengthMax } from '../values/time';
import { connectionFields } from './connectionFields';
import {
  choice,
  clockPpm,
  count,
  type LatencyField,
  milliseconds,
  type NumberField,
  ratio,
  type SettingField,
} from './fields';
import { defaultSettings, type Settings } from './scenario';
import { sentinelFields } from './sentinelFields';

export const seedField: NumberField = count({
  label: { en: 'Seed', zh: '随机种子' },
  help: {
    en: 'Everything random in a run follows from it: the same seed gives the same run.',
    zh: '运行中的一切随机都由它决定：种子相同，运行就相同。',
  },
  min: 0,
  max: 4_294_967_295,
  default: 1,
});

/** An hour. */
const connectionLifeMax = 3_600_000;

/**
 * Groups of settings that a scenario leaves out while they have their defaults.
 */
export const laterGroups: readonly string[] = ['connection', 'sentinels', 'minReplicas', 'versions'];

/** The settings by their path in `scenario.settings`, in the order in which they are shown. */
export const settingsFields = {
  clients: count({
    label: { en: 'Clients', zh: '客户端数' },
    help: { en: 'How many clients want the lock.', zh: '有多少个客户端想要这把锁。' },
    min: 1,
    max: 9,
    default: defaultSettings.clients,
  }),
  rounds: count({
    label: { en: 'Rounds', zh: '轮数' },
    help: {
      en: 'How many rounds each client wants to finish: acquire, read, work, write, release.',
      zh: '每个客户端要完成的轮数：加锁、读、工作、写、释放。',
    },
    min: 1,
    max: 1000,
    default: defaultSettings.rounds,
  }),
  stagger: milliseconds({
    label: { en: 'Stagger', zh: '错开' },
    help: {
      en: 'Client n starts this long after client n − 1.',
      zh: '客户端 n 比客户端 n − 1 晚这么久开始。',
    },
    min: 0,
    max: lengthMax,
    default: defaultSettings.stagger,
  }),
  think: milliseconds({
    label: { en: 'Think time', zh: '思考时间' },
    help: { en: 'How long a client waits between two rounds.', zh: '客户端在两轮之间等待多久。' },
    min: 0,
    max: lengthMax,
    default: defaultSettings.think,
  }),
  work: milliseconds({
    label: { en: 'Work time', zh: '工作时间' },
    help: {
      en: 'How long a client works between its read and its write.',
      zh: '客户端在读与写之间工作多久。',
    },
    min: 0,
    max: lengthMax,
    default: defaultSettings.work,
  }),
  adds: choice({
    label: { en: 'A change adds', zh: '每次修改加上' },
    help: {
      en: 'What a client adds to the value that it has read. By client: client 1 adds 1, client 2 adds 10, client 3 adds 100, so that the value shows whose changes are in it. Client 7 begins with 1 again.',
      zh: '客户端在读到的值上加多少。按客户端：客户端 1 加 1，客户端 2 加 10，客户端 3 加 100，从值上就看得出里面有谁的修改。客户端 7 又从 1 开始。',
    },
    options: [
      { id: 'by-client', label: { en: '1, 10, 100 …, by client', zh: '按客户端：1、10、100……' } },
      { id: 'one', label: { en: '1, every client', zh: '都加 1' } },
    ],
    default: defaultSettings.adds,
  }),
  check: choice({
    label: { en: 'Lease check', zh: '检查租约' },
    help: {
      en: 'Whether a client checks its own lease before it writes, or before each step, and gives up when the lease ends. “At each step” also stops its work when the lease ends.',
      zh: '客户端是否在写之前或每一步之前检查租约；租约到期就放弃。若每一步都检查，工作也会到点停下。',
    },
    options: [
      { id: 'none', label: { en: 'no check', zh: '不检查' } },
      { id: 'before-write', label: { en: 'before the write', zh: '写之前检查' } },
      { id: 'each-step', label: { en: 'at each step', zh: '每一步都检查' } },
    ],
    default: defaultSettings.check,
  }),
  whenLost: choice({
    label: { en: 'Told that the lock is lost', zh: '得知锁已失去时' },
    help: {
      en: 'A session or connection that ends tells the client, or its own timer does when its validity is over. A pause or slow replies delay this; another client may have the lock by then.',
      zh: '会话或连接结束时，客户端会得到通知；也可以由它自己的定时器在有效时间结束时通知。停顿或缓慢的应答会推迟这个通知，那时锁可能已在别的客户端手里。',
    },
    options: [
      { id: 'usual', label: { en: 'does what its library usually does', zh: '按该库通常的做法' } },
      { id: 'at-once', label: { en: 'stops at once', zh: '立刻停下' } },
      { id: 'at-next-look', label: { en: 'stops before its next step', zh: '在下一步之前停下' } },
      { id: 'never', label: { en: 'keeps working', zh: '继续工作' } },
    ],
    default: defaultSettings.whenLost,
  }),
  storageTimeout: milliseconds({
    label: { en: 'Storage timeout', zh: '存储超时' },
    help: {
      en: 'How long a client waits for a reply from the storage.',
      zh: '客户端等待存储应答多久。',
    },
    min: 1,
    max: lengthMax,
    default: defaultSettings.storageTimeout,
  }),
  'nodes.count': count({
    label: { en: 'Redis nodes', zh: 'Redis 节点数' },
    help: {
      en: 'Independent nodes, of which a majority must agree. The articles take five.',
      zh: '相互独立的节点，需要多数同意。文章中用五个。',
    },
    min: 1,
    max: 9,
    default: defaultSettings.nodes.count,
  }),
  'nodes.persistence': choice({
    label: { en: 'Persistence (AOF)', zh: '持久化（AOF）' },
    help: {
      en: 'When a node writes its log to disk. Redis does not log by default.',
      zh: '节点何时把日志写到磁盘。Redis 默认不开 AOF。',
    },
    options: [
      { id: 'none', label: { en: 'none', zh: '无' } },
      { id: 'everysec', label: { en: 'every second', zh: '每秒' } },
      { id: 'always', label: { en: 'always', zh: '每次' } },
    ],
    default: defaultSettings.nodes.persistence,
  }),
  'nodes.disk': choice({
    label: { en: 'Disk', zh: '磁盘' },
    help: {
      en: 'With “every second”, power loss costs a healthy disk about a second of writes, a slow one up to two. A disk that lies says that it has written what is still in its cache.',
      zh: '选“每秒”时，断电会丢约一秒的写入，磁盘慢时最多两秒。谎报 fsync 的磁盘：数据还在缓存里，却说已经写好。',
    },
    options: [
      { id: 'honest', label: { en: 'honest', zh: '诚实' } },
      { id: 'slow', label: { en: 'slow', zh: '慢' } },
      { id: 'lies', label: { en: 'lies about fsync', zh: '谎报 fsync' } },
    ],
    default: defaultSettings.nodes.disk,
  }),
  'nodes.replicas': count({
    label: { en: 'Replicas of each node', zh: '每个节点的副本数' },
    help: {
      en: 'Asynchronous replicas; one of them takes over in a failover.',
      zh: '异步副本；故障转移时由其中一个接替。',
    },
    min: 0,
    max: 3,
    default: defaultSettings.nodes.replicas,
  }),
  'nodes.replicaLag': {
    kind: 'number-or-word',
    label: { en: 'Replica lag', zh: '副本延迟' },
    help: {
      en: 'How long a write takes to reach a replica. It may also never arrive.',
      zh: '一次写入到达副本要多久，也可以永远不到达。',
    },
    unit: 'ms',
    min: 0,
    max: lengthMax,
    step: 1,
    word: { id: 'never', label: { en: 'never arrives', zh: '永不到达' } },
    default: defaultSettings.nodes.replicaLag,
  },
  'versions.replicas': choice({
    label: { en: 'Version of the replicas', zh: '副本的版本' },
    help: {
      en: 'Older: as Redis before 8.4. A promoted replica then answers DELEX with ERR unknown command. In a real run all servers have the installed version, and such a replica gives no right to DELEX.',
      zh: '较旧：相当于 8.4 之前的 Redis，升为主节点后对 DELEX 回答 ERR unknown command。真实运行中所有服务器都是已安装的版本，这样的副本只是不给 DELEX 的权限。',
    },
    options: [
      { id: 'same', label: { en: 'as the master', zh: '与主节点相同' } },
      { id: 'older', label: { en: 'older, without DELEX', zh: '较旧，没有 DELEX' }, pitfall: true },
    ],
    default: 'same',
  }),
  ...sentinelFields,
  latency: {
    kind: 'latency',
    label: { en: 'Latency, one way', zh: '单程延迟' },
    help: {
      en: 'How long a message travels: always the same, or spread over four quantiles.',
      zh: '一条消息路上要多久：固定值，或由四个分位数给出的分布。',
    },
    unit: 'ms',
    min: 0,
    max: 60_000,
    step: 1,
    default: defaultSettings.latency as number,
  },
  loss: ratio({
    label: { en: 'Loss', zh: '丢失率' },
    help: { en: 'The chance that a message is lost, 0 to 1.', zh: '一条消息丢失的概率，0 到 1。' },
    min: 0,
    max: 1,
    step: 0.01,
    default: defaultSettings.loss,
  }),
  connectionLife: milliseconds({
    label: { en: 'A cut connection ends after', zh: '断开的连接多久后放弃' },
    help: {
      en: 'TCP sends again what a cut link held up, so it arrives late. After this long the connection ends, and what was held up is lost.',
      zh: '链路断开时没送到的内容，TCP 会重发，于是它会迟到。过了这段时间连接结束，内容丢失。',
    },
    min: 100,
    max: connectionLifeMax,
    default: defaultSettings.connectionLife,
  }),
  ...connectionFields,
  duration: milliseconds({
    label: { en: 'Duration', zh: '时长' },
    help: { en: 'The run ends after this time at the latest.', zh: '运行最迟到此结束。' },
    min: 100,
    max: lengthMax,
    step: 100,
    default: defaultSettings.duration,
  }),
  patience: milliseconds({
    label: { en: 'Patience', zh: '耐心' },
    help: {
      en: 'If a client wants to finish a round, and for longer than this no client does, the service is unavailable.',
      zh: '有客户端想完成一轮，而超过这个时间仍没有客户端完成，就算不可用。',
    },
    min: 10,
    max: lengthMax,
    step: 100,
    default: defaultSettings.patience,
  }),
} as const satisfies Readonly<Record<string, SettingField>>;

export type SettingPath = keyof typeof settingsFields;

export const settingPaths = Object.keys(settingsFields) as readonly SettingPath[];

/** The settings as the page groups them. Every path is in one group. */
export const settingsGroups: readonly { readonly label: Text; readonly paths: readonly SettingPath[] }[] = [
  {
    label: { en: 'Clients', zh: '客户端' },
    paths: ['clients', 'rounds', 'stagger', 'think', 'work', 'adds', 'check', 'whenLost', 'storageTimeout'],
  },
  {
    label: { en: 'Redis nodes', zh: 'Redis 节点' },
    paths: [
      'nodes.count',
      'nodes.persistence',
      'nodes.disk',
      'nodes.replicas',
      'nodes.replicaLag',
      'versions.replicas',
    ],
  },
  {
    label: { en: 'Sentinel', zh: '哨兵（Sentinel）' },
    paths: [
      'sentinels.count',
      'sentinels.downAfter',
      'sentinels.quorum',
      'sentinels.failoverTimeout',
      'sentinels.parallelSyncs',
      'minReplicas.toWrite',
      'minReplicas.maxLag',
    ],
  },
  { label: { en: 'Network', zh: '网络' }, paths: ['latency', 'loss', 'connectionLife'] },
  {
    label: { en: 'Clients’ connections', zh: '客户端的连接' },
    paths: [
      'connection.resends',
      'connection.readTimeout',
      'connection.deadline',
      'connection.releaseUnderDeadline',
      'connection.ifUnreachable',
    ],
  },
  { label: { en: 'Run', zh: '运行' }, paths: ['duration', 'patience'] },
];

/** The settings of a single process, by their path in `settings.own[process]`. All of them are optional. */
export const ownFields = {
  start: milliseconds({
    label: { en: 'Starts at', zh: '开始于' },
    help: { en: 'When this client starts, in place of its stagger.', zh: '这个客户端何时开始，不再按“错开”计算。' },
    min: 0,
    max: lengthMax,
    default: 0,
  }),
  'clock.offset': milliseconds({
    label: { en: 'Clock is ahead by', zh: '时钟初始偏差' },
    help: {
      en: 'How far its wall clock is ahead at the start; negative when it is behind.',
      zh: '开始时它的挂钟快多少；慢则为负。',
    },
    min: -clockErrorMax,
    max: clockErrorMax,
    default: 0,
  }),
  'clock.ppm': clockPpm,
  latency: {
    ...settingsFields.latency,
    help: { en: 'The latency of every message to and from this process.', zh: '进出这个进程的每条消息的延迟。' },
  },
  key: choice({
    label: { en: 'Name of its lock', zh: '锁的名字' },
    help: {
      en: 'The key that this client locks. While a new version of a program is rolled out, its clients may know the lock under another name than the old ones.',
      zh: '这个客户端加锁用的键。程序滚动升级期间，新版本的客户端用的锁名可能与旧版本不同。',
    },
    options: [
      { id: 'stock', label: { en: 'stock', zh: 'stock' } },
      { id: 'stock-v2', label: { en: 'stock-v2', zh: 'stock-v2' }, pitfall: true },
    ],
    default: 'stock',
  }),
  wakesTo: choice({
    label: { en: 'Handles first after a pause', zh: '停顿之后先处理' },
    help: {
      en: 'What the client takes in first when it goes on: timers that came due meanwhile, or messages that arrived. Node may do either.',
      zh: '恢复运行后先处理哪一种：期间到期的定时器，还是期间到达的消息。Node 两种都可能。',
    },
    options: [
      { id: 'timers', label: { en: 'its timers', zh: '定时器' } },
      { id: 'messages', label: { en: 'waiting messages', zh: '等待的消息' } },
    ],
    default: 'timers',
  }),
} as const satisfies Readonly<Record<string, SettingField>>;

/** The latency of one link in one direction: what `settings.own[from].latencyTo[to]` holds. */
export const latencyToField = {
  ...settingsFields.latency,
  help: {
    en: 'The latency of every message from this process to that one.',
    zh: '从这个进程发往那个进程的每条消息的延迟。',
  },
} as const satisfies LatencyField;

/** The value at a path such as `nodes.count`, or the default if it is left out. */
export function settingAt(settings: Settings, path: SettingPath): unknown {
  let value: unknown = settings;
  for (const part of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[part];
  return value ?? settingsFields[path].default;
}

/** The settings with another value at a path such as `nodes.count`. */
export function withSetting(settings: Settings, path: SettingPath, value: unknown): Settings {
  const [first = '', second] = path.split('.');
  if (second === undefined) return { ...settings, [first]: value } as Settings;
  const { [first as 'connection']: group, ...without } = settings;
  const inner: Readonly<Record<string, unknown>> = { ...group };
  const { [second]: _, ...others } = inner;
  const isLeftOut = laterGroups.includes(first) && value === settingsFields[path].default;
  if (isLeftOut && Object.keys(others).length === 0) return without;
  return { ...settings, [first]: isLeftOut ? others : { ...inner, [second]: value } };
}
