/** The workshop of this page, with the built-in exercises and the browser's address, and how views read it. */
import { chapters } from '../../exercises';
import type { Exercise } from '../../model/exercise';
import { browserAddress } from '../state/browserAddress';
import { fetchParts } from '../state/parts';
import { openOf, Workshop } from './workshop';

async function load(): Promise<readonly Exercise[]> {
  const [loaded] = await Promise.all([Promise.all(chapters.map((chapter) => chapter.load())), fetchParts()]);
  return loaded.flat();
}

export const workshop = new Workshop({ load, address: browserAddress });

export const useExercises = workshop.store;

export const useExercise = (): Exercise | null => useExercises(openOf) ?? null;
