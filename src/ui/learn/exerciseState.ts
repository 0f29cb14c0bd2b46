/** The workshop of this page, with the built-in exercises and the browser's address, and how views read it. */
import { chapters } from '../../exercises';
import type { Exercise } from '../../model/exercise';
import { loadParts } from '../../run/onDemand';
import { browserAddress } from '../state/browserAddress';
import { fetchParts, fetchPartsFor } from '../state/parts';
import { loadAtRest } from '../state/tasks';
import { openOf, Workshop } from './workshop';

async function load(): Promise<readonly Exercise[]> {
  const [loaded] = await Promise.all([Promise.all(chapters.map((chapter) => chapter.load())), fetchParts()]);
  return loaded.flat();
}

/** The first chapter, with what its runs need and no more. The lock of its first exercise comes along with it. */
async function loadFirst(): Promise<readonly Exercise[]> {
  const [exercises = [], { addFirstLock }] = await Promise.all([chapters[0]?.load(), import('../../run/firstLock')]);
  addFirstLock();
  await Promise.all(exercises.map(({ scenario }) => fetchPartsFor(scenario)));
  return exercises;
}

/** All, once the first is drawn: one chapter at a time, so that a slow machine answers a touch in between. */
async function loadRest(): Promise<readonly Exercise[]> {
  await loadAtRest(300, [...chapters.map((chapter) => chapter.load), loadParts]);
  return load();
}

export const workshop = new Workshop({ load, loadFirst, loadRest, address: browserAddress });

export const useExercises = workshop.store;

export const useExercise = (): Exercise | null => useExercises(openOf) ?? null;
