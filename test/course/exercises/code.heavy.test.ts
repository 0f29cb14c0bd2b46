// The exercises in which readers write a lock, in the sandbox: each is unsolved at first, solved by its solution, and
// not by its near miss.
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { describe, expect, test } from 'vitest';
import { type AttackId, attackIds } from '../../../src/core/model/links/attackId';
import type { CodeExercise } from '../../../src/core/model/scenario/exercise';
import { redisParts } from '../../../src/core/run/redisParts';
import { everyCommand } from '../../../src/core/sim/redis/everyCommand';
import { exercises } from '../../../src/course/exercises/ownLocks';
import { isRightName, remainingOf, wantedIn, worldOf } from '../../../src/sandbox/own/attempt';
import { brokenLocks } from '../../../src/sandbox/own/broken/broken';
import type { AttackRow, AttacksQuestion, OwnProblemKind } from '../../../src/sandbox/own/ownCalls';
import { templates } from '../../../src/sandbox/own/templates/templates';
import { OwnSession } from '../../../src/sandbox/realm/ownSession';
import { smallModule } from '../../../src/sandbox/realm/smallModule';
import { byNight } from '../../support/nightly';
import { guestFiles } from '../../support/ownParts';

const session = new OwnSession({
  module: () => smallModule(variant),
  guest: guestFiles,
  parts: { ...redisParts, commands: everyCommand },
  now: () => performance.now(),
});

const written = exercises.filter((exercise): exercise is CodeExercise => exercise.kind === 'code');
const exerciseOf = (id: string): CodeExercise => {
  const found = written.find((exercise) => exercise.id === id);
  if (found === undefined) throw new Error(`No exercise "${id}".`);
  return found;
};

/** A lock is attacked once in each world, however many tests ask for it. */
const known = new Map<string, readonly AttackRow[]>();

async function questionOf(exercise: CodeExercise, lock: string): Promise<AttacksQuestion> {
  const code = { lock, check: null };
  const checked = await session.check(code);
  if (!checked.ok) throw new Error(checked.problem.message);
  return { code, scenario: worldOf(exercise, checked.settings) };
}

/** The page's request to the sandbox when somebody presses “Attack it”. */
async function attacked(exercise: CodeExercise, lock: string): Promise<readonly AttackRow[]> {
  const question = await questionOf(exercise, lock);
  const key = JSON.stringify(question);
  const rows = known.get(key) ?? (await attacks(question));
  known.set(key, rows);
  return rows;
}

async function attacks(question: AttacksQuestion): Promise<readonly AttackRow[]> {
  const { rows, problem } = await session.attacks(question, {
    report: () => undefined,
    pause: async () => undefined,
  });
  expect(problem).toBeUndefined();
  expect(rows.map(({ id }) => id)).toEqual(attackIds);
  return rows;
}

const remaining = async (exercise: CodeExercise, lock: string) => remainingOf(exercise, await attacked(exercise, lock));

class Enough extends Error {}

/**
 * The first required attack that an attempt does not survive, or why it cannot be attacked: nothing is tried
 * afterwards. Null: it survives all.
 */
async function firstMissed(exercise: CodeExercise, lock: string): Promise<AttackId | OwnProblemKind | null> {
  const question = await questionOf(exercise, lock);
  const wanted = wantedIn(exercise);
  const missed: AttackId[] = [];
  const note = ({ id, isSurvived }: AttackRow): unknown => wanted.includes(id) && !isSurvived && missed.push(id);
  const pause = async (): Promise<void> => {
    if (missed.length > 0) throw new Enough();
  };
  const asked = session.attacks(question, { report: note, pause });
  const { problem } = await asked.catch((error: unknown) => {
    if (error instanceof Enough) return { problem: undefined };
    throw error;
  });
  return missed[0] ?? problem?.kind ?? null;
}

const survivedBy = (rows: readonly AttackRow[]): readonly AttackId[] =>
  rows.filter(({ isSurvived }) => isSurvived).map(({ id }) => id);

test('the class has four of them', () => {
  expect(written.map(({ id }) => id)).toEqual([
    'write-a-lock',
    'without-the-check',
    'mend-the-watchdog',
    'token-in-its-place',
  ]);
});

describe.each(written.map((exercise) => [exercise.id, exercise] as const))('%s', (_, exercise) => {
  test('is solved by its solution', async () => {
    expect(await remaining(exercise, exercise.solution)).toEqual([]);
  });

  test('is not solved by its near miss, nor by what it begins with', async () => {
    expect(await firstMissed(exercise, exercise.nearMiss)).not.toBeNull();
    const isAsked = !isRightName(exercise, null);
    if (!isAsked) expect(await firstMissed(exercise, exercise.code)).not.toBeNull();
  });

  test('is not solved by a lock that lets nobody in, nor by none', async () => {
    const letting = (held: string) =>
      `export const settings = { nodes: 1, ttl: 2000 };
       export async function acquire() { return ${held}; }
       export async function release() { return true; }`;
    expect(await firstMissed(exercise, letting('null'))).toBe('not-acquired');
    expect(await firstMissed(exercise, letting('{}'))).not.toBeNull();
  });
});
describe('what is said of the attack that no lock survives', () => {
  const codesOf = ({ code, solution, nearMiss }: CodeExercise): readonly string[] => [code, solution, nearMiss];
  /** Each world tries its own locks at a push, and every lock at night. */
  const codesIn = (exercise: CodeExercise): readonly string[] =>
    byNight(codesOf(exercise), [
      ...templates.map(({ lock }) => lock),
      ...brokenLocks.flatMap(({ lock, fixedCode }) => [lock, fixedCode]),
      ...written.flatMap(codesOf),
    ]);
  /** For each lock that goes on after its holder’s death, what it survives in the worlds without a check. */
  const survived = async (): Promise<readonly (readonly AttackId[])[]> => {
    const found: (readonly AttackId[])[] = [];
    for (const exercise of ['without-the-check', 'mend-the-watchdog'].map(exerciseOf))
      for (const code of new Set(codesIn(exercise))) found.push(survivedBy(await attacked(exercise, code)));
    return found.filter((ids) => ids.includes('holder-dies'));
  };

  test('no lock here survives it, and each other attack is survived by one', async () => {
    const right = exerciseOf('without-the-check').asks?.right ?? [];
    const all = new Set((await survived()).flat());
    expect(attackIds.filter((id) => !all.has(id))).toEqual(right);
  });

  test('a key without an expiry survives it, and not its holder’s death', async () => {
    const { nearMiss } = exerciseOf('without-the-check');
    const ids = survivedBy(await attacked(exerciseOf('without-the-check'), nearMiss));
    expect(ids).toContain('pause-each-step');
    expect(ids).not.toContain('holder-dies');
  });
});
