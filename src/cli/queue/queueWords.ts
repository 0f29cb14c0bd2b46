/** What a search over a queue and its workers print, in both languages. */
import { formatMs } from '../../core/model/values/format';
import type { Text } from '../../core/model/values/text';

export const usage: Text = {
  en: `npm run cli -- explore:worker <redis://host:port> [--workers N] [--lang en|zh]

Does the jobs that "npm run cli -- explore … --queue redis://host:port" puts on a queue in Redis. Start it on as many machines as you like.
The address: redis://user:password@host:port/database, rediss:// with TLS. NODE_EXTRA_CA_CERTS=ca.pem names your own certificate authority.
--workers  threads on this machine. Default: one less than it has cores.
Ctrl+C ends it after the current jobs; a second Ctrl+C ends it at once. Exit code 2: bad input.`,
  zh: `npm run cli -- explore:worker <redis://主机:端口> [--workers N] [--lang en|zh]

执行“npm run cli -- explore … --queue redis://主机:端口”放进 Redis 队列的任务。可以在任意多台机器上启动。
地址：redis://用户:密码@主机:端口/数据库；rediss:// 表示使用 TLS，自建签发机构的证书用 NODE_EXTRA_CA_CERTS=ca.pem 给出。
--workers  本机的线程数，默认比核数少一个。
Ctrl+C 会在做完手上的任务后退出，再按一次立即退出。退出码 2：输入有误。`,
};

export const needsAddress: Text = {
  en: 'Which Redis? Give its address: redis://127.0.0.1:6379.',
  zh: '要用哪个 Redis？请给出地址，如 redis://127.0.0.1:6379。',
};

/** Does not show the text itself, which may contain a password. */
export const badAddress: Text = {
  en: 'The queue takes an address such as redis://host:6379 or rediss://user:password@host:6379/1. In a password, #, /, ? and @ are written as %23, %2F, %3F and %40.',
  zh: '队列地址应写成 redis://主机:6379 或 rediss://用户:密码@主机:6379/1。密码里的 #、/、?、@ 要写成 %23、%2F、%3F、%40。',
};

export const tooManyAddresses: Text = {
  en: 'One address at a time. Start a second worker for another Redis.',
  zh: '一次只能给一个地址。要连接另一个 Redis，请再启动一个 worker。',
};

export const workersAreElsewhere: Text = {
  en: '--workers and --queue exclude each other: with a queue, the workers are started by npm run cli -- explore:worker.',
  zh: '--workers 和 --queue 不能同时使用：用队列时，由 npm run cli -- explore:worker 启动 worker。',
};

export const noPackage = (name: string): Text => ({
  en: `--queue needs the package ${name}, which is not installed: npm install`,
  zh: `--queue 需要 ${name} 包，但尚未安装：npm install`,
});

export const noAnswer = (address: string, reason: Text): Text => ({
  en: `No Redis can be used at ${address}: ${reason.en}`,
  zh: `无法使用 ${address} 处的 Redis：${reason.zh}`,
});

export const silent: Text = { en: 'it did not answer within 5 s.', zh: '5 秒内没有应答。' };

export const silentWithTls: Text = {
  en: 'it did not answer within 5 s. Without TLS, the address begins with redis://.',
  zh: '5 秒内没有应答。如果它不用 TLS，地址应以 redis:// 开头。',
};

export const hungUp: Text = {
  en: 'it hung up at once. With TLS, the address begins with rediss://.',
  zh: '它立刻断开了连接。如果它使用 TLS，地址应以 rediss:// 开头。',
};

export const untrusted: Text = {
  en: 'its certificate is not signed by an authority that this machine trusts. Name the file of that authority: NODE_EXTRA_CA_CERTS=ca.pem.',
  zh: '本机不信任其证书的签发者。请用 NODE_EXTRA_CA_CERTS=ca.pem 给出签发机构的证书文件。',
};

export const needsPassword: Text = {
  en: 'it needs a password (redis://:password@host:port).',
  zh: '它要求密码（redis://:密码@主机:端口）。',
};

export const wrongPassword: Text = { en: 'it rejected this user and password.', zh: '用户名或密码不对。' };

export const isCluster: Text = {
  en: 'it is a node of a cluster. Give a Redis that takes any key.',
  zh: '它是集群中的节点。请给出能存任意键的 Redis。',
};

export const isReplica: Text = { en: 'it is a replica. Give its master.', zh: '它是从节点。请给出它的主节点。' };

export const tooOld = (version: string): Text => ({
  en: `it is Redis ${version}. The queue needs 5 or later.`,
  zh: `它的版本是 Redis ${version}，队列需要 5 或更新的版本。`,
});

export const gone = (address: string): Text => ({
  en: `${address} does not answer. Waiting for it.`,
  zh: `${address} 没有应答，正在等待。`,
});

export const back = (address: string): Text => ({
  en: `${address} answers again. Continuing.`,
  zh: `${address} 恢复应答，继续进行。`,
});

export const refused = (address: string, reason: string): Text => ({
  en: `${address} refuses: ${reason} Trying again.`,
  zh: `${address} 拒绝了请求：${reason}，正在重试。`,
});

export const waitsForWorkers = (address: string, engine: string): Text => ({
  en: `No worker takes the jobs. Waiting for one with this version (engine ${engine}): npm run cli -- explore:worker ${address}`,
  zh: `还没有 worker 领取任务。正在等待同一版本（引擎 ${engine}）的 worker：npm run cli -- explore:worker ${address}`,
});

export const garbled = (id: string): Text => ({
  en: `The result of job ${id} makes no sense.`,
  zh: `任务 ${id} 的结果不合理。`,
});

export const failed = (id: string, reason: string): Text => ({
  en: `Job ${id} failed: ${ended(reason)}`,
  zh: `任务 ${id} 失败：${reason}。`,
});

const ended = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`);

export const doneAgain = (why: Text): Text => ({ en: `${why.en} It will be done again.`, zh: `${why.zh}将重做。` });

export const givenUp = (why: Text): Text => ({
  en: `${why.en} It will not be tried again, and the search ends. What was found is only a part.`,
  zh: `${why.zh}不再重试，搜索到此结束。以下只是部分结果。`,
});

export const stayBehind = (address: string, reason: string): Text => ({
  en: `Some jobs remain at ${address} (${reason}). The next worker removes them.`,
  zh: `任务还留在 ${address}（${reason}）。下一个 worker 会清除它们。`,
});

export const begins = (address: string, threads: number, engine: string): Text => ({
  en: `Waiting for jobs at ${address}: ${threads === 1 ? '1 thread' : `${threads} threads`}, engine ${engine}. Ctrl+C ends it.`,
  zh: `正在 ${address} 等待任务：${threads} 个线程，引擎 ${engine}。按 Ctrl+C 结束。`,
});

export const took = (id: string, branches: number): Text => ({
  en: `Job ${id}: ${branches === 1 ? '1 branch' : `${branches} branches`}.`,
  zh: `任务 ${id}：${branches} 个分支。`,
});

export const did = (id: string, ms: number): Text => ({
  en: `Job ${id}: done in ${formatMs(Math.round(ms))}.`,
  zh: `任务 ${id}：用时 ${formatMs(Math.round(ms))}。`,
});

export const dropped = (id: string): Text => ({
  en: `Job ${id}: its search has ended, so it is dropped.`,
  zh: `任务 ${id}：对应的搜索已经结束，不再执行。`,
});

export const otherEngine = (theirs: string, ours: string): Text => ({
  en: `A search wants engine ${theirs}, and this worker is engine ${ours}. It cannot help. Check out the same version on both sides.`,
  zh: `有一个搜索需要引擎 ${theirs}，而这个 worker 是引擎 ${ours}。它帮不上忙。请让两边使用同一版本的代码。`,
});

export const stranger = (id: string): Text => ({
  en: `Job ${id} is not from this explorer. It is left undone.`,
  zh: `任务 ${id} 不是这个搜索程序的任务，不会执行。`,
});

export const finishing: Text = {
  en: 'Finishing the current jobs. Press Ctrl+C again to end at once; another worker then does them.',
  zh: '正在做完手上的任务。再按一次立即退出，这些任务会由别的 worker 重做。',
};

export const notPackaged: Text = {
  en: '--queue belongs to a clone of the repository, which also has the workers. Here --workers N takes more threads of this machine.',
  zh: '--queue 只在克隆的仓库里可用，那里也有工作进程。这里可以用 --workers N 让本机多开几个线程。',
};
