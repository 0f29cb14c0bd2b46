/**
 * The kinds of faults that this playground has, in the order of the palette. The eight that are used most come first.
 */
import { clockDrift } from './clockDrift';
import { clockJump } from './clockJump';
import { clockSlew } from './clockSlew';
import { crash } from './crash';
import { cut } from './cut';
import { delay } from './delay';
import { failover } from './failover';
import { keyVanishes } from './keyVanishes';
import { lose } from './lose';
import { noLeader } from './noLeader';
import { pause } from './pause';
import { powerLoss } from './powerLoss';
import type { FaultProgram, FaultPrograms } from './program';
import { restart } from './restart';
import { slow } from './slow';
import { suspend } from './suspend';

const kinds: readonly FaultProgram[] = [
  pause,
  crash,
  clockJump,
  clockDrift,
  cut,
  slow,
  lose,
  failover,
  delay,
  powerLoss,
  restart,
  suspend,
  clockSlew,
  noLeader,
  keyVanishes,
];

export const faultPrograms: FaultPrograms = new Map(kinds.map((program) => [program.kind, program]));
