/** The names of the processes in Chinese. */
import type { SentenceNames } from '../phrases';

export const names: SentenceNames = {
  client: (number) => `客户端 ${number}`,
  node: (letter) => `节点 ${letter}`,
  replica: (name) => `副本 ${name}`,
  service: '锁服务',
  member: (letter) => `成员 ${letter}`,
  storage: '存储',
  storagePart: (letter) => `存储 ${letter}`,
  sentinel: (number) => `哨兵 ${number}`,
  several: (names) => names.join('、'),
};
