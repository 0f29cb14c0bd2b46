/** A candidate's stopwatch that runs fast: what the ratio of LeaseDuration to RenewDeadline is for. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'A Lease of Kubernetes compares no clocks: a leader stops after 10 s without a renewal, a candidate waits for 15 s, each by its own stopwatch. The leader is cut off, and the candidate’s clock runs twice as fast as it should. Its 15 s are over after 7.5.',
    'Kubernetes 的 Lease 只看秒表：leader 10 秒没能续期就停，候选者等 15 秒。leader 断网了，而候选者的时钟走得快一倍，它的 15 秒其实只有 7.5 秒。',
  ),
  beats: [
    opening(
      'Client 2’s clock runs twice as fast as true time. Nobody pauses, and no clock jumps.',
      '客户端 2 的时钟比真实时间快一倍。没有谁停顿，也没有时钟跳变。',
      text('Client 2’s clock runs twice as fast. Nobody pauses.', '客户端 2 的时钟快一倍，谁也没有停顿。'),
    ),
    beat(once('acquired', 'client1'), 'Client 1 leads, and begins its work.', '客户端 1 当上 leader，开始工作。'),
    beat(
      once('faultStruck', undefined, 2),
      'The network between client 1 and the API server fails. Its work needs only the storage, and goes on.',
      '客户端 1 与 API 服务器之间断网了。它的工作只需要存储，照常进行。',
      text('Client 1 can no longer renew. Its work goes on.', '客户端 1 无法续期，工作照常进行。'),
    ),
    beat(
      once('acquired', 'client2'),
      'By client 2’s stopwatch 15 s have passed without a change. It takes over.',
      '按客户端 2 的秒表，15 秒没有变化。它接管了。',
    ),
    beat(
      once('wrote', 'storage'),
      'Client 1’s own 10 s are not over yet: it still leads, rightly by its own clock, and writes.',
      '客户端 1 自己的 10 秒还没到：按它的时钟，它理直气壮地还是 leader，于是写入。',
      text('Client 1’s 10 s are not over: it writes.', '客户端 1 的 10 秒还没到，它写入。'),
    ),
    beat(
      overwrite('client2', 'client1'),
      'Client 2 writes what it computed from the number that it had read before.',
      '客户端 2 写下从先前读到的数算出的结果。',
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'the documentation of client-go: it tolerates skew of clocks, but not of their rates; the ratio of LeaseDuration to RenewDeadline is how much faster one node’s clock may run than another’s',
    'client-go 的文档：能容忍时钟的偏差，不能容忍快慢之差；LeaseDuration 与 RenewDeadline 之比，就是一个节点的时钟最多能比另一个快多少',
  ),
  modelled: text(
    'A clock that runs at twice its rate from the start, and a network that fails between one client and the API server.',
    '一个从一开始就快一倍的时钟，以及一个客户端与 API 服务器之间的断网。',
  ),
  notModelled: text(
    'Why a clock runs so fast. Real quartz is wrong by less than 0.1 %; a bad virtual machine may be worse, and a clock that is slewed by hand, too.',
    '时钟为什么会快这么多。真实的石英钟误差不到 0.1%；糟糕的虚拟机、人为校时的时钟会更离谱。',
  ),
  scenario: {
    version: 2,
    seed: 100,
    lock: { id: 'kubernetes-lease', settings: { release: 'never' } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 400,
      work: 9500,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      duration: 40_000,
      patience: 35_000,
    },
    faults: {
      fast: { kind: 'clock-slew', process: 'client2', when: { kind: 'time', at: 0 }, by: 40_000, over: 40_000 },
      cut: {
        kind: 'cut',
        from: ['client1'],
        to: ['service'],
        bothWays: true,
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 100 },
        for: 30_000,
      },
    },
  },
  lock: 'overlap',
  data: 'lost',
  facts: ['entry-left', 'lost-update', 'overlap'],
  scene: { fault: 'fast', answers: ['fix', 'b', 'c'] },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('A LeaseDuration of 30 s', 'LeaseDuration 设为 30 秒'),
      short: text('LeaseDuration of 30 s', '租约 30 秒'),
      text: text(
        'It is three times RenewDeadline now, so a clock may run up to three times as fast. The price: after a crash the others wait for 30 s.',
        '现在它是 RenewDeadline 的三倍，时钟快到三倍也不怕。代价是崩溃之后别人要等 30 秒。',
      ),
      patch: { lock: { settings: { leaseDuration: 30 } } },
      lock: 'held',
      data: 'safe',
      facts: ['entry-left'],
    },
    {
      id: 'b',
      title: text('The clock jumps by an hour instead', '时钟不是走得快，而是跳了一小时'),
      short: text('A jump of an hour', '跳了一小时'),
      text: text(
        'Client 2’s wall clock jumps ahead by an hour. It does not matter: a stopwatch has no time of day.',
        '客户端 2 的挂钟往前跳了一小时。没有关系：秒表不知道几点钟。',
      ),
      patch: {
        faults: {
          fast: null,
          jump: { kind: 'clock-jump', process: 'client2', when: { kind: 'time', at: 3000 }, by: 3_600_000 },
        },
      },
      lock: 'held',
      data: 'safe',
      facts: ['entry-left'],
    },
    {
      id: 'c',
      title: text('Its clock runs 40 % fast', '时钟只快 40%'),
      short: text('A clock 40 % fast', '时钟快 40%'),
      text: text(
        'Less than the ratio of 1.5. Client 2 takes over only after client 1 has stopped.',
        '不到 1.5 的比值。客户端 1 停下之后，客户端 2 才接管。',
      ),
      patch: { faults: { fast: { by: 16_000 } } },
      lock: 'held',
      data: 'safe',
      facts: ['entry-left'],
    },
  ],
};
