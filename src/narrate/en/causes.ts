/** The judge's rules as English sentences: one for each step of a causal chain. */
import { withSession } from '../../model/trace';
import { formatAt, formatLength } from '../format';
import type { Values } from '../said';

const at = (v: Values, key = 'at'): string => formatAt(v.number(key));
const length = (v: Values, key = 'micros'): string => formatLength(v.number(key));
const on = (v: Values, key = 'nodes'): string => (v.has(key) ? ` on ${v.name(key)}` : '');

const validity = (v: Values): string => {
  if (v.number('validFor') === withSession) return 'for as long as its session lives';
  return v.number('validFor') < 0 ? 'without expiry' : `valid for ${length(v, 'validFor')}`;
};
const withToken = (v: Values): string => (v.has('token') ? `, with token ${v.number('token')}` : '');
const by = (micros: number): string => `${micros < 0 ? 'back' : 'forward'} by ${formatLength(Math.abs(micros))}`;
/** Why a check turned a write away. */
export const comparison = (v: Values): string => {
  if (v.text('check') === 'owner')
    return v.has('holder') ? `the mark of ${v.name('holder')} stood` : 'its mark was gone';
  if (v.text('check') === 'sequencer') return 'the lock service did not vouch for its sequencer';
  if (v.text('check') === 'holder') return `token ${v.number('token')} was another holder’s`;
  if (v.text('check') === 'version')
    return `it was based on version ${v.number('token')}, and version ${v.number('against')} stood`;
  if (v.number('token') === v.number('against'))
    return `token ${v.number('token')} is not greater than ${v.number('against')}`;
  return `token ${v.number('token')} is older than ${v.number('against')}`;
};
const legs: Readonly<Record<string, string>> = { request: 'request', reply: 'reply', push: 'message' };

const legsPlural: Readonly<Record<string, string>> = { request: 'Requests', reply: 'Replies', push: 'Messages' };
const isPlural = (v: Values): boolean => !v.isOne('from') || !v.isOne('to');
const aMessage = (v: Values): string => (isPlural(v) ? `${legsPlural[v.text('leg')]}` : `A ${legs[v.text('leg')]}`);

const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);

export const causes = {
  granted: (v: Values) =>
    v.number('unlocked') === 1
      ? `${v.name('client')} went in at ${at(v)}; there is no lock.`
      : `${v.name('client')} got the lock${on(v)}, ${validity(v)}${withToken(v)}.`,
  grantedToo: (v: Values) =>
    v.number('unlocked') === 1
      ? `${v.name('client')} went in too, at ${at(v)}.`
      : `${v.name('client')} got the lock${on(v)} at ${at(v)}${withToken(v)}.`,
  paused: (v: Values) =>
    v.has('micros')
      ? `${v.name('process')} paused at ${at(v)} for ${length(v)} and ran no code.`
      : `${v.name('process')} paused at ${at(v)} and never woke.`,
  slept: (v: Values) => `The machine of ${v.name('process')} slept for ${length(v)}; its monotonic clock stood still.`,
  crashed: (v: Values) => `${v.name('process')} ${v.number('power') === 1 ? 'lost power' : 'crashed'} at ${at(v)}.`,
  restarted: (v: Values) => {
    const what = v.number('power') === 1 ? 'lost power' : 'crashed';
    const away = v.number('micros') === 0 ? 'and was back at once' : `and was back after ${length(v)}`;
    if (v.number('forgot') > 0) return `${v.name('process')} ${what} at ${at(v)} ${away}, without the key.`;
    return `${v.name('process')} ${what} at ${at(v)} ${away}.`;
  },
  promoted: (v: Values) => {
    if (v.has('cutOff'))
      return `${v.name('replica')} took the place of ${v.name('master')}, which lived on and answered ${v.name('cutOff')}.`;
    return v.number('lost') > 0
      ? `${v.name('replica')} took the place of ${v.name('master')} without its last ${v.number('lost') === 1 ? 'write' : `${v.number('lost')} writes`}.`
      : `${v.name('replica')} took the place of ${v.name('master')} and had every write.`;
  },
  clockJumped: (v: Values) => `The clock of ${v.name('process')} jumped ${by(v.number('by'))} at ${at(v)}.`,
  clockRan: (v: Values) =>
    `The clock of ${v.name('process')} ran ${formatPpm(v.number('ppm'))} ${v.number('ppm') > 0 ? 'fast' : 'slow'}.`,
  linkCut: (v: Values) =>
    `From ${at(v)} nothing got from ${v.name('from')} to ${v.name('to')}${v.number('bothWays') === 1 ? ', or back' : ''}.`,
  linkSlow: (v: Values) => `Messages from ${v.name('from')} to ${v.name('to')} took ${length(v, 'by')} longer.`,
  messageLost: (v: Values) =>
    `${aMessage(v)} from ${v.name('from')} to ${v.name('to')} ${isPlural(v) ? 'were' : 'was'} lost at ${at(v)}.`,
  messageDelayed: (v: Values) =>
    `${aMessage(v)} from ${v.name('from')} to ${v.name('to')} took ${length(v, 'by')} longer.`,
  expired: (v: Values) =>
    `The lock of ${v.name('client')} expired${on(v)} ${v.isOne('nodes') ? 'at' : 'from'} ${at(v)}${v.isOne('nodes') ? '' : ' on'}.`,
  sessionExpired: (v: Values) =>
    `The session of ${v.name('client')}${on(v)} expired at ${at(v)}, and with it went the lock.`,
  keyLost: (v: Values) => `The lock of ${v.name('client')} was gone${on(v)}, and ${v.name('client')} was not told.`,
  deletedAnother: (v: Values) => `${v.name('by')} deleted the key of ${v.name('owner')}${on(v)} at ${at(v)}.`,
  tookOver: (v: Values) => `${v.name('by')} took over the key of ${v.name('owner')}${on(v)} at ${at(v)}.`,
  outOfTurn: (v: Values) =>
    `${v.name('before')} had stood in line before ${v.name('client')} and was gone at ${at(v)}; ${v.name('client')} took that for its turn, although ${v.name('holder')} stood before both.`,
  disjoint: (v: Values) => `The two have no node in common: one has ${v.name('first')}, the other ${v.name('second')}.`,
  workedOn: (v: Values) =>
    `The validity of ${v.name('client')} ended at ${at(v, 'until')}; it worked on and did not look.`,
  gaveUp: (v: Values) =>
    v.text('how') === 'lost'
      ? `${v.name('client')} gave up at ${at(v)}, its validity being over.`
      : `${v.name('client')} was done with the lock at ${at(v)}.`,
  maybeBoth: (v: Values) =>
    `From ${at(v)} both ${v.name('first')} and ${v.name('second')} may have been inside, for ${length(v)}: less than their clocks are exact.`,
  bothInside: (v: Values) =>
    `From ${at(v)} both ${v.name('first')} and ${v.name('second')} were inside, for ${length(v)}.`,
  refusedWrite: (v: Values) =>
    v.has('value')
      ? `The storage refused ${v.number('value')} from ${v.name('client')}: ${comparison(v)}.`
      : `The storage turned ${v.name('client')} away: ${comparison(v)}.`,
  wrote: (v: Values) => `${v.name('client')} wrote ${v.number('value')}, which became version ${v.number('version')}.`,
  overwrote: (v: Values) =>
    `${v.name('client')} wrote ${v.number('value')}, based on version ${v.number('basedOn')}, over ${v.name('other')}’s ${v.number('lostValue')}.`,
  readBefore: (v: Values) =>
    `${v.name('client')} read version ${v.number('version')} at ${at(v)}, before that write landed.`,
  readStale: (v: Values) =>
    `${v.name('client')} read version ${v.number('version')} from ${v.name('from')} at ${at(v)}, when version ${v.number('stands')} stood already.`,
  mixed: (v: Values) =>
    `${v.name('client')} wrote part of its ${v.number('value')} into the ${v.number('otherValue')} of ${v.name('other')}: half of one, half of another.`,
  markSet: (v: Values) => `${v.name('client')} marked ${v.name('storage')} as its own at ${at(v)}.`,
  shutOut: (v: Values) =>
    `${v.name('client')} was turned away at ${at(v)}: ${v.name('storage')} serves nobody but ${v.name('owner')}, which will never take its mark away.`,
  doneAgain: (v: Values) => `${v.name('client')} sent the mail at ${at(v)}; ${v.name('other')} had sent it already.`,
  travelled: (v: Values) => `The write of ${v.name('client')}, sent at ${at(v)}, was under way for ${length(v)}.`,
  keySet: (v: Values) => `${v.name('client')} set the key${on(v)} at ${at(v)} and got no further.`,
  keySetFirst: (v: Values) => `${v.name('client')} set the key${on(v)} from ${at(v)} on.`,
  tookForGranted: (v: Values) =>
    `${v.name('client')} counted the answers of ${v.name('nodes')} at ${at(v)} and went in; the lock was no longer there.`,
  keyStays: (v: Values) => `The key of ${v.name('owner')} stays${on(v)}: it has no expiry.`,
  keyOfSession: (v: Values) =>
    `What ${v.name('owner')} has created${on(v)} stays: its session lives on, and nobody deletes it.`,
  behindItself: (v: Values) =>
    `${v.name('client')} stood in line again at ${at(v)}, behind what it had created itself.`,
  keyRenewed: (v: Values) =>
    `The key of ${v.name('owner')} is renewed${on(v)} again and again, although nobody is inside behind it.`,
  threadDied: (v: Values) => `The thread of ${v.name('process')} died at ${at(v)}; its process lived on.`,
  triedToRelease: (v: Values) => `${v.name('client')} called release at ${at(v)}, and the key stayed.`,
  waitsForEver: (v: Values) =>
    `${v.name('client')} has wanted in since ${at(v)}, and nothing to come will free the lock.`,
  nodesAway: (v: Values) => {
    if (v.number('total') === 1) return `${v.name('nodes')} could not be reached, and there is no other.`;
    return v.number('isTooMany') === 1
      ? `${v.name('nodes')} could not be reached: ${v.number('total') - v.number('down')} of ${v.number('total')} were left, and a quorum is ${v.number('quorum')}.`
      : `${v.name('nodes')} could not be reached: a quorum of ${v.number('quorum')} had to come from the other ${v.number('total') - v.number('down')}.`;
  },
  keyInTheWay: (v: Values) => {
    const why = {
      crashed: ', which had crashed,',
      refused: ', which had given up,',
      released: ', which had released it,',
      lost: ', which had given up,',
      unaware: ', which was still asking,',
    }[v.text('why')];
    const until =
      v.number('until') === withSession
        ? 'for as long as its session lives'
        : v.number('until') < 0
          ? 'for good'
          : `until ${at(v, 'until')}`;
    return `The key of ${v.name('owner')}${why ?? ''} ${v.number('stands') === 1 ? 'stands' : 'stood'}${on(v)} ${until}.`;
  },
  split: (v: Values) => {
    const votes = v
      .text('votes')
      .split(' ')
      .map((vote) => vote.split('=')[1])
      .join(', ');
    return `The nodes were split ${votes} at ${at(v)}: nobody had ${v.number('quorum')}.`;
  },
  unanswered: (v: Values) =>
    `${v.name('client')} went on waiting for an answer of ${v.name('nodes')}, from ${at(v)} on.`,
  refusedTries: (v: Values) =>
    v.number('count') === 1
      ? `${v.name('client')} was refused at ${at(v)}.`
      : `${v.name('client')} was refused ${times(v.number('count'))}, from ${at(v)} on.`,
  refusedRightful: (v: Values) =>
    `The storage refused the rightful holder, ${v.name('client')}: ${comparison(v)}${v.number('count') > 1 ? ` (${v.number('count')} times)` : ''}.`,
  waited: (v: Values) =>
    `For ${length(v)} ${v.name('client')} wanted to finish a round and nobody did; the patience was ${length(v, 'patience')}.`,
  healed: (v: Values) => `It healed: ${v.name('client')} finished a round at ${at(v)}.`,
  expiredAfterCrash: (v: Values) => {
    const when = `${length(v)} after ${v.number('ofThread') === 1 ? 'the thread had died' : 'the crash'}`;
    return v.number('ofSession') === 1
      ? `Its session ended ${when}, and with it went the lock.`
      : `The key expired by itself, ${when}.`;
  },
  released: (v: Values) => `${v.name('client')} released the lock at ${at(v)}, and the key was freed${on(v)}.`,
  keySpared: (v: Values) =>
    `The release of ${v.name('client')} came at ${at(v)}, found the key of ${v.name('owner')}${on(v)}, and left it alone.`,
  leftInTime: (v: Values) =>
    v.has('expiredAt')
      ? `${v.name('client')} was out at ${at(v)}; its key expired at ${at(v, 'expiredAt')}.`
      : `${v.name('client')} was out at ${at(v)}.`,
  noValidity: (v: Values) =>
    `${v.name('client')} found too little validity left after ${length(v)}, and refused the lock itself.`,
  overtaken: (v: Values) =>
    `${v.name('client')} came ${length(v)} after it had begun, and was told that a newer token had overtaken its own.`,
  enoughNodes: (v: Values) =>
    `${v.name('nodes')} did not hear ${v.name('client')}; ${v.number('total') - v.number('down')} of ${v.number('total')} were enough for a quorum of ${v.number('quorum')}.`,
  keyKept: (v: Values) => `${v.name('node')} came back with ${v.name('owner')}’s key.`,
  stayedAway: (v: Values) =>
    `${v.name('node')} came back at ${at(v)}, when the key would have expired anyway (${at(v, 'expiresAt')}).`,
  calledRelease: (v: Values) => `${v.name('client')} called release at ${at(v)}.`,
  tokenFell: (v: Values) =>
    `${v.name('client')} got token ${v.number('token')} at ${at(v)}, after ${v.name('other')} had had ${v.number('before')}.`,
  neverTwo: (v: Values) =>
    v.number('unlocked') === 1
      ? `Clients were inside ${times(v.number('acquired'))}, whenever they liked, and no update was lost.`
      : v.number('acquired') === 1
        ? 'The lock was held once, and nobody else was inside.'
        : `The lock was held ${times(v.number('acquired'))}, ${v.number('shared') === 1 ? 'at times by several at once, as it allows' : 'never by two at once'}, and no update was lost.`,
  nobodyGot: () => 'Nobody was ever inside the lock.',
  cutOff: (v: Values) =>
    v.text('ended') === 'bound'
      ? `The run was cut off at its bound of ${v.number('count')} events, at ${at(v)}.`
      : `The run was stopped at ${at(v)}.`,
};

/** `1 %`, `0.05 %`. */
function formatPpm(ppm: number): string {
  const percent = Math.abs(ppm) / 1e4;
  return `${percent >= 1 ? percent.toFixed(1).replace(/\.0$/, '') : percent.toFixed(3).replace(/0+$/, '')} %`;
}
