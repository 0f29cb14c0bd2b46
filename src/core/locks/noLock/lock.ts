/**
 * No lock at all, for comparison: acquire returns at once, to everybody. It knows no server and sends nothing. It
 * promises no exclusion, so two holders at once are not an overlap. What they do to the resource still counts.
 */

import { forever, type Program, type Reason } from '../../model/effects/effect';
import { defineLock, type Held } from '../../model/scenario/lock';
import type { Micros } from '../../model/values/time';
import { noLockFacts } from './facts';
import { noLockFields, noLockTexts } from './settings';

export const noLock = defineLock<typeof noLockFields, null>(noLockFacts, {
  ...noLockTexts,
  fields: noLockFields,
  steps: [],
  services: () => [],
  hasToken: () => false,
  endedBy: () => 'nobody',
  acquire,
  release,
  remaining,
  source: 'core/locks/noLock/lock.ts',
});

function* acquire(): Program<Held<null>> {
  return { kind: 'held', shared: true, validFor: forever, token: null, owner: 'nobody', state: null };
}

function* release(): Program<Reason> {
  return 'none';
}

function* remaining(): Program<Micros> {
  return forever;
}
