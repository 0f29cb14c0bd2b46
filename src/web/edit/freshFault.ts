/** New faults, of a length that is likely to show something in their run. */
import type { Fault, FaultKind } from '../../core/model/scenario/fault';
import type { InjectionPoint } from '../../core/model/scenario/faultKind';
import { leaseOf } from '../../core/model/scenario/lease';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Ms } from '../../core/model/values/time';
import { currentParts } from '../state/parts';
import { kindCalled } from './kinds';

/** A new fault of this kind. Each kind on the page is a kind that faults have. */
export const freshFault = (kind: FaultKind, point: InjectionPoint): Fault => kindCalled(kind).fresh(point) as Fault;

const ttlWithoutExpiry: Ms = 1000;

/** A new fault is at most this share of its run, because a longer one would hide what comes after it. */
const shareOfRun = 0.4;

/** How long the lock lasts on its own, in ms, at most as long as the run can show. */
export const ttlOf = ({ lock, settings }: Scenario): Ms =>
  Math.min(
    leaseOf(currentParts().locks.get(lock.id)?.fields ?? {}, lock.settings) ?? ttlWithoutExpiry,
    Math.round(settings.duration * shareOfRun),
  );
