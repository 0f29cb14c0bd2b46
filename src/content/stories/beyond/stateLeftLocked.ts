/** The lock of a Terraform state: it never expires, so a cancelled job leaves it behind, and a person must decide. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  names: { client: text('job', '任务'), storage: text('state', '状态'), lock: text('lock object', '锁对象') },
  lead: text(
    'Two CI jobs apply changes to one Terraform state in S3. The lock is an object that is created only if there is none, and it never expires. Job 1 is cancelled in the middle: the lock stays, and job 2 is refused until a person runs force-unlock.',
    '两个 CI 任务修改 S3 里同一份 Terraform 状态。锁是一个“没有才能创建”的对象，永不过期。任务 1 中途被取消，锁留了下来，任务 2 一直被拒，直到有人执行 force-unlock。',
  ),
  beats: [
    opening(
      'The state is an object in S3. Beside it lies the lock: an object with an id, created by If-None-Match, without an expiry.',
      '状态是 S3 里的一个对象，锁是它旁边的另一个：带一个 ID，用 If-None-Match 创建，没有过期时间。',
      text('The lock is an object with an id. It never expires.', '锁是一个带 ID 的对象，永不过期。'),
    ),
    beat(once('acquired', 'client1'), 'Job 1 has created the lock, and reads 42.', '任务 1 建好锁对象，读到 42。'),
    beat(
      once('crashed', 'client1'),
      'Somebody cancels job 1. Its runner is gone before it could delete the lock.',
      '有人取消了任务 1。还没来得及删锁，runner 就没了。',
      text('Somebody cancels job 1. Its lock stays.', '有人取消了任务 1，锁留了下来。'),
    ),
    beat(
      once('refused', 'client2', 2),
      'Job 2 is refused: “Error acquiring the state lock”, with the id of job 1. Nothing will ever end that lock.',
      '任务 2 被拒：“Error acquiring the state lock”，下面是任务 1 的 ID。没有什么会让这把锁结束。',
      text('Job 2 is refused, and sees job 1’s id.', '任务 2 被拒，看到任务 1 的 ID。'),
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'the source of OpenTofu’s S3 backend (s3Lock, s3Unlock), Terraform’s documentation of force-unlock (“Be very careful with this command. If you unlock the state when someone else is holding the lock it could cause multiple writers”), and the issues 14513 and 27406 of Terraform',
    'OpenTofu 的 S3 后端源码（s3Lock、s3Unlock）；Terraform 文档对 force-unlock 的说明：“用这条命令要非常小心。锁在别人手里时解锁，可能会有多个写入者”；以及 Terraform 的 issue 14513 和 27406',
  ),
  modelled: text(
    'OpenTofu’s lock in S3 without -lock-timeout: a conditional create, an unlock that reads, compares the id and deletes, and an SDK that sends a request again that got no answer. The state itself is written without a condition, as these backends do.',
    'OpenTofu 在 S3 里的锁，没设 -lock-timeout：带条件的创建；解锁先读，比对 ID，再删；没有应答的请求由 SDK 重发。状态本身的写入不带条件，这些后端就是这样。',
  ),
  notModelled: text(
    'The checksum of the state in DynamoDB, and the question whether one really wants to force-unlock.',
    'DynamoDB 里的状态校验和，以及 force-unlock 之前的那句确认。',
  ),
  scenario: {
    version: 2,
    seed: 109,
    lock: { id: 'state-lock', settings: {} },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 1000,
      think: 1500,
      work: 4000,
      latency: { min: 20, p50: 40, p99: 90, max: 120 },
      duration: 14_000,
      patience: 9000,
    },
    faults: {
      cancelled: {
        kind: 'crash',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 2000 },
        restartAfter: 'never',
      },
    },
  },
  lock: 'stuck',
  data: 'safe',
  facts: ['starved', 'stuck-entry'],
  scene: { question: text('How does job 2 get in?', '任务 2 怎样才能进去？'), answers: ['fix', 'b', 'bfix', 'c'] },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Somebody makes sure, and forces the lock', '确认以后，强制解锁'),
      short: text('force-unlock', 'force-unlock'),
      text: text(
        'Somebody looks whether job 1 still runs, finds it cancelled, and gives its id to force-unlock. Job 2 goes in. Nothing but that look makes it safe.',
        '有人去看任务 1 还在不在跑，确认它已被取消，才拿它的 ID 去 force-unlock。任务 2 进去了。安全全靠去看的那一眼。',
      ),
      patch: {
        lock: { settings: { forced: 'after', forceAfter: 3000 } },
        settings: { duration: 20_000, patience: 15_000 },
      },
      lock: 'held',
      data: 'safe',
    },
    {
      id: 'b',
      title: text('Job 1 was only slow', '任务 1 只是慢'),
      text: text(
        'Nobody has cancelled job 1: its provider is slow. Somebody sees the same id for three seconds, thinks that the job is dead, and forces its lock. Both apply, and the one that writes last loses what the other has written.',
        '任务 1 没被取消，只是云服务商慢。有人看同一个 ID 看了三秒，以为任务已死，就强制解了锁。两个任务同时 apply，后写的把先写的弄丢了。',
      ),
      patch: {
        lock: { settings: { forced: 'after', forceAfter: 3000 } },
        faults: { cancelled: null },
        settings: { own: { client1: { latency: 20 } }, work: 8000, duration: 24_000, patience: 20_000 },
      },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update', 'deleted-another'],
      beats: [
        beat(
          once('acquired', 'client1'),
          'Job 1 has the lock, and its provider is slow.',
          '任务 1 拿到锁，云服务商很慢。',
        ),
        beat(
          once('entryGone', 'service'),
          'Somebody has seen job 1’s id for three seconds, and forces its lock.',
          '有人看任务 1 的 ID 看了三秒，强制解了锁。',
        ),
        beat(
          once('acquired', 'client2'),
          'Job 2 creates its own lock, and reads 42 as well.',
          '任务 2 建了自己的锁，也读到 42。',
        ),
        beat(
          overwrite('client2', 'client1'),
          'Job 2 writes over what job 1 has written: that change is gone from the state.',
          '任务 2 覆盖了任务 1 写下的内容：那次改动从状态里消失了。',
          text('Job 2 writes over it: job 1’s change is gone.', '任务 2 覆盖了它：任务 1 的改动没了。'),
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('The state is written by its version', '写状态时带上版本'),
      short: text('A version check', '写入时比较版本'),
      text: text(
        'The write itself names the version of the state that the job has read (If-Match). The lock was forced here, too, and the second write is rejected: the job has to plan again.',
        '写入本身带上任务读到的状态版本（If-Match）。锁照样被强制解开，但第二次写入被拒绝：那个任务得重新 plan。',
      ),
      patch: {
        lock: { settings: { forced: 'after', forceAfter: 3000 } },
        storage: { id: 'version' },
        faults: { cancelled: null },
        settings: { own: { client1: { latency: 20 } }, work: 8000, duration: 24_000, patience: 20_000 },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected', 'deleted-another'],
    },
    {
      id: 'c',
      title: text('The answer to its create is lost', '创建的应答丢了'),
      short: text('No answer', '没有应答'),
      text: text(
        'S3 creates the lock, but the answer is lost. The SDK sends the same create again, which is refused, because there is an object now: its own. Job 1 prints the error with its own id, and ends. The lock stays, and nobody has it.',
        'S3 建好了锁，应答却丢了。SDK 把同一个创建请求再发一遍，被拒绝，因为对象已经在了，正是它自己的。任务 1 打印错误（里面是自己的 ID），就结束了。锁留在那里，谁也没拿着。',
      ),
      patch: {
        lock: { settings: { nodeTimeout: 2000 } },
        faults: {
          cancelled: null,
          unanswered: { kind: 'lose', message: { from: 'service', to: 'client1', leg: 'reply', nth: 1 } },
        },
        settings: { duration: 24_000, patience: 20_000 },
      },
      lock: 'stuck',
      data: 'safe',
      facts: ['starved', 'stuck-entry'],
      beats: [
        beat(
          once('refused', 'client1'),
          'Job 1’s create was carried out, its answer is lost, and the second try is refused by the first.',
          '任务 1 的创建已经执行，应答丢了，第二次尝试被第一次的结果拒绝。',
          text('The second try is refused by what the first has made.', '第二次尝试被第一次的结果拒绝。'),
        ),
      ],
    },
    {
      id: 'cfix',
      fix: true,
      title: text('It knows its own id', '认得自己的 ID'),
      text: text(
        'After a refusal the job reads the object, finds its own id there, and goes on: the lock is its own. Any conditional write that may be sent again needs such an owner in what it writes.',
        '被拒之后，任务读那个对象，发现是自己的 ID，就接着干：锁本来就是它的。凡是可能重发的条件写入，写的内容里都该带上这样一个主人。',
      ),
      patch: {
        lock: { settings: { knowsOwn: true, nodeTimeout: 2000 } },
        faults: {
          cancelled: null,
          unanswered: { kind: 'lose', message: { from: 'service', to: 'client1', leg: 'reply', nth: 1 } },
        },
        settings: { duration: 24_000, patience: 20_000 },
      },
      lock: 'held',
      data: 'safe',
    },
  ],
};
