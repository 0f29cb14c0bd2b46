/** Texts about real Redis: how to get one, what is in progress, and what is impossible with the available servers. */
import type { Text } from '../../../core/model/values/text';

export const startingServers: Text = { en: 'Starting the Redis servers.', zh: '正在启动 Redis 服务器。' };

export const syncingReplicas: Text = { en: 'The replicas are copying all data.', zh: '副本正在全量同步。' };

export const gatheringSentinels: Text = {
  en: 'The sentinels are finding each other.',
  zh: '哨兵正在互相发现。',
};

/** @param named the program that the environment names and that cannot be run. */
export const howToGetRedis = ({
  named,
  isBuildable,
}: {
  readonly named: string;
  readonly isBuildable: boolean;
}): Text => ({
  en:
    (named === '' ? '' : `${named} (REDISMS_SYSTEM_BINARY) cannot be run. `) +
    'Install Redis 6.2 or later so that redis-server is on the PATH (Debian, Ubuntu: apt install redis-server; macOS: brew install redis; ' +
    'Fedora: dnf install redis), or name the program in REDISMS_SYSTEM_BINARY, or servers that are already running in REDIS_URLS, and start again. ' +
    (isBuildable ? 'To have it built here, a C compiler, make and access to download.redis.io are needed. ' : '') +
    'The simulation needs none of this.',
  zh:
    (named === '' ? '' : `无法运行 ${named}（REDISMS_SYSTEM_BINARY）。`) +
    '请安装 Redis 6.2 或更新版本，使 redis-server 位于 PATH 中（Debian、Ubuntu：apt install redis-server；macOS：brew install redis；' +
    'Fedora：dnf install redis），或用 REDISMS_SYSTEM_BINARY 指定程序，或用 REDIS_URLS 指定已在运行的服务器，然后重新启动。' +
    (isBuildable ? '若要在此自动构建，需要 C 编译器、make，并能访问 download.redis.io。' : '') +
    '模拟模式不需要这些。',
});

/** For people who have named servers: it says what is wrong with them, not how to install Redis. */
export const servedByNobody = (problem: string): Text => ({
  en: `Real Redis is not available. ${problem}`,
  zh: `没有可用的真实 Redis。${problem}`,
});

export const notOurs: Text = {
  en: 'The servers exist already (REDIS_URLS): they may be asked, not stopped, killed or promoted.',
  zh: '这些是现有的服务器（REDIS_URLS）：只能访问，不能让它们停顿，也不能终止或提升它们。',
};

export const notOnWindows: Text = {
  en:
    'Real Redis is not offered on Windows: a run stops and resumes processes (SIGSTOP, SIGCONT), which Windows cannot do, and ' +
    'there is no redis-server for it. In WSL everything works. The simulation needs none of this.',
  zh:
    'Windows 上不提供真实 Redis：运行时要让进程停顿再恢复（SIGSTOP、SIGCONT），Windows 做不到，也没有 redis-server。' +
    '在 WSL 中可以完整运行。模拟模式不需要这些。',
};

export const noElection: Text = {
  en: 'Services that elect a leader (ZooKeeper, etcd, Chubby, Consul, DynamoDB) are simulated alone: real servers have none to lose here.',
  zh: '会选举 leader 的服务（ZooKeeper、etcd、Chubby、Consul、DynamoDB）只有模拟；这里的真实服务器没有 leader 可失。',
};

export const noSessionEnds: Text = {
  en: 'A database that ends one session of a client that is well is simulated alone.',
  zh: '数据库结束一个正常客户端的会话，这只有模拟。',
};

export const noHand: Text = {
  en: 'That somebody frees a lock by hand in a service other than Redis is simulated alone.',
  zh: '有人在 Redis 以外的服务里手工释放锁，这只有模拟。',
};

export const clockOfOthers: Text = {
  en: 'The clock of a server that exists already is not ours; a jump forward is imitated by shifting the expiry of our keys.',
  zh: '现有服务器的时钟不归我们控制；向前跳变由提前我们自己的键的过期时间来代替。',
};

export const onlyForward: Text = {
  en: 'A clock can only jump forward here: every key expires that much earlier instead. A jump back needs Linux and a C compiler (cc or gcc).',
  zh: '这里的时钟只能向前跳变：用所有键相应提前过期来代替。向后跳变需要 Linux 和 C 编译器（cc 或 gcc）。',
};

export const noDrift: Text = {
  en: 'The clock of a server can neither drift nor be slewed here: that needs Linux and a C compiler (cc or gcc).',
  zh: '这里的服务器时钟既不能漂移也不能微调：这需要 Linux 和 C 编译器（cc 或 gcc）。',
};

export const shiftIsLogged: Text = {
  en: 'A clock jump is imitated here by shifting all expiries, which would reach the log and the replicas. A real jump, which does not, needs Linux and a C compiler (cc or gcc).',
  zh: '这里用移动所有键的过期时间来代替时钟跳变，这会写入日志并传到副本。真正的跳变不会这样，但需要 Linux 和 C 编译器（cc 或 gcc）。',
};

export const tooFewServers = (wanted: number, there: number): Text => ({
  en: `This scenario has ${wanted} nodes; there are ${there} servers.`,
  zh: `此场景需要 ${wanted} 个节点；只有 ${there} 台服务器。`,
});

export const noReplicas: Text = {
  en: 'Servers that exist already (REDIS_URLS) are given no replicas.',
  zh: '不会给现有的服务器（REDIS_URLS）添加副本。',
};

export const noSentinelsThere: Text = {
  en: 'Servers that exist already (REDIS_URLS) are neither watched by sentinels nor given settings. Set “Sentinels” and “min-replicas-to-write” to 0.',
  zh: '现有的服务器（REDIS_URLS）不会由哨兵监视，也不会被改动设置。请把“哨兵数”和 min-replicas-to-write 设为 0。',
};

export const noOwnClock: Text = {
  en: 'This scenario gives a server a clock of its own, which needs Linux and a C compiler (cc or gcc).',
  zh: '此场景为服务器设置了独立的时钟，这需要 Linux 和 C 编译器（cc 或 gcc）。',
};

/** Where libsql is not installed, as beside the published package. */
export const noSqlite: Text = {
  en: 'Real Redis needs Node 22.13 or newer here, whose SQLite is the storage of a run, or a Postgres in DATABASE_URL. The simulation needs neither.',
  zh: '在这里使用真实 Redis 需要 Node 22.13 或更新版本（运行的存储用它自带的 SQLite），或在 DATABASE_URL 里指定一个 Postgres。模拟模式不需要这些。',
};
