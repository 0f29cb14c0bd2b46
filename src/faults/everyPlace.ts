/** What a search knows of each kind of fault, one line each. The compiler asks each kind for its places. */
import type { FaultKind } from '../model/fault';
import { clockDrift } from './clockDrift.places';
import { clockJump } from './clockJump.places';
import { clockSlew } from './clockSlew.places';
import { crash } from './crash.places';
import { cut } from './cut.places';
import { delay } from './delay.places';
import { failover } from './failover.places';
import { keyVanishes } from './keyVanishes.places';
import { lose } from './lose.places';
import { noLeader } from './noLeader.places';
import { pause } from './pause.places';
import type { Placed } from './places';
import { powerLoss } from './powerLoss.places';
import { restart } from './restart.places';
import { slow } from './slow.places';
import { suspend } from './suspend.places';

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
