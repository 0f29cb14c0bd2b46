/** Every service beside Redis: a line each. */
import { makeChubby } from './chubby';
import { makeEtcd } from './etcd';
import { makeSql } from './sql';
import { makeZookeeper } from './zookeeper';

export const everyService = {
  zookeeper: makeZookeeper,
  chubby: makeChubby,
  sql: makeSql,
  etcd: makeEtcd,
};
