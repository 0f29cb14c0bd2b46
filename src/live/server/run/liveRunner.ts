/**
 * Runs scenarios live, for the backend, for `play` and for tests. It has one guard and one source of servers, which it
 * looks for at the first request.
 */

import type { Text } from '../../../core/model/values/text';
import type { Parts } from '../../../core/sim/parts';
import { ownId } from '../../../sandbox/attack/ownParts';
import { durationMsMax } from '../../wire/liveProblems';
import type { Offer } from '../../wire/messages';
import { wireVersion } from '../../wire/messages';
import { reportBlamed } from '../errorScope';
import type { Environment, FindResult } from '../redis/contract';
import { startGuard } from '../redis/guard';
import { noSqlite } from '../redis/redisTexts';
import { buildRedis, findRedis } from '../redis/source';
import { databaseName, databaseSource } from './database';
import type { OwnLock } from './ownLock';
import { runnablePrograms } from './programs';
import type { LiveOutcome, RunLive } from './reports';
import { runLive } from './runLive';

export interface LiveRunner {
  /** What this machine offers, except the number of runs at once. */
  readonly offer: () => Promise<Omit<Offer, 'type' | 'runsMax'>>;
  /** The Redis that a person has named, if it cannot be run and another one is used. */
  readonly passedOver: string | undefined;
  /** Gets a Redis if this machine has no Redis, and reports progress line by line. The next offer shows whether it succeeded. */
  readonly setUp: (report: (line: string) => void) => Promise<void>;
  readonly run: RunLive;
  /** Ends everything that is left. Call it when all runs are over. */
  readonly close: () => Promise<void>;
}

export interface LiveRunnerOptions {
  readonly parts: Parts;
  readonly environment: Environment;
  /** The code behind the lock `own`, which `parts` must have (`ownParts`). */
  readonly own?: OwnLock;
}

const offeredBy = (own: OwnLock | undefined): Pick<Offer, 'lock'> => {
  const lock = own?.offered() ?? null;
  return lock === null ? {} : { lock };
};

/** Nothing that can be built here would help, so it is reported as servers that exist already and cannot be used. */
const withoutDatabase: FindResult = { ok: false, from: 'existing', how: noSqlite, problem: noSqlite.en };

export async function openLiveRunner({ parts, environment, own }: LiveRunnerOptions): Promise<LiveRunner> {
  const guard = startGuard();
  const keepToOneself = reportBlamed();
  const databases = databaseSource(environment['DATABASE_URL']);
  const database = databaseName(environment['DATABASE_URL']);
  const [programs, first] = await Promise.all([
    runnablePrograms(),
    database === null ? withoutDatabase : findRedis(environment),
  ]);
  let redisResult = first;
  return {
    passedOver: first.ok ? first.passedOver : undefined,
    offer: async () => ({
      ...offeredBy(own),
      version: wireVersion,
      redis: redisResult.ok
        ? { kind: 'ready', version: redisResult.source.version, from: redisResult.source.kind }
        : { kind: 'missing', from: redisResult.from, how: redisResult.how },
      clock: redisResult.ok ? redisResult.source.clock : 'none',
      database: database ?? '',
      unable: redisResult.ok ? redisResult.source.unable : {},
      durationMax: durationMsMax,
    }),
    setUp: async (report) => {
      if (!redisResult.ok && database !== null) redisResult = await buildRedis({ environment, guard, onLine: report });
    },
    run: async (scenario, options): Promise<LiveOutcome> => {
      const fail = (problem: Text): LiveOutcome => {
        options.onReport?.({ type: 'failed', problem });
        return { ok: false, problem };
      };
      if (!redisResult.ok) return fail(redisResult.how);
      const means = { parts, guard, databases, programs, source: redisResult.source };
      if (own === undefined || scenario.lock.id !== ownId) return runLive(scenario, means, options);
      const behind = await own.behind(scenario);
      return behind.ok ? runLive(behind.scenario, { ...means, own: behind.own }, options) : fail(behind.problem);
    },
    close: async () => {
      await guard.close();
      keepToOneself();
    },
  };
}
