// Rule: a client's reports follow the life of a hold: acquiring, then acquired or refused, then released or lost, once
// each.
import type { EventOf, TraceEvent } from '../../../src/core/model/trace/traceReader';
import type { MakeRule } from './rule';

type Said = EventOf<
  'acquiring' | 'refused' | 'acquired' | 'extended' | 'releasing' | 'released' | 'lockLost' | 'stopped'
>;

/**
 * The reports that may come directly before this one. Extensions are ignored, because a watchdog is not part of the
 * round.
 */
const before: { readonly [K in Exclude<Said['kind'], 'extended'>]: readonly Said['kind'][] } = {
  acquiring: [],
  refused: ['acquiring'],
  acquired: ['acquiring'],
  lockLost: ['acquired', 'lockLost', 'stopped'],
  stopped: ['acquired', 'lockLost'],
  releasing: ['acquired', 'lockLost', 'stopped'],
  released: ['releasing'],
};

export const holdsFollowTheirLife: MakeRule = (_, note) => {
  const last = new Map<number, Said>();
  const dead = new Set<number>();
  const orphans = new Set<number>();
  return {
    take: (event) => {
      // If only a thread ends, its process may still renew its holds and requests, or learn that they are lost.
      if (event.kind === 'crashed')
        for (const [hold, said] of last)
          if (said.process === event.process) (event.power === 2 ? orphans : dead).add(hold);
      if (!isSaid(event)) return;
      const said = last.get(event.hold);
      if (dead.has(event.hold)) note(event, `hold ${event.hold} died with its process`);
      if (said !== undefined && said.process !== event.process) note(event, `hold ${event.hold} is another's`);
      if (event.kind === 'extended') {
        if (said === undefined) note(event, `hold ${event.hold} had not begun`);
        return;
      }
      const isInOrder =
        event.kind === 'acquiring' ? said === undefined : said !== undefined && before[event.kind].includes(said.kind);
      if (!isInOrder && !orphans.has(event.hold)) note(event, `hold ${event.hold} had said ${said?.kind ?? 'nothing'}`);
      last.set(event.hold, event);
    },
  };
};

const isSaid = (event: TraceEvent): event is Said => event.kind === 'extended' || event.kind in before;
