// The plans for 45 and 90 minutes: their minutes add up, their exercises exist, and each can be read and done in its
// minutes.
import { describe, expect, test } from 'vitest';
import type { Exercise } from '../../../src/core/model/scenario/exercise';
import { chapters } from '../../../src/course/exercises';
import { type Plan, plans } from '../../../src/course/exercises/plans';

const all: readonly Exercise[] = (await Promise.all(chapters.map(({ load }) => load()))).flat();
const exerciseOf = (id: string): Exercise => {
  const found = all.find((exercise) => exercise.id === id);
  if (found === undefined) throw new Error(`There is no exercise ${id}.`);
  return found;
};

const plannedIn = ({ steps }: Plan) => steps.flatMap(({ exercises }) => exercises);
const words = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;
/** Chinese is read at about 300 characters a minute. */
const signs = (text: string): number => text.replace(/\s/g, '').length;

/** The texts of an exercise that somebody reads who solves it at the second try. */
function textsOf(exercise: Exercise): readonly { readonly en: string; readonly zh: string }[] {
  const { title, task, after, hints } = exercise;
  const shared = [title, task, after, ...hints.slice(0, 1)];
  if (exercise.kind === 'predict')
    return [
      ...shared,
      ...exercise.options.map(({ text }) => text),
      ...exercise.options.slice(0, 1).map(({ why }) => why),
    ];
  if (exercise.kind === 'name') return [...shared, ...exercise.marks.map(({ tells }) => tells)];
  if (exercise.kind === 'code' || exercise.kind === 'order') return shared;
  return [...shared, ...exercise.aims.map(({ text }) => text)];
}

/**
 * Seconds in addition to reading the exercise's own texts, for three wrong tries. A name is looked at and chosen,
 * twice if wrong. A prediction is voted on, plays for 8 s, shows about 120 words of causes, and one change is
 * dragged. A fault is set by four presses, a setting by three, a lock is written in seven minutes, and its run is
 * looked at; a decision is read, taken and followed in ten seconds; a solution is attacked for 5 s.
 */
const pressing: Readonly<Record<Exercise['kind'], number>> = {
  name: 80,
  predict: 114,
  break: 165,
  fix: 150,
  choose: 100,
  code: 420,
  order: 180,
};
/** How many words a minute a person says to a group. */
const spoken = 130;
const drawing = 60;
/** To open the next exercise. */
const opening = 12;
/** To think before the first press. */
const thinking = 30;

function minutesOf(exercise: Exercise): number {
  const texts = textsOf(exercise);
  const english = texts.reduce((sum, { en }) => sum + words(en), 0) / 200;
  const chinese = texts.reduce((sum, { zh }) => sum + signs(zh), 0) / 300;
  return Math.max(english, chinese) + (pressing[exercise.kind] + thinking + opening) / 60;
}

describe.each(plans)('the plan for $minutes minutes', (plan) => {
  test('begins with the first drag, then the marks of that run', () => {
    const [first, second] = plannedIn(plan).map(({ id }) => exerciseOf(id));
    if (first?.kind !== 'break' || second?.kind !== 'name') throw new Error('The plan begins otherwise.');
    expect(first.id).toBe('drag-a-pause');
    expect({ ...second.scenario, faults: {} }).toEqual({ ...first.scenario, faults: {} });
    expect(second.marks.length).toBe(5);
  });

  test('adds up', () => {
    expect(plan.steps.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(plan.minutes);
    for (const { title, minutes, exercises } of plan.steps) {
      const used = exercises.reduce((sum, exercise) => sum + exercise.minutes, 0);
      expect([title.en, used <= minutes]).toEqual([title.en, true]);
    }
  });

  test('leaves time to read and do each exercise', () => {
    const tooShort = plannedIn(plan)
      .map(({ id, minutes }) => ({ id, minutes, needed: Math.round(minutesOf(exerciseOf(id)) * 10) / 10 }))
      .filter(({ minutes, needed }) => needed > minutes);
    expect(tooShort).toEqual([]);
  });

  test('leaves time to say and draw what each step asks for', () => {
    const tooShort = plan.steps
      .map(({ title, minutes, say, exercises }) => {
        const done = exercises.reduce((sum, { id }) => sum + minutesOf(exerciseOf(id)), 0);
        const drawn = /\bdraw/.test(say.en) ? drawing / 60 : 0;
        return { step: title.en, minutes, needed: Math.round((done + drawn + words(say.en) / spoken) * 10) / 10 };
      })
      .filter(({ minutes, needed }) => needed > minutes);
    expect(tooShort).toEqual([]);
  });

  test('takes the way of the exercises, or tells what it leaves out', () => {
    const done = new Set(plan.taught);
    for (const { id } of plannedIn(plan)) {
      expect([id, (exerciseOf(id).needs ?? []).filter((need) => !done.has(need))]).toEqual([id, []]);
      done.add(id);
    }
  });

  test('says in both languages what comes of each step, and what to drop is at least five minutes', () => {
    for (const { title, say, outcome, late } of plan.steps)
      for (const text of [title, say, outcome, ...(late === undefined ? [] : [late])])
        expect([title.en, text.en.trim() !== '' && text.zh.trim() !== '']).toEqual([title.en, true]);
    expect(plan.steps.filter(({ late }) => late !== undefined).length).toBeGreaterThanOrEqual(4);
  });

  test('what is dropped is called as it is called in its step', () => {
    for (const { late, exercises } of plan.steps)
      for (const language of ['en', 'zh'] as const) {
        const named = [...(late?.[language] ?? '').matchAll(/“([^”]+)”/g)].map(([, name = '']) => name);
        const titles = exercises.map(({ id }) => exerciseOf(id).title[language]);
        const marks = ['two holders at once', '两个同时持锁'];
        expect(named.filter((name) => !titles.includes(name) && !marks.includes(name))).toEqual([]);
      }
  });
});
