/** What the links of a lesson are called. Cells of one lesson under different checks are told apart. */
import type { Language } from '../../model/text';
import { nameOfRow } from '../table/cellText';
import { rowHeads } from '../table/rowHeadTexts';
import type { TableWords } from '../table/words';
import type { LessonCell } from './lessonTexts';

export function linkTexts(
  cells: readonly LessonCell[],
  words: TableWords,
  language: Language,
): readonly { readonly text: string; readonly cell: LessonCell }[] {
  const hasSeveral = new Set(cells.map(({ check }) => check)).size > 1;
  return cells.map((cell) => {
    const { row, kind, check } = cell;
    const head = rowHeads[row];
    const name = head === undefined ? row : nameOfRow(head, language);
    const under = hasSeveral ? [`${words.check}: ${words.checks[check] ?? check}`] : [];
    return { text: [name, words.kinds[kind], ...under].join(' · '), cell };
  });
}
