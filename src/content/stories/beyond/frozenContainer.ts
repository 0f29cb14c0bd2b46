/** A container that is frozen with everything in it, and one whose machine is moved: what its clocks and timers know. */
import { defaultSettings, type Patch } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

const checksFirst: Patch = { settings: { check: 'before-write' } };

/** The whole virtual machine stands still, and all its clocks with it. */
const moved: Patch = {
  ...checksFirst,
  faults: {
    frozen: null,
    moved: {
      kind: 'suspend',
      process: 'client1',
      when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 300 },
      for: 3500,
      wallClock: 'stands',
    },
  },
};

export const story: StoryBody = {
  lead: text(
    'Somebody freezes a container to take a snapshot of it, while a client inside holds the lock. Its worker and its watchdog are stopped together. A few seconds later both go on, as if nothing had happened.',
    '有人为了做快照冻结了一个容器，里面的客户端正持有锁。工作线程和看门狗一起停住。几秒后两者继续运行，好像什么也没发生过。',
  ),
  beats: [
    opening(
      'Redisson’s lease is 1.5 s here, instead of 30 s. Its watchdog renews it every half second.',
      '这里 Redisson 的租约是 1.5 秒，而不是 30 秒。看门狗每半秒续一次。',
      text('The lease is 1.5 s, and a watchdog renews it every half second.', '租约 1.5 秒，看门狗每半秒续一次。'),
    ),
    beat(once('acquired', 'client1'), 'Client 1 has the lock, reads and works.', '客户端 1 拿到锁，读取，开始工作。'),
    beat(
      once('paused', 'client1'),
      'The container is frozen. SIGSTOP would do the same to one process; the freezer does it to all, and none of them can notice.',
      '容器被冻结。SIGSTOP 停住一个进程，freezer 停住容器里的全部进程，而且谁也察觉不到。',
      text('The container is frozen: no process in it can notice.', '容器被冻结，里面的进程谁也察觉不到。'),
    ),
    beat(
      once('acquired', 'client2'),
      'Nobody renews. The lease runs out, and client 2 rightly gets the lock.',
      '没有人续期。租约到期，客户端 2 名正言顺地拿到锁。',
    ),
    beat(
      once('resumed', 'client1'),
      'The container resumes. Its clocks have kept running, so every timer is due at once: the watchdog’s, and the end of the work.',
      '容器恢复运行。时钟一直在走，所以所有定时器同时到点：看门狗的，还有工作结束的。',
      text('The container resumes. All of its timers are due at once.', '容器恢复运行，所有定时器同时到点。'),
    ),
    beat(
      overwrite('client1', 'client2'),
      'Client 1 writes before anything has told it that its lock is gone. The write of client 2 is lost.',
      '还没有谁告诉客户端 1 锁没了，它就写入了。客户端 2 的写入丢失。',
      text(
        'Client 1 writes before it learns of its lost lock: an update is lost.',
        '客户端 1 还不知道锁没了就写入：一次更新丢了。',
      ),
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'the documentation of docker pause: with the freezer a process is unaware of being suspended and cannot capture it, unlike SIGSTOP',
    'docker pause 的文档：与 SIGSTOP 不同，freezer 挂起的进程察觉不到，也无法捕获',
  ),
  modelled: text(
    'Freezing stops every task of client 1 and none of its clocks; whatever came due meanwhile happens at once afterwards. In variant c, a virtual machine is stopped and migrated: its clocks stop, too. “A sleeping machine does not count the time” shows the same in Redlock’s acquire.',
    '冻结停住客户端 1 的所有任务，但不停它的时钟；期间到点的，恢复后同时发生。变体 c 中停住并迁走的是整台虚拟机：时钟也跟着停。“机器休眠时，时钟不走”展示的是同一件事落在 Redlock 加锁过程中。',
  ),
  notModelled: text(
    'A checkpoint that is restored elsewhere (CRIU) and the connections that it restores or breaks. A time namespace, which may keep the monotonic clock of a restored container from jumping.',
    '在别处恢复的检查点（CRIU），以及随之恢复或断开的连接。time namespace 可以让恢复后的容器单调时钟不跳变，这里也没有。',
  ),
  scenario: {
    version: 2,
    seed: 83,
    lock: { id: 'redisson', settings: { watchdogTimeout: 1500 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 400,
      work: 900,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      own: { client1: { wakesTo: 'timers' } },
      duration: 9000,
      patience: 6000,
    },
    faults: {
      frozen: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 300 },
        for: 3500,
      },
    },
  },
  lock: 'overlap',
  data: 'lost',
  facts: ['overlap', 'lost-update'],
  scene: { answers: ['fix', 'b', 'c'] },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('The storage compares versions', '存储比较版本'),
      short: text('A version check', '版本检查'),
      text: text(
        'Whatever was stopped, and for however long, the storage sees that the write of client 1 is based on an old version. A fencing token does the same here, as client 2 has written first.',
        '容器同样被冻结，但存储在写入时比较版本。fencing token 在这里也一样，因为客户端 2 先写了。',
      ),
      patch: { storage: { id: 'version' } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(once('wrote', 'storage'), 'Client 2 writes.', '客户端 2 写入。'),
        beat(once('resumed', 'client1'), 'The container resumes.', '容器恢复运行。'),
        beat(
          once('rejected', 'storage'),
          'Client 1’s write is based on an old version, and is rejected.',
          '客户端 1 的写入依据旧版本，被拒绝。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('Frozen, with a check before the write', '被冻结，但写前检查'),
      short: text('A check before the write', '写之前检查'),
      text: text(
        'Client 1 checks its lease before it writes. The monotonic clock went on while the container was frozen, so the check sees that the lease has expired. It helps unless the container is frozen between the check and the write.',
        '客户端 1 写之前检查租约。容器冻结时单调时钟照走，检查就能看到租约已经过期。除非恰好冻结在检查和写入之间，否则它是有用的。',
      ),
      patch: checksFirst,
      lock: 'overlap',
      data: 'lucky',
      facts: ['overlap'],
      beats: [
        beat(once('paused', 'client1'), 'The container is frozen.', '容器被冻结。'),
        beat(once('wrote', 'storage'), 'Client 2 has the lock and writes.', '客户端 2 拿到锁并写入。'),
        beat(once('resumed', 'client1'), 'The container resumes.', '容器恢复运行。'),
        beat(
          once('stopped', 'client1'),
          'By its clock the lease has expired. Client 1 writes nothing.',
          '按它的时钟，租约已经过期。客户端 1 没有写入。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('Moved, with the same check', '被迁移，同样的检查'),
      short: text('Moved instead of frozen', '不是冻结，是迁移'),
      text: text(
        'This time the whole virtual machine is stopped, while it is migrated to another host. No clock in it counts that time. Timers are not due, the check finds a fresh lease, and client 1 writes.',
        '这次停住的不是容器，而是它所在的虚拟机：正在迁往另一台宿主机。机器里没有哪个时钟数到这段时间。定时器没有到点，检查认为租约还新，客户端 1 就写入了。',
      ),
      patch: moved,
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(once('paused', 'client1'), 'The virtual machine is stopped.', '虚拟机停住。'),
        beat(once('wrote', 'storage'), 'Client 2 has the lock and writes.', '客户端 2 拿到锁并写入。'),
        beat(
          once('resumed', 'client1'),
          'The machine resumes elsewhere. For client 1 no time has passed.',
          '虚拟机在别处继续运行。对客户端 1 来说，时间没有流逝。',
        ),
        beat(
          overwrite('client1', 'client2'),
          'Client 1’s check finds nothing: it overwrites client 2’s write.',
          '客户端 1 检查时以为租约有效，覆盖了客户端 2 的写入。',
        ),
      ],
    },
    {
      id: 'cfix',
      fix: true,
      title: text('The storage compares versions', '存储比较版本'),
      short: text('Moved, versions checked', '被迁移，查版本'),
      text: text(
        'None of client 1’s clocks notices the move. The storage needs no clock.',
        '虚拟机同样被迁移，但存储在写入时比较版本。',
      ),
      patch: { ...moved, storage: { id: 'version' } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(once('wrote', 'storage'), 'Client 2 writes.', '客户端 2 写入。'),
        beat(once('resumed', 'client1'), 'The virtual machine resumes elsewhere.', '虚拟机在别处继续运行。'),
        beat(
          once('rejected', 'storage'),
          'Client 1’s write is based on an old version, and is rejected.',
          '客户端 1 的写入依据旧版本，被拒绝。',
        ),
      ],
    },
  ],
};
