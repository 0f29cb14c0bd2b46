/**
 * The same scenario under one seed after the other, to see whether a result was luck. Pure: the caller decides how many
 * seeds to run, and when.
 */
import type { Scenario } from '../model/scenario/scenario';
import type { Verdict } from '../model/trace/verdict';
import type { Parts } from '../sim/parts';
import { runScenario } from './runScenario';

export interface SeedEnding extends Pick<Verdict, 'lock' | 'data'> {
  readonly seed: number;
}

/** Runs the seeds 0 … count − 1, one for each step of the generator. Cost: one simulation per seed. */
export function* runSeeds(scenario: Scenario, count: number, parts: Parts): Generator<SeedEnding, void, void> {
  for (let seed = 0; seed < count; seed++) {
    const { lock, data } = runScenario({ ...scenario, seed }, parts).verdict;
    yield { seed, lock, data };
  }
}
