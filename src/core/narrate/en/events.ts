/** English sentences for every kind of event. */
import type { Reason } from '../../model/effects/effect';
import { reasons } from '../../model/effects/effect';
import {
  goneCauses,
  type LossCause,
  lossCauses,
  refusalChecks,
  type TraceKind,
  withSession,
} from '../../model/trace/trace';
import type { EventOf } from '../../model/trace/traceReader';
import type { Lengths } from '../../model/values/format';
import type { EventInWords } from '../phrases';

const reasonWords: Readonly<Record<Reason, string>> = {
  none: 'no reason given',
  held: 'it looks taken',
  'no-quorum': 'no quorum',
  'no-validity': 'too little validity is left',
  error: 'an error',
  slept: 'its token is outdated',
  'not-owner': 'the key is not its own',
  gone: 'the key is gone',
  expired: 'its validity is over',
  stolen: 'another client has taken it',
  disconnected: 'it has not heard from the lock service for too long',
};

export const lossWords: Readonly<Record<LossCause, string>> = {
  dropped: 'dropped on the way',
  cut: 'its connection has ended',
  down: 'the machine is down',
  gone: 'no process is running there',
};

/** @param raised the exception that the client's library raised instead of its plain `error`; empty: no exception */
function reason(index: number, raised = ''): string {
  const why = reasons[index] ?? 'none';
  if (raised === '') return reasonWords[why];
  return why === 'error' ? `its library raises ${raised}` : `${reasonWords[why]}, and its library raises ${raised}`;
}
const message = (isRequest: boolean): string => (isRequest ? 'request' : 'reply');
interface Validity extends Lengths {
  /** How long the servers keep its keys; −1: forever. */
  readonly keysLive?: number | undefined;
}

/** For how long a client knows that its lock is valid. */
export const validity = (micros: number, { formatLength, keysLive = -1 }: Validity): string => {
  if (micros === withSession) return 'for as long as its session lives';
  if (micros >= 0) return `valid for ${formatLength(micros)}`;
  return keysLive < 0
    ? 'without expiry'
    : `without knowing when it ends (the server’s key lives ${formatLength(keysLive)})`;
};
const token = (number: number): string => (number < 0 ? '' : `, token ${number}`);

const jump = (micros: number, { formatLength }: Lengths): string =>
  `jumps ${micros < 0 ? 'back' : 'forward'} by ${formatLength(Math.abs(micros))}`;
const rate = (ppm: number): string =>
  ppm === 0 ? 'runs at the true rate' : `runs ${Math.abs(ppm)} ppm too ${ppm > 0 ? 'fast' : 'slow'}`;

export const events: { readonly [K in TraceKind]: (eventInWords: EventInWords<K>) => string } = {
  sent: ({ event, who, peer, text, isRequest, isClient }) => {
    if (event.again > 0) return `The client library of ${who} sends to ${peer} again: ${text}`;
    if (text.startsWith('CHECK ')) return `${who} asks ${peer} whether its mark is still there.`;
    if (text.startsWith('WRITE ')) return `${who} sends its write to ${peer}: ${text}`;
    if (!isClient && text.startsWith('APPEND ')) return `${who} tells ${peer} what it changes: ${text.slice(7)}`;
    if (isRequest) return `${who} asks ${peer}: ${text}`;
    return event.leg === 2 ? `${who} tells ${peer}: ${text}` : `${who} answers ${peer}: ${text}`;
  },
  arrived: ({ who, peer, text, isRequest, ofMessages }) =>
    ofMessages
      ? `The ${isRequest ? 'requests' : 'replies'} from ${peer} reach ${who}.`
      : `The ${message(isRequest)} from ${peer} reaches ${who}: ${text}`,
  received: ({ event, who, peer, text, other, isClient }) => {
    if (isClient && event.ok === 1 && other.startsWith('CHECK '))
      return `${who} hears from ${peer}: yes, its mark is still there.`;
    if (isClient) return `${who} reads the reply from ${peer}: ${text}`;
    return `${who} says ${event.ok === 1 ? 'yes' : 'no'} to ${peer}’s ${text}`;
  },
  late: ({ who, peer, text }) => `The reply from ${peer} arrives too late for ${who}: ${text}`,
  timedOut: ({ who, peer, text }) => `${who} stops waiting for ${peer}: ${text}`,
  lost: ({ event, who, peer, isRequest, ofMessages }) => {
    const why = lossWords[lossCauses[event.cause] ?? 'dropped'];
    if (ofMessages) return `${isRequest ? 'Requests' : 'Replies'} from ${who} to ${peer} are lost: ${why}.`;
    return `${isRequest ? 'A request' : 'A reply'} from ${who} to ${peer} is lost: ${why}.`;
  },
  stalled: ({ event, who, peer, isRequest, ofMessages }) => {
    const [several, one] =
      event.behind === 1
        ? ['wait behind the messages that the cut held up', 'waits behind the messages that the cut held up']
        : ['do not get through: the link is cut', 'does not get through: the link is cut'];
    if (ofMessages) return `${isRequest ? 'Requests' : 'Replies'} from ${who} to ${peer} ${several}.`;
    return `${isRequest ? 'A request' : 'A reply'} from ${who} to ${peer} ${one}.`;
  },
  resent: ({ who, peer, isRequest, ofMessages }) => {
    if (ofMessages) return `TCP sends the ${isRequest ? 'requests' : 'replies'} from ${who} to ${peer} again.`;
    return `TCP sends the ${isRequest ? 'request' : 'reply'} from ${who} to ${peer} again.`;
  },
  closed: ({ who, peer }) => `${who} learns that its connection to ${peer} is closed.`,
  entrySet: ({ event, who, peer, text, other, isStorage, isClosed, times }) => {
    if (isStorage) return `${peer} puts its mark on ${who}.`;
    const forHowLong = validity(event.expiresIn, times).replace('valid ', '');
    return isClosed
      ? `The session of ${peer} is over; ${who} keeps ${text} closed ${forHowLong} (lock-delay).`
      : `${who} sets ${text} to ${other} for ${peer}, ${forHowLong}.`;
  },
  entryGone: ({ event, who, peer, text, other, isStorage, signal }) => {
    if (isStorage) return `${peer} takes its mark off ${who}.`;
    if (signal === 'taken') return `${peer} takes the signal ${text} from ${who}.`;
    if (signal === 'cleared') return `${peer} clears the old signal ${text} on ${who}.`;
    const whose = other === '' ? text : other === peer ? `its key ${text}` : `${other}’s key ${text}`;
    const cause = goneCauses[event.cause] ?? 'lost';
    if (cause === 'expired') return `${whose} expires on ${who}.`;
    if (cause === 'lost') return `${whose} is lost on ${who}.`;
    return peer === '' ? `${whose} is deleted on ${who}.` : `${peer} deletes ${whose} on ${who}.`;
  },
  synced: ({ event, who }) => `${who} has its log on the disk, up to ${event.upTo}.`,
  replicated: ({ event, who, peer, isStorage }) =>
    isStorage ? `${who} has version ${event.upTo} now.` : `${who} has the log of ${peer}, up to ${event.upTo}.`,
  promoted: ({ event, who, peer }) =>
    `${who} takes the place of ${peer}${event.lost > 0 ? `, ${event.lost} ${event.lost === 1 ? 'write' : 'writes'} behind` : ''}.`,
  led: ({ event, who, peer }) => {
    if (event.leads === 0) return `${who} is no longer the leader.`;
    return event.peer === event.process
      ? `${who} is the leader.`
      : `${who} is the leader in place of ${peer}; every session’s timeout starts over.`;
  },
  paused: ({ who }) => `${who} is paused.`,
  resumed: ({ who }) => `${who} runs again.`,
  crashed: ({ event, who }) => {
    if (event.power === 2) return `The thread of ${who} dies; its process keeps running.`;
    return event.power === 1 ? `${who} loses power.` : `${who} crashes.`;
  },
  started: ({ event, who, isClient }) => {
    if (isClient || event.kept < 0) return `${who} starts again.`;
    return event.kept === 0 ? `${who} starts again, empty.` : `${who} starts again with ${keys(event.kept)}.`;
  },
  clockSet: ({ event, who, times }) =>
    `The clock of ${who} ${event.by === 0 ? rate(event.ppm) : jump(event.by, times)}.`,
  faultStruck: ({ fault }) => (fault === null ? 'A fault happens.' : fault.injected),
  faultEnded: ({ fault, who }) => (fault === null ? 'A fault is over.' : (fault.ended ?? `${who}: the fault is over.`)),
  step: ({ saying, who, text, other, left, times }) => {
    if (text === 'acquire') return `${who} has something to do, and is about to ask for the lock.`;
    if (text !== 'check') return saying?.(who, other) ?? `${who} is at “${text}”.`;
    if (left === null) return `${who} checks its lease by its own clock.`;
    if (left < 0) return `${who} checks its lock: it holds it ${validity(left, times)}.`;
    return `${who} checks its lease: ${times.formatLength(left)} left.`;
  },
  acquiring: ({ who }) => `${who} wants the lock.`,
  refused: ({ event, who, raised }) => `${who} does not get the lock: ${reason(event.reason, raised)}.`,
  acquired: ({ event, who, peer, keysLive, knownNodes, times }) => {
    // If all clients may have it at once, and it never ends, it is not a lock.
    if (event.shared === 1 && event.validFor < 0 && event.validFor !== withSession)
      return `${who} goes ahead without a lock.`;
    return `${who} ${event.shared === 1 ? 'shares' : 'has'} the lock${peer === '' ? '' : ` on ${peer}`}${knownNodes === '' ? '' : ` (it knows of ${knownNodes})`}, ${validity(event.validFor, { ...times, keysLive })}${token(event.token)}.`;
  },
  extended: ({ event, who, times }) => `${who} has extended its lock, ${validity(event.validFor, times)}.`,
  releasing: ({ who }) => `${who} releases the lock.`,
  released: ({ event, who, raised }) =>
    event.reason === 0
      ? `${who} has released the lock.`
      : raised === '' && reasons[event.reason] === 'error'
        ? `${who}’s release was not confirmed everywhere: an error.`
        : `${who} could not release the lock: ${reason(event.reason, raised)}.`,
  lockLost: ({ event, who }) => `${who} must assume that it has lost the lock: ${reason(event.reason)}.`,
  stopped: ({ event, who }) => `${who} stops its work: ${reason(event.reason)}.`,
  finished: ({ event, who }) =>
    event.ok === 2
      ? `${who} skips round ${event.round}.`
      : event.ok === 1
        ? `${who} has finished round ${event.round}.`
        : `Round ${event.round} of ${who} has failed.`,
  read: ({ event, who, peer, ofSeveral, loose }) => {
    if (event.version < 0)
      return `${peer} asks whether the email has been sent: ${event.value === 1 ? 'it has' : 'it has not'}.`;
    const from = ofSeveral ? ` from ${who}` : '';
    const half = loose === 0 ? '' : `, ${loose} ${loose === 1 ? 'chunk' : 'chunks'} of it from an unfinished write`;
    return `${peer} reads ${event.value}, version ${event.version}${from}${half}.`;
  },
  marked: ({ event, who, peer }) => `Token ${event.token} of ${peer} is remembered by ${who}.`,
  wrote: ({ event, who, peer, other, isMany }) => {
    if (event.version < 0) return event.value === 1 ? `${peer} sends the email.` : `${peer} sends the email again.`;
    const base = event.basedOn < 0 ? '' : `, based on version ${event.basedOn}`;
    const lost = other === '' ? '' : ` It destroys what ${other} wrote.`;
    return `${who} ${isMany ? 'accept' : 'accepts'} ${event.value} from ${peer} as version ${event.version}${base}${token(event.token)}.${lost}`;
  },
  wrotePart: ({ event, who, peer, other }) => {
    const mixed = other === '' ? '' : ` It is mixed with what ${other} wrote.`;
    return `${who} accepts chunk ${event.part} of ${event.value} from ${peer}${token(event.token)}.${mixed}`;
  },
  rejected: ({ event, who, peer, other, isMany }) => {
    const s = isMany ? '' : 's';
    const what = event.value < 0 ? `turn${s} ${peer} away` : `reject${s} ${event.value} from ${peer}`;
    return `${who} ${what}: ${refusal(event, other)}.`;
  },
  waiting: ({ who, peer }) => `${who} makes ${peer} wait.`,
  woken: ({ who, peer }) => `${who} wakes ${peer}.`,
};

function refusal({ check, token: number, against }: EventOf<'rejected'>, holder: string): string {
  switch (refusalChecks[check]) {
    case 'version':
      return `based on version ${number}, and ${against} is current`;
    case 'owner':
      return holder === '' ? 'its mark is gone' : `the mark is ${holder}’s`;
    case 'holder':
      return `token ${number} is another holder’s`;
    case 'mode':
      return 'its sequencer is for shared mode';
    case 'sequencer':
      return `the lock service does not vouch for its sequencer${number < 0 ? '' : `, generation ${number}`}`;
    default:
      return `token ${number} is ${number === against ? 'not greater than' : 'older than'} ${against}`;
  }
}

const keys = (count: number): string => (count === 1 ? 'one key' : `${count} keys`);
