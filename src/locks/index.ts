/** The locks that the playground offers, in the order in which they are shown, with what their settings are for. */

import { withDefaults } from '../model/fields';
import { explained, type HelpOf, type NamesOf, named } from '../model/help';
import type { Lock } from '../model/lock';
import { chubby } from './chubby';
import { consul } from './consul';
import { etcd } from './etcd';
import { noLock } from './noLock';
import { pythonRedisLock } from './pythonRedisLock';
import { redisson } from './redisson';
import { redissonRedlock } from './redissonRedlock';
import { redlock } from './redlock';
import { redlockFields } from './redlockFields';
import { redlockHelp } from './redlockHelp';
import { redlockNames } from './redlockNames';
import { redlockPy } from './redlockPy';
import { redlockWarnings } from './redlockWarnings';
import { setnxExpire } from './setnxExpire';
import { setnxGetset } from './setnxGetset';
import { sharedHelp } from './sharedHelp';
import { shedlock } from './shedlock';
import { shedlockTable } from './shedlockTable';
import { singleNode } from './singleNode';
import { singleNodeHelp } from './singleNodeHelp';
import { sqlAdvisory } from './sqlAdvisory';
import { sqlRow } from './sqlRow';
import { tokenLock } from './tokenLock';
import { zookeeperNode } from './zookeeperNode';
import { zookeeperSequential } from './zookeeperSequential';

/** The helps and the warnings that do not stand with their fields. */
const helps: Readonly<Record<string, HelpOf<Lock['fields']>>> = {
  [singleNode.id]: singleNodeHelp,
  [redlock.id]: redlockHelp,
};

const warningsOf: Readonly<Record<string, Pick<Lock, 'warnings'>>> = {
  [redlock.id]: { warnings: (own, settings) => redlockWarnings(withDefaults(redlockFields, own), settings) },
};

/** The names that do not stand with their fields. */
const names: Readonly<Record<string, NamesOf<Lock['fields']>>> = { [redlock.id]: redlockNames };

const explain = (lock: Lock): Lock => ({
  ...lock,
  ...warningsOf[lock.id],
  fields: explained(named(lock.fields, names[lock.id] ?? {}), helps[lock.id] ?? sharedHelp),
});

export const locks: readonly Lock[] = [
  singleNode,
  setnxExpire,
  setnxGetset,
  tokenLock,
  redisson,
  pythonRedisLock,
  redlock,
  redissonRedlock,
  redlockPy,
  shedlock,
  zookeeperNode,
  zookeeperSequential,
  chubby,
  etcd,
  consul,
  sqlRow,
  sqlAdvisory,
  shedlockTable,
  noLock,
].map(explain);
