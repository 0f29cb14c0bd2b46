/** Each paragraph of the essay is true of the run beside it, whatever its knob is turned to. */
import { describe, expect, test } from 'vitest';
import { essay, type Paragraph, paragraphs } from '../../../src/content/essay/essay';
import { knobValue, turned } from '../../../src/content/essay/knob';
import { sources } from '../../../src/content/essay/sources';
import { firstSaid, type Knob, saidOf } from '../../../src/content/essay/step';
import { storyOfRun } from '../../../src/content/stories/storyList';
import { applyPatch } from '../../../src/core/model/scenario/patch';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import type { Run } from '../../../src/core/model/trace/run';
import { eventsOf, processId } from '../../../src/core/model/trace/traceReader';
import { languages, type Text } from '../../../src/core/model/values/text';
import { fromMs } from '../../../src/core/model/values/time';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { sceneOf } from '../../../src/picture/scene/sceneOf';
import { essayMarkup } from '../../../src/site/essayMarkup';

type Placed = readonly [string, Paragraph];

const placed: readonly Placed[] = paragraphs.map((one, i) => [`${one.step} ${i}`, one]);

const outcomeOf = (scenario: Scenario) => runScenario(scenario, parts).verdict.outcome;

test('there are 15 steps, each with a run from its first paragraph on', () => {
  expect(essay.map(({ id }) => id)).toHaveLength(15);
  expect(new Set(essay.map(({ id }) => id)).size).toBe(15);
  for (const { id, blocks } of essay) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(blocks[0]?.run).toBeDefined();
  }
  // It is the folder of the Chinese essay.
  expect(essay.map(({ id }) => id)).not.toContain('zh');
});

describe.each(placed.filter(([, { run }]) => run !== undefined))('%s', (_, { beside, shows }) => {
  test('its run ends as it says', async () => {
    expect(shows).toBeDefined();
    expect(outcomeOf((await storyOfRun(beside)).scenario)).toBe(shows);
  });
});

describe.each(placed.filter(([, { zoom }]) => zoom !== undefined))('%s', (_, { beside, run, zoom = [0, 0] }) => {
  test('speaks of a small part of its run, with two moments or more', async () => {
    const { scenario, story, variantId } = await storyOfRun(beside);
    const played = runScenario(scenario, parts);
    const speech = speechOf.en;
    const { moments } = sceneOf({
      run: played,
      story,
      variantId: variantId ?? null,
      original: null,
      speech,
      language: 'en',
    });
    const shown = moments.filter(({ at }) => at >= fromMs(zoom[0]) && at <= fromMs(zoom[1]));
    expect(run).toBe(beside);
    expect(shown.length).toBeGreaterThan(1);
    expect(fromMs(zoom[1]) - fromMs(zoom[0])).toBeLessThan(played.trace.header.endedAt * 0.6);
  });
});

/** The runs that its values lead to. */
async function runsOf(knob: Knob, scenario: Scenario): Promise<readonly Scenario[]> {
  if (knob.kind === 'runs')
    return Promise.all(
      knob.choices.map(async ({ run, patch }) => {
        const found = await storyOfRun(run);
        return patch === undefined ? found.scenario : applyPatch(found.scenario, patch);
      }),
    );
  const steps = 120;
  return Array.from({ length: steps + 1 }, (_, i) => {
    const value = Math.round((knob.min + ((knob.max - knob.min) * i) / steps) / 10) * 10;
    const changed = turned(knob, value, scenario);
    expect(knobValue(knob, { scenario: changed, run: '' })).toBe(value);
    return changed;
  });
}

/** What a sentence claims, by the words that claim it. */
const claims: readonly (readonly [RegExp, (run: Run) => boolean])[] = [
  [/(?<!nothing )(?:is|are) (?:refused|rejected)\b|(?<!没有写)被拒绝/, ({ verdict }) => verdict.data === 'refused'],
  [
    /nothing is refused|没有写被拒绝|no update is lost|saves the update|没丢更新|没有丢更新/,
    ({ verdict }) => verdict.data !== 'lost',
  ],
  [/client 1 (?:wakes up and )?writes over|客户端 1 醒来，覆盖|又被客户端 1 覆盖/, (run) => overwrote(run, 'client1')],
  [
    /writes, and client 2 writes over|client 1 writes, and writes over|34,? .*writes over it|又被客户端 2 覆盖|34 .*覆盖了/,
    (run) => overwrote(run, 'client2'),
  ],
  [/arrives before client 2 reads|reads only after 33|赶在客户端 2 读之前|33 写进去之后/, (run) => !didAfterRead(run)],
  [
    /two hold |both hold |(?<!never )two holders|都持有锁|同时持锁|两个客户端持有锁/i,
    ({ verdict }) => verdict.lock === 'overlap',
  ],
];

const overwrote = ({ verdict }: Run, by: ProcessId): boolean =>
  verdict.facts.some(({ kind, who }) => kind === 'lost-update' && who[0] === by);

/** Whether the first write of client 1 comes after the first read of client 2. */
function didAfterRead({ trace }: Run): boolean {
  const seqOf = (kind: 'read' | 'wrote', id: ProcessId): number =>
    eventsOf(trace, kind).find(({ peer }) => processId(trace, peer) === id)?.seq ?? trace.count;
  return seqOf('wrote', 'client1') > seqOf('read', 'client2');
}

describe.each(placed.filter(([, { knob }]) => knob !== undefined))('the number of %s', (_, paragraph) => {
  const { beside, knob, says, shows, text } = paragraph;
  if (knob === undefined) throw new Error('It has no number.');

  test('stands in both texts and begins at the run of the text', async () => {
    expect(text.en).toContain('{knob}');
    expect(text.zh).toContain('{knob}');
    const { scenario } = await storyOfRun(beside);
    expect(knobValue(knob, { scenario, run: beside })).toBeGreaterThanOrEqual(0);
    const { verdict } = runScenario(scenario, parts);
    if (says !== undefined) expect(firstSaid(says, shows)).toBe(saidOf(says, verdict));
  });

  test('leads to sentences that its runs confirm, and to each of them', async () => {
    const { scenario } = await storyOfRun(beside);
    const said = new Set<Text>();
    for (const one of await runsOf(knob, scenario)) {
      const run = runScenario(one, parts);
      if (says === undefined) expect(run.verdict.outcome).toBe(shows);
      const sentence = says && saidOf(says, run.verdict);
      expect([run.verdict.outcome, sentence === undefined]).toEqual([run.verdict.outcome, says === undefined]);
      if (sentence === undefined) continue;
      said.add(sentence);
      for (const [words, isSo] of claims)
        for (const language of languages)
          if (words.test(sentence[language]))
            expect([sentence[language], one.faults, isSo(run)]).toEqual([sentence[language], one.faults, true]);
    }
    const bySentence = [...said].map(({ en }) => en).filter((en) => !/^Its lock had ended/.test(en));
    expect(bySentence.toSorted()).toEqual((says ?? []).map((one) => one.text.en).toSorted());
  });
});

test.each(languages)('in %s, each source is a link, once in each step that names it', async (language) => {
  const page = await essayMarkup(language);
  const main = page.slice(page.indexOf('<main>'));
  for (const { named, address } of sources) {
    // A page of the site is named from where the essay is.
    const links = ['', '../', '../../'].map((up) => `<a href="${up}${address}">${named[language]}</a>`);
    expect(links.some((link) => main.includes(link))).toBe(true);
    for (const link of links)
      for (const section of main.split('<section')) expect(section.split(link).length).toBeLessThan(3);
  }
});

test('a text without a number has no mark of one', () => {
  for (const [, { text }] of placed.filter(([, { knob }]) => knob === undefined))
    expect(text.en + text.zh).not.toContain('{');
});
