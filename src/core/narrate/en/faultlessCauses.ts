/**
 * The English sentences for runs whose lock held, runs that are blocked, and runs on a late machine
 * (`judge/chain/saved.ts`, `blocked.ts`, `chain.ts`).
 */

import type { Reason } from '../../model/effects/effect';
import type { CauseValues, Flag } from '../../model/trace/cause';
import { withSession } from '../../model/trace/trace';
import type { Lengths, Times } from '../../model/values/format';
import type { BlockingSentences, FaultlessSentences } from '../verdictWords';
import { comparison, onNodes, times } from './causes';
import { lossWords } from './events';
import { headlines } from './headlines';
import { waitedInVain } from './verdict';

export const blockingCauses = ({ formatAt }: Times): BlockingSentences => ({
  markSet: (v, name) => `${name(v.client)} marked ${name(v.storage)} as its own at ${formatAt(v.at)}.`,
  shutOut: (v, name) =>
    `${name(v.client)} was turned away at ${formatAt(v.at)}: ${name(v.storage)} serves only ${name(v.owner)}, which will never remove its mark.`,
  keySet: (v, name) => `${name(v.client)} set the key${onNodes(v, name)} at ${formatAt(v.at)} and got no further.`,
  keyStays: (v, name) => `The key of ${name(v.owner)} stays${onNodes(v, name)}: it has no expiry.`,
  keyOfSession: (v, name) =>
    `What ${name(v.owner)} has created${onNodes(v, name)} stays: its session lives on, and nobody deletes it.`,
  keysBeside: (v, name) =>
    `What stays${onNodes(v, name)} has no expiry: ${v.keys.join(', ')}. Since the last client left, none has removed it.`,
  behindItself: (v, name) =>
    `${name(v.client)} stood in line again at ${formatAt(v.at)}, behind what it had created itself.`,
  keyRenewed: (v, name) =>
    `The key of ${name(v.owner)} is renewed${onNodes(v, name)} again and again, although its owner no longer holds the lock.`,
  triedToRelease: (v, name) => {
    const did = v.isGivenUp === 1 ? 'gave up its attempt' : 'called release';
    const why = {
      lost: `, but its last request to ${name(v.nodes)} was lost, so the key stayed`,
      unasked: `, but sent no request to ${name(v.nodes)}, so the key stayed`,
      error: ', but that ended with an error, so the key stayed',
      later: `; its key was set${onNodes(v, name)} only after that, so it stayed`,
      untold: ' without ever learning that the key was its own, so it did not delete it',
      otherSession: `, but the pool lent it another session: the unlock returned false${onNodes(v, name)}, and the session that holds the lock is back in the pool`,
      unknown: ', and the key stayed',
    }[v.why];
    return `${name(v.client)} ${did} at ${formatAt(v.at)}${why}.`;
  },
  wantsIn: (v, name) => `${name(v.client)} has wanted the lock since ${formatAt(v.at)}.`,
  waitsForEver: (v, name) =>
    `${name(v.client)} has wanted the lock since ${formatAt(v.at)}, and nothing still to come will free it.`,
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
      released: ', which had called release,',
      lost: ', which had given up,',
      unaware: ', which was still asking,',
      open: '',
    }[v.why];
    const until =
      v.until === withSession
        ? ' for as long as its session lives'
        : v.until < 0
          ? ' and has no expiry'
          : `${v.isValidity === 1 ? ', valid' : ''} until ${formatAt(v.until)}`;
    return `The key of ${name(v.owner)}${why} ${v.stands === 1 ? 'stays' : 'stayed'}${onNodes(v, name)}${until}.`;
  },
  split: (v) => {
    const votes = v.votes.map(([, count]) => count).join(', ');
    return `The nodes were split ${votes} at ${formatAt(v.at)}: nobody had ${v.quorum}.`;
  },
});

/** Why a client did not get the lock: who refused it, or what else happened. */
const tryWords: Readonly<Record<Reason, string>> = {
  none: '',
  held: 'the lock looked taken',
  'no-quorum': 'too few grants reached it',
  'no-validity': 'it gave the lock up, as too little validity was left',
  error: 'its requests failed',
  slept: 'its token was outdated',
  'not-owner': 'the key was not its own',
  gone: 'its key was gone',
  expired: 'its validity was over',
  stolen: 'another client had taken it',
  disconnected: 'it had not heard from the lock service for too long',
};

function whyTried({ reasons, raised }: CauseValues['refusedTries']): string {
  const words = [
    ...reasons.map((reason) => tryWords[reason]),
    ...raised.map((name) => `its library raised ${name}`),
  ].filter((word) => word !== '');
  return words.length === 0 ? '' : `: ${words.join(', or ')}`;
}

/** How the owner of a leftover key ended. */
const death = ({ ofThread }: { readonly ofThread: Flag }): string =>
  ofThread === 1 ? 'the thread had died' : 'the crash';

/** How long a session lives without renewal, as a remark. */
function lasting({ lease, ttls }: CauseValues['openedAfterCrash'], { formatLength }: Lengths): string {
  if (lease < 0) return '';
  const often = Number.isInteger(ttls) && ttls > 1 ? `, ${times(ttls)} its TTL` : '';
  return ` (without a renewal it lasts ${formatLength(lease)}${often})`;
}

const waits = ({ formatAt, formatLength }: Times) =>
  ({
    unanswered: (v, name) =>
      `${name(v.client)} went on waiting for a reply from ${name(v.nodes)}, from ${formatAt(v.at)} on.`,
    refusedTries: (v, name) => {
      const why = whyTried(v);
      return v.count === 1
        ? `${name(v.client)} tried to get the lock, and failed at ${formatAt(v.at)}${why}.`
        : `${name(v.client)} tried to get the lock ${times(v.count)} and failed each time, first at ${formatAt(v.at)}${why}.`;
    },
    refusedRightful: (v, name) =>
      `The storage rejected the rightful holder, ${name(v.client)}: ${comparison(v, name)}${v.count > 1 ? ` (${v.count} times)` : ''}.`,
    stayedIn: (v, name) => {
      const did = v.isReleasing === 1 ? `, called release at ${formatAt(v.at)},` : '';
      const where = v.isReleasing === 1 ? 'in it' : 'inside';
      return `${name(v.client)} got the lock at ${formatAt(v.acquiredAt)}${did} and ${
        v.isEndless === 1
          ? `waits ${where} for something that will never come`
          : `stayed ${where} for ${formatLength(v.micros)}`
      }.`;
    },
    waited: (v, name) =>
      v.gaveUp === 1
        ? waitedInVain({ formatLength })({ ...v, first: v.client }, name)
        : `${waitedInVain({ formatLength })({ ...v, first: v.client }, name)} After ${formatLength(v.patience)} (the run’s patience, one of its settings) a lock counts as unavailable.`,
    healed: (v, name) => `Then it recovered: ${name(v.client)} got its work done at ${formatAt(v.at)}.`,
    expiredAfterCrash: (v) => {
      const when = `${formatLength(v.micros)} after ${death(v)}`;
      return v.ofSession === 1
        ? `Its session ended ${when}, and the lock with it.`
        : `The key expired by itself, ${when}.`;
    },
    openedAfterCrash: (v) =>
      `The key was free ${formatLength(v.micros)} after ${death(v)}: the session ended at ${formatAt(v.endedAt)}, ${formatLength(v.livedOn)} after ${death(v)}${lasting(v, { formatLength })}, and the lock-delay kept the key closed for ${formatLength(v.closed)} more.`,
    released: (v, name) =>
      `${name(v.client)} called release at ${formatAt(v.at)}, and its key was freed${onNodes(v, name)} ${v.nodes.length > 1 ? 'by' : 'at'} ${formatAt(v.freedAt)}${{ cut: ', since the link was cut in between', lost: ', since a request was lost in between', none: '' }[v.heldUp]}.`,
    wakeLost: (v, name) =>
      `${name(v.from)} woke ${name(v.client)} at ${formatAt(v.at)}, but the message never arrived: ${lossWords[v.cause]}.`,
    keySpared: (v, name) =>
      `The release of ${name(v.client)} came at ${formatAt(v.at)}, found the key of ${name(v.owner)}${onNodes(v, name)}, and left it alone.`,
    leftInTime: (v, name) =>
      v.expiredAt !== -1
        ? `${name(v.client)} was done with the lock at ${formatAt(v.at)}; its key expired at ${formatAt(v.expiredAt)}.`
        : `${name(v.client)} was done with the lock at ${formatAt(v.at)}.`,
    noValidity: (v, name) =>
      `${name(v.client)} found too little validity left after ${formatLength(v.micros)}, and gave the lock up.`,
    overtaken: (v, name) =>
      `${name(v.client)} asked for the lock ${formatLength(v.micros)} after it had begun, and learned that a newer token had overtaken its own.`,
  }) satisfies Partial<FaultlessSentences>;

const protections = ({ formatAt, formatLength }: Times) =>
  ({
    stoppedWork: (v, name) => `${name(v.client)} stopped its work at ${formatAt(v.at)}: ${tryWords[v.reason]}.`,
    roundFailed: (v, name) =>
      `The work of ${name(v.client)} failed: its requests did not reach ${name(v.nodes)}, which must answer.`,
    enoughNodes: (v, name) =>
      `${name(v.nodes)} did not hear from ${name(v.client)}; ${v.total - v.down} of ${v.total} were enough for a quorum of ${v.quorum}.`,
    keyKept: (v, name) => `${name(v.node)} came back with ${name(v.owner)}’s key.`,
    stayedAway: (v, name) =>
      `${name(v.node)} came back at ${formatAt(v.at)}, when the key would have expired anyway (${formatAt(v.expiresAt)}).`,
    tokenFell: (v, name) =>
      `${name(v.client)} got token ${v.token} at ${formatAt(v.at)}, after ${name(v.other)} had got ${v.before}.`,
    lateMachine: (v, name) => {
      const late = `and meanwhile the machine was late by ${formatLength(v.late)}`;
      switch (v.what) {
        case 'overlap':
          return `${name(v.first)} and ${name(v.second)} held the lock at the same time for ${formatLength(v.micros)}, ${late}.`;
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
          return `The machine was late by ${formatLength(v.late)} in total.`;
      }
    },
    simulatedOtherwise: (v) => `The simulation, which is never late, ends as “${headlines[v.simulated]}”.`,
  }) satisfies Partial<FaultlessSentences>;

export const faultlessCauses = (times: Times): FaultlessSentences => ({
  ...waits(times),
  ...protections(times),
});
