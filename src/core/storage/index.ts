/** The resources that the playground offers, in the order in which they are shown. */
import type { Resource } from '../model/scenario/resource';
import { checkSequencer } from './checkSequencer';
import { chunks } from './chunks';
import { fencing } from './fencing';
import { laggingReplica } from './laggingReplica';
import { mail } from './mail';
import { markedOwner } from './markedOwner';
import { newestSequencer } from './newestSequencer';
import { noCheck } from './noCheck';
import { replicas } from './replicas';
import { repository } from './repository';
import { sameDatabase } from './sameDatabase';
import { twoStep } from './twoStep';
import { uniqueToken } from './uniqueToken';
import { version } from './version';

export const resources: readonly Resource[] = [
  noCheck,
  fencing,
  twoStep,
  uniqueToken,
  markedOwner,
  version,
  checkSequencer,
  newestSequencer,
  chunks,
  replicas,
  laggingReplica,
  mail,
  repository,
  sameDatabase,
];
