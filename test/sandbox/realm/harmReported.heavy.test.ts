// For each harm that the attacks do to a lock of ours or to a published one, the report names the harm and what led
// to it.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import { judge } from '../../../src/core/judge/judge';
import { anyHarms, doesHarm, type Harm } from '../../../src/core/model/trace/severity';
import type { Language } from '../../../src/core/model/values/text';
import { simulate } from '../../../src/core/sim/simulate';
import { attackScenario } from '../../../src/sandbox/own/attackScenario';
import { attacksOn } from '../../../src/sandbox/own/attacks';
import { brokenLocks } from '../../../src/sandbox/own/broken/broken';
import { templates } from '../../../src/sandbox/own/templates/templates';
import { breakReport } from '../../../src/search/explore/searchReport';
import { attack, sample as attackSample } from '../../support/attackCommand';
import { areAttackedInstalled, attackedMissing } from '../../support/attackedLibraries';
import { byNight } from '../../support/nightly';
import { ownParts } from '../../support/ownParts';

const sample = (name: string): string => readFileSync(join(root, `test/sandbox/attack/samples/${name}.ts`), 'utf8');

/** The template's watchdog, and a watchdog that does not compare. */
const bareWatchdog = `export async function acquire({ redis, key, ttl, random, sleep }) {
  const value = random.uuid();
  if ((await redis[0].set(key, value, 'NX', 'PX', ttl)) !== 'OK') return null;
  const timer = setInterval(() => redis[0].pexpire(key, ttl), ttl / 3);
  return { value, timer };
}
export async function release({ redis, key }, { value, timer }) { clearInterval(timer);
  await redis[0].eval("if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0", 1, key, value); }`;

const locks = [
  { id: 'bareWatchdog', lock: bareWatchdog, isRenewed: true },
  ...[...templates, ...brokenLocks]
    .filter(({ id }) => id !== 'empty')
    .map(({ id, lock }) => ({ id, lock, isRenewed: false })),
  ...['ownValue', 'nodeRedis'].map((id) => ({ id, lock: sample(id), isRenewed: false })),
];

type Said = Readonly<Record<Exclude<Harm, 'expired'>, RegExp>>;

/** A sentence of the harm itself. */
const said: Readonly<Record<Language, Said>> = {
  en: {
    lost: /over (its own|.*’s) |had sent it already|half of one/,
    overlap: /both client \d and client \d held the lock/,
    'deleted-another': /^Client \d deleted the key of client \d on node [A-E] at /,
    'changed-another': /^Client \d (overwrote|extended) the key of client \d on node [A-E] at /,
    stuck: /nothing still to come|nothing else is going to happen/,
    unavailable:
      /no client got its work done|nobody got through|without success|nothing still to come|nothing else is going to happen/,
  },
  zh: {
    lost: /覆盖了|已经发过|一半/,
    overlap: /同时持锁/,
    'deleted-another': /^客户端 \d 在 .*删掉了客户端 \d/,
    'changed-another': /^客户端 \d 没有持有锁，却在 .*(续期|覆盖)了客户端 \d/,
    stuck: /此后再没有什么/,
    unavailable: /谁也没能做完工作|谁也没能完成一轮|白等了|此后再没有什么/,
  },
};

const headed: Readonly<Record<Language, Said>> = {
  en: {
    lost: /update was lost|done twice|half-written/,
    overlap: /^Two clients held|^Two holders/,
    'deleted-another': /^A client deleted another’s key$/,
    'changed-another': /^A client overwrote or extended another’s key$/,
    stuck: /is stuck/,
    unavailable: /Nobody got through|is stuck|rightful holder/,
  },
  zh: {
    lost: /丢了一次更新|做了两次|写到一半/,
    overlap: /^两个客户端同时持锁/,
    'deleted-another': /^客户端删除了别人的键$/,
    'changed-another': /^客户端覆盖或续期了别人的键$/,
    stuck: /卡死/,
    unavailable: /谁也没能完成|卡死|合法的持有者/,
  },
};

/** For each lock, for each harm. */
const reportsMost = 6;

const seen = new Set<Harm>();

test.each(locks)('$id: each harm stands in its report, and what led to it', async ({ lock, isRenewed }) => {
  const { parts, dispose } = await ownParts(lock);
  const counts = new Map<Harm, number>();
  const scenario = attackScenario({ nodes: /nodes: [35]/.test(lock) ? 3 : 1, ttl: 2000, token: false, isRenewed });
  for (const one of attacksOn(scenario, parts).flatMap(({ scenarios }) =>
    [...scenarios].filter((_, index) => index % byNight(6, 3) === 0),
  )) {
    const worst = judge(simulate(one, parts), parts);
    for (const harm of anyHarms.filter((each) => doesHarm(worst, each))) {
      const count = (counts.get(harm) ?? 0) + 1;
      if (count > reportsMost) continue;
      counts.set(harm, count);
      seen.add(harm);
      const scenario = { ...one, harm };
      const trace = simulate(scenario, parts);
      const verdict = judge(trace, parts);
      for (const language of ['en', 'zh'] as const) {
        const report = breakReport({ scenario, trace, verdict, margins: [] }, parts, language);
        const sentences = report.causes.map(({ text }) => text);
        const context = JSON.stringify([one.faults, report.headline, sentences]);
        expect(report.headline, context).toMatch(headed[language][harm as keyof Said]);
        const ofHarm = sentences.filter((text) => said[language][harm as keyof Said].test(text));
        expect(ofHarm.length, context).toBeGreaterThan(0);
        expect(sentences.length, context).toBeGreaterThan(ofHarm.length);
      }
    }
  }
  dispose();
});

test('each harm was met', () => {
  expect([...seen].sort()).toEqual([...anyHarms].sort());
});

/** Their libraries come from npm, so the command runs them. */
const ofLibraries = readdirSync(join(root, 'test/sandbox/attack/samples'))
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => !['ownValue', 'nodeRedis'].includes(name));

for (const name of byNight(['semaphoreMutex'], ofLibraries))
  for (const language of byNight(['en'] as const, ['en', 'zh'] as const))
    test(`${name}, ${language}: each break of a library is told by its harm and what led to it`, async ({ skip }) => {
      skip(!areAttackedInstalled, attackedMissing);
      const folder = await mkdtemp(join(tmpdir(), 'told-'));
      const faults = byNight('pause', 'pause,crash,lose');
      const { out } = await attack(attackSample(name), '--faults', faults, '--lang', language, '--out', folder);
      await rm(folder, { recursive: true });
      const breaks = out.split(/^\d+\. /m).slice(1);
      expect(breaks.length, out).toBeGreaterThan(0);
      for (const name of breaks) {
        const [first = '', ...lines] = name.split('\n');
        const headline = first.replace(/ [(（].*$/, '').replace(/（.*$/, '');
        const harm = (Object.keys(said.en) as (keyof Said)[]).find((one) => headed[language][one].test(headline));
        expect(harm, name).toBeDefined();
        if (harm === undefined) continue;
        const sentences = lines.flatMap((line) => /^\s+\d[\d.]* m?s(?:\s+\+\S+ m?s)?\s\s(.*)$/.exec(line)?.[1] ?? []);
        const ofHarm = sentences.filter((text) => said[language][harm].test(text));
        expect(ofHarm.length, name).toBeGreaterThan(0);
        expect(sentences.length, name).toBeGreaterThan(ofHarm.length);
      }
    });

test('who finds its own value in the key of another is told to have taken that key for its own', async () => {
  const { parts, dispose } = await ownParts(`
    const TAKE = "local v = redis.call('get', KEYS[1]); if not v or v == ARGV[1] then redis.call('set', KEYS[1], ARGV[1], 'PX', 10000); return 1 end return 0";
    export const acquire = async ({ redis, key }) => (await redis[0].eval(TAKE, 1, key, 'same-host')) === 1;
    export const release = async ({ redis, key }) => redis[0].del(key);`);
  const scenario = { ...attackScenario({ nodes: 1, ttl: 10_000, token: false }), harm: 'overlap' } as const;
  const trace = simulate(scenario, parts);
  const run = { scenario, trace, verdict: judge(trace, parts), margins: [] };
  const { headline, causes } = breakReport(run, parts, 'en');
  expect([headline, ...causes.map(({ text }) => text)]).toEqual([
    'Two clients held the lock at once',
    'Client 2 uses the same value as client 1, so it mistook the key of client 1 on node A for its own.',
    'Client 1 got the lock on node A, without knowing when it ends (the server’s key lives 10 s).',
    'Client 2 got the lock on node A at 0.190 s.',
    'From 0.190 s both client 1 and client 2 held the lock, for 380 ms.',
  ]);
  dispose();
});
