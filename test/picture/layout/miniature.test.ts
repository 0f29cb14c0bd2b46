// The small picture of a run: what lasts in it, on its lane, in the ink of its client.
import { expect, it } from 'vitest';
import { story as pauseBeforeWrite } from '../../../src/content/stories/argument/pauseBeforeWrite';
import { story as nodeForgets } from '../../../src/content/stories/redlock/nodeForgets';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { miniatureOf, spansIn } from '../../../src/picture/layout/miniature';

const pictureOf = (scenario: Scenario) => miniatureOf(runScenario(scenario, parts).trace);
const partsOn = (lane: number, picture: ReturnType<typeof miniatureOf>) =>
  spansIn(picture).flatMap(({ part, ink, ...span }) => (span.lane === lane ? [`${part} ${ink}`] : []));

it('has the clients above the nodes, and the storage below them', () => {
  const picture = pictureOf(pauseBeforeWrite.scenario);
  expect(picture.lanes).toBe('ccnnnnns');
  expect(partsOn(0, picture)).toEqual(['held 1', 'stale 1', 'paused 0', 'overlap 0']);
  expect(partsOn(1, picture)).toEqual(['held 2']);
  expect(partsOn(2, picture)).toEqual(['key 1', 'key 2']);
  expect(partsOn(7, picture)).toEqual(['wrote 2', 'destroyed 1']);
});

it('lets two inside where the lock of the first has ended and the second has got it', () => {
  const spans = spansIn(pictureOf(pauseBeforeWrite.scenario));
  const of = (part: string, ink = 0) => spans.find((span) => span.part === part && span.ink === ink);
  expect(of('stale', 1)?.from).toBe(of('held', 1)?.to);
  expect(of('overlap')?.from).toBe(of('held', 2)?.from);
});

it('shows where a node is down', () => {
  expect(partsOn(4, pictureOf(nodeForgets.scenario))).toContain('down 0');
});
