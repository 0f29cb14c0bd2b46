/** Where a live run's servers come from, and what can be done to them: servers of our own, or those that REDIS_URLS names. */
import { masterOf, nodeLetters, type ProcessId, type Scenario } from '../../model/scenario';
import type { Text } from '../../model/text';
import { isServer, type Unable } from '../../wire/unable';
import { buildProgram, findProgram, type RedisProgram } from './binary';
import { prepareShim } from './clockShim';
import { readInfo, withServer } from './connection';
import type { BuildRedis, ClockMeans, FindRedis, FindResult, RedisSource } from './contract';
import { openExistingFleet } from './existingFleet';
import { openOwnFleet } from './ownFleet';
import * as texts from './redisTexts';

const canSignal = process.platform !== 'win32';

export const findRedis: FindRedis = async () => {
  const urls = (process.env['REDIS_URLS'] ?? '').split(',').map((url) => url.trim());
  const named = urls.filter((url) => url !== '');
  if (named.length > 0) return sourceOfExisting(named);
  const { program, tried } = await findProgram();
  if (program !== null) return sourceOfOwn(program);
  return { ok: false, from: 'own', how: texts.howToGetRedis(process.env['REDISMS_SYSTEM_BINARY']), problem: tried };
};

export const buildRedis: BuildRedis = async (options) => {
  const found = await findRedis();
  if (found.ok || found.from === 'existing') return found;
  try {
    await buildProgram(options);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ...found, problem };
  }
  return findRedis();
};

/** @param options.shim false: as where there is no compiler */
export async function sourceOfOwn(
  { path, version }: RedisProgram,
  options: { readonly shim: boolean } = { shim: true },
): Promise<FindResult> {
  const shim = options.shim ? await prepareShim(path) : { ok: false as const, problem: 'not asked for' };
  const clock: ClockMeans = shim.ok ? 'shim' : 'shifted-expiry';
  const unable: Unable = {
    ...(canSignal ? {} : { pause: texts.noSignals, suspend: texts.noSignals }),
    ...(shim.ok ? {} : unableShifted),
  };
  const source: RedisSource = {
    kind: 'own',
    version,
    clock,
    fsync: shim.ok ? 'recorded' : 'estimated',
    nodesMax: nodeLetters.length,
    unable,
    refusal: (scenario) => (!shim.ok && hasOwnClock(scenario) ? texts.noOwnClock : null),
    open: (fleet) => openOwnFleet(fleet, { redisServer: path, shim: shim.ok ? shim.library : null }),
  };
  return { ok: true, source };
}

/** @param urls `redis://host:port`, `rediss://user:password@host:port/1` */
export async function sourceOfExisting(urls: readonly string[]): Promise<FindResult> {
  const asked = await askAbout(urls);
  if (typeof asked === 'string')
    return { ok: false, from: 'existing', how: texts.servedByNobody(asked), problem: asked };
  const version = asked.map((about) => about.get('redis_version') ?? '').sort(compareVersions)[0] ?? '';
  const unable: Unable = {
    pause: texts.notOurs,
    suspend: texts.notOurs,
    crash: texts.notOurs,
    'power-loss': texts.notOurs,
    restart: texts.notOurs,
    failover: texts.notOurs,
    'clock-drift': texts.clockOfOthers,
    'clock-slew': texts.clockOfOthers,
    'jump-back': texts.clockOfOthers,
  };
  const source: RedisSource = {
    kind: 'existing',
    version,
    clock: 'shifted-expiry',
    fsync: 'none',
    nodesMax: urls.length,
    unable,
    refusal: (scenario) => whyNotOnExisting(scenario, urls.length),
    open: (fleet) => openExistingFleet(fleet, urls),
  };
  return { ok: true, source };
}

/** Where a jump of a clock is a shift of all expiries. */
const unableShifted: Unable = {
  'clock-drift': texts.noDrift,
  'clock-slew': texts.noDrift,
  'jump-back': texts.onlyForward,
  'logged-jump': texts.shiftIsLogged,
};

function hasOwnClock({ settings }: Scenario): boolean {
  const own = Object.entries(settings.own ?? {}) as [ProcessId, { readonly clock?: object }][];
  return own.some(([process, { clock }]) => isServer(process) && clock !== undefined && isInUse(process, settings));
}

function isInUse(process: ProcessId, { nodes }: Scenario['settings']): boolean {
  const master = process.startsWith('replica') ? masterOf(process) : process;
  return nodeLetters.slice(0, nodes.count).some((letter) => master === `node${letter}`);
}

function whyNotOnExisting(scenario: Scenario, there: number): Text | null {
  const { count, replicas } = scenario.settings.nodes;
  if (replicas > 0) return texts.noReplicas;
  if (count > there) return texts.tooFewServers(count, there);
  return hasOwnClock(scenario) ? texts.clockOfOthers : null;
}

/** In words for whoever set the variable; null when all answer. The password is not said. */
type About = ReadonlyMap<string, string>;

/** What each server says of itself; a sentence where something is wrong with one of them. */
async function askAbout(urls: readonly string[]): Promise<readonly About[] | string> {
  const strange = urls.findIndex((url) => !URL.canParse(url) || !/^rediss?:$/.test(new URL(url).protocol));
  if (strange >= 0) return `REDIS_URLS: number ${strange + 1} is no address such as redis://127.0.0.1:6379.`;
  const asked = urls.map((url) =>
    withServer(url, (redis) => readInfo(redis, 'server')).catch(
      (error) => `REDIS_URLS: ${new URL(url).host} cannot be used: ${wordsOf(error)}`,
    ),
  );
  const abouts: About[] = [];
  for (const about of await Promise.all(asked)) {
    if (typeof about === 'string') return about;
    abouts.push(about);
  }
  // A server may have several names, and each of its databases is a node of its own.
  const identities = urls.map(
    (url, i) => `${abouts[i]?.get('run_id') ?? url}/${Number(new URL(url).pathname.slice(1))}`,
  );
  return new Set(identities).size < urls.length ? 'REDIS_URLS names a server twice.' : abouts;
}

/** Redis says more of it than anybody wants to know here. */
function wordsOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.startsWith('NOAUTH') ? 'it wants a password.' : message;
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (const [i, part] of left.entries()) if (part !== (right[i] ?? 0)) return part - (right[i] ?? 0);
  return 0;
}
