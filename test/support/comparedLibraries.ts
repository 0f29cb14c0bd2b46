/**
 * Compares each JavaScript library with its profile, under the same faults, and lists the known differences with
 * their reasons.
 */
import { join } from 'node:path';
import { root } from '../../scripts/install.mjs';
import { programOf, thread } from '../../src/cli/threads';
import { nodeRedlock4 } from '../../src/core/locks/redlock/libraries/nodeRedlock4';
import { nodeRedlock5 } from '../../src/core/locks/redlock/libraries/nodeRedlock5';
import { redlockUniversal } from '../../src/core/locks/redlock/libraries/redlockUniversal';
import { inWorker } from '../../src/core/model/effects/calls';
import type { Fault } from '../../src/core/model/scenario/fault';
import { isClient } from '../../src/core/model/scenario/processId';
import type { Profile } from '../../src/core/model/scenario/profile';
import { defaultSettings, type LockChoice, type Scenario, type WhenLost } from '../../src/core/model/scenario/scenario';
import { severities } from '../../src/core/model/trace/severity';
import { parts } from '../../src/core/run/parts';
import { bundle } from '../../src/sandbox/attack/bundle';
import { attackScenario } from '../../src/sandbox/own/attackScenario';
import { type Aspect, aspects, type Came } from './comparedRun';
import { type SharedFault, sharedFaults } from './comparedSpace';
import type { ComparedFunctions } from './comparedThread';

export interface Compared {
  readonly sample: string;
  readonly profile: Pick<Profile, 'id' | 'lock' | 'settings'>;
  /** How a client reacts to a lost lock, as in the profile. */
  readonly whenLost: WhenLost;
  readonly nodes: number;
  /** Longer than the lease, so the lease is extended. */
  readonly work: number;
}

const over = (sample: string, profile: Profile, whenLost: WhenLost, works: readonly number[]): readonly Compared[] =>
  [5, 1].flatMap((nodes) => works.map((work) => ({ sample, profile, whenLost, nodes, work })));

const short = 300;
const long = 2200;

export const compared: readonly Compared[] = [
  ...over('profileOfRedlock5', nodeRedlock5, 'at-next-look', [short, long]),
  ...over('profileOfRedlock4', nodeRedlock4, 'never', [short]),
];
/** Its holder goes on when its lock is compromised, as in the sample. */
const properLockfile: Compared['profile'] = {
  id: 'proper-lockfile',
  lock: 'lock-file',
  settings: { update: 1000, onCompromised: 'logs', fileSystem: 'network', attributeCache: 0 },
};

/**
 * Not one of the project's own packages. With one server it makes a different lock, which its profile does not
 * describe.
 */
export const comparedAtNight: readonly Compared[] = over(
  'profileOfRedlockUniversal',
  redlockUniversal,
  'at-next-look',
  [short, long],
).filter(({ nodes }) => nodes > 1);
/** proper-lockfile over the simulated files of the attack, and the playground’s lock of the same steps. */
export const comparedFiles: readonly Compared[] = [short, long].map((work) => ({
  sample: 'profileOfProperLockfile',
  profile: properLockfile,
  whenLost: 'never',
  nodes: 1,
  work,
}));

export interface Difference {
  readonly fault: Fault;
  readonly aspects: readonly Aspect[];
  readonly library: Came;
  readonly profile: Came;
}

/** How the library's verdict compares with the profile's. */
type Standing = 'same' | 'better' | 'worse';

interface Reason {
  readonly why: string;
  readonly of: readonly Compared['sample'][];
  /** Such a row excuses only this difference. If the verdict differs, the row says in which direction. */
  readonly verdict: Standing;
  readonly holds: (difference: Difference) => boolean;
}

const redlock5 = 'profileOfRedlock5';
const redlock4 = 'profileOfRedlock4';
const universal = 'profileOfRedlockUniversal';
const files = 'profileOfProperLockfile';

const losesMessage = ({ fault }: Difference): boolean => fault.kind === 'lose';
const crashesServer = ({ fault }: Difference): boolean => fault.kind === 'crash' && !isClient(fault.process);
const pausesClient = ({ fault }: Difference): boolean => fault.kind === 'pause' && isClient(fault.process);
const pausesServer = ({ fault }: Difference): boolean => fault.kind === 'pause' && fault.process === 'nodeA';
const lasts = ({ fault }: Difference): number => ('for' in fault ? Number(fault.for) : 0);

const outcomeOf = ({ verdict: [outcome = ''] }: Came): string => outcome;
const blocks = ({ library }: Difference): boolean => outcomeOf(library) === 'unavailable';

const waitsToRelease = ({ library, profile }: Difference): boolean =>
  releasesLater(library, profile) || extendsMore(library, profile);

/** Known differences that are no fault of the profile. A row that no longer explains any run fails the test. */
export const reasons: readonly Reason[] = [
  {
    why: 'A lost message, or a server that dies, ends a connection of ioredis: it makes a new one and sends again. The profile’s requests are lost.',
    of: [redlock5, redlock4, universal],
    verdict: 'same',
    holds: (difference) => losesMessage(difference) || crashesServer(difference),
  },
  {
    why: 'What ioredis sends again after a lost message gets through. The profile waits for an answer that does not come, or has one vote too few.',
    of: [redlock5, redlock4, universal],
    verdict: 'better',
    holds: losesMessage,
  },
  {
    why: 'While a server is down, ioredis keeps what is for it and tries to connect, and the library waits for that: nobody gets in for longer than the patience. The profile hears at once that nobody is there.',
    of: [redlock5, universal],
    verdict: 'worse',
    holds: (difference) => crashesServer(difference) && blocks(difference),
  },
  {
    why: 'Because it waits so, or sends again, an update is not lost that the profile loses.',
    of: [redlock5],
    verdict: 'better',
    holds: (difference) => crashesServer(difference) && outcomeOf(difference.profile) === 'lost',
  },
  {
    why: 'A timer of Node that is due at once takes 1 ms.',
    of: [redlock5],
    verdict: 'same',
    holds: ({ aspects: differing, library, profile }) =>
      differing.includes('waits') && isNearly(library.waits, profile.waits),
  },
  {
    why: 'That 1 ms is a gap into which a fault may fall: the extension that is due at once has not begun.',
    of: [redlock5],
    verdict: 'same',
    holds: ({ fault }) =>
      'process' in fault && fault.process === 'client2' && timeOf(fault) > 2890 && timeOf(fault) < 2891,
  },
  {
    why: 'A client that wakes takes what has come before its timers, or after them: the signal of the extension comes too late to stop it.',
    of: [redlock5],
    verdict: 'worse',
    holds: (difference) => pausesClient(difference) && timeOf(difference.fault) === 380.5 && lasts(difference) > 5000,
  },
  {
    why: 'After a pause that is longer than its time limit of 5 s, Node takes its timers first, and the answers that have come are too late.',
    of: [universal],
    verdict: 'same',
    holds: (difference) => pausesClient(difference) && lasts(difference) > 5000,
  },
  {
    why: 'A server that is silent for longer than 5 s did not take the script in: the library loads it again, which is one round trip more.',
    of: [universal],
    verdict: 'same',
    holds: (difference) =>
      pausesServer(difference) && lasts(difference) > 5000 && !difference.aspects.includes('commands'),
  },
  {
    why: 'using() waits for an extension under way before it releases.',
    of: [redlock5, universal],
    verdict: 'same',
    holds: (difference) => ['pause', 'clock-jump'].includes(difference.fault.kind) && waitsToRelease(difference),
  },
  {
    why: 'The update and the end of the work are due during one pause. After it both send at the same instant, the library after the client and the profile before it, and the answers come in that order.',
    of: [files],
    verdict: 'same',
    holds: (difference) =>
      pausesClient(difference) &&
      [310.5, 1350.5, 3800.5].includes(timeOf(difference.fault)) &&
      lasts(difference) > 1500,
  },
  {
    why: 'It waits so for the only server, which is silent: nobody gets in for longer than the patience.',
    of: [redlock5],
    verdict: 'worse',
    holds: (difference) => pausesServer(difference) && waitsToRelease(difference) && blocks(difference),
  },
];

const worstFirst: readonly string[] = severities;

function standingOf({ library, profile }: Difference): Standing {
  if (`${library.verdict}` === `${profile.verdict}`) return 'same';
  return worstFirst.indexOf(outcomeOf(library)) > worstFirst.indexOf(outcomeOf(profile)) ? 'better' : 'worse';
}

const isNearly = (one: readonly string[], other: readonly string[]): boolean => {
  const [ones, others] = [one, other].map((rows) =>
    rows.map((row) => [row.replace(/^[\d.]+ /, ''), Number.parseFloat(row)] as const).sort(),
  );
  return (
    one.length === other.length &&
    (ones ?? []).every(([text, at], i) => others?.[i]?.[0] === text && Math.abs((others[i]?.[1] ?? 0) - at) <= 2)
  );
};

const timeOf = (fault: Fault): number => ('when' in fault && fault.when.kind === 'time' ? fault.when.at : Number.NaN);

const first = ({ waits }: Came, meaning: RegExp): number =>
  Number.parseFloat(waits.find((row) => meaning.test(row)) ?? '0');

/** Whether a client releases later in one of the two. */
const releasesLater = (one: Came, other: Came): boolean =>
  ['client1', 'client2'].some(
    (who) => first(one, new RegExp(`${who} release`)) > first(other, new RegExp(`${who} release`)),
  );

const countOf = ({ commands }: Came, meaning: RegExp): number =>
  commands.filter((command) => meaning.test(command)).length;
const extendsMore = (one: Came, other: Came): boolean =>
  countOf(one, / (extend|get)/) > countOf(other, / (extend|get)/);

export interface Comparison {
  readonly runs: number;
  readonly differences: readonly Difference[];
}

/** @param every how many faults each chosen one stands for: 1 takes all of them */
export async function compare(one: Compared, every: number): Promise<Comparison> {
  const bundled = await bundle(join(root, 'test/sandbox/attack/samples', `${one.sample}.ts`));
  if (!bundled.ok) throw new Error(bundled.message);
  const program = await programOf('../../test/support/comparedThread.ts');
  const limits = { maxYoungGenerationSizeMb: 64, maxOldGenerationSizeMb: 1024 };
  const { calls, end } = inWorker<ComparedFunctions>(thread(program, bundled.bundle, limits));
  const { own, ofProfile } = scenariosOf(one);
  const ordinals = await calls.ordinals(own);
  const faults = sharedFaults(ofProfile, ordinals, parts).filter((_, index) => index % every === 0);
  const all: readonly (SharedFault | null)[] = [null, ...faults];
  const jobs = all.flatMap((fault) => [
    { ...own, faults: fault === null ? {} : { fault: fault.library } },
    { ...ofProfile, faults: fault === null ? {} : { fault: fault.profile } },
  ]);
  const came = await calls.came(jobs);
  end();
  const differences = all.flatMap((fault, index): Difference[] => {
    const [library, profile] = [came[2 * index], came[2 * index + 1]];
    if (library === undefined || profile === undefined) throw new Error('A run did not come back.');
    const differing = aspects.filter((aspect) => `${library[aspect]}` !== `${profile[aspect]}`);
    if (differing.length > 0 && fault === null) throw new Error(`Without a fault: ${differing.join()} differ.`);
    return differing.length === 0 || fault === null
      ? []
      : [{ fault: fault.profile, aspects: differing, library, profile }];
  });
  return { runs: all.length, differences };
}

function scenariosOf({ profile, whenLost, nodes, work }: Compared): { own: Scenario; ofProfile: Scenario } {
  const ttl = 2000;
  const isOfFiles = profile === properLockfile;
  const own = attackScenario({ nodes, ttl, token: false, ...(isOfFiles && { files: 'only' }) });
  const settings = {
    ...own.settings,
    stagger: 150,
    work,
    whenLost,
    duration: 16_000,
    patience: defaultSettings.patience,
  };
  const lease = isOfFiles ? { stale: ttl } : { ttl, retryJitter: 0 };
  // Guest code draws its random values under other names.
  const lock: LockChoice = { id: profile.lock, settings: { ...profile.settings, ...lease } };
  return { own: { ...own, settings }, ofProfile: { ...own, settings, lock } };
}

/** The differences that no row of `reasons` explains, and how many each row explains. */
export function explained(sample: string, { differences }: Comparison) {
  const rows = reasons.filter(({ of }) => of.includes(sample));
  const given = new Map<string, number>();
  const left = differences.filter((difference) => {
    const standing = standingOf(difference);
    const row = rows.find(({ verdict, holds }) => verdict === standing && holds(difference));
    if (row !== undefined) given.set(row.why, (given.get(row.why) ?? 0) + 1);
    return row === undefined;
  });
  return {
    left: left.map(({ fault, aspects: differing, library, profile }) =>
      [JSON.stringify(fault), `${differing}`, `${outcomeOf(library)} in place of ${outcomeOf(profile)}`].join(': '),
    ),
    given,
  };
}
