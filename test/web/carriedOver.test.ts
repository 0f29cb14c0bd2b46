// The settings of a lock before another lock was chosen. They belong to a scenario, and go and come with it.
import { beforeEach, expect, test } from 'vitest';
import { story } from '../../src/content/stories/pauseBeforeWrite';
import type { Scenario } from '../../src/core/model/scenario';
import { parts } from '../../src/core/run/parts';
import { runScenario } from '../../src/core/run/runScenario';
import { carriedOver } from '../../src/web/state/carriedOver';
import { useEdition } from '../../src/web/state/edition';
import { propose, withTokenCounter } from '../../src/web/state/missingToken';
import { openRun } from '../../src/web/state/openRun';
import '../support/handIn';

const committed = (): Scenario => useEdition.getState().committed;
const outcome = (): string => runScenario(committed(), parts).verdict.outcome;
const use = (id: string): void =>
  propose({ ...committed(), lock: carriedOver(committed().lock, id, useEdition.getState().lockMemory) });
const open = (scenario: Scenario): void => openRun({ scenario, storyId: null, variantId: null });

beforeEach(() => {
  useEdition.setState({ committed: { ...story.scenario }, draft: null, past: [], future: [] });
  open({ ...story.scenario, seed: 7 });
});

test('story 20 is lost with each lock that lets the same lease end during the pause', () => {
  const others = ['single-node', 'setnx-expire', 'token-lock', 'redisson', 'etcd', 'sql-row'];
  for (const id of others) {
    use(id);
    expect([id, outcome()]).toEqual([id, 'lost']);
    expect(committed().settings).toBe(story.scenario.settings);
  }
  use('redlock');
  expect(committed()).toEqual({ ...story.scenario, seed: 7 });
});

test('undo and redo know what was there before', () => {
  use('single-node');
  use('etcd');
  useEdition.getState().undo();
  useEdition.getState().redo();
  use('redlock');
  expect(committed().lock).toEqual(story.scenario.lock);
});

test('another run begins anew, and undo brings the first one back with what it knew', () => {
  use('no-lock');
  open({ ...story.scenario, seed: 8, lock: { id: 'etcd' } });
  use('redlock');
  expect(committed().lock).toEqual({ id: 'redlock', settings: { ttl: 60_000, nodeTimeout: 1000 } });
  for (let i = 0; i < 2; i++) useEdition.getState().undo();
  use('redlock');
  expect(committed().lock).toEqual(story.scenario.lock);
});

test('a lock that came by an offer is left and found again like any other', () => {
  propose({ ...committed(), storage: { id: 'fencing' } });
  const [offer] = withTokenCounter(useEdition.getState().proposal ?? committed());
  propose(offer?.scenario ?? committed());
  const before = committed();
  use('etcd');
  use('redlock');
  expect(committed()).toEqual(before);
});
