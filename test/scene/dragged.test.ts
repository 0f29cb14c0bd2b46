// The first fault of every story is dragged to four lengths or instants. Nothing that is told then contradicts the run.
import { describe, expect, test } from 'vitest';
import { firstViolation } from '../../src/judge/point';
import { movedFault, stretchedFault, timeWhen, withFault, withoutFault } from '../../src/model/edit';
import { kindOf, lengthOf } from '../../src/model/faultKind';
import { sameJson } from '../../src/model/patch';
import type { Run } from '../../src/model/run';
import type { Scenario } from '../../src/model/scenario';
import { instant } from '../../src/model/time';
import { readEvent } from '../../src/model/traceReader';
import { narrate } from '../../src/narrate/narrate';
import { speechOf } from '../../src/narrate/speechOf';
import { parts } from '../../src/run/parts';
import { runScenario } from '../../src/run/runScenario';
import { type Scene, sceneOf } from '../../src/scene/sceneOf';
import { spansOf } from '../../src/spans/spans';
import { type Telling, tellings } from '../stories/tellings';
import { sampled } from '../support/nightly';

const play = (scenario: Scenario): Run => runScenario(scenario, parts);

/** As a hand would: shorter, longer, hardly there, later, gone. */
function dragsOf(scenario: Scenario, told: Run): readonly Scenario[] {
  const [first] = Object.entries(scenario.faults);
  if (first === undefined) return [];
  const [name, fault] = first;
  const length = lengthOf(fault, kindOf(fault, parts.faults));
  const from = spansOf(told.trace).faults.find((span) => span.name === name)?.from ?? instant(0);
  const stretched = length === null ? [] : [Math.ceil(length / 2), length * 2, 1];
  return [
    ...stretched.map((by) => withFault(scenario, name, stretchedFault(fault, by, parts.faults))),
    ...('message' in fault ? [] : [withFault(scenario, name, movedFault(fault, timeWhen(from + 400_000)))]),
    withoutFault(scenario, name),
  ].filter((moved) => !sameJson(moved, scenario));
}

/** All that happened up to an event, faults too. They are numbered in the order of the scenario, in which one may be gone. */
const historyOf = ({ trace }: Run, to: number): string =>
  Array.from({ length: Math.min(to + 1, trace.count) }, (_, seq) =>
    JSON.stringify({ ...readEvent(trace, seq), fault: null }),
  ).join();

function contradictions({ story, variant, beats }: Telling, told: Run, run: Run, scene: Scene): readonly string[] {
  const sentences = new Set(beats.map(({ text, short }) => (short ?? text).en));
  const [name] = Object.keys(told.scenario.faults);
  const strikes = [told, run].flatMap(({ trace }) => {
    const { from = null, seq = -1 } = spansOf(trace).faults.find((span) => span.name === name) ?? {};
    return from === null ? [] : [seq];
  });
  // A run may say the same as its story.
  const own = new Set(narrate(run.trace, speechOf.en).map(({ seq, text }) => `${seq} ${text}`));
  const leads = [story.lead.en, ...(variant === null ? [] : [variant.text.en])];
  return [
    ...scene.moments.flatMap(({ seq, text }) => {
      if (!sentences.has(text) || own.has(`${seq} ${text}`)) return [];
      const isSame = historyOf(told, seq) === historyOf(run, seq);
      return isSame && strikes.every((strike) => strike > seq) ? [] : [`${text} (event ${seq})`];
    }),
    ...leads.filter((lead) => lead.startsWith(scene.opening)),
    ...(scene.ending === null ? ['no ending'] : []),
  ];
}

describe.each(sampled(tellings, 4).map((telling) => [telling.name, telling] as const))('%s', (_name, telling) => {
  const { story, variant, scenario } = telling;
  const told = play(scenario);
  const dragged = dragsOf(scenario, told).map((moved) => {
    const run = play(moved);
    const variantId = variant?.id ?? null;
    return { run, scene: sceneOf({ run, story, variantId, told, speech: speechOf.en, language: 'en' }) };
  });

  test('no sentence of the story is told where the run is another', () => {
    expect(dragged.flatMap(({ run, scene }) => contradictions(telling, told, run, scene))).toEqual([]);
  });

  test('what went wrong is told, in few moments', () => {
    for (const { run, scene } of dragged) {
      const harm = firstViolation(run);
      const harmAt = harm === null ? null : (run.trace.at[harm] ?? null);
      const isLine = narrate(run.trace, speechOf.en).some(({ seq }) => seq === harm);
      if (harmAt !== null && harmAt <= scene.stopsAt && isLine)
        expect(
          scene.moments.some(({ isHarm }) => isHarm),
          `${harmAt}: ${scene.moments.map(({ at }) => at)}`,
        ).toBe(true);
      expect(scene.moments.length).toBeLessThanOrEqual(telling.beats.length + 10);
      expect(scene.moments.length).toBeGreaterThan(0);
    }
  });
});
