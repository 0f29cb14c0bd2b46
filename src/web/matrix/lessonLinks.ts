/** The texts of the links of a lesson. If a check matters, it is named. */

import { withColon } from '../../core/model/values/joinedTexts';
import type { Language } from '../../core/model/values/text';
import { plainAddress } from '../../search/matrix/tableAddress';
import { nameIn, tableNames } from './known';
import type { LessonCell } from './lessonTexts';
import type { TableWords } from './words';

export function linkTexts(
  cells: readonly LessonCell[],
  words: TableWords,
  language: Language,
): readonly { readonly text: string; readonly cell: LessonCell }[] {
  const { check: plain } = plainAddress(tableNames);
  const isOfChecks = cells.some(({ check }) => check !== plain);
  return cells.map((cell) => {
    const { row, kind, check } = cell;
    const under = isOfChecks ? [withColon(words.check, words.checks[check] ?? check)] : [];
    return { text: [nameIn(row, language), words.kinds[kind], ...under].join(' · '), cell };
  });
}
