/** Outcomes and lesser facts in English. */
import type { FactKind, Outcome, Verdict } from '../../model/verdict';
import { formatLength } from '../format';
import type { Values } from '../said';

import { comparison } from './causes';

const length = (v: Values): string => formatLength(v.number('micros'));

/** The outcome as a heading. */
export const headlines: Readonly<Record<Outcome | 'unlocked', string>> = {
  'lost-update': 'An update was lost',
  overlap: 'Two were inside the lock at once',
  stuck: 'The lock is stuck',
  unavailable: 'Nobody got through',
  held: 'The lock held',
  unlocked: 'Nothing was lost',
  unknown: 'It cannot be told',
};

/** What an outcome comes to, and why one is unknown. */
type Sentence = Exclude<Outcome, 'unknown'> | NonNullable<Verdict['unknownBecause']>;

/** The outcome in a sentence; `who` and what else it needs are those of its fact. */
export const outcomes: Readonly<Record<Sentence, (v: Values) => string>> = {
  'lost-update': (v: Values) =>
    `The storage accepted a write of ${v.name('first')} that destroyed what ${v.name('second')} had written.`,
  overlap: (v: Values) =>
    `${v.name('first')} and ${v.name('second')} were inside together for ${length(v)}; no update was lost.`,
  stuck: (v: Values) =>
    `Nobody is inside, ${v.name('first')} wants in, and nothing still to come will free the ${v.number('isMark') === 1 ? 'resource' : 'lock'}.`,
  unavailable: (v: Values) => `${v.name('first')} wanted to finish a round for ${length(v)}, and nobody finished one.`,
  held: (v: Values) => {
    if (v.number('acquired') === 0) return 'Nobody was inside, and nothing was lost.';
    if (v.number('unlocked') === 1) return 'There was no lock, and no update was lost all the same.';
    return v.number('shared') === 1
      ? 'Several were inside at once, as this lock allows, and no update was lost.'
      : 'At no moment were two clients inside, and no update was lost.';
  },
  bound: () => 'The run reached its bound of events before it ended. Nothing had broken by then.',
  stopped: () => 'The run was stopped before it ended. Nothing had broken by then.',
  uncertainty: (v: Values) =>
    `${v.name('first')} and ${v.name('second')} may have been inside together for ${length(v)}; the clocks are not exact enough to tell.`,
};

export const facts: { readonly [K in FactKind]: (v: Values) => string } = {
  overlap: (v) => `${v.name('first')} and ${v.name('second')} were inside together for ${length(v)}.`,
  'lost-update': (v) =>
    `${v.name('first')} overwrote ${v.name('second')}’s ${v.number('lostValue')} with ${v.number('value')}, based on version ${v.number('basedOn')}.`,
  'torn-write': (v) => `A write of ${v.name('first')} was mixed with one of ${v.name('second')}.`,
  'half-read': (v) =>
    `${v.name('first')} read a half-written object: ${v.number('parts')} ${v.number('parts') === 1 ? 'chunk was' : 'chunks were'} of a write that had not come to its end.`,
  diverged: (v) =>
    `The replicas do not agree: version ${v.number('version')} is ${v.name('first')}’s on some and ${v.name('second')}’s on others.`,
  'stuck-entry': (v) =>
    `The ${v.number('isMark') === 1 ? 'mark' : 'key'} of ${v.name('first')} on ${v.name('second')} will never go.`,
  starved: (v) => `${v.name('first')} wanted to finish a round for ${length(v)}, and nobody did.`,
  'deleted-another': (v) => `${v.name('first')} deleted the key of ${v.name('second')} on ${v.name('node')}.`,
  rejected: (v) =>
    v.has('value')
      ? `The storage refused ${v.number('value')} from ${v.name('first')}: ${comparison(v)}.`
      : `The storage turned ${v.name('first')} away: ${comparison(v)}.`,
  'rightful-rejected': (v) => `${v.name('first')} was the rightful holder when it was refused.`,
  'token-repeated': (v) => `${v.name('first')} got token ${v.number('token')}, which ${v.name('second')} had had.`,
  'token-fell': (v) =>
    `${v.name('first')} got token ${v.number('token')}, after ${v.name('second')} had had ${v.number('before')}.`,
  'entry-left': (v) =>
    `The key of ${v.name('first')} stayed on ${v.name('second')} for ${length(v)} after it was done.`,
  'late-write': (v) =>
    `A write of ${v.name('first')} arrived ${length(v)} after it had left the lock, and was ${v.number('accepted') === 1 ? 'accepted' : 'refused'}.`,
  'done-twice': (v) => `${v.name('first')} did again what ${v.name('second')} had done.`,
  'fault-missed': (v) =>
    v.text('reason') === 'never'
      ? `The fault “${v.text('name')}” never struck.`
      : `The fault “${v.text('name')}” found no target.`,
};
