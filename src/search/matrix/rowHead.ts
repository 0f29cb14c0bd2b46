/** What the table says of a row before any lock is loaded. */

import type { Language, Text } from '../../core/model/text';
import type { RowFacts } from './choose';

export type RowGroup = 'redis' | 'redlock' | 'other' | 'none';

export interface RowHead extends RowFacts {
  readonly title: Text;
  /** Which of its usual settings. */
  readonly note: Text | null;
  readonly group: RowGroup;
  readonly hasToken: boolean;
  /** As it comes, in ms; null: it does not expire. */
  readonly lease: number | null;
  /** Null: a lock as its authors or a recipe specify it. */
  readonly library: LibraryHead | null;
}

export interface LibraryHead {
  readonly version: string;
  /** When it was read: `2026-11-21`. */
  readonly read: string;
  readonly commit: string;
  readonly checked: 'run' | 'source';
  readonly repository: string;
  /** What it implements. */
  readonly lock: Text;
}

/** `Redlock (fsync on every write)` */
export function nameOfRow({ title, note }: RowHead, language: Language): string {
  const named = (text: Text): string => text[language];
  if (note === null) return named(title);
  return language === 'zh' ? `${named(title)}（${named(note)}）` : `${named(title)} (${named(note)})`;
}
