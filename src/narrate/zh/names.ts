/** What Chinese calls the processes. */
import type { NameWords } from '../said';

export const names: NameWords = {
  client: (number) => `客户端 ${number}`,
  node: (letter) => `节点 ${letter}`,
  replica: (name) => `副本 ${name}`,
  service: '锁服务',
  storage: '存储',
  storagePart: (letter) => `存储 ${letter}`,
  several: (names) => names.join('、'),
};
