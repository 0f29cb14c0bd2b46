// Writes what the gallery of stories shows of each run into src/ui/gallery/cards.ts, because the gallery opens before any
// story is loaded or run: `npx tsx scripts/makeCards.ts`. A test compares the committed file with its output.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { miniatureOf } from '../src/layout/miniature';
import type { Fault } from '../src/model/fault';
import { kindOf } from '../src/model/faultKind';
import { applyPatch } from '../src/model/patch';
import { needsToken } from '../src/model/resource';
import type { Run } from '../src/model/run';
import type { Scenario } from '../src/model/scenario';
import { loadStory, type Story } from '../src/model/story';
import { factsTold } from '../src/narrate/explain';
import { parts } from '../src/run/parts';
import { runScenario } from '../src/run/runScenario';
import { spansOf } from '../src/spans/spans';
import { stories } from '../src/stories';
import { type Card, type Topic, topics } from '../src/ui/gallery/card';

export const cardsFile = fileURLToPath(new URL('../src/ui/gallery/cards.ts', import.meta.url));

/** The card of a story, from its run as it is told. */
function cardOf(story: Story): Card {
  const run = runScenario(story.scenario, parts);
  const { lock, storage, faults } = story.scenario;
  const fixes = story.variants.filter(({ fix }) => fix === true).length;
  return {
    lock: run.verdict.lock,
    data: run.verdict.data,
    said: factsTold(run.verdict),
    by: { id: lock.id, ...(lock.profile === undefined ? {} : { profile: lock.profile }) },
    check: storage.id,
    faults: [...new Set(Object.values(faults).map(({ kind }) => kind))],
    topics: topics.filter((topic) => isAbout[topic](story, run)),
    sources: story.sources,
    variants: story.variants.length - fixes,
    fixes,
    picture: miniatureOf(run.trace),
  };
}

const isAbout: Readonly<Record<Topic, (story: Story, run: Run) => boolean>> = {
  pauses: (_story, { trace }) => spansOf(trace).outages.some(({ kind }) => kind === 'paused'),
  // Where a lock trusts clocks, it is often a variant that turns one.
  clocks: ({ scenario, variants }) =>
    [{ patch: {}, fix: false }, ...variants].some(
      ({ patch, fix }) => fix !== true && hasOtherClock(applyPatch(scenario, patch)),
    ),
  crashes: (_story, { trace }) => {
    const { outages, promotions } = spansOf(trace);
    return promotions.length > 0 || outages.some(({ kind }) => kind !== 'paused');
  },
  network: ({ scenario }) => faultsOf(scenario).some((fault) => kindOf(fault, parts.faults).target !== 'process'),
  // A story may come to tokens by its fix.
  tokens: ({ scenario, variants }) =>
    [scenario, ...variants.map(({ patch }) => applyPatch(scenario, patch))].some(checksTokens),
  elsewhere: ({ scenario }) => parts.locks.get(scenario.lock.id)?.service !== undefined,
  libraries: ({ group }) => group === 'libraries',
};

const hasOtherClock = (scenario: Scenario): boolean => spansOf(runScenario(scenario, parts).trace).clocks.length > 0;

const faultsOf = ({ faults }: Scenario): readonly Fault[] => Object.values(faults);

function checksTokens({ storage: { id, settings } }: Scenario): boolean {
  const check = parts.resources.get(id);
  return check !== undefined && needsToken(check, settings);
}

export async function cardsText(): Promise<string> {
  const told = await Promise.all(stories.map(loadStory));
  const lines = told.map((story) => `  ${JSON.stringify(story.id)}: ${JSON.stringify(cardOf(story))},`);
  return `/** What the gallery shows of each story, by its id: made from today's runs by scripts/makeCards.ts. */
import type { Card } from './card';

export const cards: Readonly<Record<string, Card>> = {
${lines.join('\n')}
};
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(cardsFile, await cardsText());
