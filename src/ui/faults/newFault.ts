/** A new fault of each kind, with a length that is likely to show something, and a name for it. */
import type { Fault, FaultKind, When } from '../../model/fault';
import { masterOf, type ProcessId, type Scenario } from '../../model/scenario';
import type { Ms } from '../../model/time';

export interface Place {
  readonly process: ProcessId;
  readonly when: When;
  /** The processes of the run, in the order of the lanes. */
  readonly processes: readonly ProcessId[];
  /** How long the lock lives without being extended. */
  readonly ttl: Ms;
  /** It must not last longer, nor move a clock further; absent: any. */
  readonly lengthMax?: Ms | undefined;
}

/** How much longer than the TTL a new pause lasts: long enough for the next client to get in and write. */
const beyondTtl = 1.3;
const shortRestart: Ms = 200;
const shortDelay: Ms = 500;

/** A fault of this kind at this place; the process is the nearest that the kind can befall. */
export function newFault(kind: FaultKind, place: Place): Fault {
  const { when, ttl, lengthMax = Number.POSITIVE_INFINITY } = place;
  const process = nearest(kind, place);
  const long = Math.min(lengthMax, Math.max(1, Math.round(ttl * beyondTtl)));
  switch (kind) {
    case 'pause':
    case 'suspend':
      return { kind, process, when, for: long };
    case 'crash':
    case 'power-loss':
      return { kind, process, when, restartAfter: process.startsWith('client') ? 'never' : shortRestart };
    case 'restart':
    case 'failover':
      return { kind, process, when };
    case 'clock-jump':
      return { kind, process, when, by: long };
    case 'clock-slew':
      return { kind, process, when, by: long, over: long * 2 };
    case 'clock-drift':
      return { kind, process, when, ppm: 100_000, for: 'ever' };
    case 'cut':
      return { kind, ...link(process, place.processes), bothWays: true, when, for: long };
    case 'slow':
      return {
        kind,
        ...link(process, place.processes),
        bothWays: true,
        when,
        by: Math.min(lengthMax, shortDelay),
        for: long,
      };
    case 'lose':
      return { kind, message: message(process, place) };
    case 'delay':
      return { kind, message: message(process, place), by: long };
    default:
      return kind satisfies never;
  }
}

/** `pause1`, `pause2`: the first name of its kind that is free. */
export function freeName(scenario: Scenario, kind: FaultKind): string {
  for (let n = 1; ; n++) {
    const name = `${kind}${n}`;
    if (!(name in scenario.faults)) return name;
  }
}

function nearest(kind: FaultKind, { process, processes }: Place): ProcessId {
  if (kind !== 'failover') return process;
  const masters = processes.filter((id) => id.startsWith('replica')).map(masterOf);
  return masters.includes(process) ? process : (masters[0] ?? processes.find((id) => id.startsWith('node')) ?? process);
}

/** A client is parted from the servers, a server from the clients. */
function link(process: ProcessId, processes: readonly ProcessId[]): { from: ProcessId[]; to: ProcessId[] } {
  const isClient = process.startsWith('client');
  return {
    from: [process],
    to: processes.filter((id) => id.startsWith('client') !== isClient && !id.startsWith('replica')),
  };
}

function message(process: ProcessId, { processes, when }: Place) {
  const after = when.kind === 'time' ? when.at : 0;
  if (process.startsWith('client')) {
    const server = processes.find((id) => !id.startsWith('client')) ?? process;
    return { from: process, to: server, leg: 'request' as const, after };
  }
  const client = processes.find((id) => id.startsWith('client')) ?? process;
  return { from: process, to: client, leg: 'reply' as const, after };
}
