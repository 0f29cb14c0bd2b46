/** What the links of a lesson are called. Where a check counts, it is named. */
import type { Language } from '../../model/text';
import { nameOfRow } from '../table/cellText';
import { known } from '../table/known';
import { plainPlace } from '../table/place';
import { rowHeads } from '../table/rowHeadTexts';
import type { TableWords } from '../table/words';
import type { LessonCell } from './lessonTexts';

export function linkTexts(
  cells: readonly LessonCell[],
  words: TableWords,
  language: Language,
): readonly { readonly text: string; readonly cell: LessonCell }[] {
  const { check: plain } = plainPlace(known);
  const isOfChecks = cells.some(({ check }) => check !== plain);
  return cells.map((cell) => {
    const { row, kind, check } = cell;
    const head = rowHeads[row];
    const name = head === undefined ? row : nameOfRow(head, language);
    const under = isOfChecks ? [`${words.check}: ${words.checks[check] ?? check}`] : [];
    return { text: [name, words.kinds[kind], ...under].join(' · '), cell };
  });
}
