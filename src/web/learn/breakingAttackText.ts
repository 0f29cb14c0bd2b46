/**
 * What breaks a goal, in words: a listed attack, or a fault at some place, and the seed if it differs from the run's.
 */
import type { Text } from '../../core/model/text';
import type { BreakingAttack } from '../../course/judging/exercise';
import { faultLine } from '../edit/faultText';
import type { SharedWords } from '../words/i18n';
import type { learnWords } from './words';

interface Said {
  readonly text: (text: Text) => string;
  readonly words: (typeof learnWords)['en'];
  readonly pageWords: SharedWords;
}

export function breakingAttackText({ title, fault, seed }: BreakingAttack, { text, words, pageWords }: Said): string {
  const said = fault === undefined ? text(title) : faultLine(pageWords, fault);
  return seed === undefined ? said : words.withSeed(said, seed);
}
