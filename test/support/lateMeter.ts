/** How late this process was while something ran by the real clock. On a busy machine such a run decides nothing. */
import type { Ms } from '../../src/core/model/values/time';
import { LateWatch } from '../../src/live/server/lateWatch';

/** How late a process may be if its run is to decide something. An idle machine is late by a third of that. */
export const lateMsMax: Ms = 15;

/** The greatest lateness between `begin` and `end`. */
export class LateMeter {
  lateMs = 0;
  private readonly watch = new LateWatch((fromNanos, toNanos) => {
    this.lateMs = Math.max(this.lateMs, Math.round((toNanos - fromNanos) / 1e6));
  });

  begin(): void {
    this.watch.begin();
  }

  end(): void {
    this.watch.end();
  }
}
