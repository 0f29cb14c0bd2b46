/**
 * Where the servers of a live run come from, and which faults can hit them: servers of our own, or those that
 * REDIS_URLS names.
 */

import { isRedis, nodeLetters, type ProcessId, roleOf } from '../../../core/model/scenario/processId';
import { type Scenario, usesSentinels } from '../../../core/model/scenario/scenario';
import type { Text } from '../../../core/model/values/text';
import type { Unsupported } from '../../wire/unsupported';
import { buildProgram, canBuild, findProgram, type RedisProgram } from './binary';
import { prepareShim } from './clockShim';
import type { BuildRedis, ClockMeans, FindRedis, FindResult, RedisSource } from './contract';
import { openExistingFleet } from './existingFleet';
import { openOwnFleet } from './ownFleet';
import * as texts from './redisTexts';
import { aliveMs, sweepKeys } from './runKeys';
import { tryOut } from './tryOut';

export const findRedis: FindRedis = async (environment) => {
  if (process.platform === 'win32') {
    return { ok: false, from: 'existing', how: texts.notOnWindows, problem: texts.notOnWindows.en };
  }
  const urls = (environment['REDIS_URLS'] ?? '').split(',').map((url) => url.trim());
  const existing = urls.filter((url) => url !== '');
  if (existing.length > 0) return sourceOfExisting(existing);
  const { program, tried } = await findProgram();
  const named = process.env['REDISMS_SYSTEM_BINARY'] ?? '';
  if (program === null) {
    const isBuildable = canBuild();
    const how = texts.howToGetRedis({ named, isBuildable });
    return { ok: false, from: isBuildable ? 'own' : 'existing', how, problem: tried };
  }
  const result = await sourceOfOwn(program);
  return result.ok && named !== '' && named !== program.path ? { ...result, passedOver: named } : result;
};

export const buildRedis: BuildRedis = async (options) => {
  const result = await findRedis(options.environment);
  if (result.ok || result.from === 'existing') return result;
  try {
    await buildProgram(options);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ...result, problem };
  }
  return findRedis(options.environment);
};

/** @param options.shim false: acts as on a machine without a compiler, or without Linux. */
export async function sourceOfOwn(
  { path, version }: RedisProgram,
  options: { readonly shim: boolean } = { shim: true },
): Promise<FindResult> {
  const shim = options.shim ? await prepareShim(path) : { ok: false as const, problem: 'not asked for' };
  const clock: ClockMeans = shim.ok ? 'shim' : 'shifted-expiry';
  const unable: Unsupported = { ...(shim.ok ? {} : unableShifted), ...unableEver };
  const source: RedisSource = {
    kind: 'own',
    version,
    clock,
    fsync: shim.ok ? 'recorded' : 'estimated',
    nodesMax: nodeLetters.length,
    unable,
    refusal: (scenario, processes) => (!shim.ok && hasOwnClock(scenario, processes) ? texts.noOwnClock : null),
    open: (fleet) => openOwnFleet(fleet, { redisServer: path, shim: shim.ok ? shim.library : null }),
  };
  return { ok: true, source };
}

/** @param urls for example `redis://host:port`, `rediss://user:password@host:port/1`. */
export async function sourceOfExisting(urls: readonly string[]): Promise<FindResult> {
  const tried = await tryOut(urls);
  if (typeof tried === 'string')
    return { ok: false, from: 'existing', how: texts.servedByNobody(tried), problem: tried };
  await sweepAll(urls);
  const unable: Unsupported = {
    pause: texts.notOurs,
    suspend: texts.notOurs,
    crash: texts.notOurs,
    'power-loss': texts.notOurs,
    restart: texts.notOurs,
    failover: texts.notOurs,
    'clock-drift': texts.clockOfOthers,
    'clock-slew': texts.clockOfOthers,
    'jump-back': texts.clockOfOthers,
    ...unableEver,
  };
  const source: RedisSource = {
    kind: 'existing',
    version: tried.version,
    clock: 'shifted-expiry',
    fsync: 'none',
    nodesMax: urls.length,
    unable,
    refusal: (scenario, processes) => whyNotOnExisting(scenario, processes, urls.length),
    open: (fleet) => openExistingFleet(fleet, urls),
  };
  return { ok: true, source };
}

/**
 * Removes the keys that killed runs have left there. A run that ended a moment ago still seems to be alive, so the
 * servers are searched once more later.
 */
async function sweepAll(urls: readonly string[]): Promise<void> {
  const sweep = async (): Promise<number> =>
    (await Promise.all(urls.map((url) => sweepKeys(url).catch(() => 0)))).reduce((sum, alive) => sum + alive, 0);
  if ((await sweep()) > 0) setTimeout(() => void sweep(), aliveMs).unref();
}

/** Only simulated: the election of a leader, a database that ends a session, a person at a service that is not Redis. */
const unableEver: Unsupported = {
  'no-leader': texts.noElection,
  'session-ends': texts.noSessionEnds,
  'free-by-hand': texts.noHand,
};

/** The faults that are impossible when a clock's jump is a shift of all expiries. */
const unableShifted: Unsupported = {
  'clock-drift': texts.noDrift,
  'clock-slew': texts.noDrift,
  'jump-back': texts.onlyForward,
  'logged-jump': texts.shiftIsLogged,
};

/** A server that the scenario names but nobody uses has no clock of its own. */
const hasOwnClock = ({ settings }: Scenario, processes: readonly ProcessId[]): boolean =>
  processes.some((process) => isRedis(process) && settings.own?.[process]?.clock !== undefined);

function whyNotOnExisting(scenario: Scenario, processes: readonly ProcessId[], there: number): Text | null {
  const used = processes.filter(isRedis);
  if (used.some((process) => roleOf(process) === 'replica')) return texts.noReplicas;
  if (used.length > 0 && usesSentinels(scenario.settings)) return texts.noSentinelsThere;
  if (used.length > there) return texts.tooFewServers(used.length, there);
  return hasOwnClock(scenario, processes) ? texts.clockOfOthers : null;
}
