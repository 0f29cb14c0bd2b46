/** Outcomes and minor facts in English. */
import type { Flag } from '../../model/cause';
import type { Reason } from '../../model/effect';
import { formatAt, formatLength } from '../../model/format';
import type { Micros } from '../../model/time';
import { notOver } from '../../model/trace';
import type { FactSentences, Naming, OutcomeSentences, OverlapTime } from '../verdictWords';

import { comparison } from './causes';
import { headlines } from './headlines';

const together = ({ first, second, micros }: OverlapTime, name: Naming): string =>
  micros === notOver
    ? `${name(first)} and ${name(second)} are inside together`
    : `${name(first)} and ${name(second)} were inside together for ${formatLength(micros)}`;

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
}

const waitedInVain = ({ first, micros, inTurn }: InVain, name: Naming): string =>
  inTurn === 1
    ? `For ${formatLength(micros)} one client after another wanted to finish a round; in that time nobody did.`
    : `${name(first)} wanted to finish a round for ${formatLength(micros)}; in that time nobody did.`;

/** The result of a run in a sentence. If the data took no harm, the lock comes first, then the data. */
export const outcomes: OutcomeSentences = {
  lost: (v, name) =>
    `The storage accepted a write of ${name(v.first)} that destroyed what ${v.first === v.second ? 'it had written itself' : `${name(v.second)} had written`}.`,
  torn: (v, name) => `A write of ${name(v.first)} was mixed with one of ${name(v.second)}, and parts of both stayed.`,
  twice: (v, name) =>
    v.first === v.second
      ? `${name(v.first)} did twice what should happen once.`
      : `${name(v.first)} did again what ${name(v.second)} had done.`,
  overlap: (v, name) => `${together(v, name)}${v.data === 'safe' ? '; the storage prevents lost updates.' : '.'}`,
  stuck: (v, name) =>
    v.isSilent === 1
      ? `${name(v.first)} waits for something that will never come, and nothing else is going to happen.`
      : `Nobody is inside, ${name(v.first)} wants in, and nothing that is still to happen will free the ${v.isMark === 1 ? 'resource' : 'lock'}.`,
  unavailable: waitedInVain,
  rightful: (v, name) => `The storage refused ${name(v.first)}, although it was the rightful holder.`,
  held: (v) => {
    const isSafe = v.data === 'safe';
    if (v.acquired === 0) return isSafe ? 'Nobody was inside, and nothing was lost.' : 'Nobody was inside.';
    if (v.unlocked === 1) return isSafe ? 'There was no lock, and still no update was lost.' : 'There was no lock.';
    const inside =
      v.shared === 1 ? 'Several were inside at once, as this lock allows' : 'Two clients were never inside at once';
    return isSafe ? `${inside}, and no update was lost.` : `${inside}.`;
  },
  after: {
    refused: ' A late write was refused, and no update was lost.',
    reader: ' The write of a reader was refused, and no update was lost.',
    outdated: ' A write that was based on an old version was refused, and no update was lost.',
    lucky: ' No update was lost, though nothing prevented a loss.',
    unknown: ' What became of the data is not known.',
  },
  short: (v, name) =>
    `The run ended while ${name(v.first)} was still trying. Run it for ${formatLength(v.micros)} more to see how it ends.`,
  bound: () => 'The run hit its event limit before it ended. Nothing had broken by then.',
  stopped: () => 'The run was stopped before it ended. Nothing had broken by then.',
  going: () => 'The run goes on. Nothing has broken so far.',
  failed: () => 'A process ended although no fault had hit it, so what was seen before proves nothing.',
  late: (v) =>
    `The result was “${headlines[v.seen]}”, but the machine was too busy: it was ${v.micros > 0 ? `${formatLength(v.late)} late, and ${formatLength(v.micros)} decided the result` : `late by ${formatLength(v.late)} in total`}.`,
  uncertainty: (v, name) =>
    `${name(v.first)} and ${name(v.second)} may have been inside together for ${formatLength(v.micros)}; the clocks are not exact enough to tell.`,
};

export const facts: FactSentences = {
  overlap: (v, name) => `${together(v, name)}.`,
  'lost-update': (v, name) =>
    `${name(v.first)} overwrote ${v.first === v.second ? 'its own' : `${name(v.second)}’s`} ${v.lostValue} with ${v.value}, based on version ${v.basedOn}.`,
  'torn-write': (v, name) => `A write of ${name(v.first)} was mixed with one of ${name(v.second)}.`,
  'half-read': (v, name) =>
    `${name(v.first)} read a half-written object: ${v.parts} ${v.parts === 1 ? 'chunk was' : 'chunks were'} of a write that had not finished.`,
  diverged: (v, name) =>
    `The replicas do not agree: version ${v.version} is ${name(v.first)}’s on some and ${name(v.second)}’s on others.`,
  'stuck-entry': (v, name) =>
    `The ${v.isMark === 1 ? 'mark' : 'key'} of ${name(v.first)} on ${name(v.second)} will never be removed.`,
  starved: waitedInVain,
  'deleted-another': (v, name) => `${name(v.first)} deleted the key of ${name(v.second)} on ${name(v.nodes)}.`,
  'changed-another': (v, name) =>
    `${name(v.first)} overwrote or extended the key of ${name(v.second)} on ${name(v.nodes)}.`,
  rejected: (v, name) =>
    v.value !== -1
      ? `The storage refused ${v.value} from ${name(v.first)}: ${comparison(v, name)}.`
      : `The storage turned ${name(v.first)} away: ${comparison(v, name)}.`,
  'rightful-rejected': (v, name) => `${name(v.first)} was the rightful holder when it was refused.`,
  'token-repeated': (v, name) => `${name(v.first)} got token ${v.token}, which ${name(v.second)} had had.`,
  'token-fell': (v, name) => `${name(v.first)} got token ${v.token}, after ${name(v.second)} had had ${v.before}.`,
  'entry-left': (v, name) =>
    `The key of ${name(v.first)} stayed on ${name(v.second)} for ${formatLength(v.micros)} after it was done.`,
  'false-alarm': (v, name) =>
    `${name(v.first)} ${v.reason === 'disconnected' ? 'had to assume' : 'was wrongly told'} at ${formatAt(v.at)} that its lock was lost${alarms(v.reason)}; the lock still stood${v.wasted < 0 ? '.' : `, and its round failed after ${formatLength(v.wasted)} inside.`}`,
  'late-write': (v, name) =>
    `A write of ${name(v.first)} arrived ${formatLength(v.micros)} after it had left the lock, and was ${v.accepted === 1 ? 'accepted' : 'refused'}.`,
  'done-twice': (v, name) => `${name(v.first)} did again what ${name(v.second)} had done.`,
  'fault-missed': (v) =>
    v.reason === 'never' ? `The fault “${v.name}” never happened.` : `The fault “${v.name}” found no target.`,
};
