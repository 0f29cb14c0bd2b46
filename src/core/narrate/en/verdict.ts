/** Outcomes and minor facts in English. */

import type { Reason } from '../../model/effects/effect';
import type { Flag } from '../../model/trace/cause';
import { notOver } from '../../model/trace/trace';
import type { Lengths, Times } from '../../model/values/format';
import type { Micros } from '../../model/values/time';
import type { FactSentences, Naming, OutcomeSentences, OverlapTime } from '../verdictWords';

import { comparison } from './causes';
import { headlines } from './headlines';

const together = ({ first, second, micros, unlocked }: OverlapTime, name: Naming, { formatLength }: Lengths): string =>
  unlocked === 1
    ? `${name(first)} and ${name(second)} ${micros === notOver ? 'are at work' : 'worked'} at the same time${micros === notOver ? '' : ` for ${formatLength(micros)}`}, at least one of them without the lock`
    : micros === notOver
      ? `${name(first)} and ${name(second)} are holding the lock at the same time`
      : `${name(first)} and ${name(second)} held the lock at the same time for ${formatLength(micros)}`;

/** Why a client considered its lock lost. */
const alarms = (reason: Reason): string => {
  if (reason === 'error') return ', because one of its requests had failed';
  if (reason === 'no-quorum') return ', because it had no quorum';
  return reason === 'disconnected' ? ', because it had not heard from the lock service for too long' : '';
};

interface InVain {
  readonly first: OverlapTime['first'];
  readonly micros: Micros;
  readonly inTurn?: Flag;
  readonly hadLock?: Flag;
  readonly gaveUp?: Flag;
}

export const waitedInVain =
  ({ formatLength }: Lengths) =>
  ({ first, micros, inTurn, hadLock, gaveUp }: InVain, name: Naming): string =>
    gaveUp === 1
      ? `${name(first)} could not reach the lock and gave up, and no client got its work done.`
      : hadLock === 1 && inTurn !== 1
        ? `${name(first)} had got the lock, but for ${formatLength(micros)} nobody got through.`
        : `${inTurn === 1 ? 'one client after another' : name(first)} kept trying for ${formatLength(micros)}, without success.`;

/** The result of a run in a sentence. If the data took no harm, the lock comes first, then the data. */
export const outcomes = ({ formatLength }: Times): OutcomeSentences => ({
  lost: (v, name) =>
    `${name(v.first)} overwrote what ${v.first === v.second ? 'it had written itself' : `${name(v.second)} had written`}.`,
  torn: (v, name) =>
    `A write from ${name(v.first)} was mixed with one from ${name(v.second)}, and parts of both remain.`,
  twice: (v, name) =>
    v.first === v.second
      ? `${name(v.first)} did twice what should happen only once.`
      : `${name(v.first)} did again what ${name(v.second)} had done.`,
  overlap: (v, name) =>
    `${together(v, name, { formatLength })}${v.data === 'safe' ? '; the storage prevents lost updates.' : '.'}`,
  stuck: (v, name) => {
    if (v.isSilent === 1)
      return `${name(v.first)} waits for something that will never come, and nothing else is going to happen.`;
    const [left, stays] = v.isMark === 1 ? ['its mark', 'the resource'] : ['the lock', 'it'];
    return v.owners.length > 0
      ? `${name(v.owners)} left ${left} behind, and nothing still to come will free ${stays}.`
      : `${name(v.first)} wants the lock, and nothing still to come will free ${stays}.`;
  },
  unavailable: waitedInVain({ formatLength }),
  expired: (v, name) =>
    `${name(v.first)} ${v.isRead === 1 ? 'read' : 'wrote'} ${formatLength(v.micros)} after its lock had ended${v.data === 'safe' ? ', and no update was lost.' : '.'}`,
  rightful: (v, name) => `The storage rejected ${name(v.first)}, although it was the rightful holder.`,
  held: (v) => {
    const isSafe = v.data === 'safe';
    if (v.acquired === 0)
      return isSafe ? 'No client ever held the lock, and nothing was lost.' : 'No client ever held the lock.';
    if (v.unlocked === 1) return isSafe ? 'There was no lock, and still no update was lost.' : 'There was no lock.';
    const holders =
      v.shared === 1
        ? 'Several clients held the lock at once, as this lock allows'
        : 'No two clients held the lock at once';
    return isSafe ? `${holders}, and no update was lost.` : `${holders}.`;
  },
  after: {
    refused: ' A late write was rejected, and no update was lost.',
    reader: ' A reader’s write was rejected, and no update was lost.',
    outdated: ' A write based on an old version was rejected, and no update was lost.',
    lucky: ' No update was lost, though nothing prevented a loss.',
    unknown: ' What happened to the data is not known.',
  },
  short: (v, name) =>
    `The run ended before ${name(v.first)} had got its work done. Run it for ${formatLength(v.micros)} more to see how it ends.`,
  bound: () => 'The run hit its event limit before it ended. Nothing had broken by then.',
  stopped: () => 'The run was stopped before it ended. Nothing had broken by then.',
  going: () => 'The run goes on. Nothing has broken so far.',
  failed: () => 'A process ended although no fault had hit it, so what was seen before proves nothing.',
  late: (v) =>
    `The result was “${headlines[v.seen]}”, but the machine was too busy: ${v.micros > 0 ? `one step came ${formatLength(v.late)} late, and the result hung on ${formatLength(v.micros)}` : `it was late by ${formatLength(v.late)} in total`}.`,
  uncertainty: (v, name) =>
    `${name(v.first)} and ${name(v.second)} may have held the lock at the same time for ${formatLength(v.micros)}; the clocks are not exact enough to tell.`,
});

export const facts = ({ formatAt, formatLength }: Times): FactSentences => ({
  overlap: (v, name) => `${together(v, name, { formatLength })}.`,
  'lost-update': (v, name) =>
    `${name(v.first)} overwrote ${v.first === v.second ? 'its own' : `${name(v.second)}’s`} ${v.lostValue} with ${v.value}, based on version ${v.basedOn}.`,
  'torn-write': (v, name) => `A write from ${name(v.first)} was mixed with one from ${name(v.second)}.`,
  'half-read': (v, name) =>
    `${name(v.first)} read a half-written object: ${v.parts} ${v.parts === 1 ? 'chunk was' : 'chunks were'} from a write that had not finished.`,
  diverged: (v, name) =>
    `The replicas do not agree: version ${v.version} is ${name(v.first)}’s on some and ${name(v.second)}’s on others.`,
  'stuck-entry': (v, name) =>
    `The ${v.isMark === 1 ? 'mark' : 'key'} of ${name(v.first)} on ${name(v.second)} will never be removed.`,
  starved: waitedInVain({ formatLength }),
  'deleted-another': (v, name) => `${name(v.first)} deleted the key of ${name(v.second)} on ${name(v.nodes)}.`,
  'changed-another': (v, name) =>
    `${name(v.first)} overwrote or extended the key of ${name(v.second)} on ${name(v.nodes)}.`,
  rejected: (v, name) =>
    v.value !== -1
      ? `The storage rejected ${v.value} from ${name(v.first)}: ${comparison(v, name)}.`
      : `The storage turned ${name(v.first)} away: ${comparison(v, name)}.`,
  'rightful-rejected': (v, name) => `${name(v.first)} was the rightful holder when it was rejected.`,
  'token-repeated': (v, name) => `${name(v.first)} got token ${v.token}, which ${name(v.second)} had already had.`,
  'token-fell': (v, name) => `${name(v.first)} got token ${v.token}, after ${name(v.second)} had got ${v.before}.`,
  'entry-left': (v, name) =>
    `The key of ${name(v.first)} stayed on ${name(v.second)} for ${formatLength(v.micros)} after it was done.`,
  'false-alarm': (v, name) =>
    `${name(v.first)} ${v.reason === 'disconnected' ? 'had to assume' : 'was wrongly told'} at ${formatAt(v.at)} that its lock was lost${alarms(v.reason)}; it still had the lock${v.wasted < 0 ? '.' : `, and its round failed after ${formatLength(v.wasted)} of holding it.`}`,
  'late-write': (v, name) =>
    `A write from ${name(v.first)} arrived ${formatLength(v.micros)} after that client was done with the lock, and was ${v.accepted === 1 ? 'accepted' : 'rejected'}.`,
  'after-end': (v, name) =>
    `A ${v.isRead === 1 ? 'read' : 'write'} of ${name(v.first)} was applied ${formatLength(v.micros)} after its lock had ended at ${formatAt(v.at)}.`,
  'done-twice': (v, name) => `${name(v.first)} did again what ${name(v.second)} had done.`,
  'fault-missed': (v) =>
    v.reason === 'never' ? `The fault “${v.name}” never happened.` : `The fault “${v.name}” found no target.`,
});
