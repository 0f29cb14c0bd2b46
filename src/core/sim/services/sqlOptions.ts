/** What the simulated database takes from the settings of its lock: its keep-alive, and the pool in front of it. */
import { fromMs, type Micros, type Ms } from '../../model/values/time';
import { type LendingOrder, lendsOf } from './freeSessions';
import { poolSizeOf } from './sqlWords';

export interface SqlOptions {
  readonly keepAlive: Micros;
  /** 0: there is no pool. */
  readonly poolSize: number;
  /** How long a session is idle before the pool closes it. Only a driver's pool closes one soon. */
  readonly idleTimeout: Micros;
  readonly lends: LendingOrder;
}

/** The default after which Linux gives up a silent peer, for locks that do not set a time. */
const keepAliveUsual: Ms = 7_200_000;

export const optionsOf = (settings: Readonly<Record<string, unknown>>): SqlOptions => ({
  keepAlive: fromMs(Number(settings['keepAlive'] ?? keepAliveUsual)),
  poolSize: poolSizeOf(settings),
  idleTimeout: settings['pooler'] === 'driver' ? fromMs(Number(settings['idleTimeout'])) : Number.POSITIVE_INFINITY,
  lends: lendsOf(settings),
});
