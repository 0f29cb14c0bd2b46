// Each telling of each story as its scene tells it: in few sentences, which are short, and with the harm among them.
import { describe, expect, test } from 'vitest';
import { firstViolation } from '../../src/judge/point';
import { speechOf } from '../../src/narrate/speechOf';
import { parts } from '../../src/run/parts';
import { runScenario } from '../../src/run/runScenario';
import { sceneOf } from '../../src/scene/sceneOf';
import { tellings } from '../stories/tellings';

describe.each(tellings.map((telling) => [telling.name, telling] as const))('%s', (_name, telling) => {
  const { story, variant, scenario } = telling;
  const run = runScenario(scenario, parts);
  const variantId = variant?.id ?? null;
  const scene = sceneOf({ run, story, variantId, told: null, speech: speechOf.en, language: 'en' });
  const chinese = sceneOf({ run, story, variantId, told: null, speech: speechOf.zh, language: 'zh' });

  test('has two moments or more, none twice, in order', () => {
    expect(scene.moments.length).toBeGreaterThanOrEqual(2);
    const seqs = scene.moments.map(({ seq }) => seq);
    expect(new Set(seqs).size).toBe(seqs.length);
    expect(chinese.moments.map(({ seq }) => seq)).toEqual(seqs);
  });

  test('does not stop before the harm', () => {
    const harm = firstViolation(run);
    if (harm !== null) expect(run.trace.at[harm] ?? 0).toBeLessThanOrEqual(scene.stopsAt);
  });

  test('begins with one whole sentence of at most 40 words', () => {
    expect(scene.opening.split(' ').length, scene.opening).toBeLessThanOrEqual(40);
    expect(scene.opening).toMatch(/[.?!:]”?$/);
    expect(chinese.opening, chinese.opening).toMatch(/[。？！：]”?$/);
  });
});
