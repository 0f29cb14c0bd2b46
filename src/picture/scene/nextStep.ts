/** The next step for a presenter: the next moment, then each answer, then the next story. */
import type { Scene } from './sceneOf';

/** How long a moment is shown, in ms, so that each sentence can be read. */
export const momentMs = 1900;

/** The instants at which a scene rests, in µs, in order: the start, each moment, the end. */
export const instantsOf = ({ moments, stopsAt }: Pick<Scene, 'moments' | 'stopsAt'>): readonly number[] =>
  [...new Set([0, ...moments.map(({ at }) => at), stopsAt])].sort((a, b) => a - b);

export interface PlayPosition {
  /** The playhead in µs. */
  readonly at: number;
  /** The instants at which it rests, in µs, in order: the start, each moment, the end. */
  readonly instants: readonly number[];
  /** The variants that can be played, by their ids: the one in question, then each answer. null: the story itself. */
  readonly versions: readonly (string | null)[];
  /** The variant that is open. */
  readonly open: string | null;
}

export type Step =
  | { readonly kind: 'moment'; readonly at: number }
  | { readonly kind: 'answer'; readonly id: string | null }
  | { readonly kind: 'story' };

export function nextStep({ at, instants, versions, open }: PlayPosition): Step {
  const next = instants.find((instant) => instant > at);
  if (next !== undefined) return { kind: 'moment', at: next };
  const answer = versions[versions.indexOf(open) + 1];
  return answer === undefined ? { kind: 'story' } : { kind: 'answer', id: answer };
}

/** Null at the start of the story. From an answer it goes back to the variant before it. */
export function stepBack({ at, instants, versions, open }: PlayPosition): Exclude<Step, { kind: 'story' }> | null {
  const before = instants.findLast((instant) => instant < at);
  if (before !== undefined) return { kind: 'moment', at: before };
  const answer = versions[versions.indexOf(open) - 1];
  return answer === undefined ? null : { kind: 'answer', id: answer };
}
