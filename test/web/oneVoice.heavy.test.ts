// A run that a search found is opened in many ways. Each of them says of it what its finder said: the harm, in title,
// verdict, sign and sentence, and the run stops at it.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { injectableKinds } from '../../src/core/faults';
import { judge } from '../../src/core/judge/judge';
import { stopEventOf } from '../../src/core/judge/stopEvent';
import { decodeLink } from '../../src/core/model/links/link';
import { defaultSettings, type Scenario } from '../../src/core/model/scenario/scenario';
import type { Run } from '../../src/core/model/trace/run';
import { type Harm, type Severity, severityOfHarm, toneOfSeverity } from '../../src/core/model/trace/severity';
import { shownRunKey } from '../../src/core/model/trace/toolResultRun';
import { readingOf } from '../../src/core/narrate/reading';
import { speechOf } from '../../src/core/narrate/speechOf';
import { parts } from '../../src/core/run/parts';
import { runScenario } from '../../src/core/run/runScenario';
import { sceneOf } from '../../src/picture/scene/sceneOf';
import { attackScenario } from '../../src/sandbox/own/attackScenario';
import { withOwn } from '../../src/sandbox/own/knownParts';
import { OwnSession } from '../../src/sandbox/realm/ownSession';
import { smallModule } from '../../src/sandbox/realm/smallModule';
import { finished } from '../../src/search/explore/branch';
import { search } from '../../src/search/explore/search';
import { breakReport, SmallestBreaks, type SmallestFound } from '../../src/search/explore/searchReport';
import { spaceOf } from '../../src/search/explore/space';
import { scenarioAt } from '../../src/search/matrix/scenario';
import { tableOf } from '../../src/search/matrix/tables';
import { readSavedRun } from '../../src/web/files/savedRun';
import { attack } from '../support/attackCommand';
import { connectMcp } from '../support/mcpClient';
import { byNight } from '../support/nightly';
import { guestFiles, ownParts } from '../support/ownParts';

/** What a finder said of its run, and the run as it is opened. */
interface Opened {
  readonly headline: string;
  readonly run: Run;
}

/** Its key may stay without an expiry, and renewal and release compare nothing: it does every harm. */
const careless = `export async function acquire({ redis: [node], key, ttl, random }) {
  const value = random.uuid();
  if ((await node.setnx(key, value)) !== 1) return null;
  await node.pexpire(key, ttl);
  return { value, timer: setInterval(() => node.set(key, value, 'PX', ttl), ttl / 4) };
}
export async function release({ redis: [node], key }, { timer }) {
  clearInterval(timer);
  return (await node.del(key)) === 1;
}`;

/** Without the renewal, whose many moments make a search long. */
const brief = careless.replace("setInterval(() => node.set(key, value, 'PX', ttl), ttl / 4)", 'undefined');

/** The shorter one at a push, where the harm is no renewal's. */
const codeFor = (harm: Harm): string => byNight(harm === 'changed-another' ? careless : brief, careless);

const searched = ['lost', 'stuck', 'overlap', 'deleted-another', 'changed-another'] as const satisfies readonly Harm[];
const kindsFor = (harm: Harm) => [harm === 'stuck' ? 'crash' : 'pause'] as const;

/** The same lock among the parts of the page. */
const alike: Scenario = {
  version: 2,
  seed: 1,
  lock: { id: 'single-node', settings: { ttl: 2000, release: 'del' } },
  storage: { id: 'no-check' },
  settings: { ...defaultSettings, nodes: { ...defaultSettings.nodes, count: 1 } },
  faults: {},
};

function isOneVoice({ headline, run }: Opened, harm: Harm): void {
  const { verdict, trace } = run;
  const reading = readingOf(verdict, speechOf.en);
  const severity = severityOfHarm(verdict, harm);
  expect(severity, `${harm}: ${reading.headline}`).not.toBeNull();
  expect([verdict.outcome, reading.tone]).toEqual([severity, severity && toneOfSeverity(severity)]);
  expect(headline).toBe(reading.headline);
  const scene = sceneOf({ run, story: null, variantId: null, original: null, speech: speechOf.en, language: 'en' });
  expect(scene.title).toBe(headline);
  expect(reading.sentence.length).toBeGreaterThan(0);
  const told = reading.chain.filter(({ text }) => sentences[harm].test(text));
  expect(told.length, reading.chain.map(({ text }) => text).join('\n')).toBeGreaterThan(0);
  // Where it stops, the harm has been done.
  const stop = stopEventOf(run) ?? trace.count;
  expect(stop).toBeGreaterThanOrEqual(Math.min(...told.flatMap(({ events }) => events)));
}

const sentences: Readonly<Record<Harm, RegExp>> = {
  lost: / over |had sent it already|half of one/,
  stuck: /nothing still to come|nothing else is going to happen/,
  overlap: /held the lock/,
  'deleted-another': /deleted the key of/,
  'changed-another': /(overwrote|extended) the key of/,
  unavailable:
    /no client got its work done|nobody got through|without success|nothing still to come|nothing else is going to happen/,
  expired: /after/,
};

const call = { report: () => {}, pause: async () => {} };
let folder = '';
let client: Client;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'found-'));
  client = await connectMcp(folder, 'auto');
});
afterAll(async () => {
  await client.close();
  await rm(folder, { recursive: true });
});

const fromFile = (text: string): Run => {
  const read = readSavedRun(text, withOwn(parts));
  if (!read.ok) throw new Error(read.problem.en);
  return read.run;
};

async function searchedBy(harm: Harm, scenario: Scenario, all = parts): Promise<SmallestFound> {
  const space = spaceOf(scenario, all, { kinds: kindsFor(harm), harm });
  const { breaks } = finished(search(space, all));
  const smallest = new SmallestBreaks(all, () => true);
  finished(smallest.add([{ space, breaks }]));
  const [found] = smallest.all;
  if (found === undefined) throw new Error(`No run does ${harm}.`);
  return found;
}

describe.each(searched)('%s', (harm) => {
  const onCards = harm !== 'changed-another' && harm !== 'stuck';
  // At a push each way has a sample of the harms; the last way has all of them.
  test.runIf(byNight(harm === 'stuck', true))('in the file that the command wrote', async () => {
    const out = join(folder, harm);
    await writeFile(join(folder, 'careless.js'), codeFor(harm));
    const asked = ['--faults', kindsFor(harm).join(), '--harm', harm, '--threads', '1', '--out', out];
    const { out: text } = await attack(join(folder, 'careless.js'), ...asked);
    const headline = /^1\. (.*?)(?: \(|$)/m.exec(text)?.[1] ?? '';
    isOneVoice({ headline, run: fromFile(await readFile(join(out, 'careless-1.json'), 'utf8')) }, harm);
  });

  test.runIf(byNight(harm === 'deleted-another', true))('in a chat', async () => {
    const result = await client.callTool({
      name: 'attack_code',
      arguments: { code: codeFor(harm), harm, faults: [...kindsFor(harm)], budget: 50 },
    });
    const [first] = result.content;
    const text = first?.type === 'text' ? first.text : '';
    const { text: recorded } = Object(result._meta?.[shownRunKey]);
    const run = fromFile(String(recorded));
    const { headline } = readingOf(run.verdict, speechOf.en);
    expect(text).toContain(headline);
    isOneVoice({ headline, run }, harm);
  });

  test.runIf(onCards)('from a card of “Find a break”, and from its link', async () => {
    const found = await searchedBy(harm, alike);
    const { headline } = breakReport(found, parts, 'en');
    isOneVoice({ headline, run: runScenario(found.scenario, parts) }, harm);
    const decoded = await decodeLink(found.link, { parts, resolveStory: async () => undefined });
    if (!decoded.ok) throw new Error(decoded.problem.en);
    isOneVoice({ headline, run: runScenario(decoded.scenario, parts) }, harm);
  });

  test('from the search in somebody’s own code', async () => {
    const own = await ownParts(codeFor(harm));
    const found = await searchedBy(harm, attackScenario({ nodes: 1, ttl: 2000, token: false }), own.parts);
    const { headline } = breakReport(found, own.parts, 'en');
    isOneVoice({ headline, run: runScenario(found.scenario, own.parts) }, harm);
    own.dispose();
  });
});

test('from a cell of the table, of each severity', async () => {
  const table = await tableOf('no-check', 'own');
  const met = new Set<Severity>();
  for (const [row, cells] of Object.entries(table.cells))
    for (const kind of injectableKinds) {
      const cell = cells[kind];
      const scenario = scenarioAt(table, row, kind);
      if (cell?.kind !== 'tried' || met.has(cell.outcome) || scenario === null) continue;
      met.add(cell.outcome);
      const { verdict } = runScenario(scenario, parts);
      expect([row, kind, verdict.outcome]).toEqual([row, kind, cell.outcome]);
    }
  expect(met.size).toBeGreaterThan(4);
});

test('on the page of one’s own lock', async () => {
  const session = new OwnSession({ module: () => smallModule(variant), guest: guestFiles, parts, now: () => 0 });
  const code = { lock: byNight(brief, careless), check: null };
  const checked = await session.check(code);
  if (!checked.ok) throw new Error(checked.problem.message);
  const question = {
    code,
    scenario: attackScenario(checked.settings),
    faultsMax: 1,
    kinds: byNight(['crash'] as const, ['pause', 'crash'] as const),
  } as const;
  const { own, smallest } = await session.attack(question, call);
  for (const found of [own, smallest])
    if (found !== undefined) {
      const { trace } = await session.run({ code, scenario: found.scenario });
      const run = { scenario: found.scenario, trace, verdict: judge(trace, withOwn(parts)) };
      expect(found.outcome).toBe(run.verdict.outcome);
      isOneVoice({ headline: readingOf(run.verdict, speechOf.en).headline, run }, found.scenario.harm);
    }
});
