/**
 * The stamp in the key decides who holds the lock. The story shows what GETSET saves, and what clocks, pauses and a
 * late DEL do to it.
 */
import type { Fault } from '../../../core/model/scenario/fault';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

const crash: Fault = {
  kind: 'crash',
  process: 'client1',
  when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
  restartAfter: 'never',
};

/** Client 2 is between its stamp and the command that writes it. */
const beforeGetset = { kind: 'step', process: 'client2', step: 'getset', nth: 1 } as const;

export const story: StoryBody = {
  next: 'how-long',
  lead: text(
    'The key holds the time at which the lock ends. Client 1 crashes with the lock; two clients find that the time has passed, both write their own, and GETSET tells them which was first.',
    '键里存的是锁到期的时刻。客户端 1 持锁崩溃；两个客户端都发现时间已过，都写入自己的时刻，而 GETSET 会告诉它们谁先谁后。',
  ),
  beats: [
    opening(
      'To do without EXPIRE, each client writes into the key the time when its lock will end, by its own clock. Redis itself deletes nothing.',
      '为了不用 EXPIRE，每个客户端把自己的锁何时到期写进键里，用的是自己的时钟。Redis 自己不删任何东西。',
      text(
        'Each client writes into the key when its lock ends, by its own clock.',
        '客户端按自己的时钟，把到期时刻写进键里。',
      ),
    ),
    beat(
      once('crashed', 'client1'),
      'Client 1 crashes with the lock. Its key stays, with a time in it.',
      '客户端 1 拿到锁后崩溃。键还在，里面有一个时刻。',
      text(
        'Client 1 crashes with the lock. Its key stays, with a time in it.',
        '客户端 1 持锁崩溃，键还在，里面有个时刻。',
      ),
    ),
    beat(
      once('received', 'client3', 2),
      'That time has passed when clients 2 and 3 come: SETNX fails, and GET shows both the same old stamp.',
      '客户端 2 和 3 到来时，这个时刻已过：SETNX 失败，GET 让它们看到同一个旧时刻。',
      text(
        'The time has passed. Clients 2 and 3 both see the same old stamp.',
        '这个时刻已过，客户端 2 和 3 看到同一个旧时刻。',
      ),
    ),
    beat(
      once('acquired', 'client2'),
      'GETSET returns the value it has replaced. Client 2 gets back the old stamp: it was first, and has the lock.',
      'GETSET 会返回它替换掉的值。客户端 2 得到的正是那个旧时刻：它是第一个，拿到了锁。',
      text(
        'GETSET gives client 2 the old stamp: it was first, and has the lock.',
        '客户端 2 的 GETSET 先到，得到旧时刻：锁归它了。',
      ),
    ),
    beat(
      once('received', 'client3', 3),
      'Client 3 gets back client 2’s stamp: it was too late. Its own stamp is now in the key anyway, a hair later than client 2’s.',
      '客户端 3 得到的是客户端 2 的时刻：它输了。不过键里现在是它写的时刻，只比客户端 2 的晚一点点。',
      text(
        'Client 3 gets client 2’s stamp: too late, but the key has its stamp.',
        '客户端 3 的 GETSET 得到客户端 2 的时刻：没抢到，却改写了键。',
      ),
    ),
    beat(
      once('acquired', 'client3'),
      'Client 3 gets the lock after client 2 has released it.',
      '客户端 2 释放之后，客户端 3 才拿到锁。',
    ),
  ],
  sources: ['notes'],
  modelled: text(
    'SETNX, GET, GETSET and DEL as separate requests to one node; stamps by each client’s wall clock, and a comparison of the time taken with the TTL before DEL. The storage checks versions, so the run shows only what the lock does.',
    'SETNX、GET、GETSET、DEL 各是发往一个节点的一次请求；时刻取自各客户端自己的挂钟；DEL 之前先比较用时和 TTL。存储会检查版本，好让这次运行只显出锁的问题。',
  ),
  notModelled: text(
    'A node that crashes: it would forget stamps as it forgets any key.',
    '节点崩溃：它会像忘记任何键一样忘记这些时刻。',
  ),
  scenario: {
    version: 2,
    seed: 7,
    lock: {
      id: 'setnx-getset',
      settings: { ttl: 2000, nodeTimeout: 400, tries: 10, retryDelay: 400, retryJitter: 50 },
    },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      clients: 3,
      work: 600,
      latency: 25,
      own: { client2: { start: 2300 }, client3: { start: 2310 } },
      duration: 5000,
      patience: 4500,
    },
    faults: { crash },
  },
  lock: 'held',
  data: 'safe',
  variants: [
    {
      id: 'b',
      title: text('A clock that is ahead', '走在前面的时钟'),
      text: text(
        'Client 1 is fine and working. Client 2’s clock is three seconds ahead, more than client 1’s lock has left, so client 2 takes over a lock that is in use. Every client’s clock has a say here.',
        '客户端 1 好好地在工作。客户端 2 的时钟快了三秒，超过客户端 1 的锁剩余的有效时间，于是它接管了一把正在用的锁。在这里，每个客户端的时钟都能左右结果。',
      ),
      patch: {
        settings: {
          clients: 2,
          work: 1400,
          own: { client2: { start: 400, clock: { offset: 3000 } }, client3: null },
          duration: 4500,
        },
        faults: { crash: null },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'deleted-another', 'rejected', 'rightful-rejected'],
      beats: [
        beat(
          once('acquired', 'client1'),
          'Client 1 has the lock and is working within its TTL.',
          '客户端 1 拿到锁，在 TTL 之内工作。',
        ),
        beat(
          once('received', 'client2', 2),
          'Client 2 reads the stamp. By its clock that moment has passed.',
          '客户端 2 读到那个时刻。照它的时钟，已经过了。',
        ),
        beat(
          once('acquired', 'client2'),
          'GETSET gives client 2 the lock, too: two holders at once.',
          'GETSET 把锁也给了客户端 2：两个客户端同时持锁。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('An old stamp, written late', '迟写的旧时刻'),
      text: text(
        'Client 2 computes its stamp and pauses before GETSET. When it resumes, client 3 has had the lock and released it, and client 4 has it. Client 2’s GETSET does not win the lock, but it puts a stamp that is nearly over into client 4’s key. The next client to ask takes the lock: here it is client 2 itself.',
        '客户端 2 算好时刻，却在 GETSET 之前停顿了。等它继续时，客户端 3 已经用过锁又释放了，锁在客户端 4 手里。客户端 2 的 GETSET 没有抢到锁，却把一个快要过去的时刻写进了客户端 4 的键。下一个来问的就能拿到锁：这里正是客户端 2 自己。',
      ),
      patch: {
        lock: { settings: { tries: 1 } },
        settings: {
          clients: 4,
          think: 250,
          work: 1300,
          own: { client2: { start: 2100 }, client3: { start: 2110 }, client4: { start: 3400 } },
          duration: 6700,
        },
        faults: { pause: { kind: 'pause', process: 'client2', when: beforeGetset, for: 1850 } },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'deleted-another', 'rejected', 'rightful-rejected'],
      beats: [
        beat(
          once('paused', 'client2'),
          'Client 1 has crashed, and its time has passed. Client 2 has computed its own stamp and pauses before it writes it.',
          '客户端 1 已经崩溃，它的时刻已过。客户端 2 算好了自己的时刻，还没写入就停顿了。',
          text(
            'Client 1 is dead. Client 2 has computed a stamp, and pauses.',
            '客户端 1 已死。客户端 2 算好时刻，还没写就停顿了。',
          ),
        ),
        beat(once('acquired', 'client3'), 'Client 3 takes over the lock.', '客户端 3 接管了锁。'),
        beat(
          once('acquired', 'client4'),
          'Client 3 has released it, and client 4 has it.',
          '客户端 3 释放之后，锁到了客户端 4 手里。',
        ),
        beat(
          once('entrySet', 'nodeA', 4),
          'Now client 2’s GETSET arrives. It wins nothing, but from now on client 4’s key says that its time is nearly over.',
          '这时客户端 2 的 GETSET 才到。它什么也没抢到，但客户端 4 的键从此写着：时间快到了。',
          text(
            'The old stamp arrives: client 4’s lock now seems to be nearly over.',
            '客户端 2 把旧时刻写进键里：客户端 4 的锁看似快到期了。',
          ),
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 asks again, finds that the stamp has passed, and takes the lock that client 4 still holds.',
          '客户端 2 再来问，发现时刻已过，于是拿到锁，而客户端 4 仍持有它。',
          text(
            'The stamp has passed: client 2 gets the lock that client 4 holds.',
            '客户端 2 再问，时刻已过：它与客户端 4 同时持锁。',
          ),
        ),
      ],
    },
    {
      id: 'd',
      title: text('A key that is nobody’s', '释放之后才 GETSET'),
      text: text(
        'As before, but nobody has locked in the meantime: client 2’s GETSET lands after client 3’s release and creates a key without an owner. Nobody holds the lock, and nobody gets it until the stamp has passed.',
        '客户端 2 停在 GETSET 之前，等它继续时，客户端 3 已经释放了锁。它的 GETSET 造出一个没有主人的键：没有人持锁，而时刻过去之前谁也拿不到锁。',
      ),
      patch: {
        lock: { settings: { tries: 1 } },
        settings: {
          think: 250,
          work: 300,
          own: { client2: { start: 2000 }, client3: { start: 2010 } },
          duration: 5600,
          patience: 1300,
        },
        faults: { pause: { kind: 'pause', process: 'client2', when: beforeGetset, for: 900 } },
      },
      lock: 'unavailable',
      data: 'safe',
      facts: ['starved'],
      beats: [
        beat(once('paused', 'client2'), 'Client 2 pauses before its GETSET.', '客户端 2 在 GETSET 之前停顿。'),
        beat(once('acquired', 'client3'), 'Client 3 takes over the lock.', '客户端 3 接管了锁。'),
        beat(
          once('entryGone', 'nodeA'),
          'Client 3 finishes and deletes the key. The lock is free.',
          '客户端 3 做完了，删掉键。锁空了。',
        ),
        beat(
          once('entrySet', 'nodeA', 3),
          'Client 2’s GETSET arrives and finds no old stamp: it does not win the lock, and yet it has created a key.',
          '客户端 2 的 GETSET 到了，没找到旧值：它没抢到锁，却造出了一个键。',
          text(
            'Client 2’s GETSET finds no old stamp: no lock won, but a key created.',
            '客户端 2 的 GETSET 没找到旧值：没抢到锁，却造出了键。',
          ),
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock only when that stamp has passed: its own key kept it out.',
          '直到那个时刻过去，客户端 2 才拿到锁：把它挡在外面的正是它自己的键。',
          text(
            'Client 2’s own key kept it out until that stamp had passed.',
            '等那个时刻过去，客户端 2 才拿到锁：挡它的是自己的键。',
          ),
        ),
      ],
    },
    {
      id: 'e',
      title: text('In time, then too late', 'DEL 之前先查时间'),
      text: text(
        'Before DEL the holder compares its time with the TTL, as the article says: once the TTL is over, the key is no longer its own. Client 1 finds that it is in time, pauses, and deletes client 2’s key. Client 3 gets the lock while client 2 still holds it.',
        '按文章的做法，持有者在 DEL 之前比较用时和 TTL：超过了，键就不再是自己的。客户端 1 一查，还来得及，随后停顿，醒来删掉的却是客户端 2 的键。客户端 3 于是拿到锁，与客户端 2 同时持锁。',
      ),
      patch: {
        lock: { settings: { ttl: 1500, tries: 30, retryDelay: 250 } },
        settings: {
          work: 1000,
          own: { client2: { start: 700 }, client3: { start: 1900 } },
          duration: 4200,
        },
        faults: {
          crash: null,
          pause: {
            kind: 'pause',
            process: 'client1',
            when: { kind: 'step', process: 'client1', step: 'del', nth: 1 },
            for: 900,
          },
        },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'deleted-another', 'rejected', 'rightful-rejected'],
      beats: [
        beat(
          once('releasing', 'client1'),
          'Client 1 finishes, still within its TTL.',
          '客户端 1 做完了，还在 TTL 之内。',
        ),
        beat(
          once('paused', 'client1'),
          'Client 1 has compared, and pauses before DEL.',
          '客户端 1 比较过了，在 DEL 之前停顿。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 1’s stamp is over, and client 2 takes the lock.',
          '客户端 1 的时刻已过，客户端 2 拿到了锁。',
        ),
        beat(
          once('entryGone', 'nodeA'),
          'Client 1’s DEL deletes client 2’s key.',
          '客户端 1 的 DEL 删掉了客户端 2 的键。',
        ),
        beat(
          once('acquired', 'client3'),
          'Client 3 gets the lock while client 2 still holds it.',
          '客户端 3 拿到锁，与客户端 2 同时持锁。',
        ),
      ],
    },
    {
      id: 'f',
      title: text('Gone before the GET', 'GET 之前锁被释放'),
      text: text(
        'Client 1 is fine and releases the lock just between client 2’s SETNX and GET. GET finds nothing: there is no stamp to compare, so client 2 starts over with SETNX at once, without the delay that follows a refusal.',
        '客户端 1 正常工作，恰好在客户端 2 的 SETNX 与 GET 之间释放锁。GET 什么也没找到：没有时刻可比，于是客户端 2 立刻从 SETNX 重新开始，不像被拒绝那样先等一等。',
      ),
      patch: {
        settings: { clients: 2, own: { client2: { start: 400 }, client3: null }, duration: 3000 },
        faults: {
          crash: null,
          pause: {
            kind: 'pause',
            process: 'client2',
            when: { kind: 'step', process: 'client2', step: 'get', nth: 1 },
            for: 600,
          },
        },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('paused', 'client2'),
          'SETNX has told client 2 that the key exists. Before it asks for the stamp, it pauses.',
          'SETNX 告诉客户端 2：键还在。它还没来得及看那个时刻，就停顿了。',
          text(
            'Client 2 knows that a key exists, and pauses before it looks.',
            '客户端 2 知道键在，还没看时刻就停顿了。',
          ),
        ),
        beat(once('entryGone', 'nodeA'), 'Client 1 finishes and deletes the key.', '客户端 1 做完了，删掉了键。'),
        beat(
          once('received', 'client2', 2),
          'GET returns nil: the lock has been released. Client 2 starts over.',
          'GET 返回 nil：锁已经释放。客户端 2 从头再来。',
        ),
        beat(
          once('acquired', 'client2'),
          'SETNX sets the key this time: client 2 alone holds the lock.',
          '这一次 SETNX 设上了键：只有客户端 2 持锁。',
        ),
      ],
    },
    {
      id: 'g',
      title: text('Too late, and it knows', '停顿之后再查时间'),
      text: text(
        'The same comparison where it helps: client 1 is held up until its time is over and client 2 has taken the lock. Before DEL it finds that it is too late, and leaves the key alone. Client 3 has to wait. There were two holders anyway: the comparison protects the key, not the resource.',
        '同样在 DEL 之前比较，但客户端 1 停到了 TTL 之后。它在 DEL 之前发现已经超时，就不去碰那个键，客户端 3 也就拿不到锁。但还是有过两个客户端同时持锁：这个比较保护的是键，不是资源。',
      ),
      patch: {
        lock: { settings: { ttl: 1500, tries: 30, retryDelay: 250 } },
        settings: {
          work: 700,
          own: { client2: { start: 1650 }, client3: { start: 2000 } },
          duration: 5200,
        },
        faults: {
          crash: null,
          pause: {
            kind: 'pause',
            process: 'client1',
            when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
            for: 1500,
          },
        },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(once('paused', 'client1'), 'Client 1 has the lock, and is held up.', '客户端 1 拿到锁，却停顿了。'),
        beat(
          once('acquired', 'client2'),
          'Client 1’s stamp is over, and client 2 takes the lock.',
          '客户端 1 的时刻已过，客户端 2 接管了锁。',
        ),
        beat(
          once('released', 'client1'),
          'Client 1 compares and sends no DEL: nothing more needs to be done, says the article.',
          '客户端 1 一比较，没有发 DEL：按文章说，不需要再处理了。',
          text('Client 1 compares, sees that it is late, and sends no DEL.', '客户端 1 一比较，知道已晚，没有发 DEL。'),
        ),
        beat(
          once('acquired', 'client3'),
          'Client 1 left client 2’s key alone, so client 3 had to wait.',
          '客户端 1 没有删客户端 2 的键，客户端 3 只能等。',
        ),
      ],
    },
  ],
};
