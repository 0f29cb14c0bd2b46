/** Why a lock cannot be attacked, or breaks without a fault, in both languages. */
import { bareName } from '../../core/model/scenario/processName';
import type { Language, Text } from '../../core/model/values/text';
import type { Requirement } from '../../sandbox/own/binding';
import type { FaultlessBreak } from '../../sandbox/own/faultlessRuns';
import type { HoldersProblem } from '../../sandbox/own/holders';
import type { OwnProblem } from '../../sandbox/own/ownCalls';
import * as words from './attackWords';

interface AttackedFile {
  readonly file: string;
  /** How the lock was called. */
  readonly form: string;
}

export function faultlessInWords(problem: OwnProblem, { file, form }: AttackedFile): Text {
  if (problem.kind === 'other-lease') return otherLease(problem.message, form);
  if (problem.kind === 'unclear-call') return unclearCall(problem, form);
  if (problem.kind === 'asks-too-often') return asksTooOften(problem.message);
  if (problem.kind === 'not-simulated') return words.syntax(file, problem.place?.line ?? 0, problem.message);
  const what = reason(problem, file);
  // A file that fails while it is evaluated was not called.
  const called: Text =
    form === '' ? { en: '', zh: '' } : { en: `The lock was called as ${form}. `, zh: `锁是这样调用的：${form}。` };
  return {
    en: `One client comes after the other, without a fault: ${what.en} ${called.en}${wayOut.en}`,
    zh: `客户端一个接一个，没有任何故障：${what.zh}${called.zh}${wayOut.zh}`,
  };
}

const otherLease = (message: string, form: string): Text => ({
  en: `${message} Faults around such a lease cannot be tried. The lock was called as ${form}. If its parameter is in seconds, export acquire(lock) and release(lock, held), which convert lock.ttl.`,
  zh: `${message} 无法围绕这样的租约尝试故障。锁是这样调用的：${form}。如果它的参数以秒为单位，请导出 acquire(lock) 和 release(lock, held)，由它们换算 lock.ttl。`,
});

const asksTooOften = (message: string): Text => ({
  en: `${message} Let acquire wait longer between two attempts, or give up, or take a shorter lease.`,
  zh: `${message} 让 acquire 两次尝试之间多等一会儿，或者放弃，或者改用更短的租约。`,
});

const missingNames: Readonly<Record<Requirement, Text>> = {
  works: { en: 'it does not work', zh: '不能正常工作' },
  asks: { en: 'nothing is asked of a server', zh: '没有向服务器请求任何东西' },
  'same-key': { en: 'the clients ask for different keys', zh: '两个客户端请求的键不同' },
  'own-owner': { en: 'both clients have one owner', zh: '两个客户端是同一个持有者' },
  freed: { en: 'the release does not free the key', zh: '释放之后键还在' },
  lease: { en: 'the lease is another than the TTL', zh: '租约和 TTL 不同' },
};

/** The ways to call the lock disagree, and it is not known which of them is meant. */
function unclearCall({ callTrials = [] }: OwnProblem, form: string): Text {
  const tried = (language: Language): string =>
    callTrials
      .map(
        ({ callText, missing }) =>
          `\n- ${callText}: ${missing.map((one) => missingNames[one][language]).join(language === 'en' ? ', ' : '、')}`,
      )
      .join('');
  const acquire = /^[^,(]*/.exec(form)?.[0] ?? 'acquire';
  const lines = [
    `import { ${acquire}, release as free } from './lock';`,
    `export const settings = { nodes: 1, ttl: 2000 };`,
    `export const acquire = ({ redis, key, ttl }) => ${acquire}(key, ttl);`,
    `export const release = (_, held) => free(held);`,
  ];
  const code = lines.map((line) => `\n  ${line}`).join('');
  return {
    en: `Nobody knows how this lock is called. Tried without a fault, one client after the other:${tried('en')}\nSay it in a file beside it, with the arguments that you use:${code}`,
    zh: `不知道该怎样调用这把锁。没有故障、客户端一个接一个时试过：${tried('zh')}\n请在旁边的文件里用你的参数写明：${code}`,
  };
}

/** What a run without a fault showed of how the lock was called. */
export const proven = (called: string): Text => ({
  en: `Called as ${called}: both clients ask for one key, each with an owner of its own, and the release frees it.`,
  zh: `这样调用：${called}。两个客户端请求同一个键，各有自己的持有者值，释放之后键就没有了。`,
});

export const oneOwner: Text = {
  en: 'Without a fault: both clients set the same value, so the key does not tell whose it is.',
  zh: '没有故障时：两个客户端写入的值相同，从键看不出是谁的。',
};

export const seenRefusal = (value: string): Text => ({
  en: `Without a fault: acquire returned ${value} while another client had the key, so it is taken for a refusal.`,
  zh: `没有故障时：键在别人手里，acquire 返回了 ${value}，因此视为拒绝。`,
});

export const noExpiry: Text = {
  en: 'The lock sets no expiry: if its holder dies, nobody else gets in.',
  zh: '这把锁没有过期时间：持有者死了，别人就再也进不来。',
};

export const neverFreed: Text = {
  en: 'The release leaves the lock taken until it expires',
  zh: '释放之后锁仍被占用，直到过期',
};

const wayOut: Text = {
  en: 'If your program calls it differently, export acquire(lock) and release(lock, held) that call it that way; lock has redis, nodes, key and ttl.',
  zh: '如果你的程序不是这样调用的，请导出 acquire(lock) 和 release(lock, held) 来调用它；lock 里有 redis、nodes、key 和 ttl。',
};

function reason({ kind, message, place: position, client = 'client1', keyOwner }: OwnProblem, file: string): Text {
  const who = { en: `client ${bareName(client)}`, zh: `客户端 ${bareName(client)} ` };
  const errorText = words.syntax(file, position?.line ?? 0, message.replace(/\.$/, ''));
  const leftText =
    keyOwner === undefined
      ? { en: '', zh: '' }
      : {
          en: `; a key that client ${bareName(keyOwner)} set is still there`,
          zh: `；客户端 ${bareName(keyOwner)} 设置的键还在`,
        };
  switch (kind) {
    case 'rejected':
      return {
        en: `the process of ${who.en} ends, because an error is not caught. ${errorText.en}.`,
        zh: `没有人捕获错误，${who.zh}的进程结束了。${errorText.zh}。`,
      };
    case 'not-acquired':
      return {
        en: `${who.en} does not get the lock, although no other client is inside${leftText.en}.`,
        zh: `没有别的客户端持锁，${who.zh}却拿不到${leftText.zh}。`,
      };
    case 'lost-answer':
    case 'never-released':
      return {
        en: `${who.en} waits for something that never comes, and does not finish.`,
        zh: `${who.zh}一直在等不会到来的东西，没有完成。`,
      };
    case 'not-released':
      return {
        en: `the release of ${who.en} says that nothing was released.`,
        zh: `${who.zh}释放锁时，结果说什么也没有释放。`,
      };
    case 'other-bytes':
      return {
        en: `${message} The code asks for something that is not simulated, or keeps something from one run to the next.`,
        zh: `${message} 代码用到了没有模拟的东西，或者把某些状态留到了下一次运行。`,
      };
    default:
      return {
        en: `the lock of ${who.en} throws an error. ${errorText.en}.`,
        zh: `${who.zh}的锁抛出错误。${errorText.zh}。`,
      };
  }
}

export const inProcess: Text = {
  en: 'It locks within one process only: no request has left a client, so two processes never meet.',
  zh: '它只在一个进程之内起作用：客户端没有发出任何请求，两个进程碰不到一起。',
};

export const twins: Text = {
  en: 'Both clients have the process id 1 and the same host name here, as containers of one image may: a value made of these does not identify an owner.',
  zh: '这里两个客户端的进程号都是 1，主机名也相同，同一个镜像的容器就会这样：由它们拼成的值不能当作持有者。',
};

export const failing: Readonly<Record<NonNullable<FaultlessBreak['failing']> | HoldersProblem['kind'], Text>> = {
  nobody: {
    en: 'When two clients want the lock at the same time, neither ever gets it',
    zh: '两个客户端同时想要锁时，谁也拿不到',
  },
  release: {
    en: 'When two clients want the lock at the same time, a release says that nothing was released',
    zh: '两个客户端同时想要锁时，有一次释放什么也没有释放',
  },
  'tasks-inside': {
    en: 'Two tasks of one process: both hold the lock at once; give each task an owner value of its own',
    zh: '同一进程里的两个任务：两个同时持锁；请让每个任务用自己的持有者值',
  },
  'tasks-release': {
    en: 'Two tasks of one process: a release does not free the lock that its task has; give each task its own value, as acquire returns it, and keep none in a variable',
    zh: '同一进程里的两个任务：有一次释放没有放开自己拿到的锁；请让每个任务用自己的值，由 acquire 返回，不要存在变量里',
  },
  'tasks-waiting': {
    en: 'Two tasks of one process: one of them waits forever; give each task its own value, as acquire returns it, and keep none in a variable',
    zh: '同一进程里的两个任务：其中一个永远等下去；请让每个任务用自己的值，由 acquire 返回，不要存在变量里',
  },
  'tasks-reentrant': {
    en: 'The lock is re-entrant: two tasks of one process hold it together; give each task an owner value of its own, if they should not',
    zh: '这把锁可重入：同一进程里的两个任务会同时持有它；若不该如此，请让每个任务用自己的持有者值',
  },
  'tasks-sharing': {
    en: 'Two tasks of one process that share an instance of this lock break it without a fault; give each task an instance of its own, as is assumed from here on',
    zh: '同一进程里的两个任务共用这把锁的一个实例，不需要任何故障就会出错；请让每个任务用自己的实例，以下以此为前提',
  },
};

/** @param line of the file; absent: not known */
export const withLine = (text: Text, file: string, line: number | undefined): Text =>
  line === undefined ? text : { en: `${text.en} (${file}, line ${line})`, zh: `${text.zh}（${file} 第 ${line} 行）` };
