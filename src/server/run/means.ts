/** The means of a run, beside its scenario. */
import type { OwnCode } from '../../attack/onRedis';
import type { Parts } from '../../sim/parts';
import type { Guard, RedisSource } from '../redis/contract';
import type { DatabaseSource } from './database';
import type { Programs } from './programs';

export interface LiveRunMeans {
  readonly parts: Parts;
  readonly source: RedisSource;
  readonly guard: Guard;
  readonly databases: DatabaseSource;
  readonly programs: Programs;
  /** The code behind the lock `own`, if any. */
  readonly own?: OwnCode;
}
