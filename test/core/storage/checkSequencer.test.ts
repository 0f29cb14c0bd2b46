// Chubby's stronger check in the simulated world: the resource asks the service, and the answer travels.
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import { defaultSettings } from '../../../src/core/model/scenario/scenario';
import { parts } from '../../../src/core/run/parts';
import { type ArticleRun, articleRun } from '../../support/articleRun';

const chubby = { id: 'chubby', settings: { sessionTimeout: 1500, lockDelay: 0 } };
const pause = (step: string, nth = 1): Fault => ({
  kind: 'pause',
  process: 'client1',
  when: { kind: 'step', process: 'client1', step, nth },
  for: 2600,
});

const runs = (given: Omit<ArticleRun, 'lock'>) =>
  Array.from({ length: 20 }, (_, seed) => articleRun({ lock: chubby, ...given, seed }).verdict);

test('the old sequencer is refused although nothing newer has been seen', () => {
  for (const verdict of runs({
    storage: { id: 'check-sequencer' },
    settings: { work: 1400 },
    faults: { pause: { ...pause('write'), for: 2850 } as Fault },
  })) {
    expect(verdict.outcome).toBe('overlap');
    expect(verdict.facts.filter(({ kind }) => kind === 'rejected')).toMatchObject([
      { who: ['client1'], values: { check: 'sequencer' } },
    ]);
    expect(verdict.measures.rounds).toBe(1);
  }
});

test('where the answer is under way while the lock changes hands, even that is too late', () => {
  for (const { outcome, facts } of runs({
    storage: { id: 'check-sequencer', settings: { askTimeout: 9000 } },
    settings: { storageTimeout: 8000 },
    faults: {
      pause: {
        ...pause('write'),
        when: { kind: 'request', to: 'storage', from: 'client1', side: 'after', nth: 2 },
      } as Fault,
      slow: { kind: 'delay', message: { from: 'service', to: 'storage', leg: 'reply', nth: 1 }, by: 3500 },
    },
  })) {
    expect(outcome).toBe('lost');
    expect(facts.map(({ kind }) => kind)).not.toContain('rejected');
  }
});

test('a service that is down refuses everything', () => {
  const [verdict] = runs({
    storage: { id: 'check-sequencer' },
    faults: {
      cut: {
        kind: 'cut',
        when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
        from: ['storage'],
        to: ['service'],
        bothWays: true,
        for: 'ever',
      },
    },
  });
  expect(verdict?.facts.filter(({ kind }) => kind === 'rightful-rejected').length).toBeGreaterThan(0);
});

describe('with a lock that lives elsewhere', () => {
  const problems = (lock: string, storage: string, settings = {}) => {
    const parsed = parseScenario(
      { version: 2, lock: { id: lock, settings }, storage: { id: storage }, settings: defaultSettings },
      parts,
    );
    return parsed.ok ? [] : parsed.problems;
  };

  test('it is refused in words that name the locks that would do', () => {
    const [problem, ...others] = problems('redlock', 'check-sequencer', { token: 'one-node' });
    expect(others).toEqual([]);
    expect(problem?.code).toBe('needs-service');
    expect(problem?.message.en).toContain('chubby');
    expect(problem?.message.zh).toContain('chubby');
  });

  test('it is taken with that one', () => {
    expect(problems('chubby', 'check-sequencer')).toEqual([]);
  });

  test.each([
    [{ marks: 'epoch' }, ['needs-token']],
    [{ marks: 'random' }, []],
    [{ marks: 'none' }, []],
  ])('replicas with %j: %j', (settings, codes) => {
    const scenario = {
      version: 2,
      lock: { id: 'redlock' },
      storage: { id: 'replicas', settings },
      settings: defaultSettings,
    };
    const parsed = parseScenario(scenario, parts);
    expect(parsed.ok ? [] : parsed.problems.map(({ code }) => code)).toEqual(codes);
  });
});
