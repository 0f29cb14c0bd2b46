/**
 * The first exercises: a pause to drag, and five marks to name in the picture of the resulting run. All other exercises
 * are read in such pictures.
 */
import type { Exercise, NameExercise } from '../../core/model/scenario/exercise';
import type { Fault, When } from '../../core/model/scenario/fault';
import { defaultSettings, type Scenario } from '../../core/model/scenario/scenario';
import { twoHolders } from './aims';

/** Client 1 works and leaves; client 2 comes some time later. */
const oneAfterTheOther: Scenario = {
  version: 2,
  seed: 1,
  lock: { id: 'single-node', settings: { ttl: 1200, nodeTimeout: 300, tries: 20, retryDelay: 300, retryJitter: 0 } },
  storage: { id: 'version' },
  settings: { ...defaultSettings, stagger: 900, work: 600, latency: 40, duration: 6000, patience: 5000 },
  faults: {},
};

const pauseAt = (when: When): Fault => ({ kind: 'pause', process: 'client1', when, for: 1800 });

/** What the pause has to become. */
const dragged = { faults: { pause: pauseAt({ kind: 'step', process: 'client1', step: 'work', nth: 1 }) } };

/** How to recognise each mark that a number might be mistaken for. */
const looks: NameExercise['looks'] = {
  request: {
    en: 'A request is a solid arrow from a client to the line of a node or of the storage.',
    zh: '请求是从客户端指向节点或存储那一行的实线箭头。',
  },
  reply: {
    en: 'A reply is a dashed arrow back to the line of the client.',
    zh: '应答是回到客户端那一行的虚线箭头。',
  },
  cross: {
    en: 'A lost message ends in a cross, before the line that it was sent to.',
    zh: '丢失的消息还没到目标那一行，就止于一个叉。',
  },
  key: {
    en: 'A key is a filled bar on the line of a node, in the color of its owner.',
    zh: '键是节点那一行上的实心条，颜色是主人的颜色。',
  },
  inside: {
    en: 'A client that holds the lock has a pale bar on its own line.',
    zh: '持锁的客户端，自己那一行上有一条浅色的条。',
  },
  pause: {
    en: 'A pause is a gray hatched box over the line of one process.',
    zh: '停顿是一个进程那一行上画满斜线的灰框。',
  },
  two: {
    en: 'Two holders at once get a red frame, on the line of the true holder and across all lines below it.',
    zh: '两个客户端同时持锁，用红框标出：在实际持有者那一行，并贯穿下面各行。',
  },
  check: {
    en: 'An accepted write is a green disc with a tick, on the line of the storage.',
    zh: '被接受的写入，是存储那一行上带勾的绿色圆点。',
  },
  diamond: {
    en: 'A destroyed update is a red diamond on the line of the storage.',
    zh: '被毁掉的更新，是存储那一行上的红色菱形。',
  },
  shield: {
    en: 'A rejected write is a shield on the line of the storage.',
    zh: '被拒绝的写入，是存储那一行上的一面盾。',
  },
};

export const exercises: readonly Exercise[] = [
  {
    id: 'drag-a-pause',
    chapter: 'picture',
    kind: 'break',
    title: { en: 'Drag a pause', zh: '拖动一次停顿' },
    task: {
      en: 'Each line is a process, and time goes to the right. While client 1 holds the lock, it has a pale bar. The hatched box is a pause: no code of client 1 runs there. Drag the box to the left, onto the pale bar, until two clients hold the lock at once.',
      zh: '每一行是一个进程，时间从左往右。浅色的条表示客户端 1 持有锁。画斜线的框是一次停顿：那段时间里，客户端 1 的代码不运行。把这个框向左拖到浅色的条上，直到两个客户端同时持锁。',
    },
    scenario: oneAfterTheOther,
    budget: { faults: 1, kinds: ['pause'], processes: ['client1'], lengthMax: 1800 },
    begins: { faults: { pause: pauseAt({ kind: 'time', at: 2600 }) } },
    aims: [{ ...twoHolders, in: 'calm' }],
    solution: dragged,
    nearMiss: { faults: { pause: pauseAt({ kind: 'time', at: 2600 }) } },
    hints: [
      {
        en: 'After the pale bar client 1 has given the lock back. A pause there harms nobody.',
        zh: '浅色的条结束之后，客户端 1 已经把锁还了回去。停在那里没有危害。',
      },
      {
        en: 'Let the pause begin while client 1 holds the lock. It lasts longer than the lock.',
        zh: '让停顿从客户端 1 持锁时开始。它比锁的有效时间还长。',
      },
    ],
    after: {
      en: 'While client 1 was paused, its lock expired, and client 2 got it, as it should. Client 1 woke up with no idea. The red frame shows how long there were two holders at once.',
      zh: '客户端 1 停顿期间，它的锁过期了，客户端 2 名正言顺地拿到了锁。客户端 1 醒来时毫不知情。红框是两个客户端同时持锁的那段时间。',
    },
    notes: {
      wrong: {
        en: 'Some drag the edge of the pause. It cannot become longer; its place is what counts.',
        zh: '有人去拖停顿的边缘。它不能再长了；要紧的是它在哪里。',
      },
      say: {
        en: 'Drag it slowly in front of everybody, and ask at which moment the lock breaks.',
        zh: '当着大家慢慢拖，问：从哪一刻起锁失守了？',
      },
    },
  },
  {
    id: 'name-the-marks',
    chapter: 'picture',
    needs: ['drag-a-pause'],
    kind: 'name',
    title: { en: 'Name the parts', zh: '认出各部分' },
    task: {
      en: 'This is the run of “Drag a pause”, without its words, and with the pause where it breaks the lock: two clients, one Redis node and a storage, each on a line of its own. Match each numbered mark to its name.',
      zh: '这是“拖动一次停顿”的那次运行，停顿在会让锁失守的地方，只是拿掉了文字：两个客户端、一个 Redis 节点和一个存储，各占一行。把每个编号的标记和它的名称对上。',
    },
    // The pause begins late enough that the bar below it can be seen.
    scenario: { ...oneAfterTheOther, faults: { pause: pauseAt({ kind: 'time', at: 600 }) } },
    looks,
    marks: [
      {
        sort: 'key',
        nth: 1,
        tells: {
          en: 'It lasts from the SET to the end of its TTL, or until somebody deletes it. Here nobody deleted it: the TTL ran out.',
          zh: '它从 SET 开始，到 TTL 到期或有人删掉为止。这一个没有人删：是 TTL 到期了。',
        },
      },
      {
        sort: 'inside',
        nth: 1,
        tells: {
          en: 'The client thinks it has the lock. Where the bar is hatched in its own color, the lock is gone, and the client does not know.',
          zh: '客户端认为自己持有锁。用客户端自己的颜色画斜线的地方，锁其实已经没了，而客户端并不知道。',
        },
      },
      {
        sort: 'pause',
        nth: 1,
        tells: {
          en: 'No code runs there: nothing is sent, and what arrives waits. The process itself notices nothing.',
          zh: '这段时间里没有代码运行：什么也不发，到达的消息都等着。进程自己毫无察觉。',
        },
      },
      {
        sort: 'two',
        nth: 1,
        tells: {
          en: 'Two clients think they have the lock. That alone does no harm; what they write may.',
          zh: '两个客户端都以为自己持锁。仅此还没有危害；它们写下的东西才可能有。',
        },
      },
      {
        sort: 'shield',
        nth: 1,
        tells: {
          en: 'It was based on an old version, and the storage could tell. The lock did not stop its client, and yet this write does no harm.',
          zh: '它依据的是旧版本，存储看了出来。锁没能拦住这个客户端，但这次写入没有造成危害。',
        },
      },
    ],
    hints: [
      {
        en: 'Begin with whose line it is: clients above, the Redis node below them, the storage at the bottom.',
        zh: '先看在谁的那一行：客户端在上，Redis 节点在下，存储在最底下。',
      },
      {
        en: 'One of them is the pause of “Drag a pause”. The others follow from it, from left to right.',
        zh: '其中一个是“拖动一次停顿”里的停顿。其余的从左到右，都是由它引起的。',
      },
    ],
    after: {
      en: 'These five marks tell nearly every story here. From now on the picture has its words again.',
      zh: '这里几乎每个故事都由这五种标记讲出来。往后图上的文字都在。',
    },
    notes: {
      wrong: {
        en: 'People take the bar of a client for the lock itself, and the bar on the node for what the client thinks. It is the other way round.',
        zh: '人们把客户端上的条当成锁本身，把节点上的条当成客户端以为的。其实正相反。',
      },
      say: {
        en: 'Put the picture on the wall and have the room call out the names. Then ask where the client is wrong about the lock: at the hatching.',
        zh: '把图投到墙上，让大家说出名称。再问：客户端从哪里开始以为错了？从画斜线的地方。',
      },
    },
  },
];
