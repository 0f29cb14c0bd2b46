/** Every service besides Redis, each in its own process. */

import type { ServiceKind } from '../../model/scenario/lockFacts';
import { roleOf } from '../../model/scenario/processId';
import type { MakeServiceProcess } from '../parts';
import { ServiceNode } from '../serviceNode';
import { makeChubby } from './chubby';
import { makeConsul } from './consul';
import { makeDynamoDb } from './dynamodb';
import { EnsembleNode, membersOf } from './ensembleNode';
import { makeEtcd } from './etcd';
import { makeFileSystem } from './fileSystem';
import { makeForge } from './forge';
import { makeJobQueue } from './jobQueue';
import { makeKubernetes } from './kubernetes';
import { Member } from './member';
import { makeObjectStore } from './objectStore';
import type { MakeService } from './service';
import { makeSql } from './sql';
import { makeZookeeper } from './zookeeper';

const running =
  (make: MakeService): MakeServiceProcess =>
  (world, index, id, settings) =>
    roleOf(id) === 'member'
      ? new Member(world, index, id)
      : new (membersOf(settings) > 1 ? EnsembleNode : ServiceNode)(world, index, id, make, settings);

export const services: Readonly<Record<ServiceKind, MakeServiceProcess>> = {
  zookeeper: running(makeZookeeper),
  chubby: running(makeChubby),
  sql: running(makeSql),
  etcd: running(makeEtcd),
  consul: running(makeConsul),
  kubernetes: running(makeKubernetes),
  dynamodb: running(makeDynamoDb),
  'job-queue': running(makeJobQueue),
  'object-store': running(makeObjectStore),
  forge: running(makeForge),
  'file-system': running(makeFileSystem),
};
