/** The judge's rules as English sentences, one for each step of a causal chain. `faultlessCauses.ts` has the others. */

import type { ProcessId } from '../../model/scenario/processId';
import type { CauseValues, Compared } from '../../model/trace/cause';
import { notOver } from '../../model/trace/trace';
import type { Lengths, Times } from '../../model/values/format';
import type { HarmSentences, Naming } from '../verdictWords';
import { validity } from './events';

/** ` on A, B and C`, if nodes are named. */
export const onNodes = ({ nodes }: { readonly nodes: readonly ProcessId[] }, name: Naming): string =>
  nodes.length > 0 ? ` on ${name(nodes)}` : '';

const withToken = (v: CauseValues['granted']): string => (v.token !== -1 ? `, with token ${v.token}` : '');
const knowing = (v: CauseValues['granted'], name: Naming): string =>
  v.known !== undefined ? ` (it knew of ${name(v.known)})` : '';
const by = (micros: number, { formatLength }: Lengths): string =>
  `${micros < 0 ? 'back' : 'forward'} by ${formatLength(Math.abs(micros))}`;
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

export const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);

const causesOnTheWay = ({ formatAt, formatLength }: Times) =>
  ({
    granted: (v, name) =>
      v.unlocked === 1
        ? `${name(v.client)} went ahead at ${formatAt(v.at)} without a lock.`
        : `${name(v.client)} got the lock${onNodes(v, name)}${knowing(v, name)}, ${validity(v.validFor, { formatLength, keysLive: v.keysLive })}${withToken(v)}.`,
    grantedToo: (v, name) =>
      v.unlocked === 1
        ? `${name(v.client)} went ahead too, at ${formatAt(v.at)}, without a lock.`
        : `${name(v.client)} got the lock${onNodes(v, name)}${knowing(v, name)} at ${formatAt(v.at)}${withToken(v)}.`,
    paused: (v, name) => {
      if (v.micros === notOver) return `${name(v.process)} has been paused since ${formatAt(v.at)} and runs no code.`;
      return v.micros !== -1
        ? `${name(v.process)} paused at ${formatAt(v.at)} for ${formatLength(v.micros)} and ran no code.`
        : `${name(v.process)} paused at ${formatAt(v.at)} and never woke.`;
    },
    slept: (v, name) => {
      const machine = `The machine of ${name(v.process)}`;
      if (v.micros === notOver)
        return `${machine} has been asleep since ${formatAt(v.at)}; its monotonic clock has stopped.`;
      return v.micros !== -1
        ? `${machine} slept for ${formatLength(v.micros)}; its monotonic clock stopped.`
        : `${machine} fell asleep at ${formatAt(v.at)} and never woke.`;
    },
    stoodStill: (v, name) => {
      if (v.micros === notOver)
        return `The whole machine of ${name(v.process)} has been frozen since ${formatAt(v.at)}, and all its clocks with it.`;
      const machine = `The whole machine of ${name(v.process)} was frozen`;
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
        return `${name(v.replica)} took the place of ${name(v.master)}, which kept running and answered ${name(v.cutOff)}.`;
      return v.lost > 0
        ? `${name(v.replica)} took the place of ${name(v.master)} without its last ${v.lost === 1 ? 'write' : `${v.lost} writes`}.`
        : `${name(v.replica)} took the place of ${name(v.master)} and had every write.`;
    },
    clockJumped: (v, name) =>
      `The clock of ${name(v.process)} jumped ${by(v.by, { formatLength })} at ${formatAt(v.at)}.`,
    clockRan: (v, name) => `The clock of ${name(v.process)} ran ${formatPpm(v.ppm)} ${v.ppm > 0 ? 'fast' : 'slow'}.`,
    leaderless: (v, name) =>
      `From ${formatAt(v.at)} on, ${name(v.process)} had no leader for ${formatLength(v.micros)}: requests failed, and no session ended.`,
    sessionEnded: (v, name) =>
      `The database ended the session of ${name(v.process)} at ${formatAt(v.at)}; the client kept running and got no notice.`,
  }) satisfies Partial<HarmSentences>;

const causesAtTheLock = ({ formatAt, formatLength }: Times) =>
  ({
    vanished: (v, name) =>
      ({
        eviction: `${name(v.process)} evicted the key at ${formatAt(v.at)}.`,
        del: `Somebody deleted the key on ${name(v.process)} at ${formatAt(v.at)}.`,
        flushall: `Somebody ran FLUSHALL on ${name(v.process)} at ${formatAt(v.at)}: every key was gone.`,
        'by-hand': `Somebody freed the lock in ${name(v.process)} by hand at ${formatAt(v.at)}.`,
      })[v.how],
    askedToStop: (v, name) => `${name(v.process)} was asked to stop at ${formatAt(v.at)}, by SIGTERM.`,
    elected: (v, name) =>
      v.process === null
        ? `From ${formatAt(v.at)} on there was no leader: ${name(v.before)} was no longer the leader, and no other member could become one.`
        : `From ${formatAt(v.at)} on ${name(v.process)} was the leader in place of ${name(v.before)}, and every session’s timeout started over.`,
    linkCut: (v, name) =>
      `From ${formatAt(v.at)} nothing got through from ${name(v.from)} to ${name(v.to)}${v.bothWays === 1 ? ', or back' : ''}.`,
    linkSlow: (v, name) => `Messages from ${name(v.from)} to ${name(v.to)} took ${formatLength(v.by)} longer.`,
    messageLost: (v, name) =>
      `${aMessage(v)} from ${name(v.from)} to ${name(v.to)} ${isPlural(v) ? 'were' : 'was'} lost at ${formatAt(v.at)}.`,
    messageDelayed: (v, name) =>
      `${aMessage(v)} from ${name(v.from)} to ${name(v.to)} took ${formatLength(v.by)} longer.`,
    expired: (v, name) =>
      `The key of ${name(v.client)} expired${onNodes(v, name)} ${v.nodes.length === 1 ? 'at' : 'from'} ${formatAt(v.at)}${v.nodes.length === 1 ? '' : ' on'}.`,
    sessionExpired: (v, name) =>
      `The session of ${name(v.client)}${onNodes(v, name)} expired at ${formatAt(v.at)}, and the lock went with it.`,
    keyLost: (v, name) =>
      `The lock of ${name(v.client)} was gone${onNodes(v, name)}, and ${name(v.client)} ${v.notifiedAt === -1 ? 'never heard of it' : `heard of it at ${formatAt(v.notifiedAt)}`}.`,
    deletedAnother: (v, name) =>
      `${name(v.by)} deleted the key of ${name(v.owner)}${onNodes(v, name)} at ${formatAt(v.at)}.`,
    changedAnother: (v, name) =>
      `${name(v.by)} ${v.isExtended === 1 ? 'extended' : 'overwrote'} the key of ${name(v.owner)}${onNodes(v, name)} at ${formatAt(v.at)}, without holding the lock.`,
    tookOver: (v, name) =>
      `${name(v.by)} put its own key in place of ${name(v.owner)}’s${onNodes(v, name)} at ${formatAt(v.at)}.`,
    sameValue: (v, name) =>
      `${name(v.client)} uses the same value as ${name(v.owner)}, so it mistook the key of ${name(v.owner)}${onNodes(v, name)} for its own.`,
    outOfTurn: (v, name) =>
      `${name(v.before)} had been in line ahead of ${name(v.client)} and was gone at ${formatAt(v.at)}; ${name(v.client)} took that as its turn, although ${name(v.holder)} was ahead of both.`,
    otherKeys: (v, name) =>
      `${name(v.client)} locks the key ${v.key}, ${name(v.other)} the key ${v.otherKey}: neither keeps the other out.`,
    disjoint: (v, name) => `The two have no node in common: one has ${name(v.first)}, the other ${name(v.second)}.`,
    freedInside: (v, name) =>
      `An unlock of ${name(v.client)} freed its own key${onNodes(v, name)} at ${formatAt(v.at)}, before it called release.`,
  }) satisfies Partial<HarmSentences>;

const causesAfterTheLock = ({ formatAt, formatLength }: Times) =>
  ({
    workedOn: (v, name) => `${name(v.client)} had to stop by ${formatAt(v.until)}, but kept working.`,
    workedAfterEnd: (v, name) =>
      `The storage accepted a ${v.isRead === 1 ? 'read' : 'write'} of ${name(v.client)} at ${formatAt(v.at)}, although its lock had ended at ${formatAt(v.endedAt)}. Nobody else came in between.`,
    gaveUp: (v, name) =>
      v.how === 'lost'
        ? `${name(v.client)} gave up at ${formatAt(v.at)}${{ expired: ', because its validity was over', told: ', because it had been told that its lock was lost', other: '' }[v.why]}.`
        : `${name(v.client)} was done with the lock at ${formatAt(v.at)}.`,
    maybeBoth: (v, name) =>
      `From ${formatAt(v.at)} both ${name(v.first)} and ${name(v.second)} may have held the lock, for ${formatLength(v.micros)}: less than the uncertainty of their clocks.`,
    keptNobodyOut: (v, name) => `The lock of ${name(v.client)} was there, but it did not keep ${name(v.other)} out.`,
    bothInside: (v, name) => {
      const both = `both ${name(v.first)} and ${name(v.second)}`;
      if (v.unlocked === 1)
        return `From ${formatAt(v.at)} ${both} were at work, at least one of them without the lock.`;
      return v.micros === notOver
        ? `${both} have held the lock since ${formatAt(v.at)}.`
        : `From ${formatAt(v.at)} ${both} held the lock, for ${formatLength(v.micros)}.`;
    },
    refusedWrite: (v, name) =>
      v.value !== -1
        ? `The storage rejected ${v.value} from ${name(v.client)}: ${comparison(v, name)}.`
        : `The storage turned ${name(v.client)} away: ${comparison(v, name)}.`,
    wrote: (v, name) => `${name(v.client)} wrote ${v.value}, which became version ${v.version}.`,
    overwrote: (v, name) =>
      `${name(v.client)} wrote ${v.value}, based on version ${v.basedOn}, over ${v.other === v.client ? 'its own' : `${name(v.other)}’s`} ${v.lostValue}.`,
    committedLate: (v, name) =>
      `${name(v.client)} committed its write at ${formatAt(v.at)}; its lock had been free since ${formatAt(v.freedAt)}.`,
    readBefore: (v, name) =>
      `${name(v.client)} read version ${v.version} at ${formatAt(v.at)}, before that write ${v.uncommitted === 1 ? 'was committed' : 'arrived'}.`,
    readStale: (v, name) =>
      `${name(v.client)} read version ${v.version} from ${name(v.from)} at ${formatAt(v.at)}, when version ${v.stands} was already current.`,
    mixed: (v, name) =>
      `${name(v.client)} wrote part of its ${v.value} into the ${v.otherValue} of ${name(v.other)}: half of one, half of another.`,
    doneAgain: (v, name) =>
      `${name(v.client)} sent the email at ${formatAt(v.at)}; ${name(v.other)} had sent it already.`,
    madeSure: (v, name) =>
      v.by === 'mark'
        ? `${name(v.client)} heard at ${formatAt(v.at)} that its mark was still there, and went on to write.`
        : `${name(v.client)} checked its lock at ${formatAt(v.at)}, found it ${v.left === null ? 'valid by its own clock' : validity(v.left, { formatLength })}, and went on to write.`,
    travelled: (v, name) =>
      `The write from ${name(v.client)}, sent at ${formatAt(v.at)}, was in transit for ${formatLength(v.micros)}.`,
    keySetFirst: (v, name) => `${name(v.client)} set the key${onNodes(v, name)} from ${formatAt(v.at)} on.`,
    tookForGranted: (v, name) =>
      `${name(v.client)} took the replies from ${name(v.nodes)} at ${formatAt(v.at)} for a granted lock, which was no longer there.`,
    threadDied: (v, name) => `The thread of ${name(v.process)} died at ${formatAt(v.at)}; its process kept running.`,
    calledRelease: (v, name) => `${name(v.client)} called release at ${formatAt(v.at)}.`,
    neverTwo: (v) =>
      v.unlocked === 1
        ? `Clients did their work ${times(v.acquired)}, whenever they liked, and no update was lost.`
        : v.acquired === 1
          ? 'The lock was held once, by one client alone.'
          : `The lock was held ${times(v.acquired)}, ${v.shared === 1 ? 'at times by several at once, as it allows' : 'never by two at once'}, and no update was lost.`,
    nobodyGot: () => 'No client ever got the lock.',
    cutOff: (v) =>
      v.ended === 'bound'
        ? `The run was cut off at its limit of ${v.count} events, at ${formatAt(v.at)}.`
        : `The run ${v.ended === 'failed' ? 'failed' : 'was stopped'} at ${formatAt(v.at)}.`,
  }) satisfies Partial<HarmSentences>;

export const causes = (times: Times): HarmSentences => ({
  ...causesOnTheWay(times),
  ...causesAtTheLock(times),
  ...causesAfterTheLock(times),
});

/** `1 %`, `0.05 %`. */
function formatPpm(ppm: number): string {
  const percent = Math.abs(ppm) / 1e4;
  return `${percent >= 1 ? percent.toFixed(1).replace(/\.0$/, '') : percent.toFixed(3).replace(/0+$/, '')} %`;
}
