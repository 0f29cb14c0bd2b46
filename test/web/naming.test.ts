// The first exercise, in which the reader names marks: which answers are right, and what a check costs.
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { exercises } from '../../src/course/exercises/picture';
import { useExercises } from '../../src/web/learn/exerciseState';
import { checkNames } from '../../src/web/learn/names';
import { useProgress } from '../../src/web/learn/progress';
import { Workshop } from '../../src/web/learn/workshop';
import type { Address } from '../../src/web/state/browserAddress';
import { useEdition } from '../../src/web/state/edition';
import '../support/handIn';

/** Test files share their stores. */
afterAll(() => useExercises.setState(useExercises.getInitialState(), true));

const naming = exercises.find(({ kind }) => kind === 'name');
if (naming?.kind !== 'name') throw new Error('No exercise asks for names.');

const address: Address = {
  page: () => 'http://localhost/learn/',
  search: () => '',
  hash: () => '',
  replace: () => {},
  push: () => {},
  onHash: () => {},
  onMove: () => {},
};

function opened(): Workshop {
  const workshop = new Workshop({ chapters: [async () => exercises], address });
  useExercises.setState({ all: exercises });
  workshop.open(naming as NonNullable<typeof naming>);
  return workshop;
}

const known = () => useProgress.getState().answers[naming.id];

/** Test files share their stores. */
afterEach(() => {
  useEdition.setState(useEdition.getInitialState(), true);
  useProgress.setState(useProgress.getInitialState(), true);
});

describe('marks that are to be named', () => {
  it('are right when all are, and each check that is not counts', () => {
    const workshop = opened();
    const right = Object.fromEntries(naming.marks.map(({ sort }, index) => [index + 1, sort]));
    useExercises.setState({ names: { ...right, 1: 'shield' } });
    expect(checkNames(naming)).toBe(false);
    expect(useExercises.getState()).toMatchObject({ checked: { 1: 'shield', 2: right[2] } });
    expect(known()).toEqual({ misses: 1 });
    useExercises.setState({ names: right });
    expect(checkNames(naming)).toBe(true);
    expect(known()).toEqual({ misses: 1 });
    workshop.reset();
    expect(useExercises.getState()).toMatchObject({ names: {}, checked: {} });
  });

  it('are all named by the solution', () => {
    const workshop = opened();
    workshop.showSolution();
    expect(known()).toEqual({ shown: true });
    expect(checkNames(naming)).toBe(true);
  });
});
