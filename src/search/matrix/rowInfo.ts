/** What the table says about a row before any lock is loaded. */

import type { IfUnreachable } from '../../core/model/scenario/lockFacts';
import type { Language, Text } from '../../core/model/values/text';
import type { RowFacts } from './choose';

export type RowGroup = 'redis' | 'redlock' | 'other' | 'none';

export interface RowInfo extends RowFacts {
  readonly title: Text;
  /** Which of its usual settings. */
  readonly note: Text | null;
  readonly group: RowGroup;
  readonly hasToken: boolean;
  readonly unreachable: Unreachable;
  /** The default lease, in ms; null: it does not expire. */
  readonly lease: number | null;
  /** Null: a lock as its authors or a recipe specify it. */
  readonly library: LibraryInfo | null;
}

/** What happens when its service cannot be reached. */
export interface Unreachable {
  /** `caller`: the program that uses the recipe decides. */
  readonly does: IfUnreachable | 'caller' | 'no-service' | 'unknown';
  readonly source: string | null;
}

export interface LibraryInfo {
  readonly version: string;
  /** The day when its source was read: `2026-11-21`. */
  readonly read: string;
  readonly commit: string;
  readonly checked: 'run' | 'source';
  readonly repository: string;
  /** What it implements. */
  readonly lock: Text;
}

/** `Redlock (fsync on every write)` */
export function nameOfRow({ title, note }: RowInfo, language: Language): string {
  const named = (text: Text): string => text[language];
  if (note === null) return named(title);
  return language === 'zh' ? `${named(title)}（${named(note)}）` : `${named(title)} (${named(note)})`;
}
