/** The words of the strip about a run on real Redis. Loaded with it. */
import type { ProcessId } from '../../core/model/scenario/processId';
import type { StandIn } from '../../core/model/trace/standIn';

/** @param name puts the name of a process into words. */
function standInInEnglish(one: StandIn, name: (process: ProcessId) => string): string {
  switch (one.kind) {
    case 'expiry-shifted':
      return 'a clock jump is imitated by shifting the expiry of keys';
    case 'suspend-stops':
      return 'a suspended server is a stopped process: its monotonic clock runs on';
    case 'disk-estimated':
      return 'what the disk had at power loss is estimated';
    case 'others-write':
      return 'an extra write makes everysec flush before the run begins';
    case 'keep-alive':
      return 'our proxy, and not the kernel of the database’s machine, noticed that a client’s machine was silent';
    case 'eviction-by-del':
      return 'an eviction is imitated by DEL of the key';
    case 'flush-by-del':
      return 'FLUSHALL is imitated by DEL of this run’s own keys: nobody else’s key is touched';
    case 'garbled':
      return `${name(one.process)} and ${name(one.peer)} exchanged something unreadable`;
    case 'unasked':
      return `${name(one.process)} sent a reply that nobody asked for`;
    case 'unexplained':
      return `the recorded keys of ${name(one.process)} do not explain all its replies`;
    default:
      return one satisfies never;
  }
}

const en = {
  label: 'Real Redis',
  connecting: 'Connecting to the server …',
  missing: (how: string, hasFailed: boolean) =>
    `There is no Redis here${hasFailed ? ', and it could not be built' : ''}. ${how}`,
  build: 'Build one',
  lookAgain: 'Look again',
  building: 'Building Redis …',
  looking: 'Asking the servers …',
  lines: 'Build output',
  ready: 'Not run yet: what you see is simulated.',
  preview: 'While you drag, you see a simulation. You decide when real Redis runs it.',
  queued: (position: number) => (position === 1 ? 'You are next in line.' : `Waiting in line: place ${position}.`),
  preparing: 'Starting servers and processes …',
  running: 'Running on real Redis',
  runningEarlier: 'An earlier scenario is still running on real Redis.',
  lost: 'The connection is lost. What has arrived is kept.',
  refused: 'The server refused the connection. Did you use the full address that it printed, token included?',
  failed: (problem: string) => `It did not run: ${problem}`,
  failedInside: (problem: string) => `The run failed: ${problem}`,
  lastWords: 'Last output',
  onReal: (engine: string, ended: string | null) => `On real ${engine}${ended === null ? '' : `: ${ended}.`}`,
  ended: {
    asSimulated: (_apart: string) => 'ended as simulated',
    otherSteps: 'ended as simulated, by other steps',
    otherwise: (headline: string) => `ended otherwise than simulated (“${headline}”)`,
  },
  how: 'How exact?',
  simulated: 'Simulated',
  late: (length: string) => `up to ${length} late`,
  againSlower: 'Run again at half speed',
  againSlowerHelp: 'All times in the scenario are doubled, so that lateness matters less. Undo reverts it.',
  noSlower: 'It cannot run slower than this. Run it again when the machine has less to do.',
  brokeDown: 'failed',
  cutOff: 'cut off',
  stopped: 'stopped',
  stale: 'from an earlier scenario',
  file: (name: string) => `from ${name}`,
  uncertainty: (length: string) => `± ${length}`,
  uncertaintyHelp: 'How far the times of two processes may be off from each other.',
  redis: (version: string) => `Redis ${version}`,
  existing: 'your own servers',
  clock: {
    shim: 'a clock fault changes what the process sees (LD_PRELOAD)',
    'shifted-expiry': 'clock jumps are imitated',
    none: 'clocks cannot be moved',
  },
  clockHelp: {
    shim: 'A library loaded before Redis answers when Redis asks for the time; its monotonic clock stays true.',
    'shifted-expiry':
      'A clock that jumps forward is imitated by shifting the expiry of every key: real jumps need servers of our own, Linux and a C compiler.',
    none: 'There is no server here, so clock faults are not possible.',
  },
  emulated: (list: string) => `Stand-ins: ${list}`,
  standIn: standInInEnglish,
  run: 'Run',
  runAgain: 'Run again',
  stop: 'Stop',
  connect: 'Connect again',
  compare: 'Compare with the simulated run',
  ghost: 'Show the simulated run behind it',
  save: 'Save this run',
  open: 'Open a saved run',
};

const standInInChinese: typeof en.standIn = (one, name) => {
  switch (one.kind) {
    case 'expiry-shifted':
      return '用移动键的过期时间来模仿时钟跳变';
    case 'suspend-stops':
      return '休眠的服务器其实是停顿的进程：它的单调时钟继续走';
    case 'disk-estimated':
      return '断电时磁盘上的内容是估计的';
    case 'others-write':
      return '另有一次写入，使 everysec 在运行开始时已刷盘';
    case 'keep-alive':
      return '发现客户端机器失联的是我们的代理，而不是数据库所在系统的内核';
    case 'eviction-by-del':
      return '用 DEL 删除这个键，模仿淘汰';
    case 'flush-by-del':
      return '用 DEL 删除本次运行自己的键，模仿 FLUSHALL：别人的键一个也不动';
    case 'garbled':
      return `${name(one.process)} 和 ${name(one.peer)} 之间有无法解读的内容`;
    case 'unasked':
      return `${name(one.process)} 发来了没有人请求过的应答`;
    case 'unexplained':
      return `对 ${name(one.process)} 的键的推断不能解释它的全部应答`;
    default:
      return one satisfies never;
  }
};

const zh: typeof en = {
  label: '真实 Redis',
  connecting: '正在连接服务器……',
  missing: (how, hasFailed) => `这里没有 Redis${hasFailed ? '，构建也没有成功' : ''}。${how}`,
  build: '构建一个',
  lookAgain: '再找一次',
  building: '正在构建 Redis……',
  looking: '正在询问服务器……',
  lines: '构建输出',
  ready: '尚未运行：现在看到的是模拟。',
  preview: '拖动时看到的是模拟；何时在真实 Redis 上运行由你决定。',
  queued: (position) => (position === 1 ? '下一个就是你。' : `排队中：第 ${position} 位。`),
  preparing: '正在启动服务器和进程……',
  running: '正在真实 Redis 上运行',
  runningEarlier: '先前的场景仍在真实 Redis 上运行。',
  lost: '连接已断开。已到达的内容会保留。',
  refused: '服务器拒绝连接。请确认用的是它打印的地址，并且带着 token。',
  failed: (problem) => `没能开始运行：${problem}`,
  failedInside: (problem) => `运行失败：${problem}`,
  lastWords: '最后的输出',
  onReal: (engine, ended) => `真实 ${engine}${ended === null ? '' : `：${ended}。`}`,
  ended: {
    asSimulated: () => '结局与模拟一致',
    otherSteps: '结局与模拟一致，步骤不同',
    otherwise: (headline) => `结局与模拟不同（模拟是“${headline}”）`,
  },
  how: '有多准？',
  simulated: '模拟',
  late: (length) => `最多迟到 ${length}`,
  againSlower: '时间加倍再运行',
  againSlowerHelp: '场景中的所有时间加倍，迟到就不那么要紧了。可以撤销。',
  noSlower: '已经不能再慢了。请在机器空闲一些时再运行。',
  brokeDown: '失败',
  cutOff: '中断',
  stopped: '已停止',
  stale: '属于先前的场景',
  file: (name) => `来自 ${name}`,
  uncertainty: (length) => `± ${length}`,
  uncertaintyHelp: '两个进程的时间之间可能的误差。',
  redis: (version) => `Redis ${version}`,
  existing: '你自己的服务器',
  clock: {
    shim: '用预加载库拨动时钟',
    'shifted-expiry': '时钟跳变是模仿的',
    none: '时钟无法拨动',
  },
  clockHelp: {
    shim: '预加载的库代为回答 Redis 的时间查询；单调时钟保持真实。',
    'shifted-expiry': '时钟向前跳变是通过移动所有键的过期时间来模仿的：真正的跳变需要自己的服务器、Linux 和 C 编译器。',
    none: '这里没有服务器，时钟故障无法发生。',
  },
  emulated: (list) => `替代手段：${list}`,
  standIn: standInInChinese,
  run: '运行',
  runAgain: '再运行一次',
  stop: '停止',
  connect: '重新连接',
  compare: '与模拟运行并排对比',
  ghost: '在背景中显示模拟运行',
  save: '保存这次运行',
  open: '打开保存的运行',
};

export const liveWords = { en, zh };
