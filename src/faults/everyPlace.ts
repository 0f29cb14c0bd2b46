/** What a search knows of each kind of fault, one line each. The compiler asks each kind for its places. */
import type { FaultKind } from '../model/fault';
import { placed as clockDrift } from './clockDrift';
import { placed as clockJump } from './clockJump';
import { placed as clockSlew } from './clockSlew';
import { placed as crash } from './crash';
import { placed as cut } from './cut';
import { placed as delay } from './delay';
import { placed as failover } from './failover';
import { placed as keyVanishes } from './keyVanishes';
import { placed as lose } from './lose';
import { placed as noLeader } from './noLeader';
import { placed as pause } from './pause';
import type { Placed } from './places';
import { placed as powerLoss } from './powerLoss';
import { placed as restart } from './restart';
import { placed as slow } from './slow';
import { placed as suspend } from './suspend';

/** In the order in which they are tried: the standard kinds first. */
export const everyPlace: Readonly<Record<FaultKind, Placed>> = {
  pause,
  crash,
  lose,
  'clock-jump': clockJump,
  'clock-drift': clockDrift,
  'clock-slew': clockSlew,
  suspend,
  cut,
  delay,
  slow,
  restart,
  'power-loss': powerLoss,
  failover,
  'key-vanishes': keyVanishes,
  'no-leader': noLeader,
};

/** Every kind that a search can place. */
export const placedKinds: readonly FaultKind[] = Object.keys(everyPlace).filter(isPlaced);

function isPlaced(name: string): name is FaultKind {
  return Object.hasOwn(everyPlace, name);
}

/** The kinds of the standard space. */
export const standardKinds: readonly FaultKind[] = ['pause', 'crash', 'lose', 'clock-jump'];
