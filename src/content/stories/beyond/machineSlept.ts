/**
 * A suspended machine: its monotonic clock stood still, so the check of the validity does not see the time of the
 * sleep. A virtual machine that is stopped and moved has no clock at all that saw it.
 */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'The machine of client 1 is suspended before the client looks at its clock again. Its monotonic clock does not run while it sleeps, so no time seems to have passed. It still thinks it has a lock that expired long ago.',
    '客户端 1 还没再看时钟，它的机器就被挂起了。单调时钟在休眠时不走，于是仿佛一点时间也没过。它以为持有的那把锁早就没了。',
  ),
  beats: [
    opening(
      'The lock measures time with the monotonic clock, which nobody can set back. On Linux this clock stops while the machine sleeps.',
      '这把锁用单调时钟计时，谁也拨不回去。但在 Linux 上，机器休眠时这个时钟是停的。',
      text(
        'Time is measured by the monotonic clock, which stops while the machine sleeps.',
        '计时用单调时钟，而机器休眠时它是停的。',
      ),
    ),
    beat(
      once('step', 'client1', 4),
      'Client 1 has looked at the clock and asks the nodes.',
      '客户端 1 看过时钟，向各节点请求加锁。',
    ),
    beat(
      once('paused', 'client1'),
      'A majority has agreed. Before it checks the clock again, somebody closes the lid of the laptop.',
      '多数节点同意了。还没第二次看时钟，有人合上了笔记本的盖子。',
      text(
        'A majority agreed. Before client 1 checks, its laptop is closed.',
        '多数同意了。客户端 1 还没看时钟，笔记本就合上了。',
      ),
    ),
    beat(
      once('acquired', 'client2'),
      'The keys expire, and client 2 gets the lock, as it should.',
      '键过期了，客户端 2 名正言顺地拿到了锁。',
    ),
    beat(
      once('resumed', 'client1'),
      'Client 1 wakes up. Its wall clock has kept going, but its monotonic clock still shows the time when it fell asleep.',
      '客户端 1 醒来。挂钟照常走了下去，单调时钟却还是睡着时的读数。',
      text('Client 1 wakes up. Its monotonic clock had stopped.', '客户端 1 醒来，单调时钟停在睡着的那一刻。'),
    ),
    beat(
      once('acquired', 'client1'),
      'By that clock the nodes replied in no time. The check finds nearly the whole TTL left, and client 1 takes the lock.',
      '按这个时钟，节点眨眼间就应答了。检查认为 TTL 几乎还是完整的，客户端 1 就当自己拿到了锁。',
      text(
        'By that clock no time has passed: client 1 takes the lock, too.',
        '按这个时钟，几乎没花时间：客户端 1 也以为拿到了锁。',
      ),
    ),
  ],
  sources: ['beyond'],
  modelled: text(
    'A laptop that sleeps: no code runs, the monotonic clock stops, the wall clock does not. In variant b, a virtual machine that is stopped and migrated: both clocks stop, and the wall clock is behind until NTP corrects it. The mirror image of a wall clock that is set back (“Which pause does Redlock notice?”, variant b). The storage checks versions, so that the run shows the lock alone.',
    '休眠的笔记本：代码不运行，单调时钟停住，挂钟照走。变体 b 中是停下迁移的虚拟机：两个时钟都停住，挂钟要等 NTP 校准才追上。前者与“挂钟被拨回”恰成镜像（见“哪一种停顿，Redlock 察觉得到？”的变体 b）。存储会检查版本，好让这次运行只显出锁的问题。',
  ),
  notModelled: text(
    'Clocks that keep running during sleep, such as CLOCK_BOOTTIME on Linux. With that clock the lid does no harm; migrating a virtual machine stops it too. Hosts that correct the clock of a migrated machine before it resumes.',
    '休眠时仍在走的时钟，例如 Linux 的 CLOCK_BOOTTIME：用它，合上盖子就没事；可虚拟机迁移时它也会停。有的宿主机会在虚拟机恢复之前先把它的时钟校准，这里也没有。',
  ),
  scenario: {
    version: 2,
    seed: 50,
    lock: { id: 'redlock', settings: { ttl: 2000, nodeTimeout: 250, tries: 1, clock: 'mono' } },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      stagger: 1650,
      think: 500,
      work: 600,
      latency: { min: 15, p50: 30, p99: 70, max: 90 },
      duration: 5200,
      patience: 5000,
    },
    faults: {
      suspend: {
        kind: 'suspend',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 't2', nth: 1 },
        for: 2450,
      },
    },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected'],
  scene: { question: text('What would have kept client 1 out?', '怎样才能把客户端 1 挡在外面？') },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Both clocks, the longer time', '两个时钟，取较长的时间'),
      short: text('Two clocks, the longer time', '看两个时钟，取长的'),
      text: text(
        'Client 1 reads the wall clock and the monotonic clock, and takes the longer of the two times. One may have been set back, the other may have stopped. It helps when the lid is closed, not when a virtual machine is migrated: variant b.',
        '客户端 1 同时读挂钟和单调时钟，取两段时间中较长的。一个可能被拨回，另一个可能停住。这对合上盖子有用，对虚拟机迁移没用：见变体 b。',
      ),
      patch: { lock: { settings: { clock: 'larger' } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('paused', 'client1'), 'The machine is suspended as before.', '机器照样被挂起。'),
        beat(once('acquired', 'client2'), 'Client 2 gets the lock.', '客户端 2 拿到了锁。'),
        beat(
          once('refused', 'client1'),
          'The wall clock tells client 1 how long it has slept. No validity is left, and it gives up the lock.',
          '挂钟告诉客户端 1 它睡了多久。有效时间已经没了，它放弃了这把锁。',
          text(
            'The wall clock shows how long it slept: client 1 gives up the lock.',
            '挂钟说出睡了多久：客户端 1 放弃了这把锁。',
          ),
        ),
        beat(
          once('acquired', 'client1'),
          'Client 1 gets the lock later, like any other client.',
          '客户端 1 后来像别人一样拿到了锁。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('A virtual machine is migrated', '虚拟机迁移'),
      short: text('A virtual machine moves', '虚拟机迁移'),
      text: text(
        'Client 1 reads both clocks, but its machine is a virtual one: it is stopped and migrated to another host. Neither clock counts that time. NTP will correct the wall clock, but only after client 1 has checked it. The storage checks nothing here, so an update is lost.',
        '客户端 1 两个时钟都读，但它的机器是虚拟机：宿主机让它停下，迁到另一台。这段时间哪个时钟都没有数。NTP 会校准挂钟，不过是在客户端 1 看过之后。这里的存储什么也不检查，于是丢了一次更新。',
      ),
      patch: {
        lock: { settings: { clock: 'larger' } },
        storage: { id: 'no-check' },
        faults: { suspend: { wallClock: 'stands', ntpAfter: 300 } },
      },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(
          once('paused', 'client1'),
          'Before it checks the clock again, the host stops the virtual machine to migrate it.',
          '还没第二次看时钟，宿主机就让虚拟机停下，准备迁移。',
          text('The host stops the virtual machine to move it.', '宿主机让虚拟机停下，准备迁移。'),
        ),
        beat(
          once('acquired', 'client2'),
          'The keys expire, and client 2 gets the lock, as it should.',
          '键过期了，客户端 2 名正言顺地拿到了锁。',
        ),
        beat(
          once('resumed', 'client1'),
          'Client 1 resumes elsewhere. Both of its clocks still show the time when it was stopped.',
          '客户端 1 在别处继续运行。两个时钟都还是停下时的读数。',
          text('Client 1 resumes elsewhere. Both of its clocks are behind.', '客户端 1 在别处继续，两个时钟都慢了。'),
        ),
        beat(
          once('acquired', 'client1'),
          'The longer of two times that are both too short is still too short. Client 1 takes the lock.',
          '两段时间都偏短，取较长的也还是偏短。客户端 1 以为拿到了锁。',
          text('Both times are too short, and client 1 takes the lock.', '两段时间都偏短，客户端 1 以为拿到了锁。'),
        ),
        beat(
          once('clockSet', 'client1', 2),
          'NTP corrects the wall clock. Client 1 is at work and does not check again.',
          'NTP 校准了挂钟。客户端 1 正在工作，没有再看。',
          text(
            'NTP corrects the wall clock. Client 1 is working and does not look.',
            'NTP 校准了挂钟，客户端 1 在工作，没有再看。',
          ),
        ),
        beat(
          overwrite('client1', 'client2'),
          'Client 1 overwrites client 2’s write: an update is lost.',
          '客户端 1 覆盖了客户端 2 的写入：丢了一次更新。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('A fencing token, which needs no clock', 'fencing token：不靠时钟'),
      short: text('A fencing token', 'fencing token'),
      text: text(
        'No clock of client 1 can tell it that time has passed. The storage can: client 2’s token is newer, and the storage rejects an older one. There are still two holders at once, but nothing is lost, because client 2 wrote first.',
        '虚拟机同样迁移，但每次写入都带 token，存储拒绝更旧的 token。两个客户端仍会同时持锁，但因为客户端 2 先写，什么也没丢。',
      ),
      patch: {
        lock: { settings: { clock: 'larger', token: 'quorum' } },
        storage: { id: 'fencing' },
        // A token costs client 2 two more round trips, and client 1 still has to wake when that is about to write.
        faults: { suspend: { for: 2650, wallClock: 'stands', ntpAfter: 300 } },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'token-fell'],
      beats: [
        beat(
          once('paused', 'client1'),
          'Client 1 has token 1 when its machine is stopped.',
          '机器停下时，客户端 1 已有 token 1。',
        ),
        beat(once('acquired', 'client2'), 'Client 2 gets the lock and token 2.', '客户端 2 拿到了锁和 token 2。'),
        beat(
          once('acquired', 'client1'),
          'Client 1 takes the lock as before: its clocks say that it may.',
          '客户端 1 照样以为拿到了锁：它的时钟说可以。',
        ),
        beat(
          once('wrote', 'storage'),
          'The storage accepts client 2’s write and has now seen token 2.',
          '存储接受了客户端 2 的写入，也就见过了 token 2。',
        ),
        beat(
          once('rejected', 'storage'),
          'Client 1’s write comes with token 1 and is rejected.',
          '客户端 1 带着 token 1 来，被拒绝。',
        ),
      ],
    },
  ],
};
