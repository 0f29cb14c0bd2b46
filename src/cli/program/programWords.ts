/** The words of `attack … -- <command>`, in both languages. What a run came to is said in the words of any run. */
import { formatMs } from '../../core/model/values/format';
import type { Text } from '../../core/model/values/text';
import type { FaultName, Plan } from './places';
import type { Exit } from './processTree';
import type { Role } from './worldEvents';

export const usage = (called: string): Text => ({
  en: `${called} [--setup ./reset.sh] [--key KEY] [--lock KEY] [--clients 2] [--nodes 1] [--live] -- <command> [arguments]

Runs a program as it is, twice at once, and looks for a fault that breaks its lock. Each process of it finds a Redis server
at REDIS_URL (with --nodes, several at REDIS_URLS, separated by commas), its number in CLIENT, and a storage for one value at
STORAGE_URL (GET and PUT, with ETag and If-Match, and a header Fencing-Token). It does one round of its work, and exits.
--key     the key that the lock protects. Default: the key that the program reads and then writes.
--lock    the key of the lock. Default: the key that it takes and releases.
--setup   a command that prepares the data before each run.
--clients how many processes, 2 to 4. --nodes how many Redis servers, 1 to 9.
--limit   how long a process may run without a fault, in s. Default: 30.
--faults  pause, kill, late-request, lost-reply, late-reply, unreachable, restart, clock-jump, failover. Default: all.
--runs    how often each place is tried. Default: 3. --worlds how many runs at once.
--live    real Redis servers instead of the simulated one.
--out     the folder for the runs that break. Default: attack-runs. --json, --lang en|zh.
Exit code: 0 nothing was seen, 1 a break, 2 bad input, 3 stopped, 4 nothing was seen, and some places were not tried.`,
  zh: `${called} [--setup ./reset.sh] [--key KEY] [--lock KEY] [--clients 2] [--nodes 1] [--live] -- <命令> [参数]

原样运行一个程序，同时启动两个进程，寻找能破坏它的锁的故障。每个进程在 REDIS_URL 找到 Redis 服务器
（用 --nodes 时，REDIS_URLS 里有多个地址，用逗号分隔），CLIENT 是它的编号，STORAGE_URL 是存一个值的存储
（GET 和 PUT，支持 ETag 与 If-Match，以及请求头 Fencing-Token）。程序做完一轮工作就退出。
--key     锁所保护的键。默认：程序先读后写的键。
--lock    锁的键。默认：程序获取又释放的键。
--setup   每次运行前准备数据的命令。
--clients 进程数，2 到 4。--nodes Redis 服务器数，1 到 9。
--limit   没有故障时一个进程最多运行多久，单位秒。默认：30。
--faults  pause、kill、late-request、lost-reply、late-reply、unreachable、restart、clock-jump、failover。默认：全部。
--runs    每个位置尝试几次。默认：3。--worlds 同时运行几组。
--live    用真实的 Redis 服务器代替模拟的。
--out     存放出问题的运行的文件夹。默认：attack-runs。--json、--lang en|zh。
退出码：0 没有看到问题，1 出了问题，2 输入有误，3 被停止，4 没有看到问题，但有些位置没有试到。`,
});

export const needsKey = (option: string): Text => ({
  en: `${option} takes the name of a key.`,
  zh: `${option} 后面要写键名。`,
});
export const needsSetup: Text = {
  en: '--setup takes a command, such as ./reset.sh.',
  zh: '--setup 后面要写一条命令，例如 ./reset.sh。',
};
export const needsFolder: Text = { en: '--out takes the path of a folder.', zh: '--out 后面要写文件夹的路径。' };

export const badFaults = (names: readonly string[]): Text => ({
  en: `--faults takes names, separated by commas: ${names.join(', ')}.`,
  zh: `--faults 后面写故障名，用逗号分隔：${names.join('、')}。`,
});

export const noCommand: Text = {
  en: 'After -- comes the command to attack: attack -- php worker.php',
  zh: '-- 后面要写被攻击的命令：attack -- php worker.php',
};

export const beforeDashes = (word: string): Text => ({
  en: `Only options stand before --, not “${word}”. The command comes after it: attack -- php worker.php`,
  zh: `-- 之前只能写选项，不能写“${word}”。命令写在它后面：attack -- php worker.php`,
});

export const inContainer = (runner: string): Text => ({
  en: `${runner} runs the program as a child of another process, so stopping ${runner} does not stop the program. Run the tool inside the container instead: see “In a container” of PROGRAMS.md.`,
  zh: `${runner} 把程序作为另一个进程的子进程运行，停住 ${runner} 并不能停住程序。请在容器里面运行本工具：见 PROGRAMS.md 的“在容器里”。`,
});

export const onWindows: Text = {
  en: 'Windows cannot stop a process in the middle of its work as a pause does. Run this in WSL.',
  zh: 'Windows 不能像停顿那样把进程停在半途。请在 WSL 里运行。',
};

const lastWords = (exit: Exit): string => exit.lastLines.map((line) => `\n  ${line}`).join('');

export const notStarted = (program: string, exit: Exit): Text => ({
  en: `${program} could not be started:${lastWords(exit)}`,
  zh: `无法启动 ${program}：${lastWords(exit)}`,
});

export const setupFailed = (exit: Exit): Text => ({
  en: `The command of --setup failed${howEnded(exit).en}:${lastWords(exit)}`,
  zh: `--setup 的命令失败了${howEnded(exit).zh}：${lastWords(exit)}`,
});

function howEnded({ code, signal }: Exit): Text {
  return signal === null
    ? { en: ` (exit code ${code})`, zh: `（退出码 ${code}）` }
    : { en: ` (${signal})`, zh: `（${signal}）` };
}

/** @param who null: alone, without another client */
export const failsCalm = (who: number | null, exit: Exit, refused: readonly string[]): Text => ({
  en: `Without any fault, the program fails${who === null ? ' alone' : ` as client ${who} beside another`}${howEnded(exit).en}, so nothing can be said of its lock.${refusedText(refused).en}${lastWords(exit)}`,
  zh: `没有任何故障时，程序${who === null ? '单独运行' : `作为客户端 ${who} 与别人一起运行`}就失败了${howEnded(exit).zh}，因此对它的锁无从判断。${refusedText(refused).zh}${lastWords(exit)}`,
});

const refusedText = (refused: readonly string[]): Text =>
  refused.length === 0
    ? { en: '', zh: '' }
    : {
        en: ` The simulated server refused: ${refused.join('; ')}. With --live it has a real one.`,
        zh: ` 模拟服务器拒绝了：${refused.join('；')}。加上 --live 就用真实的服务器。`,
      };

export const tooLong = (limit: number, isEndless: boolean): Text => ({
  en: isEndless
    ? `Without any fault, the program sends more than 20,000 commands. Let it do one round of its work and exit.`
    : `Without any fault, the program runs for more than ${formatMs(limit)}. Let it do one round of its work and exit, or give it more time: --limit 120.`,
  zh: isEndless
    ? '没有任何故障时，程序就发出了两万条以上的命令。请让它只做一轮工作就退出。'
    : `没有任何故障时，程序就运行了 ${formatMs(limit)} 以上。请让它只做一轮工作就退出，或者给它更多时间：--limit 120。`,
});

export const noCommands: Text = {
  en: 'The program sent no command to REDIS_URL. Let it take the address from there: redis.from_url(os.environ["REDIS_URL"]).',
  zh: '程序没有向 REDIS_URL 发出任何命令。请让它从这个环境变量取地址：redis.from_url(os.environ["REDIS_URL"])。',
};

export const tls: Text = {
  en: 'The program speaks TLS to REDIS_URL (redis://). Turn TLS off for the attack.',
  zh: '程序用 TLS 连接 REDIS_URL（redis://）。攻击时请关闭 TLS。',
};

export const noLock: Text = {
  en: 'The program took no lock: no key was made by one command and removed by another. If it has one, name its key: --lock KEY.',
  zh: '程序没有获取锁：没有哪个键由一条命令创建、再由另一条命令删除。如果有锁，请指出它的键：--lock KEY。',
};

export const noData = (key: string | null): Text => ({
  en:
    key === null
      ? 'The program wrote nothing but its lock, so nobody can see whether two are at work at once. Let it read and write a key of Redis, or the value at STORAGE_URL; name the key by --key KEY.'
      : `The program never wrote the key ${key}. Without a write, nobody can see whether two are at work at once.`,
  zh:
    key === null
      ? '除了锁，程序什么也没写，因此看不出两个进程是否同时在工作。请让它读写一个 Redis 的键，或 STORAGE_URL 上的值；用 --key KEY 指出这个键。'
      : `程序从未写过键 ${key}。没有写入，就看不出两个进程是否同时在工作。`,
});

/** How the commands were understood. */
export interface Understood {
  readonly role: Role;
  readonly texts: readonly string[];
}

const roleNames: Readonly<Record<Role, Text>> = {
  look: { en: 'looked at', zh: '查看' },
  acquire: { en: 'taken', zh: '获取' },
  extend: { en: 'extended', zh: '续期' },
  release: { en: 'released', zh: '释放' },
  read: { en: 'read', zh: '读' },
  write: { en: 'written', zh: '写' },
};

export function understood(lock: string, data: string | null, lease: number | null, all: readonly Understood[]): Text {
  const part = (roles: readonly Role[], language: 'en' | 'zh'): string =>
    all
      .filter(({ role }) => roles.includes(role))
      .map(({ role, texts }) =>
        language === 'en'
          ? `${roleNames[role].en} by ${texts.join(' and ')}`
          : `${roleNames[role].zh}：${texts.join('、')}`,
      )
      .join(language === 'en' ? ', ' : '；');
  const lasts: Text =
    lease === null
      ? { en: 'it has no expiry', zh: '没有过期时间' }
      : { en: `its lease is ${formatMs(lease)}`, zh: `租约 ${formatMs(lease)}` };
  return {
    en: `Lock ${lock} (${lasts.en}): ${part(['look', 'acquire', 'extend', 'release'], 'en')}.\nData ${data ?? 'at STORAGE_URL'}: ${part(['read', 'write'], 'en')}.`,
    zh: `锁 ${lock}（${lasts.zh}）：${part(['look', 'acquire', 'extend', 'release'], 'zh')}。\n数据 ${data ?? '在 STORAGE_URL'}：${part(['read', 'write'], 'zh')}。`,
  };
}

export const alsoLocks = (locks: readonly string[]): Text => ({
  en: `It also takes ${locks.join(', ')}, which is not judged. Name another lock by --lock KEY.`,
  zh: `它还会获取 ${locks.join('、')}，这里不作判断。可以用 --lock KEY 指定另一把锁。`,
});

export const begins = (places: number, runs: number, lasts: number): Text => ({
  en: `${places} places, ${runs === 1 ? '1 run' : `${runs} runs`} each, about ${formatMs(lasts)}.`,
  zh: `${places} 个位置，每个 ${runs} 次，大约 ${formatMs(lasts)}。`,
});

export const longLease = (lease: number, lasts: number, called: string, command: readonly string[]): Text => ({
  en: `The lease is ${formatMs(lease)}, and a pause must outlast it, so this takes about ${formatMs(lasts)}. If your program reads its lease from the environment, give it 2 s: LEASE=2 ${called} -- ${command.join(' ')}`,
  zh: `租约是 ${formatMs(lease)}，停顿要比它更久，所以大约需要 ${formatMs(lasts)}。如果程序从环境变量读取租约，就给它 2 秒：LEASE=2 ${called} -- ${command.join(' ')}`,
});

const roleOf: Readonly<Record<Role, { readonly before: Text; readonly after: Text }>> = {
  look: {
    before: { en: 'before it looks at the lock', zh: '查看锁之前' },
    after: { en: 'after it has looked at the lock', zh: '查看锁之后' },
  },
  acquire: {
    before: { en: 'its request for the lock', zh: '请求锁的消息' },
    after: { en: 'after it has taken the lock', zh: '拿到锁之后' },
  },
  extend: {
    before: { en: 'its renewal', zh: '续期的消息' },
    after: { en: 'after it has extended the lock', zh: '续期之后' },
  },
  release: { before: { en: 'its release', zh: '释放的消息' }, after: { en: 'after its release', zh: '释放之后' } },
  read: { before: { en: 'its read', zh: '读取的消息' }, after: { en: 'after it has read', zh: '读取之后' } },
  write: { before: { en: 'its write', zh: '写入的消息' }, after: { en: 'after it has written', zh: '写入之后' } },
};

/** The fault in words: “The first holder is paused after it has read.” */
export function planText({ fault, place, resumption }: Plan): Text {
  const { role, side, nth } = place;
  const at = roleOf[role][side];
  const again: Text = nth > 1 ? { en: ` (number ${nth})`, zh: `（第 ${nth} 次）` } : { en: '', zh: '' };
  const until: Text =
    resumption === 'while-inside'
      ? { en: ', and goes on while another client is at work', zh: '，在另一个客户端工作时才继续' }
      : resumption === 'afterwards'
        ? { en: ', and goes on when the others are done', zh: '，等别的客户端都做完才继续' }
        : { en: '', zh: '' };
  const texts: Readonly<Record<FaultName, Text>> = {
    pause: {
      en: `The first client is paused ${at.en}${again.en}${until.en}`,
      zh: `第一个客户端在${at.zh}停顿${again.zh}${until.zh}`,
    },
    kill: { en: `The first client is killed ${at.en}${again.en}`, zh: `第一个客户端在${at.zh}被杀死${again.zh}` },
    'late-request': {
      en: `${capital(at.en)}${again.en} arrives late${resumption === 'while-inside' ? ', while another client is at work' : ', when the others are done'}`,
      zh: `第一个客户端${at.zh}迟到${again.zh}${resumption === 'while-inside' ? '，此时另一个客户端正在工作' : '，此时别的客户端都已做完'}`,
    },
    'lost-reply': { en: `The reply is lost ${at.en}${again.en}`, zh: `第一个客户端在${at.zh}，应答丢失${again.zh}` },
    'late-reply': {
      en: `The reply is late ${at.en}${again.en}${until.en}`,
      zh: `第一个客户端在${at.zh}，应答迟到${again.zh}${until.zh}`,
    },
    unreachable: {
      en: `The first client cannot reach Redis ${at.en}${again.en}`,
      zh: `第一个客户端在${at.zh}连不上 Redis${again.zh}`,
    },
    restart: {
      en: `Redis restarts empty ${at.en}${again.en}`,
      zh: `第一个客户端在${at.zh}，Redis 重启，数据全空${again.zh}`,
    },
    'clock-jump': {
      en: `The clock of Redis jumps forward ${at.en}${again.en}`,
      zh: `第一个客户端在${at.zh}，Redis 的时钟向前跳变${again.zh}`,
    },
    failover: {
      en: `A replica that has not heard of the lock takes over ${at.en}${again.en}`,
      zh: `第一个客户端在${at.zh}，还不知道这把锁的副本接管${again.zh}`,
    },
  };
  return texts[fault];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const placeInRuns = (what: Text, count: number, runs: number): Text => ({
  en: `${what.en}: in ${count} of ${runs} ${runs === 1 ? 'run' : 'runs'}.`,
  zh: `${what.zh}：${runs} 次中有 ${count} 次。`,
});

export const withoutFault: Text = { en: 'Without any fault', zh: '没有任何故障' };

export const alsoUsual: Text = {
  en: 'The usual lock with this lease breaks here, too.',
  zh: '租约相同的常见锁在这里也会出问题。',
};
export const onlyThis: Text = {
  en: 'The usual lock with this lease does not break here.',
  zh: '租约相同的常见锁在这里不会出问题。',
};

export const alsoAt: Text = { en: 'Also:', zh: '还有：' };

export const notSeen = (runs: number, places: number): Text => ({
  en: `Not seen in ${runs} runs at ${places} places, which is no proof.`,
  zh: `在 ${places} 个位置的 ${runs} 次运行中没有看到问题，但这不是证明。`,
});

export const notReached = (count: number): Text => ({
  en: `${count} ${count === 1 ? 'place was' : 'places were'} not reached within 3 s, or the process could not be stopped there, so nothing is known about ${count === 1 ? 'it' : 'them'}:`,
  zh: `有 ${count} 个位置在 3 秒内没有到达，或者无法在那里停住进程，因此情况不明：`,
});

/** @param example what the program said last */
export const endedByError = (count: number, runs: number, example: string): Text => ({
  en: `In ${count} of ${runs} runs that did not break, the first client ended by an error of its own (${example}), so its lock was not put to the test there.`,
  zh: `在没有出问题的 ${runs} 次运行中，有 ${count} 次第一个客户端因自己的错误而退出（${example}），它的锁在那里没有受到考验。`,
});

export const leftOut = (count: number): Text => ({
  en: `${count} further commands for the lock or the data were no place: of each kind the first two are tried.`,
  zh: `另有 ${count} 条关于锁或数据的命令没有当作位置：每种只试前两条。`,
});

export const stopped = (done: number, all: number): Text => ({
  en: `Stopped after ${done} of ${all} runs.`,
  zh: `运行了 ${all} 次中的 ${done} 次后停止。`,
});

export const summary = (broken: number, places: number, runs: number, seconds: number): Text => ({
  en: `${broken} of ${places} places break, in ${runs} runs, ${formatMs(seconds)}.`,
  zh: `${places} 个位置中有 ${broken} 个出问题，共运行 ${runs} 次，用时 ${formatMs(seconds)}。`,
});

export const refusedAlso = (refused: readonly string[]): Text => ({
  en: `The simulated server refused: ${refused.join('; ')}. With --live the program has a real one.`,
  zh: `模拟服务器拒绝了：${refused.join('；')}。加上 --live 就用真实的服务器。`,
});

export const noClockLive: Text = {
  en: 'clock-jump is left out: the clock of a real server does not jump.',
  zh: '不尝试 clock-jump：真实服务器的时钟不会跳变。',
};

export const noLive: Text = {
  en: 'There is no redis-server for --live. Install it, or leave --live out: the simulated server needs nothing.',
  zh: '没有可供 --live 使用的 redis-server。请安装，或去掉 --live：模拟服务器什么也不需要。',
};
