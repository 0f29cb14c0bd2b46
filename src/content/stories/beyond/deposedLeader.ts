/** Two leaders in Kubernetes: a leader whose machine stood still is deposed, hears it, and works on. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'With client-go’s defaults the leader renews a Lease every 2 s, and a candidate takes it over after 15 s without a change. The leader’s machine freezes for 20 s. When it goes on, the server refuses its renewal and names the new leader. The old one keeps trying for 10 s, and its work goes on.',
    '按 client-go 的默认值，leader 每 2 秒更新 Lease，15 秒没变化，候选者就接管。leader 的机器停了 20 秒。醒来后它续期被拒，应答里写着新 leader 的名字。旧 leader 却接着试了 10 秒，工作也一直没停。',
  ),
  beats: [
    opening(
      'Two controllers want to lead. The one that leads reads a number, works on it for 26 s and writes it back.',
      '两个控制器都想当 leader。当上的那个读出一个数，处理 26 秒，再写回去。',
      text('The leader reads a number, works for 26 s and writes it.', 'leader 读一个数，处理 26 秒，再写回。'),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has written its name into the Lease. It leads, and will renew every 2 s.',
      '客户端 1 把名字写进了 Lease。它是 leader，每 2 秒续期一次。',
      text('Client 1 leads, and will renew every 2 s.', '客户端 1 当上 leader，每 2 秒续期。'),
    ),
    beat(once('paused', 'client1'), 'Client 1’s machine freezes.', '客户端 1 的机器停住了。'),
    beat(
      once('acquired', 'client2'),
      'Client 2’s stopwatch has run for 15 s since the Lease last changed. It takes over.',
      '自 Lease 最后一次变化，客户端 2 的秒表走满了 15 秒。它接管了。',
      text('Client 2 has seen no change for 15 s. It takes over.', '客户端 2 有 15 秒没见到变化，接管了。'),
    ),
    beat(
      once('resumed', 'client1'),
      'Client 1 goes on. Its renewal is refused: the Lease has changed, and it names client 2.',
      '客户端 1 继续运行，续期被拒：Lease 已变，上面写着客户端 2。',
      text('Client 1 goes on, and its renewal is refused.', '客户端 1 继续运行，续期被拒。'),
    ),
    beat(
      once('wrote', 'storage'),
      'Client 1 tries again until RenewDeadline is over, 10 s in all. Meanwhile its work runs on, and it writes.',
      '客户端 1 要一直试到 RenewDeadline，整整 10 秒。这期间工作照常进行，它写了进去。',
      text('Client 1 tries for 10 s. Its work runs on, and it writes.', '客户端 1 要试满 10 秒，工作没停，写进去了。'),
    ),
    beat(
      overwrite('client2', 'client1'),
      'Client 2 writes what it computed from the number that it had read before. Client 1’s update is gone.',
      '客户端 2 写下从先前读到的数算出的结果。客户端 1 的更新没了。',
      text('Client 2 writes over it. One update is gone.', '客户端 2 把它覆盖，一次更新丢了。'),
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'the documentation of client-go: it does not guarantee that only one client acts as a leader. In 2025 two Cilium operators led at once and gave one PodCIDR to several nodes (pull request 42920, 21 November 2025): a stop hook had held up the end of the old one.',
    'client-go 的文档：不保证同一时间只有一个客户端在当 leader。2025 年，两个 Cilium operator 同时是 leader，把一个 PodCIDR 分给了几个节点（pull request 42920，2025 年 11 月 21 日）：旧的那个被停止钩子拖住，迟迟没退出。',
  ),
  modelled: text(
    'client-go’s election with its defaults, the API server with the version of each object, and a leader that ends its work when it is notified.',
    'client-go 的选主（默认值），API 服务器为每个对象记下的版本，以及一得到通知就结束工作的 leader。',
  ),
  notModelled: text(
    'Watches, and the process that ends itself: most programs exit once OnStoppedLeading is called, but here it is not called in time.',
    'watch，以及进程自行退出：OnStoppedLeading 一被调用，多数程序就退出，但这里它来得太晚。',
  ),
  scenario: {
    version: 2,
    seed: 99,
    lock: { id: 'kubernetes-lease', settings: {} },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 400,
      work: 26_000,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      duration: 56_000,
      patience: 50_000,
    },
    faults: {
      still: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 500 },
        for: 20_000,
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
      title: text('Its writes name the version that they change', '写入时写明所改的版本'),
      short: text('Writes name a version', '写入带上版本'),
      text: text(
        'Client 2 writes only over the version that it has read. Objects of Kubernetes have such a version, the resourceVersion, and the API server refuses an update of an older one. Two leaders still work at once, but only one of them changes anything.',
        '客户端 2 只能覆盖它读到的那个版本。Kubernetes 的对象都有版本，即 resourceVersion，更新旧版本会被 API 服务器拒绝。两个 leader 还是同时在干活，但只有一个能改动东西。',
      ),
      patch: { storage: { id: 'version' } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
    },
    {
      id: 'b',
      title: text('The old leader stops at the first refusal', '旧 leader 第一次被拒就停下'),
      short: text('Deposed at the first refusal', '第一次被拒就算'),
      text: text(
        'client-go does not have this setting. A leader that reads another’s name stops at once. Two led for half a second, and had the work been done in it, the write would have gone through.',
        'client-go 没有这个设置。leader 一读到别人的名字就停下。两个 leader 仍并存了半秒；要是工作恰好在这半秒里做完，写入照样成功。',
      ),
      patch: { lock: { settings: { stopsWhenDeposed: true } } },
      lock: 'overlap',
      data: 'lucky',
      facts: ['overlap'],
    },
    {
      id: 'c',
      title: text('A pause of 12 s, less than LeaseDuration', '停 12 秒，短于 LeaseDuration'),
      short: text('A pause of 12 s', '只停 12 秒'),
      text: text(
        'The machine freezes for 12 s. Client 2’s stopwatch has not run for 15 s when client 1 renews, and starts over.',
        '机器停了 12 秒。客户端 1 续期时，客户端 2 的秒表还没走满 15 秒，于是从头数起。',
      ),
      patch: { faults: { still: { for: 12_000 } } },
      lock: 'held',
      data: 'safe',
    },
  ],
};
