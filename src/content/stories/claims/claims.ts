/** The sentence of its article that each story shows, by the story's id. A story beyond the articles has none. */
import type { Claim } from '../../../core/model/scenario/story';
import { argument } from './argument';
import { oneNode } from './oneNode';
import { otherLocks } from './otherLocks';
import { redlock } from './redlock';

export const claims: Readonly<Record<string, Claim>> = {
  ...oneNode,
  ...redlock,
  ...argument,
  ...otherLocks,
};
