/** The services that the simulator knows beside Redis, by their kind: a line each. */
import type { ServiceKind } from '../../model/lock';
import { makeChubby } from './chubby';
import { makeEtcd } from './etcd';
import type { MakeService } from './service';
import { makeSql } from './sql';
import { makeZookeeper } from './zookeeper';

export const services: Partial<Record<ServiceKind, MakeService>> = {
  zookeeper: makeZookeeper,
  chubby: makeChubby,
  sql: makeSql,
  etcd: makeEtcd,
};
