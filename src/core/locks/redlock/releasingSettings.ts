/** The settings of how Redlock gives its keys back. The program is in `releasing.ts`. */
import { choice, count, flag } from '../../model/scenario/fields';
import { compareByField } from '../shared/fields';

export const redlockReleasingFields = {
  compareBy: compareByField,
  releaseBetweenTries: flag({
    label: { en: 'Releases between attempts', zh: '两次尝试之间释放' },
    help: {
      en: 'Without it, a client is blocked by its own keys when it tries again.',
      zh: '不释放的话，客户端重试时会被自己的键挡住。',
    },
    default: true,
  }),
  releaseTo: choice({
    label: { en: 'Releases on', zh: '向谁释放' },
    help: {
      en: 'A node whose reply was lost, or came after the majority, may hold the key as well, so the articles release on all nodes. redlock-universal does so after the work; after a failed attempt it only asks the nodes that said yes in that attempt.',
      zh: '应答丢失或晚于多数到达的节点也可能已设置了键，所以文章要求向所有节点释放。redlock-universal 干完活后向所有节点释放，尝试失败后只找这次同意的节点。',
    },
    options: [
      { id: 'all', label: { en: 'all nodes', zh: '所有节点' } },
      { id: 'granted', label: { en: 'nodes known to have granted', zh: '已知同意的节点' } },
      { id: 'granted-now', label: { en: 'all, except after a failed attempt', zh: '所有节点，失败的尝试除外' } },
    ],
    default: 'all',
  }),
  releaseAwaits: choice({
    label: { en: 'A release waits for', zh: '释放时等待' },
    help: {
      en: 'node-redlock 5 returns when a majority has deleted the key or said that it cannot. Pottery returns when a majority has deleted it, and a no waits for all, as in its acquire. aioredlock does not wait after its last attempt; for the release after the work it waits.',
      zh: 'node-redlock 5 在多数节点删掉键或表示删不了时返回。Pottery 在多数节点删掉键时返回，失败则要等齐，与加锁时相同。aioredlock 最后一次尝试失败后不等待，工作之后的释放则等待。',
    },
    options: [
      { id: 'all', label: { en: 'all nodes', zh: '所有节点' } },
      { id: 'majority', label: { en: 'a majority', zh: '多数节点' } },
      { id: 'none', label: { en: 'no node, after a failed acquire', zh: '加锁失败时不等' } },
    ],
    default: 'all',
  }),
  releaseTries: count({
    label: { en: 'Attempts of a release', zh: '释放的尝试次数' },
    help: {
      en: 'A release that a majority refuses is sent again, with the same delays as an acquire. node-redlock 5: 11, so a release that comes too late fails after two seconds.',
      zh: '多数节点拒绝时再次释放，其间的间隔与加锁时相同。node-redlock 5 为 11 次，所以来得太晚的释放要两秒后才失败。',
    },
    min: 1,
    max: 100,
    default: 1,
  }),
} as const;
