/** What the settings of Redlock are for. The page opens without it (`model/help.ts`). */
import type { HelpOf } from '../model/help';
import type { redlockFields } from './redlockFields';
import { sharedHelp } from './sharedHelp';

export const redlockHelp: HelpOf<typeof redlockFields> = {
  ...sharedHelp,
  takes: {
    en: 'SET with NX takes a free key alone. The script of aioredlock takes a key that holds the client’s own value, too, so a request that arrives twice does no harm.',
    zh: 'SET NX 只在键空闲时成功。aioredlock 的脚本遇到值是自己的键也算成功，因此同一请求到达两次也无妨。',
  },
  quorum: {
    en: 'With fewer than a majority, two clients can both have enough. redlock-universal takes any number; redlock-php compares with N/2 + 1, so of three nodes it needs all.',
    zh: '少于多数时，两个客户端可能同时凑够。redlock-universal 接受任意个数；redlock-php 与 N/2 + 1 比较，三个节点就要全部同意。',
  },
  ask: {
    en: 'The articles ask one node after the other, all of them; redis.io today asks at once and goes on at the majority.',
    zh: '文章中依次请求所有节点；如今 redis.io 建议同时请求，达到多数即继续。',
  },
  goesOn: {
    en: 'Where the nodes are asked all at once. node-redlock 5 goes on when a majority has said yes or no; Pottery at a majority for it; redsync, aioredlock and RedLock.net wait for all.',
    zh: '用于同时请求各节点时。node-redlock 5 在多数同意或拒绝时继续；Pottery 在多数同意时继续；redsync、aioredlock 和 RedLock.net 等所有节点应答。',
  },
  startOrder: {
    en: 'Whether every client asks node A first, or each client another node.',
    zh: '每个客户端都先问节点 A，还是各自从不同的节点开始。',
  },
  keys: {
    en: 'How many resources are locked together. A node grants all of them or none.',
    zh: '一次锁住多少个资源。每个节点要么全部同意，要么全不同意。',
  },
  nodeTimeout: {
    en: 'How long the client waits for one node. The articles say 5 to 50 ms for a TTL of 10 s. 0: there is no timeout.',
    zh: '等待一个节点多久。文章中对 10 秒的 TTL 用 5 到 50 毫秒。0 表示没有超时。',
  },
  timeoutOn: {
    en: 'redsync limits the requests of an acquire, and those that give back a failed attempt. Its extensions and its release after the work wait as long as their caller lets them.',
    zh: 'redsync 只限制加锁的请求，以及尝试失败后归还的请求；续期和工作之后的释放等多久，由调用者决定。',
  },
  driftFactor: {
    en: 'This share of the TTL is taken off the validity for clocks that run unevenly. Usual: 0.01.',
    zh: '为走速不一的时钟从有效时间中扣除 TTL 的这一比例。通常为 0.01。',
  },
  driftMs: {
    en: 'Taken off as well: Redis expires keys to the millisecond. Usual: 2 ms.',
    zh: '另外扣除的时间：Redis 的过期精度是毫秒。通常为 2 毫秒。',
  },
  owner: {
    en: 'With one value for all attempts, a late release from an earlier attempt deletes the key of a later one. redlock-rb, by the author of Redlock, and node-redlock use one value per acquire.',
    zh: '若所有尝试共用一个值，前一次尝试的释放若迟到，会删掉后一次尝试得到的键。Redlock 作者的 redlock-rb 与 node-redlock 每次加锁用一个值。',
  },
  releaseBetweenTries: {
    en: 'Without it, a client finds its own keys in its way when it tries again.',
    zh: '不释放的话，客户端重试时会被自己的键挡住。',
  },
  releaseTo: {
    en: 'A node whose reply was lost, or came after the majority, may hold the key as well: so the articles release on all nodes. redlock-universal does so after the work; after a failed attempt it asks those that said yes in it.',
    zh: '应答丢失或晚于多数到达的节点也可能已设置了键，所以文章要求向所有节点释放。redlock-universal 干完活后向所有节点释放，尝试失败后只找这次同意的节点。',
  },
  releaseAwaits: {
    en: 'node-redlock 5 returns when a majority has deleted the key or said that it cannot. Pottery returns when a majority has deleted it, and a no waits for all, as in its acquire. aioredlock does not wait after its last attempt; for the release after the work it waits.',
    zh: 'node-redlock 5 在多数节点删掉键或表示删不了时返回。Pottery 在多数节点删掉键时返回，失败则要等齐，与加锁时相同。aioredlock 最后一次尝试失败后不等待，工作之后的释放则等待。',
  },
  releaseTries: {
    en: 'A release that a majority refuses is sent again, with the pauses of an acquire. node-redlock 5: 11, so a release that comes too late fails after two seconds.',
    zh: '多数节点拒绝时再次释放，其间的间隔与加锁时相同。node-redlock 5 为 11 次，所以来得太晚的释放要两秒后才失败。',
  },
  validityCheck: {
    en: 'Without it, as in Redisson’s RedLock, the lock is handed out however long the nodes took, and the client believes in a whole TTL from then on.',
    zh: '不检查时（如 Redisson 的 RedLock），无论请求花了多久都交出锁，客户端以为从那时起还有完整的 TTL。',
  },
  minValidity: {
    en: 'A lock with no more than this left is refused. Choose at least what the work needs.',
    zh: '剩余有效时间不超过此值就拒绝。应不少于工作所需的时间。',
  },
  clock: {
    en: 'A wall clock can be set back, a monotonic clock stands still while the machine sleeps; the longer of the two times is the safe choice. redlock-cpp reads whole seconds, and does not see what takes less.',
    zh: '挂钟可能被回拨，单调时钟在机器休眠时停住；取两者中较长的时间最稳妥。redlock-cpp 只读到整秒，不足一秒的它看不见。',
  },
  leaseFrom: {
    en: 'The TTL runs at the nodes since they were asked. redlock-universal checks the validity, and then gives a whole TTL and the time of return. node-redlock 5 counts from the first of its attempts, so after a few of them less is left than the nodes give.',
    zh: '节点上的 TTL 从收到请求起就在走。redlock-universal 检查有效时间，之后却交出完整的 TTL 和返回的时刻。node-redlock 5 从第一次尝试算起，试过几次之后，剩余时间就比节点给的少。',
  },
  extensions: {
    en: 'While the client works, the lock is extended, by default at half of its validity, this many times. 0: never. 10,000 is more than any run here reaches.',
    zh: '客户端工作期间续期（默认在有效时间过半时），最多这么多次。0 表示从不续期。10,000 次是这里的运行达不到的。',
  },
  extendAt: {
    en: 'A share of the time that is left: 0.5 is at half of it. aioredlock: 0.6; redlock-universal: 0.8.',
    zh: '剩余时间的比例：0.5 即过半时。aioredlock 为 0.6，redlock-universal 为 0.8。',
  },
  extendBefore: {
    en: 'In place of the share: this long before the validity ends. node-redlock 5: 500 ms. 0: by the share.',
    zh: '代替比例：有效时间结束前这么久。node-redlock 5 为 500 毫秒。0 表示按比例。',
  },
  extendTries: {
    en: 'An extension fails after this many attempts. Between them it waits as between the attempts of an acquire. aioredlock: 3.',
    zh: '尝试这么多次才算续期失败，其间的等待与加锁时相同。aioredlock 为 3 次。',
  },
  extendsWhat: {
    en: 'An extension that takes a free key brings keys back that a node forgot, and revives a lock that another client had meanwhile. redlock-universal reads all nodes first; ContinueLock of redlock-cpp sets a new value in the place of its old one, or on a free key.',
    zh: '能占用空闲键的续期会补回节点忘掉的键，也会复活期间被别人用过的锁。redlock-universal 先读所有节点；redlock-cpp 的 ContinueLock 用新值换掉旧值，键空闲时也会写入。',
  },
  extendsExpired: {
    en: 'The timer of RedLock.net does not look at the validity, and goes on until the lock is disposed.',
    zh: 'RedLock.net 的定时器不看有效时间，一直续到锁被释放为止。',
  },
  whenExtensionFails: {
    en: 'Until the validity is over, it can try again, or leave the keys to expire. redlock-rb, aioredlock, redlock-cpp and node-redlock 4 delete them everywhere, while the client is at work; the last two after each attempt.',
    zh: '有效时间结束前可以再试，也可以任键过期。redlock-rb、aioredlock、redlock-cpp 和 node-redlock 4 会在客户端还在干活时把键全部删掉，后两种每次尝试之后都删。',
  },
  toldBy: {
    en: 'Redlock has a validity that a client can watch by its own clock. Some libraries tell of a failed extension: by a flag, or by a signal, which can interrupt the work. Most tell nothing.',
    zh: 'Redlock 给出有效时间，客户端可以用自己的时钟去看。有些库在续期失败时用标志或信号告知，信号可以打断工作。多数库什么也不说。',
  },
  reconnectOnTimeout: {
    en: 'A timeout drops the connection too. What is sent next travels on a new one and may overtake what was sent before.',
    zh: '超时也会断开连接；之后发送的消息走新连接，可能赶在先前发出的消息之前到达。',
  },
  token: {
    en: 'Redlock itself has none. A counter on one node fails with that node; the largest count of the nodes that granted may fall without any fault; counters on a quorum, written back before use, grow until a node forgets.',
    zh: 'Redlock 自身没有。放在单个节点上的计数器随该节点失效；取同意的节点中最大的计数，没有故障也可能倒退；放在多数节点上并在使用前写回的计数器会一直增长，直到某个节点失忆。',
  },
};
