/** The judge's rules as English sentences, one for each step of a causal chain. */
import type { CauseValues, Compared } from '../../model/cause';
import { formatAt, formatLength } from '../../model/format';
import type { ProcessId } from '../../model/scenario';
import { withSession } from '../../model/trace';
import type { CauseSentences, Naming } from '../verdictWords';
import { headlines } from './headlines';

const on = ({ nodes }: { readonly nodes: readonly ProcessId[] }, name: Naming): string =>
  nodes.length > 0 ? ` on ${name(nodes)}` : '';

const validity = (v: CauseValues['granted']): string => {
  if (v.validFor === withSession) return 'for as long as its session lives';
  return v.validFor < 0 ? 'without expiry' : `valid for ${formatLength(v.validFor)}`;
};
const withToken = (v: CauseValues['granted']): string => (v.token !== -1 ? `, with token ${v.token}` : '');
const by = (micros: number): string => `${micros < 0 ? 'back' : 'forward'} by ${formatLength(Math.abs(micros))}`;
/** Why a check refused a write. */
export const comparison = (v: Compared, name: Naming): string => {
  if (v.check === 'owner') return v.holder !== null ? `the mark was ${name(v.holder)}’s` : 'its mark was gone';
  if (v.check === 'sequencer') return 'the lock service did not vouch for its sequencer';
  if (v.check === 'mode') return 'its sequencer was for shared mode';
  if (v.check === 'holder') return `token ${v.token} was another holder’s`;
  if (v.check === 'version') return `it was based on version ${v.token}, and version ${v.against} was current`;
  if (v.token === v.against) return `token ${v.token} is not greater than ${v.against}`;
  return `token ${v.token} is older than ${v.against}`;
};
const legs: Readonly<Record<CauseValues['messageLost']['leg'], string>> = {
  request: 'request',
  reply: 'reply',
  push: 'message',
};

const legsPlural: typeof legs = { request: 'Requests', reply: 'Replies', push: 'Messages' };
const isPlural = (v: CauseValues['messageLost']): boolean => v.from.length > 1 || v.to.length > 1;
const aMessage = (v: CauseValues['messageLost']): string => (isPlural(v) ? `${legsPlural[v.leg]}` : `A ${legs[v.leg]}`);

const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);

export const causes: CauseSentences = {
  granted: (v, name) =>
    v.unlocked === 1
      ? `${name(v.client)} went in at ${formatAt(v.at)}; there is no lock.`
      : `${name(v.client)} got the lock${on(v, name)}, ${validity(v)}${withToken(v)}.`,
  grantedToo: (v, name) =>
    v.unlocked === 1
      ? `${name(v.client)} went in too, at ${formatAt(v.at)}.`
      : `${name(v.client)} got the lock${on(v, name)} at ${formatAt(v.at)}${withToken(v)}.`,
  paused: (v, name) =>
    v.micros !== -1
      ? `${name(v.process)} paused at ${formatAt(v.at)} for ${formatLength(v.micros)} and ran no code.`
      : `${name(v.process)} paused at ${formatAt(v.at)} and never woke.`,
  slept: (v, name) =>
    v.micros !== -1
      ? `The machine of ${name(v.process)} slept for ${formatLength(v.micros)}; its monotonic clock stood still.`
      : `The machine of ${name(v.process)} fell asleep at ${formatAt(v.at)} and never woke.`,
  stoodStill: (v, name) => {
    const machine = `The whole machine of ${name(v.process)} stood still`;
    if (v.micros === -1) return `${machine} from ${formatAt(v.at)} on, and all its clocks with it.`;
    const stood = `${machine} for ${formatLength(v.micros)}, and all its clocks with it`;
    if (v.behind === 0) return `${stood}.`;
    const behind = formatLength(v.behind);
    return v.corrected !== -1
      ? `${stood}; its wall clock was ${behind} behind until NTP corrected it at ${formatAt(v.corrected)}.`
      : `${stood}; its wall clock has been ${behind} behind since then.`;
  },
  crashed: (v, name) => `${name(v.process)} ${v.power === 1 ? 'lost power' : 'crashed'} at ${formatAt(v.at)}.`,
  restarted: (v, name) => {
    const what = v.power === 1 ? 'lost power' : 'crashed';
    const away = v.micros === 0 ? 'and was back at once' : `and was back after ${formatLength(v.micros)}`;
    if (v.forgot > 0) return `${name(v.process)} ${what} at ${formatAt(v.at)} ${away}, without the key.`;
    return `${name(v.process)} ${what} at ${formatAt(v.at)} ${away}.`;
  },
  promoted: (v, name) => {
    if (v.cutOff.length > 0)
      return `${name(v.replica)} took the place of ${name(v.master)}, which lived on and answered ${name(v.cutOff)}.`;
    return v.lost > 0
      ? `${name(v.replica)} took the place of ${name(v.master)} without its last ${v.lost === 1 ? 'write' : `${v.lost} writes`}.`
      : `${name(v.replica)} took the place of ${name(v.master)} and had every write.`;
  },
  clockJumped: (v, name) => `The clock of ${name(v.process)} jumped ${by(v.by)} at ${formatAt(v.at)}.`,
  clockRan: (v, name) => `The clock of ${name(v.process)} ran ${formatPpm(v.ppm)} ${v.ppm > 0 ? 'fast' : 'slow'}.`,
  leaderless: (v, name) =>
    `From ${formatAt(v.at)} on, ${name(v.process)} had no leader for ${formatLength(v.micros)}: requests failed, and no session ended.`,
  vanished: (v, name) =>
    ({
      eviction: `${name(v.process)} evicted the key at ${formatAt(v.at)}.`,
      del: `Somebody deleted the key on ${name(v.process)} at ${formatAt(v.at)}.`,
      flushall: `Somebody ran FLUSHALL on ${name(v.process)} at ${formatAt(v.at)}: every key went.`,
    })[v.how],
  elected: (v, name) =>
    v.process === null
      ? `From ${formatAt(v.at)} on nobody led: ${name(v.before)} led no more, and no other member could.`
      : `From ${formatAt(v.at)} on ${name(v.process)} led in place of ${name(v.before)}, and every session began anew.`,
  linkCut: (v, name) =>
    `From ${formatAt(v.at)} nothing got through from ${name(v.from)} to ${name(v.to)}${v.bothWays === 1 ? ', or back' : ''}.`,
  linkSlow: (v, name) => `Messages from ${name(v.from)} to ${name(v.to)} took ${formatLength(v.by)} longer.`,
  messageLost: (v, name) =>
    `${aMessage(v)} from ${name(v.from)} to ${name(v.to)} ${isPlural(v) ? 'were' : 'was'} lost at ${formatAt(v.at)}.`,
  messageDelayed: (v, name) =>
    `${aMessage(v)} from ${name(v.from)} to ${name(v.to)} took ${formatLength(v.by)} longer.`,
  expired: (v, name) =>
    `The lock of ${name(v.client)} expired${on(v, name)} ${v.nodes.length === 1 ? 'at' : 'from'} ${formatAt(v.at)}${v.nodes.length === 1 ? '' : ' on'}.`,
  sessionExpired: (v, name) =>
    `The session of ${name(v.client)}${on(v, name)} expired at ${formatAt(v.at)}, and with it went the lock.`,
  keyLost: (v, name) => `The lock of ${name(v.client)} was gone${on(v, name)}, and ${name(v.client)} was not told.`,
  deletedAnother: (v, name) => `${name(v.by)} deleted the key of ${name(v.owner)}${on(v, name)} at ${formatAt(v.at)}.`,
  tookOver: (v, name) => `${name(v.by)} took over the key of ${name(v.owner)}${on(v, name)} at ${formatAt(v.at)}.`,
  outOfTurn: (v, name) =>
    `${name(v.before)} had been in line before ${name(v.client)} and was gone at ${formatAt(v.at)}; ${name(v.client)} took that for its turn, although ${name(v.holder)} was before both.`,
  disjoint: (v, name) => `The two have no node in common: one has ${name(v.first)}, the other ${name(v.second)}.`,
  workedOn: (v, name) => `The validity of ${name(v.client)} ended at ${formatAt(v.until)}, and it worked on.`,
  gaveUp: (v, name) =>
    v.how === 'lost'
      ? `${name(v.client)} gave up at ${formatAt(v.at)}, because its validity was over.`
      : `${name(v.client)} was done with the lock at ${formatAt(v.at)}.`,
  maybeBoth: (v, name) =>
    `From ${formatAt(v.at)} both ${name(v.first)} and ${name(v.second)} may have been inside, for ${formatLength(v.micros)}: less than the uncertainty of their clocks.`,
  bothInside: (v, name) =>
    `From ${formatAt(v.at)} both ${name(v.first)} and ${name(v.second)} were inside, for ${formatLength(v.micros)}.`,
  refusedWrite: (v, name) =>
    v.value !== -1
      ? `The storage refused ${v.value} from ${name(v.client)}: ${comparison(v, name)}.`
      : `The storage turned ${name(v.client)} away: ${comparison(v, name)}.`,
  wrote: (v, name) => `${name(v.client)} wrote ${v.value}, which became version ${v.version}.`,
  overwrote: (v, name) =>
    `${name(v.client)} wrote ${v.value}, based on version ${v.basedOn}, over ${v.other === v.client ? 'its own' : `${name(v.other)}’s`} ${v.lostValue}.`,
  readBefore: (v, name) =>
    `${name(v.client)} read version ${v.version} at ${formatAt(v.at)}, before that write landed.`,
  readStale: (v, name) =>
    `${name(v.client)} read version ${v.version} from ${name(v.from)} at ${formatAt(v.at)}, when version ${v.stands} was already current.`,
  mixed: (v, name) =>
    `${name(v.client)} wrote part of its ${v.value} into the ${v.otherValue} of ${name(v.other)}: half of one, half of another.`,
  markSet: (v, name) => `${name(v.client)} marked ${name(v.storage)} as its own at ${formatAt(v.at)}.`,
  shutOut: (v, name) =>
    `${name(v.client)} was turned away at ${formatAt(v.at)}: ${name(v.storage)} serves nobody but ${name(v.owner)}, which will never take its mark away.`,
  doneAgain: (v, name) =>
    `${name(v.client)} sent the email at ${formatAt(v.at)}; ${name(v.other)} had sent it already.`,
  travelled: (v, name) =>
    `The write of ${name(v.client)}, sent at ${formatAt(v.at)}, was under way for ${formatLength(v.micros)}.`,
  keySet: (v, name) => `${name(v.client)} set the key${on(v, name)} at ${formatAt(v.at)} and got no further.`,
  keySetFirst: (v, name) => `${name(v.client)} set the key${on(v, name)} from ${formatAt(v.at)} on.`,
  tookForGranted: (v, name) =>
    `${name(v.client)} counted the replies of ${name(v.nodes)} at ${formatAt(v.at)} and went in; the lock was no longer there.`,
  keyStays: (v, name) => `The key of ${name(v.owner)} stays${on(v, name)}: it has no expiry.`,
  keyOfSession: (v, name) =>
    `What ${name(v.owner)} has created${on(v, name)} stays: its session lives on, and nobody deletes it.`,
  behindItself: (v, name) =>
    `${name(v.client)} stood in line again at ${formatAt(v.at)}, behind what it had created itself.`,
  keyRenewed: (v, name) =>
    `The key of ${name(v.owner)} is renewed${on(v, name)} again and again, although its owner is no longer inside.`,
  threadDied: (v, name) => `The thread of ${name(v.process)} died at ${formatAt(v.at)}; its process lived on.`,
  triedToRelease: (v, name) => `${name(v.client)} called release at ${formatAt(v.at)}, and the key stayed.`,
  wantsIn: (v, name) => `${name(v.client)} has wanted in since ${formatAt(v.at)}.`,
  waitsForEver: (v, name) =>
    `${name(v.client)} has wanted in since ${formatAt(v.at)}, and nothing that is still to happen will free the lock.`,
  nodesAway: (v, name) => {
    if (v.total === 1) return `${name(v.nodes)} could not be reached, and there is no other.`;
    return v.isTooMany === 1
      ? `${name(v.nodes)} could not be reached: ${v.total - v.down} of ${v.total} were left, and a quorum is ${v.quorum}.`
      : `${name(v.nodes)} could not be reached: a quorum of ${v.quorum} had to come from the other ${v.total - v.down}.`;
  },
  keyInTheWay: (v, name) => {
    const why = {
      crashed: ', which had crashed,',
      refused: ', which had given up,',
      released: ', which had released it,',
      lost: ', which had given up,',
      unaware: ', which was still asking,',
      open: '',
    }[v.why];
    const until =
      v.until === withSession
        ? 'for as long as its session lives'
        : v.until < 0
          ? 'for good'
          : `until ${formatAt(v.until)}`;
    return `The key of ${name(v.owner)}${why} ${v.stands === 1 ? 'stays' : 'stayed'}${on(v, name)} ${until}.`;
  },
  split: (v) => {
    const votes = v.votes.map(([, count]) => count).join(', ');
    return `The nodes were split ${votes} at ${formatAt(v.at)}: nobody had ${v.quorum}.`;
  },
  unanswered: (v, name) =>
    `${name(v.client)} went on waiting for a reply from ${name(v.nodes)}, from ${formatAt(v.at)} on.`,
  refusedTries: (v, name) =>
    v.count === 1
      ? `${name(v.client)} was refused at ${formatAt(v.at)}.`
      : `${name(v.client)} was refused ${times(v.count)}, from ${formatAt(v.at)} on.`,
  refusedRightful: (v, name) =>
    `The storage refused the rightful holder, ${name(v.client)}: ${comparison(v, name)}${v.count > 1 ? ` (${v.count} times)` : ''}.`,
  waited: (v, name) =>
    `For ${formatLength(v.micros)} ${name(v.client)} wanted to finish a round and nobody did; the patience was ${formatLength(v.patience)}.`,
  healed: (v, name) => `It healed: ${name(v.client)} finished a round at ${formatAt(v.at)}.`,
  expiredAfterCrash: (v) => {
    const when = `${formatLength(v.micros)} after ${v.ofThread === 1 ? 'the thread had died' : 'the crash'}`;
    return v.ofSession === 1
      ? `Its session ended ${when}, and with it went the lock.`
      : `The key expired by itself, ${when}.`;
  },
  released: (v, name) =>
    `${name(v.client)} released the lock at ${formatAt(v.at)}, and the key was freed${on(v, name)}.`,
  keySpared: (v, name) =>
    `The release of ${name(v.client)} came at ${formatAt(v.at)}, found the key of ${name(v.owner)}${on(v, name)}, and left it alone.`,
  leftInTime: (v, name) =>
    v.expiredAt !== -1
      ? `${name(v.client)} was out at ${formatAt(v.at)}; its key expired at ${formatAt(v.expiredAt)}.`
      : `${name(v.client)} was out at ${formatAt(v.at)}.`,
  noValidity: (v, name) =>
    `${name(v.client)} found too little validity left after ${formatLength(v.micros)}, and refused the lock itself.`,
  overtaken: (v, name) =>
    `${name(v.client)} asked for the lock ${formatLength(v.micros)} after it had begun, and was told that a newer token had overtaken its own.`,
  enoughNodes: (v, name) =>
    `${name(v.nodes)} did not hear from ${name(v.client)}; ${v.total - v.down} of ${v.total} were enough for a quorum of ${v.quorum}.`,
  keyKept: (v, name) => `${name(v.node)} came back with ${name(v.owner)}’s key.`,
  stayedAway: (v, name) =>
    `${name(v.node)} came back at ${formatAt(v.at)}, when the key would have expired anyway (${formatAt(v.expiresAt)}).`,
  calledRelease: (v, name) => `${name(v.client)} called release at ${formatAt(v.at)}.`,
  tokenFell: (v, name) =>
    `${name(v.client)} got token ${v.token} at ${formatAt(v.at)}, after ${name(v.other)} had had ${v.before}.`,
  neverTwo: (v) =>
    v.unlocked === 1
      ? `Clients were inside ${times(v.acquired)}, whenever they liked, and no update was lost.`
      : v.acquired === 1
        ? 'The lock was held once, and nobody else was inside.'
        : `The lock was held ${times(v.acquired)}, ${v.shared === 1 ? 'at times by several at once, as it allows' : 'never by two at once'}, and no update was lost.`,
  lateMachine: (v, name) => {
    const late = `and meanwhile the machine was late by ${formatLength(v.late)}`;
    switch (v.what) {
      case 'overlap':
        return `${name(v.first)} and ${name(v.second)} were inside together for ${formatLength(v.micros)}, ${late}.`;
      case 'loss':
        return `${name(v.first)} overwrote what ${name(v.second)} had written ${formatLength(v.micros)} before, ${late}.`;
      case 'wait':
        return `${name(v.first)} waited ${formatLength(v.micros)} longer than the patience, ${late}.`;
      case 'lease':
        return `${formatLength(v.micros)} kept ${name(v.first)} and ${name(v.second)} apart at the end of a lease, ${late}.`;
      case 'race':
        return `${name(v.first)} reached a server ${formatLength(v.micros)} before ${name(v.second)}, ${late}.`;
      case 'timeout':
        return `${name(v.second)} answered ${name(v.first)} ${formatLength(v.micros)} after the timeout, ${late}.`;
      case 'fault':
        return `A fault hit ${name(v.first)} ${formatLength(v.micros)} after its last action, ${late}.`;
      default:
        return `In all, the machine was late by ${formatLength(v.late)}.`;
    }
  },
  simulatedOtherwise: (v) => `The simulation, which is never late, ends as “${headlines[v.simulated]}”.`,
  nobodyGot: () => 'Nobody was ever inside the lock.',
  cutOff: (v) =>
    v.ended === 'bound'
      ? `The run was cut off at its limit of ${v.count} events, at ${formatAt(v.at)}.`
      : `The run ${v.ended === 'failed' ? 'failed' : 'was stopped'} at ${formatAt(v.at)}.`,
};

/** `1 %`, `0.05 %`. */
function formatPpm(ppm: number): string {
  const percent = Math.abs(ppm) / 1e4;
  return `${percent >= 1 ? percent.toFixed(1).replace(/\.0$/, '') : percent.toFixed(3).replace(/0+$/, '')} %`;
}
