/** What a reporter knows: the breaks of one file, compared with the known ones. */
import type { Language } from '../../../core/model/values/text';
import type { Compared } from './accepted';
import type { Found } from './found';
import type { Shard } from './shard';

export const reporters = ['text', 'junit', 'github', 'sarif', 'json'] as const;
export type Reporter = (typeof reporters)[number];

export interface Reported extends Compared {
  /** Relative to the root of the repository, with `/`. */
  readonly file: string;
  readonly findings: Found;
  readonly language: Language;
  /** Null: the whole space. */
  readonly shard: Shard | null;
  /** Names in the file that have no reason yet. */
  readonly unreasoned: ReadonlySet<string>;
}
