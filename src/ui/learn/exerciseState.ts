/** The workshop of this page, with the built-in exercises and the browser's address, and how views read it. */
import { chapters } from '../../exercises';
import type { Exercise } from '../../model/exercise';
import { browserAddress } from '../state/browserAddress';
import { fetchParts, fetchPartsFor } from '../state/parts';
import { openOf, Workshop } from './workshop';

async function load(): Promise<readonly Exercise[]> {
  const [loaded] = await Promise.all([Promise.all(chapters.map((chapter) => chapter.load())), fetchParts()]);
  return loaded.flat();
}

/** The first chapter, with what its runs need and no more. */
async function loadFirst(): Promise<readonly Exercise[]> {
  const exercises = (await chapters[0]?.load()) ?? [];
  await Promise.all(exercises.map(({ scenario }) => fetchPartsFor(scenario)));
  return exercises;
}

export const workshop = new Workshop({ load, loadFirst, address: browserAddress });

export const useExercises = workshop.store;

export const useExercise = (): Exercise | null => useExercises(openOf) ?? null;
