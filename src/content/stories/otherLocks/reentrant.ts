/** Redisson's lock is a hash that counts. It is locked twice and unlocked twice, and no other thread can unlock it. */
import { redissonNewer } from '../../../core/locks/redisson/libraries/redissonNewer';
import { patchBetween } from '../../../core/model/scenario/patch';
import { choiceOfProfile } from '../../../core/model/scenario/profile';
import { defaultSettings, type Patch, type Setting } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

const lock = { id: 'redisson', settings: { watchdogTimeout: 2000, entries: 2 } } as const;

/** Redisson 4.7.0 with the times that it comes with. The answer to client 1’s first lock script is lost. */
const answerLost = (own: Readonly<Record<string, Setting>>, duration: number): Patch => ({
  ...patchBetween({ lock }, { lock: choiceOfProfile(redissonNewer, own) }),
  settings: { duration, patience: 10_000 },
  faults: { 'lost-reply': { kind: 'lose', message: { from: 'nodeA', to: 'client1', leg: 'reply', nth: 1 } } },
});

export const story: StoryBody = {
  lead: text(
    'The thread that holds the lock may lock it again, and must unlock it just as often. Any other client that asks learns how long the lock will last, and waits for a message.',
    '持有锁的线程可以再锁一次，也必须解锁同样多次。别的客户端请求加锁，会得知锁还剩多久，然后等待一条消息。',
  ),
  beats: [
    opening(
      'The key is a hash with one field: its name is the process and thread, its value how many times that thread has locked. A script does everything in one step: HEXISTS, HINCRBY, PEXPIRE.',
      '键是一个哈希，只有一个字段：进程加线程的名字，值是它锁了几次。脚本一步完成 HEXISTS、HINCRBY、PEXPIRE。',
      text('The key counts how often this thread has locked.', '键里记着这个线程锁了几次。'),
    ),
    beat(
      once('entrySet', 'nodeA'),
      'Client 1 locks. There is no such key yet: the count is 1.',
      '客户端 1 加锁。键还不存在：计数为 1。',
    ),
    beat(
      once('entrySet', 'nodeA', 2),
      'Client 1 locks again: a method that holds the lock calls another that needs it too. The field is its own, so the count is 2.',
      '客户端 1 再加一次锁：持锁的方法调用了另一个也要锁的方法。字段是它自己的，计数为 2。',
      text(
        'Client 1 locks again. The field is its own: the count is 2.',
        '客户端 1 又锁一次，字段是自己的：计数为 2。',
      ),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 did not have to wait for itself.',
      '锁认得自己的持有者，没有把它挡在外面。',
    ),
    beat(
      once('waiting', 'nodeA'),
      'Client 2 learns how long the lock will last, and subscribes to the message that says it is free.',
      '客户端 2 得知锁还剩多久，并订阅了“锁已释放”的消息。',
      text(
        'Client 2 learns how long the lock lasts, and waits for a message.',
        '客户端 2 得知锁还剩多久，等待“已释放”的消息。',
      ),
    ),
    beat(
      once('releasing', 'client1'),
      'Client 1 has unlocked once: the count is 1, and it still held the lock. Now comes the second unlock.',
      '客户端 1 解锁了一次，计数为 1，它那时仍持有锁。现在是第二次解锁。',
      text(
        'Client 1 unlocked once and still held the lock. Now it unlocks again.',
        '客户端 1 解过一次，仍持有锁，再解第二次。',
      ),
    ),
    beat(
      once('woken', 'nodeA'),
      'The count is 0: the script deletes the key and publishes the message.',
      '计数归零：脚本删掉键，并发布消息。',
    ),
    beat(
      once('acquired', 'client2'),
      'Client 1 has unlocked twice: client 2 gets the lock.',
      '客户端 1 解了两次，客户端 2 拿到锁。',
    ),
  ],
  sources: ['redisson'],
  modelled: text(
    'RLock, on one node: the hash, its scripts for locking and unlocking, and publish and subscribe. The article’s HEXISTS and HSET with a count of 1 are EXISTS, HEXISTS and HINCRBY in today’s script. An unlock that leaves a count above 0 does more than the article says: it also renews the whole lease (PEXPIRE).',
    'RLock，只用一个节点：锁的哈希、加锁和解锁的脚本，以及发布与订阅。文章说的 HEXISTS 加 HSET（计数 1），在如今的脚本里是 EXISTS、HEXISTS 和 HINCRBY。解锁后计数仍大于 0 时，不止像文章说的那样更新哈希，还会重设完整的租约（PEXPIRE）。',
  ),
  notModelled: text(
    'Several threads in one process: each client here has one.',
    '同一进程里的多个线程：这里每个客户端只有一个线程。',
  ),
  scenario: {
    version: 2,
    seed: 37,
    lock,
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      work: 900,
      latency: { min: 15, p50: 30, p99: 60, max: 80 },
      duration: 3300,
      patience: 3000,
    },
    faults: {},
  },
  lock: 'held',
  data: 'safe',
  scene: { answers: ['d', 'b', 'c'] },
  variants: [
    {
      id: 'b',
      title: text('Unlocked once too often', '多解锁了一次'),
      text: text(
        'Client 1 unlocks once more than it locked, just as client 2 is about to get the lock. There is no field with its name; Redisson throws IllegalMonitorStateException, and nobody is harmed.',
        '客户端 1 多解锁了一次，这时客户端 2 正要拿到锁。哈希里没有属于它的字段；Redisson 抛出 IllegalMonitorStateException，谁也不受影响。',
      ),
      patch: { lock: { settings: { entries: 1, unlocksOnceMore: true } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('woken', 'nodeA'), 'The first unlock frees the lock.', '第一次解锁释放了锁。'),
        beat(
          once('released', 'client1'),
          'The second is an error: the lock is not its own.',
          '第二次解锁报错：锁已不是它的。',
        ),
        beat(
          once('releasing', 'client2'),
          'The second unlock did no harm: client 2 worked undisturbed.',
          '第二次解锁没有害处，客户端 2 没受干扰，做完了工作。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('Not willing to wait', '不想等'),
      text: text(
        'tryLock() without a wait time asks once. Client 2 learns that the lock is held, does something else, and asks again later.',
        '不带等待时间的 tryLock() 只问一次。客户端 2 得知锁被占着，就先去做别的，过一阵再来问。',
      ),
      patch: { lock: { settings: { waits: 'not' } }, settings: { think: 400 } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('refused', 'client2'),
          'Client 2 is refused at once, and waits for no message.',
          '客户端 2 立刻被拒绝，也不等什么消息。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 asks again later, and gets the free lock.',
          '客户端 2 后来再问，锁已空，拿到了锁。',
        ),
      ],
    },
    {
      id: 'd',
      title: text('The reply is lost, in 4.7.0', '应答丢了（4.7.0）'),
      short: text('A lost reply', '应答丢了'),
      text: text(
        'Node A has locked, and its reply is lost. Since 3.37 Redisson no longer resends lock scripts, so lock() throws after 3 s, and client 1 does not know that it has the lock. When it asks again, it locks for the second time, and its one unlock is not enough. The lock stays closed until the lease of 30 s is over. (Beyond the articles.)',
        '节点 A 已加锁，应答却丢了。Redisson 自 3.37 起不再重发加锁脚本，lock() 在 3 秒后抛出异常，客户端 1 不知道自己持有锁。它再来时算第二次进入，只解锁一次不够。这把锁要关到 30 秒的租约到期。（文章之外的情形。）',
      ),
      patch: answerLost({}, 37_000),
      lock: 'unavailable',
      data: 'safe',
      facts: ['entry-left', 'starved'],
      beats: [
        beat(
          once('refused', 'client1'),
          'lock() throws. Client 1’s field is in the hash all the time.',
          'lock() 抛出异常。客户端 1 的字段其实一直在哈希里。',
        ),
        beat(
          once('acquired', 'client1'),
          'Client 1 asks again, already holds the lock, and the count is 2.',
          '客户端 1 再来，锁本来就是它的，计数变为 2。',
        ),
        beat(
          once('released', 'client1'),
          'Client 1 unlocks once, since it knows of only one lock. The count is 1.',
          '客户端 1 解锁一次：它只知道自己锁过一次。计数为 1。',
          text(
            'Client 1 unlocks once: it knows of only one lock. The count is 1.',
            '客户端 1 以为只锁过一次，便解一次。计数剩 1。',
          ),
        ),
        beat(once('entryGone', 'nodeA'), 'The lease finally ends.', '租约终于到期。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock half a minute after client 1 unlocked.',
          '客户端 1 解锁半分钟后，客户端 2 才拿到锁。',
        ),
      ],
    },
    {
      id: 'dfix',
      fix: true,
      title: text('An explicit lease time', '自己指定租约时间'),
      short: text('A fixed lease time', '自己指定租约'),
      text: text(
        'With lock(2, SECONDS) the lock that client 1 does not know of ends after 2 s. The work must be done within that time, because there is no watchdog.',
        '用 lock(2, SECONDS)，客户端 1 不知道的那把锁 2 秒后就没了。不过没有看门狗，工作必须在这段时间里做完。',
      ),
      patch: answerLost({ leaseTime: 2000 }, 9000),
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('entryGone', 'nodeA'), 'The lease of 2 s is over.', '2 秒的租约到期。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock and is its only holder.',
          '客户端 2 拿到锁，只有它持有。',
        ),
        beat(
          once('acquired', 'client1'),
          'Client 1 asks again, and gets the lock after client 2.',
          '客户端 1 再来，在客户端 2 之后拿到锁。',
        ),
      ],
    },
  ],
};
