/** What the gallery shows of a story, from its run. `cards.ts` has the same for a page that has loaded no story. */

import type { Fault } from '../../core/model/scenario/fault';
import { kindOf } from '../../core/model/scenario/faultKind';
import { applyPatch } from '../../core/model/scenario/patch';
import { needsToken } from '../../core/model/scenario/resource';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Story } from '../../core/model/scenario/story';
import type { Run } from '../../core/model/trace/run';
import { factsInWords } from '../../core/narrate/explain';
import { parts } from '../../core/run/parts';
import { runScenario } from '../../core/run/runScenario';
import { spansOf } from '../../core/spans/spans';
import { miniatureOf } from '../../picture/layout/miniature';
import { type Card, type Topic, topics } from './card';

/** The run is the story’s as published. */
export function cardOf(story: Story): Card {
  const run = runScenario(story.scenario, parts);
  const { lock, storage, faults } = story.scenario;
  const fixes = story.variants.filter(({ fix }) => fix === true).length;
  return {
    lock: run.verdict.lock,
    data: run.verdict.data,
    phrases: factsInWords(run.verdict),
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
  // For a lock that trusts clocks, it is often a variant that changes one.
  clocks: ({ scenario, variants }) =>
    [{ patch: {}, fix: false }, ...variants].some(
      ({ patch, fix }) => fix !== true && hasOtherClock(applyPatch(scenario, patch)),
    ),
  crashes: (_story, { trace }) => {
    const { outages, promotions } = spansOf(trace);
    return promotions.length > 0 || outages.some(({ kind }) => kind !== 'paused');
  },
  network: ({ scenario }) => faultsOf(scenario).some((fault) => kindOf(fault, parts.faults).target !== 'process'),
  // A story may get tokens through its fix.
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
