/**
 * The signs of the kinds, as paths in a square of 24. They come from lucide, like the page's other signs. They are
 * loaded only where there is a palette.
 */
import type { FaultKind } from '../model/fault';
import { sign as clockDrift } from './clockDrift';
import { sign as clockJump } from './clockJump';
import { sign as clockSlew } from './clockSlew';
import { sign as crash } from './crash';
import { sign as cut } from './cut';
import { sign as delay } from './delay';
import { sign as failover } from './failover';
import { sign as keyVanishes } from './keyVanishes';
import { sign as lose } from './lose';
import { sign as noLeader } from './noLeader';
import { sign as pause } from './pause';
import { sign as powerLoss } from './powerLoss';
import { sign as restart } from './restart';
import { sign as slow } from './slow';
import { sign as suspend } from './suspend';

const known: Readonly<Record<FaultKind, readonly string[]>> = {
  pause,
  crash,
  'clock-jump': clockJump,
  'clock-drift': clockDrift,
  cut,
  slow,
  lose,
  failover,
  delay,
  'power-loss': powerLoss,
  restart,
  suspend,
  'clock-slew': clockSlew,
  'no-leader': noLeader,
  'key-vanishes': keyVanishes,
};

/** A flash, for a kind that has no sign of its own. */
const plain = ['M13 2 4 14h7l-1 8 9-12h-7z'];

const signs: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(known));

export const signOf = (kind: string): readonly string[] => signs.get(kind) ?? plain;
