/** Parts with which a reader's lock and check can be read, judged and drawn, but not run. */
import type { Parts } from '../../core/sim/parts';
import { ownCheck } from './ownCheck';
import { ownLock } from './ownLock';

export function withOwn<P extends Pick<Parts, 'locks' | 'resources'>>(parts: P): P {
  const [lock, check] = [ownLock(null), ownCheck(null)];
  return {
    ...parts,
    locks: new Map([...parts.locks, [lock.id, lock]]),
    resources: new Map([...parts.resources, [check.id, check]]),
  };
}
