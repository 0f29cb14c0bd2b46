/** The workshop of this page, with the built-in exercises and the browser's address, and the hooks for views. */

import type { Exercise } from '../../core/model/exercise';
import { chapters } from '../../course/exercises';
import { browserAddress } from '../state/browserAddress';
import { loadAtRest } from '../state/tasks';
import { openOf, Workshop } from './workshop';

async function load(): Promise<readonly Exercise[]> {
  return (await Promise.all(chapters.map((chapter) => chapter.load()))).flat();
}

/** Loads the first chapter, with which the page opens. */
const loadFirst = async (): Promise<readonly Exercise[]> => (await chapters[0]?.load()) ?? [];

/**
 * Loads all exercises after the first is drawn: one chapter at a time, so that a slow machine can react to a touch in
 * between.
 */
async function loadRest(): Promise<readonly Exercise[]> {
  await loadAtRest(
    300,
    chapters.map((chapter) => chapter.load),
  );
  return load();
}

export const workshop = new Workshop({ load, loadFirst, loadRest, address: browserAddress });

export const useExercises = workshop.store;

export const useExercise = (): Exercise | null => useExercises(openOf) ?? null;
