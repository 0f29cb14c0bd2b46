/**
 * The scenario's own settings as described data: what `fields` is for a lock, with the two shapes that only a scenario
 * has. The parser, the published schema and the page's controls are all made from it. It knows no lock and no page.
 */
import { clockErrorMax } from './clock';
import { choice, clockPpm, count, type Field, flag, milliseconds, type NumberField, ratio, seconds } from './fields';
import {
  type ConnectionSettings,
  defaultSettings,
  type MinReplicasSettings,
  type SentinelSettings,
  type Settings,
} from './scenario';
import type { Text } from './text';
import { lengthMax } from './time';

/** A word that stands where a number could. */
export type WordInPlace = 'never' | 'ever' | 'kept';

/** A number, or one word in its place, as for a replica that lags for ever. */
export interface NumberOrWordField extends Omit<NumberField, 'kind' | 'default'> {
  readonly kind: 'number-or-word';
  readonly word: { readonly id: WordInPlace; readonly label: Text };
  readonly default: number | WordInPlace;
}

/** One way, in ms: a number, or { min, p50, p99, max } rising within the same range. */
export interface LatencyField extends Omit<NumberField, 'kind'> {
  readonly kind: 'latency';
}

export type SettingField = Field | NumberOrWordField | LatencyField;

export const seedField: NumberField = count({
  label: { en: 'Seed', zh: '随机种子' },
  min: 0,
  max: 4_294_967_295,
  default: 1,
});

/** A name of Redis' own, the same in both languages. */
const text = (name: string): Text => ({ en: name, zh: name });

/** An hour. */
const connectionLifeMax = 3_600_000;

/** What lies under a lock. A scenario leaves out what is as by default, because scenarios are older than these settings. */
const connectionFields = {
  'connection.resends': count({
    label: { en: 'Resends at most', zh: '最多重发' },
    min: 0,
    max: 20,
    default: 0,
  }),
  'connection.readTimeout': {
    kind: 'number-or-word',
    label: { en: 'Read timeout', zh: '读超时' },
    unit: 'ms',
    min: 0,
    max: 60_000,
    step: 1,
    word: { id: 'kept', label: { en: 'the lock’s own', zh: '按锁自己的' } },
    default: 'kept',
  },
  'connection.deadline': milliseconds({
    label: { en: 'Deadline of an acquire', zh: '加锁的截止时间' },
    min: 0,
    max: lengthMax,
    default: 0,
  }),
  'connection.releaseUnderDeadline': flag({
    label: { en: 'Deadline holds for the release', zh: '释放也受截止时间约束' },
    default: false,
  }),
} as const satisfies Readonly<Record<`connection.${keyof ConnectionSettings}`, SettingField>>;

/** Sentinels, and what a master asks of its replicas. The defaults are those of Redis' own example of three sentinels. */
const sentinelFields = {
  'sentinels.count': count({ label: { en: 'Sentinels', zh: '哨兵数' }, min: 0, max: 5, default: 0 }),
  'sentinels.downAfter': milliseconds({
    label: text('down-after-milliseconds'),
    min: 1,
    max: lengthMax,
    default: 5000,
  }),
  'sentinels.quorum': count({ label: text('quorum'), min: 1, max: 5, default: 2 }),
  'sentinels.failoverTimeout': milliseconds({
    label: text('failover-timeout'),
    min: 1,
    max: lengthMax,
    default: 60_000,
  }),
  'sentinels.parallelSyncs': count({ label: text('parallel-syncs'), min: 1, max: 3, default: 1 }),
  'minReplicas.toWrite': count({ label: text('min-replicas-to-write'), min: 0, max: 3, default: 0 }),
  'minReplicas.maxLag': seconds({ label: text('min-replicas-max-lag'), min: 1, max: 600, default: 10 }),
} as const satisfies Readonly<
  Record<`sentinels.${keyof SentinelSettings}` | `minReplicas.${keyof MinReplicasSettings}`, SettingField>
>;

/** Groups of settings that scenarios leave out as long as all is as by default, because scenarios are older than they. */
export const laterGroups: readonly string[] = ['connection', 'sentinels', 'minReplicas'];

/** The settings by their path in `scenario.settings`, in the order in which they are shown. */
export const settingsFields = {
  clients: count({
    label: { en: 'Clients', zh: '客户端数' },
    min: 1,
    max: 9,
    default: defaultSettings.clients,
  }),
  rounds: count({
    label: { en: 'Rounds', zh: '轮数' },
    min: 1,
    max: 1000,
    default: defaultSettings.rounds,
  }),
  stagger: milliseconds({
    label: { en: 'Stagger', zh: '错开' },
    min: 0,
    max: 60_000,
    default: defaultSettings.stagger,
  }),
  think: milliseconds({
    label: { en: 'Think time', zh: '思考时间' },
    min: 0,
    max: 60_000,
    default: defaultSettings.think,
  }),
  work: milliseconds({
    label: { en: 'Work time', zh: '工作时间' },
    min: 0,
    max: 60_000,
    default: defaultSettings.work,
  }),
  adds: choice({
    label: { en: 'A change adds', zh: '每次修改加上' },
    options: [
      { id: 'by-client', label: { en: '1, 10, 100 …, by client', zh: '按客户端：1、10、100……' } },
      { id: 'one', label: { en: '1, every client', zh: '都加 1' } },
    ],
    // Links and files from before this setting leave it out.
    default: 'one',
  }),
  check: choice({
    label: { en: 'Lease check', zh: '检查租约' },
    options: [
      { id: 'none', label: { en: 'no check', zh: '不检查' } },
      { id: 'before-write', label: { en: 'before the write', zh: '写之前检查' } },
      { id: 'each-step', label: { en: 'at each step', zh: '每一步都检查' } },
    ],
    default: defaultSettings.check,
  }),
  whenLost: choice({
    label: { en: 'Told that the lock is lost', zh: '得知锁已失去时' },
    options: [
      { id: 'usual', label: { en: 'does what its library usually does', zh: '按该库通常的做法' } },
      { id: 'at-once', label: { en: 'stops at once', zh: '立刻停下' } },
      { id: 'at-next-look', label: { en: 'stops before its next step', zh: '在下一步之前停下' } },
      { id: 'never', label: { en: 'works on', zh: '继续干活' } },
    ],
    default: defaultSettings.whenLost,
  }),
  storageTimeout: milliseconds({
    label: { en: 'Storage timeout', zh: '存储超时' },
    min: 1,
    max: lengthMax,
    default: defaultSettings.storageTimeout,
  }),
  'nodes.count': count({
    label: { en: 'Redis nodes', zh: 'Redis 节点数' },
    min: 1,
    max: 9,
    default: defaultSettings.nodes.count,
  }),
  'nodes.persistence': choice({
    label: { en: 'Persistence (AOF)', zh: '持久化（AOF）' },
    options: [
      { id: 'none', label: { en: 'none', zh: '无' } },
      { id: 'everysec', label: { en: 'every second', zh: '每秒' } },
      { id: 'always', label: { en: 'always', zh: '每次' } },
    ],
    default: defaultSettings.nodes.persistence,
  }),
  'nodes.disk': choice({
    label: { en: 'Disk', zh: '磁盘' },
    options: [
      { id: 'honest', label: { en: 'honest', zh: '诚实' } },
      { id: 'slow', label: { en: 'slow', zh: '慢' } },
      { id: 'lies', label: { en: 'lies about fsync', zh: '谎报 fsync' } },
    ],
    default: defaultSettings.nodes.disk,
  }),
  'nodes.replicas': count({
    label: { en: 'Replicas of each node', zh: '每个节点的副本数' },
    min: 0,
    max: 3,
    default: defaultSettings.nodes.replicas,
  }),
  'nodes.replicaLag': {
    kind: 'number-or-word',
    label: { en: 'Replica lag', zh: '副本延迟' },
    unit: 'ms',
    min: 0,
    max: lengthMax,
    step: 1,
    word: { id: 'never', label: { en: 'never arrives', zh: '永不到达' } },
    default: defaultSettings.nodes.replicaLag,
  },
  ...sentinelFields,
  latency: {
    kind: 'latency',
    label: { en: 'Latency, one way', zh: '单程延迟' },
    unit: 'ms',
    min: 0,
    max: 60_000,
    step: 1,
    default: defaultSettings.latency as number,
  },
  loss: ratio({
    label: { en: 'Loss', zh: '丢失率' },
    min: 0,
    max: 1,
    step: 0.01,
    default: defaultSettings.loss,
  }),
  connectionLife: milliseconds({
    label: { en: 'A cut connection ends after', zh: '断开的连接多久后放弃' },
    min: 100,
    max: connectionLifeMax,
    default: defaultSettings.connectionLife,
  }),
  ...connectionFields,
  duration: milliseconds({
    label: { en: 'Duration', zh: '时长' },
    min: 100,
    max: lengthMax,
    step: 100,
    default: defaultSettings.duration,
  }),
  patience: milliseconds({
    label: { en: 'Patience', zh: '耐心' },
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
    paths: ['nodes.count', 'nodes.persistence', 'nodes.disk', 'nodes.replicas', 'nodes.replicaLag'],
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
    paths: ['connection.resends', 'connection.readTimeout', 'connection.deadline', 'connection.releaseUnderDeadline'],
  },
  { label: { en: 'Run', zh: '运行' }, paths: ['duration', 'patience'] },
];

/** The settings of a single process, by their path in `settings.own[process]`. All of them are optional. */
export const ownFields = {
  start: milliseconds({
    label: { en: 'Starts at', zh: '开始于' },
    min: 0,
    max: lengthMax,
    default: 0,
  }),
  'clock.offset': milliseconds({
    label: { en: 'Clock is ahead by', zh: '时钟初始偏差' },
    min: -clockErrorMax,
    max: clockErrorMax,
    default: 0,
  }),
  'clock.ppm': clockPpm,
  latency: {
    ...settingsFields.latency,
  },
  wakesTo: choice({
    label: { en: 'Handles first after a pause', zh: '暂停之后先处理' },
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
} as const satisfies LatencyField;

/** The value at a path such as `nodes.count`. The default where it is left out. */
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
