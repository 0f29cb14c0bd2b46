/**
 * Tokens count the grants of a lock, not the wishes of the clients. The client that came first may have the larger
 * number.
 */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'Two web servers add a name to a list. Client 1 got its request first but is held up; client 2 gets the lock with token 1, and then client 1 with token 2. Everything is in order, just not in the order of the requests.',
    '两个客户端往同一个列表里加名字。客户端 1 先收到请求，却被耽搁了；客户端 2 先拿到锁和 token 1，然后才是客户端 1，拿到 token 2。一切都有序，只不过不是请求的先后顺序。',
  ),
  beats: [
    opening(
      'Two web servers, called A and B in the article. Each receives a name from the web that it must add to a list; A receives its name first.',
      '两台 Web 服务器，文章里叫 A 和 B。它们各从网页收到一个名字，要加进同一个列表；先收到的是 A。',
      text(
        'Two web servers each receive a name for one list. A is first.',
        '两台 Web 服务器各收到一个名字，A 先收到。',
      ),
    ),
    beat(
      once('paused', 'client1'),
      'T0: A, here client 1, has received a new name, and B is idle. A is about to ask for the lock when it pauses.',
      'T0：A（这里的客户端 1）收到新名字，B 空闲。A 正要去加锁，就停顿了。',
      text('T0: client 1 has a new name, and pauses. B is idle.', 'T0：客户端 1 收到新名字，停顿了。B 空闲。'),
    ),
    beat(
      once('acquiring', 'client2'),
      'T1: B, here client 2, has received a new name, later than A. It asks for the lock.',
      'T1：B（这里的客户端 2）收到新名字，比 A 晚。它去要锁。',
      text('T1: client 2 has a new name, later than client 1.', 'T1：客户端 2 后收到新名字，去要锁。'),
    ),
    beat(
      once('acquired', 'client2'),
      'T2: client 2 gets a lock with ID 1, which is token 1.',
      'T2：客户端 2 拿到 ID 为 1 的锁，也就是 token 1。',
    ),
    beat(once('wrote', 'storage'), 'Client 2 adds its name.', '客户端 2 加上了自己的名字。'),
    beat(
      once('acquired', 'client1'),
      'T3: client 1 gets the lock after it, with token 2.',
      'T3：客户端 1 随后拿到锁和 token 2。',
    ),
    beat(
      once('wrote', 'storage', 2),
      'Client 1 reads the list with the first name in it and adds the second. No name is lost.',
      '客户端 1 读到已有第一个名字的列表，再加上第二个。一个名字也没丢。',
      text(
        'Client 1 reads the first name and adds the second. None is lost.',
        '客户端 1 读到第一个名字，加上第二个，都没丢。',
      ),
    ),
  ],
  sources: ['debate'],
  argument: text(
    'antirez’s example: the number of a lock has little to do with the order in which the operations were meant to happen. It is enough that there is some order, one after another; so it matters little whether the token is a number or a random value. The first half is true, as this run shows. But a growing number is not meant to keep the order of the requests: it tells the storage which client is late, which a random value cannot do (“Can a random value replace fencing tokens?”, variant d).',
    '这是 antirez 的例子：锁的 ID 的大小，与那些操作本来想执行的顺序没什么关系。只要能排出某个顺序，一个接一个就行；所以 token 是递增的数还是随机值，并不那么重要。前半句没错，这次运行就是证明。但递增的编号本来就不是为了保持请求的先后：它是让存储看出谁迟到了，而随机值做不到（见“随机值能代替 fencing token 吗？”的变体 d）。',
  ),
  modelled: text(
    'Client 1 adds 1 and client 2 adds 10; the first pauses before it asks for the lock.',
    '客户端 1 加 1，客户端 2 加 10；第一个在要锁之前停顿。',
  ),
  notModelled: text(
    'The list itself, which is a number here. Appending to a list would need neither a version nor a token.',
    '列表本身，这里用一个数代替。若只是在列表末尾追加，既不需要版本，也不需要 token。',
  ),
  scenario: {
    version: 2,
    seed: 30,
    lock: { id: 'single-node', settings: { ttl: 2000, nodeTimeout: 300, tries: 6, retryDelay: 200, token: 'counter' } },
    storage: { id: 'fencing' },
    settings: {
      ...defaultSettings,
      stagger: 400,
      think: 450,
      work: 650,
      latency: { min: 15, p50: 28, p99: 60, max: 75 },
      duration: 3200,
      patience: 3000,
    },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'acquire', nth: 1 },
        for: 1100,
      },
    },
  },
  lock: 'held',
  data: 'safe',
  variants: [],
};
