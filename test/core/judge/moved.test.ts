// A virtual machine that is stopped and moved: nothing sets its clock back. All its clocks stand still, and the wall
// clock is behind until NTP corrects it.
import { describe, expect, test } from 'vitest';
import type { SuspendFault } from '../../../src/core/faults/suspend';
import { judge } from '../../../src/core/judge/judge';
import type { Fault } from '../../../src/core/model/scenario/fault';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import type { Rule } from '../../../src/core/model/trace/cause';
import { nth } from '../../../src/core/model/values/nth';
import type { Language } from '../../../src/core/model/values/text';
import { explain } from '../../../src/core/narrate/explain';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { storyVersionOf } from '../../content/stories/storyVersions';

const { scenario } = storyVersionOf('50b');
const fault = scenario.faults['suspend'] as SuspendFault;

/** The steps of the chain about client 1's machine and its clock. */
function chainOf(faults: Scenario['faults'], language: Language = 'en'): readonly string[] {
  const verdict = judge(simulate({ ...scenario, faults }, parts), parts);
  const rules = new Set<Rule>(['paused', 'slept', 'stoodStill', 'clockJumped']);
  return explain(verdict, speechOf[language])
    .chain.filter((_, i) => rules.has(nth(verdict.chain, i).rule))
    .map(({ text }) => text);
}

const { ntpAfter: _, ...never } = fault;
const { wallClock: __, ...lid } = never;

describe('the chain of a machine that stood still', () => {
  test.each<[string, Fault, string]>([
    [
      'and was corrected',
      fault,
      'The whole machine of client 1 was frozen for 2.45 s, and all its clocks with it; its wall clock was 2.45 s behind until NTP corrected it at 3.309 s.',
    ],
    [
      'and was not corrected',
      never,
      'The whole machine of client 1 was frozen for 2.45 s, and all its clocks with it; its wall clock has been 2.45 s behind since then.',
    ],
    [
      'and never went on',
      { ...fault, for: 60_000 },
      'The whole machine of client 1 was frozen from 0.559 s on, and all its clocks with it.',
    ],
    ['with its monotonic clock alone', lid, 'The machine of client 1 slept for 2.45 s; its monotonic clock stopped.'],
  ])('%s', (_, suspend, text) => {
    expect(chainOf({ suspend })).toEqual([text]);
  });

  test('in Chinese', () => {
    expect(chainOf({ suspend: fault }, 'zh')).toEqual([
      '客户端 1 所在的整台机器停住了 2.45 s，所有时钟也随之停住；此后它的挂钟慢 2.45 s，直到 3.309 s 由 NTP 校准。',
    ]);
    expect(chainOf({ suspend: never }, 'zh')).toEqual([
      '客户端 1 所在的整台机器停住了 2.45 s，所有时钟也随之停住；此后它的挂钟一直慢 2.45 s。',
    ]);
  });

  test('tells it of a machine that was stopped while its process was paused', () => {
    const pause: Fault = { kind: 'pause', process: 'client1', when: fault.when, for: 100 };
    expect(chainOf({ pause, suspend: fault })).toEqual(chainOf({ suspend: fault }));
  });

  test('still tells of a clock that somebody else has set', () => {
    const set: Fault = { kind: 'clock-jump', process: 'client1', when: { kind: 'time', at: 1500 }, by: -700 };
    expect(chainOf({ suspend: fault, set })).toEqual([
      expect.stringContaining('The whole machine of client 1 was frozen'),
      'The clock of client 1 jumped back by 700 ms at 1.500 s.',
    ]);
  });
});

test.each(['79c', '79c:fix'])('story %s: a client whose machine was stopped is not said to have worked on', (name) => {
  const verdict = judge(simulate(storyVersionOf(name).scenario, parts), parts);
  const rules = verdict.chain.map(({ rule }) => rule);
  expect(rules).toContain('stoodStill');
  expect(rules).not.toContain('workedOn');
});
