/** What a run needs besides its scenario. */

import type { Parts } from '../../../core/sim/parts';
import type { OwnCode } from '../../../sandbox/attack/onRedis';
import type { Guard, RedisSource } from '../redis/contract';
import type { DatabaseSource } from './database';
import type { Programs } from './programs';

export interface RunDependencies {
  readonly parts: Parts;
  readonly source: RedisSource;
  readonly guard: Guard;
  readonly databases: DatabaseSource;
  readonly programs: Programs;
  /** The code behind the lock `own`, if any. */
  readonly own?: OwnCode;
}
