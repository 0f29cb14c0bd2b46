/** The things that go wrong, as data. Every fault strikes at a time or at an anchor: code takes no virtual time, so only an anchor falls between two lines. */
import type { ProcessId } from './scenario';
import type { Text } from './text';
import type { Ms } from './time';

interface Nth {
  /** From 1. */
  readonly nth: number;
}

export type When =
  | { readonly kind: 'time'; readonly at: Ms }
  /** As the process reaches the step for the nth time, before what follows it; `plus`: that much true time later. */
  | ({ readonly kind: 'step'; readonly process: ProcessId; readonly step: string; readonly plus?: Ms } & Nth)
  /** Before the nth effect of a client. For the explorer only: any edit of a lock shifts it. */
  | ({ readonly kind: 'effect'; readonly process: ProcessId } & Nth)
  /** Just before, or just after, the nth request to a process is sent (from one client, or from any). */
  | ({
      readonly kind: 'request';
      readonly to: ProcessId;
      readonly from?: ProcessId;
      readonly side: 'before' | 'after';
    } & Nth);

/** One message: the nth from here to there, or the first that is sent at or after a time. */
export type Message = {
  readonly from: ProcessId;
  readonly to: ProcessId;
  readonly leg: 'request' | 'reply' | 'push';
} & (Nth | { readonly after: Ms });

interface At {
  readonly when: When;
}
interface On extends At {
  readonly process: ProcessId;
}
interface Link extends At {
  readonly from: readonly ProcessId[];
  readonly to: readonly ProcessId[];
  readonly bothWays: boolean;
  readonly for: Ms | 'ever';
}

/** Stop-the-world of one process; what it has sent travels on, what it is sent waits. */
export type PauseFault = On & { readonly kind: 'pause'; readonly for: Ms };
/** A killed process: its connections are closed at once, what it has written to its file stays. */
export type CrashFault = On & {
  readonly kind: 'crash';
  readonly restartAfter: Ms | 'never';
  /** Of a client, the thread that runs its rounds: the process lives, and with it what renews a lease or keeps a session. */
  readonly only?: 'thread';
};
/** The machine goes dark: its connections fall silent, and what was not fsynced is gone. */
export type PowerLossFault = On & { readonly kind: 'power-loss'; readonly restartAfter: Ms | 'never' };
/** A crash and a start at the same instant. */
export type RestartFault = On & { readonly kind: 'restart' };
/**
 * `process` is the master. It dies, `promote` (its first replica by default) takes over, and clients are sent there.
 * With `cutOff` it lives: it is parted from its replicas and from all clients but those, which go on talking to it.
 */
export type FailoverFault = On & {
  readonly kind: 'failover';
  readonly promote?: ProcessId;
  readonly cutOff?: readonly ProcessId[];
};
/** The whole machine sleeps: its monotonic clock stands still, its wall clock does not. */
export type SuspendFault = On & { readonly kind: 'suspend'; readonly for: Ms };
export type ClockJumpFault = On & { readonly kind: 'clock-jump'; readonly by: Ms };
/** The same correction spread over a length of time, as ntpd does. */
export type ClockSlewFault = On & { readonly kind: 'clock-slew'; readonly by: Ms; readonly over: Ms };
export type ClockDriftFault = On & { readonly kind: 'clock-drift'; readonly ppm: number; readonly for: Ms | 'ever' };
/** Messages sent while a link is cut are lost; nobody is told. */
export type CutFault = Link & { readonly kind: 'cut' };
export type SlowFault = Link & { readonly kind: 'slow'; readonly by: Ms };
export type LoseFault = { readonly kind: 'lose'; readonly message: Message };
export type DelayFault = { readonly kind: 'delay'; readonly message: Message; readonly by: Ms };

export type Fault =
  | PauseFault
  | CrashFault
  | PowerLossFault
  | RestartFault
  | FailoverFault
  | SuspendFault
  | ClockJumpFault
  | ClockSlewFault
  | ClockDriftFault
  | CutFault
  | SlowFault
  | LoseFault
  | DelayFault;

export type FaultKind = Fault['kind'];

export const faultKinds = [
  'pause',
  'crash',
  'power-loss',
  'restart',
  'failover',
  'suspend',
  'clock-jump',
  'clock-slew',
  'clock-drift',
  'cut',
  'slow',
  'lose',
  'delay',
] as const satisfies readonly FaultKind[];

/** Every process that a fault names, its anchor's included. */
export function processesOf(fault: Fault): readonly ProcessId[] {
  const named: ProcessId[] = [];
  if ('process' in fault) named.push(fault.process);
  if ('message' in fault) named.push(fault.message.from, fault.message.to);
  if ('from' in fault) named.push(...fault.from, ...fault.to);
  if (fault.kind === 'failover') named.push(...(fault.promote ? [fault.promote] : []), ...(fault.cutOff ?? []));
  if ('when' in fault) {
    if (fault.when.kind === 'step' || fault.when.kind === 'effect') named.push(fault.when.process);
    if (fault.when.kind === 'request') named.push(fault.when.to, ...(fault.when.from ? [fault.when.from] : []));
  }
  return named;
}

/** Why a failover came to nothing at its moment, though the scenario has whom it names. */
export const nobodyTakesOver = ({ process, promote }: FailoverFault): Text =>
  promote === undefined
    ? {
        en: `No replica was up to take the place of ${process}.`,
        zh: `没有活着的副本可以接替 ${process}。`,
      }
    : {
        en: `${promote} could not take the place of ${process}: it was down or paused, or had it already.`,
        zh: `${promote} 无法接替 ${process}：它已宕机或暂停，或者早已接替。`,
      };
