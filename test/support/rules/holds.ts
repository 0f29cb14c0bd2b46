// What clients say of their locks follows the life of a hold: acquiring, then acquired or refused, then given back or lost, once each.
import type { EventOf, TraceEvent } from '../../../src/model/traceReader';
import type { MakeRule } from './rule';

type Said = EventOf<'acquiring' | 'refused' | 'acquired' | 'extended' | 'releasing' | 'released' | 'lockLost'>;

/** What may have been said last before this. */
const before: { readonly [K in Said['kind']]: readonly Said['kind'][] } = {
  acquiring: [],
  refused: ['acquiring'],
  acquired: ['acquiring'],
  extended: ['acquired', 'extended', 'lockLost'],
  lockLost: ['acquired', 'extended', 'lockLost'],
  releasing: ['acquired', 'extended', 'lockLost'],
  released: ['releasing'],
};

export const holdsFollowTheirLife: MakeRule = (_, note) => {
  const last = new Map<number, Said>();
  const dead = new Set<number>();
  return {
    take: (event) => {
      // Of a thread that died alone the process may still renew what it held.
      if (event.kind === 'crashed' && event.power !== 2)
        for (const [hold, said] of last) if (said.process === event.process) dead.add(hold);
      if (!isSaid(event)) return;
      const said = last.get(event.hold);
      if (dead.has(event.hold)) note(event, `hold ${event.hold} died with its process`);
      if (said !== undefined && said.process !== event.process) note(event, `hold ${event.hold} is another's`);
      const isInOrder =
        event.kind === 'acquiring' ? said === undefined : said !== undefined && before[event.kind].includes(said.kind);
      if (!isInOrder) note(event, `hold ${event.hold} had said ${said?.kind ?? 'nothing'}`);
      last.set(event.hold, event);
    },
  };
};

const isSaid = (event: TraceEvent): event is Said => event.kind in before;
