/** How the sandbox's stand-ins of ioredis and node-redis differ from the libraries. */
import type { Text } from '../../core/model/values/text';

/** Null: the code imports neither. */
export const standInsOf = (code: string): Text | null =>
  /['"](?:ioredis|redis|@redis\/client)['"]/.test(code) ? differs : null;

const differs: Text = {
  en: 'Stand-ins play ioredis and node-redis here, connected from the start, without socketTimeout, blockingTimeout, reconnectOnError and node-redis’ command timeout. An attack on a file runs the libraries themselves.',
  zh: '这里用替身代替 ioredis 和 node-redis：一开始就已连接，也没有 socketTimeout、blockingTimeout、reconnectOnError 和 node-redis 的命令超时。攻击文件时运行的是库本身。',
};
