/**
 * A clock can jump wherever something changes. A server's clock goes forward, so that keys expire. A client's clock goes
 * forward or back.
 */
import { isClient, roleOf } from '../model/scenario';
import { toMs } from '../model/time';
import type { Placed } from './places';

export const clockJump: Placed = {
  strength: 'by',
  places: ({ processes, changes, lengths: [below, , above] }) =>
    processes
      .filter((process) => roleOf(process) !== 'storage')
      .flatMap((process) =>
        (isClient(process) ? [-above, above] : [below, above]).flatMap((by) =>
          changes.map(({ at, seq }) => ({
            fault: { kind: 'clock-jump', process, when: { kind: 'time', at: toMs(at) }, by } as const,
            process,
            at,
            seq,
          })),
        ),
      ),
};
