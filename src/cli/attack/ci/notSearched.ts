/** Names what a search that was stopped has not tried. */
import type { Text } from '../../../core/model/values/text';
import type { FoundOfSeed } from '../../exploreSearch';
import * as words from './ciWords';

/** @param seeds how many were asked for */
export function notSearched(all: readonly FoundOfSeed[], seeds: number): readonly Text[] {
  const texts = all.flatMap((one) => ofSeed(one));
  const begun = new Set(all.map(({ space }) => space.scenario.seed)).size;
  return begun < seeds ? [...texts, words.seedsLeft(seeds - begun)] : texts;
}

function ofSeed({ space, levels, left, done, all }: FoundOfSeed): readonly Text[] {
  const { faultsMax, scenario } = space;
  if (levels >= faultsMax) return [];
  const level = levels + 1;
  const here =
    level === 1 ? words.placesLeft(scenario.seed, left) : words.branchesLeft(scenario.seed, level, all - done);
  const later = Array.from({ length: faultsMax - level }, (_, index) => level + 1 + index);
  return later.length === 0 ? [here] : [here, words.levelsLeft(scenario.seed, later)];
}
