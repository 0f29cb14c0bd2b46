/** The last chapter: locks that the learner writes, and the twelve attacks on them. */
import type { CodeExercise, Exercise } from '../../core/model/scenario/exercise';
import type { Choice, Scenario, Settings } from '../../core/model/scenario/scenario';
import { uncontendedScenario } from '../../sandbox/own/attackScenario';
import { compareAndDelete, releaseOwn } from '../../sandbox/own/broken/brokenLock';
import { renewalUnawaited } from '../../sandbox/own/broken/renewalUnawaited';
import { tokenAfterLock } from '../../sandbox/own/broken/tokenAfterLock';
import { expiring } from '../../sandbox/own/templates/expiring';
import { ownValue } from '../../sandbox/own/templates/ownValue';

/** Two clients that both change one number. The lock stands in for the one that the learner writes. */
function worldWith(storage: Choice, settings: Partial<Settings> = {}): Scenario {
  const world = uncontendedScenario({ nodes: 1, ttl: 2000, token: false });
  return {
    ...world,
    lock: { id: storage.id === 'fencing' ? 'token-lock' : 'single-node' },
    storage,
    settings: { ...world.settings, ...settings },
  };
}

const keyForever = `export const settings = { nodes: 1, ttl: 2000 };

${compareAndDelete}
export async function acquire({ redis, key, random }: Lock): Promise<Held | null> {
  const value = random.uuid();
  if ((await redis[0].set(key, value, 'NX')) !== 'OK') return null;
  return { value };
}

${releaseOwn}`;

const surviveAll: CodeExercise = {
  kind: 'code',
  id: 'write-a-lock',
  chapter: 'own',
  needs: ['anothers-key'],
  title: { en: 'All twelve', zh: '十二种全过' },
  task: {
    en: 'Write a lock that survives all twelve attacks. The storage checks the version of each write, so there may be two holders at once, but no update may be lost.',
    zh: '写一把经得起全部十二种攻击的锁。存储会检查每次写入的版本，所以可以有两个客户端同时持锁，但不能丢失更新。',
  },
  scenario: worldWith({ id: 'version' }, { stagger: 20 }),
  code: keyForever,
  hints: [
    {
      en: 'Attack it as it is. Four attacks leave a key that nobody deletes.',
      zh: '先原样攻击一次。有四种攻击会留下一个没人删除的键。',
    },
    {
      en: 'The key must go by itself when its holder cannot delete it: give it an expiry.',
      zh: '持有者没法删键时，键得自己消失：给它一个过期时间。',
    },
    {
      en: "Set key and expiry in one command: set(key, value, 'NX', 'PX', ttl).",
      zh: "用一条命令同时设置键和过期时间：set(key, value, 'NX', 'PX', ttl)。",
    },
  ],
  after: {
    en: 'The expiry frees the lock of a dead holder. It also gives the lock to a second client while a slow one is still working, and the version check rejects the later write.',
    zh: '过期时间能释放死去的持有者的锁。它也会让第二个客户端和变慢的持有者同时持锁，这时由版本检查拒绝后到的写入。',
  },
  notes: {
    wrong: {
      en: 'People set the expiry by a second command. A client that dies between the two leaves a key forever.',
      zh: '有人用第二条命令设置过期时间。客户端若死在两条命令之间，键就永远留下了。',
    },
    say: {
      en: 'The lock frees itself, and the storage protects the data. Neither can do the other’s job.',
      zh: '锁负责让自己被释放，存储负责保护数据，谁也替不了谁。',
    },
  },
  solution: ownValue.lock,
  nearMiss: expiring.lock,
};

const whichNone: CodeExercise = {
  kind: 'code',
  id: 'without-the-check',
  chapter: 'own',
  needs: ['write-a-lock'],
  title: { en: 'Without the check', zh: '去掉检查' },
  task: {
    en: 'Now the storage accepts every write. Keep surviving the six attacks that this lock survives, and name one of the others that no lock survives if it frees itself when its holder dies.',
    zh: '现在存储接受每一次写入。保住这把锁经得起的六种攻击，再说出其余攻击里，哪一种是持有者死后还能释放的锁都过不了的。',
  },
  scenario: worldWith({ id: 'no-check' }),
  code: ownValue.lock,
  spared: {
    attacks: ['pause-each-step', 'sleep', 'lost-replies', 'late-requests', 'cut', 'slow-network'],
    because: {
      en: 'These make a holder late. Try how many of them your lock can survive.',
      zh: '这些攻击会让持有者迟到。试试你的锁能经得起其中几种。',
    },
  },
  asks: {
    question: { en: 'Which attack does no such lock survive?', zh: '哪一种攻击，这样的锁都过不了？' },
    right: ['pause-each-step', 'sleep'],
    wrong: {
      en: 'A lock can survive that one. Which attack stops the client itself, along with its view of the clock, its timers and its next write?',
      zh: '这一种，锁是能经得起的。哪种攻击让客户端自己停顿，连同它读到的时间、它的定时器和下一次写入？',
    },
  },
  hints: [
    {
      en: 'Take the expiry away and attack it again: what does it survive now, and what does it no longer survive?',
      zh: '去掉过期时间再攻击一次：现在经得起什么，又经不起什么了？',
    },
    {
      en: 'Extend the lock by a timer. The attacks on messages become harmless one by one. What stops a timer?',
      zh: '用定时器给锁续期，针对消息的攻击会一个个失效。什么能让定时器停下？',
    },
    {
      en: 'The client checks its lock, finds it valid, is paused, and writes when it wakes up.',
      zh: '客户端看了一眼锁，还有效；它停顿了；恢复之后直接写入。',
    },
  ],
  after: {
    en: 'A client that is paused between its last check and its write writes late, whatever the lock. A sleeping machine does the same. Only a storage-side check rejects that write.',
    zh: '客户端若在最后一次查看和写入之间停顿，写入就会迟到，什么锁都一样。机器休眠也是如此。只有存储端的检查能拒绝这次写入。',
  },
  notes: {
    wrong: {
      en: 'People name a cut link or a late request. A lock that is extended in time and noticed in time survives both.',
      zh: '有人会说链路中断或请求迟到。及时续期、及时察觉的锁，两种都经得起。',
    },
    say: {
      en: 'A key without an expiry survives every pause, but no dead holder. You have to give up one of the two.',
      zh: '没有过期时间的键经得起任何停顿，却经不起持有者死去。两者只能取其一。',
    },
  },
  solution: ownValue.lock,
  nearMiss: keyForever,
};

/** It reads the answer and stops extending, but does not notify the client that its time is up. */
const stopsQuietly = renewalUnawaited.fixedCode.replace(/export function remaining[\s\S]*?\n}\n\n/, '');

const fixWatchdog: CodeExercise = {
  kind: 'code',
  id: 'mend-the-watchdog',
  chapter: 'own',
  needs: ['without-the-check'],
  title: { en: 'A watchdog that looks away', zh: '不看结果的看门狗' },
  task: {
    en: 'Fix this watchdog, so that late requests, a cut link and a slow network do no harm. The client asks remaining before each step, and stops when nothing remains.',
    zh: '修好这只看门狗，让迟到的请求、中断的链路和很慢的网络都不造成危害。客户端每一步之前都会问 remaining，没有剩余时间就停手。',
  },
  scenario: worldWith({ id: 'no-check' }, { work: 1000, whenLost: 'at-once', check: 'each-step' }),
  code: renewalUnawaited.lock,
  spared: {
    attacks: ['pause-each-step', 'sleep', 'node-clock', 'crash-without-keys', 'failover'],
    because: {
      en: 'A watchdog stops with its holder, and no timer helps when the only node forgets the key.',
      zh: '持有者停顿，看门狗也跟着停顿；唯一的节点忘了键，定时器也无能为力。',
    },
  },
  hints: [
    {
      en: 'Cut the link. How does the client learn that an extension never arrived?',
      zh: '链路断开时，续期没有成功，客户端从哪里知道？',
    },
    {
      en: 'Keep in held.until how long the lock is valid for certain, and export remaining.',
      zh: '在 held.until 里记下锁确定有效到什么时候，并导出 remaining。',
    },
    {
      en: 'Only a confirmed extension moves held.until, and it counts from before the request was sent. Use a script that extends the key only if it holds your value.',
      zh: '只有确认过的续期才能推后 held.until，而且从发出请求之前算起。续期用脚本，键里是自己的值才续。',
    },
  ],
  after: renewalUnawaited.fix,
  notes: {
    wrong: {
      en: 'People wait for the answer and count from when it came. The key was extended earlier, so it expires earlier.',
      zh: '有人等到了应答，却从收到应答时算起。键在更早的时候就续上了，也就更早过期。',
    },
    say: {
      en: 'A timer that sends is no proof. What counts is what Redis has confirmed, counted from the moment you asked.',
      zh: '定时器发出去了，不等于续上了。算数的是 Redis 确认过的，并且从提出请求时算起。',
    },
  },
  solution: renewalUnawaited.fixedCode,
  nearMiss: stopsQuietly,
};

const tokenOrder: CodeExercise = {
  kind: 'code',
  id: 'token-in-its-place',
  chapter: 'own',
  needs: ['give-it-a-number', 'write-a-lock'],
  title: { en: 'The token in the right place', zh: '把 token 放对地方' },
  task: {
    en: 'Three clients share this lock, and the storage rejects a token smaller than the largest it has accepted. Generate the token where a late request cannot reverse the order.',
    zh: '三个客户端共用这把锁；token 若小于存储接受过的最大值，写入就会被拒绝。让 token 在合适的地方生成，使迟到的请求颠倒不了顺序。',
  },
  scenario: worldWith({ id: 'fencing' }, { clients: 3 }),
  code: tokenAfterLock.lock,
  spared: {
    attacks: ['pause-each-step', 'crash-without-keys'],
    because: {
      en: 'A token does not stop an old write that arrives before the new one, and a node that forgets its keys forgets its counter.',
      zh: '旧的写入若先到，token 拒绝不了；节点丢了键，计数器也一起丢了。',
    },
  },
  hints: [
    {
      en: 'There is a moment when the key is yours and the token does not exist yet.',
      zh: '有那么一刻，键已经是你的，token 却还没生成。',
    },
    {
      en: 'If the INCR arrives late, the next holder has already counted.',
      zh: 'INCR 若迟到，下一个持有者已经先计了数。',
    },
    {
      en: 'A script is one step for Redis: let one script take the key and count.',
      zh: '脚本对 Redis 来说是一步：让同一个脚本既拿键又计数。',
    },
  ],
  after: tokenAfterLock.fix,
  notes: {
    wrong: {
      en: 'People use a clock as the token. Two clocks disagree, and a clock that is set back makes an old token new.',
      zh: '有人用时钟当 token。两台机器的时钟不一致，时钟往回拨，旧 token 就变成新的了。',
    },
    say: {
      en: 'The order of the tokens must be the order of the holders, so both are made in one step.',
      zh: 'token 的顺序必须就是持有者的顺序，所以两者要在同一步里产生。',
    },
  },
  solution: tokenAfterLock.fixedCode,
  nearMiss: tokenAfterLock.lock,
};

export const exercises: readonly Exercise[] = [surviveAll, whichNone, fixWatchdog, tokenOrder];
