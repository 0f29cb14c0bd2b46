/** The processes whose clocks matter, and where a clock can begin to run wrong. Faults of clocks share this. */

import { type ProcessId, roleOf } from '../model/scenario/processId';
import { clockErrorMax } from '../model/values/clock';
import { instant, type Ms } from '../model/values/time';
import type { Point, Survey } from './injectionPoints';

/** The resource reads no clock. */
export const withClocks = ({ processes }: Survey): readonly ProcessId[] =>
  processes.filter((process) => roleOf(process) !== 'storage');

/** The beginning, and every point of change. */
export const turningPoints = ({ changes }: Survey): readonly Point[] => [{ at: instant(0), seq: 0 }, ...changes];

/** Just below the lease and just past it, within the limit of a clock's error. */
export function clockErrors({ lengths: [below, , above] }: Survey): readonly [below: Ms, above: Ms] {
  return [Math.min(clockErrorMax, below), Math.min(clockErrorMax, above)];
}
