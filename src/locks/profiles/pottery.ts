/** Pottery 3.0.1, Redlock as a profile of Redlock. */
import type { Profile } from '../../model/profile';

export const pottery: Profile = {
  id: 'pottery',
  lock: 'redlock',
  title: { en: 'Pottery 3.0.1, Redlock', zh: 'Pottery 3.0.1, Redlock' },
  about: {
    en: 'Python, with a thread for each node. It goes on as soon as a majority has said yes, while the other requests are still under way. Each attempt has a value of its own. Its caller extends, three times at most, and learns of a loss at the release.',
    zh: 'Python 的库，每个节点一个线程。多数节点一同意就继续，其余请求仍在路上。每次尝试都用新的值。由调用者续期，最多三次；锁已失去这件事要到释放时才知道。',
  },
  version: '3.0.1',
  repository: 'https://github.com/brainix/pottery',
  commit: 'e2f4042',
  read: '2026-11-22',
  checked: 'source',
  settings: {
    ttl: 10_000,
    goesOn: 'granted',
    nodeTimeout: 5000,
    tries: 100,
    retryDelay: 100,
    retryJitter: 100,
    owner: 'try',
    releaseAwaits: 'majority',
    clock: 'mono',
    toldBy: 'nothing',
  },
};
