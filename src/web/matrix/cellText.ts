/** The texts of a cell: a sign with a word, a margin, a sentence. It is given its words, and knows no page. */

import type { FaultKind } from '../../core/model/scenario/fault';
import { type Sign, signOf, type Tone, toneOfSeverity } from '../../core/model/trace/severity';
import { formatMs } from '../../core/model/values/format';
import { withColon, withComma } from '../../core/model/values/joinedTexts';
import type { Language } from '../../core/model/values/text';
import type { LibraryOnly } from '../../search/matrix/libraryOnly';
import { nameOfRow, type RowInfo } from '../../search/matrix/rowInfo';
import type { Cell } from '../../search/matrix/table';
import { blankWords } from '../../search/matrix/words';
import type { TableWords } from './words';

/** A smaller share of a lease is shown only as a time: 0.0 says nothing. */
export const marginMin = 0.05;

export interface CellFace {
  /** Severities that are drawn alike share it: the word distinguishes them. Null for a cell that was not tried. */
  readonly sign: Sign | null;
  readonly word: string;
  /** Below the word: how long the fault has to last. Empty if that does not apply. */
  readonly margin: string;
  /** Null for a cell that was not tried. */
  readonly tone: Tone | null;
}

/** @param itself the outcome of the library itself */
export function faceOf(cell: Cell, words: TableWords, itself: LibraryOnly | null = null): CellFace {
  if (cell.kind === 'blank') return { sign: null, word: words.blank[cell.reason], margin: '', tone: null };
  if (itself !== null)
    return {
      sign: signOf[itself.outcome],
      word: words.outcomes[itself.outcome],
      margin: words.itself.short,
      tone: toneOfSeverity(itself.outcome),
    };
  const { outcome, margin, length } = cell;
  return {
    sign: signOf[outcome],
    word: words.outcomes[outcome],
    margin: outcome === 'held' ? '' : shortMargin(margin, length, words),
    tone: toneOfSeverity(outcome),
  };
}

function shortMargin(margin: number | null, length: number | null, words: TableWords): string {
  if (margin !== null && margin >= marginMin) return words.margin(margin);
  return length === null ? '' : words.least(formatMs(length));
}

export interface OfCell {
  readonly cell: Cell;
  readonly head: RowInfo;
  readonly kind: FaultKind;
  readonly itself?: LibraryOnly | null;
}

/** The name of a cell for a screen reader. The visible text comes first, so that speaking it selects the cell. */
export function nameOfCell({ cell, head, kind, itself = null }: OfCell, words: TableWords, language: Language): string {
  const { word, margin } = faceOf(cell, words, itself);
  const visibleText = margin === '' ? word : `${word} ${margin}`;
  const at = withComma(nameOfRow(head, language), words.kinds[kind]);
  return cell.kind === 'blank'
    ? withColon(withComma(visibleText, at), blankWords[cell.reason][language])
    : withComma(visibleText, at);
}

/** The whole cell in one sentence. */
export function sentenceOf({ cell, head, kind, itself = null }: OfCell, words: TableWords, language: Language): string {
  const row = nameOfRow(head, language);
  if (itself !== null)
    return words.cell({
      row,
      kind: words.kinds[kind],
      outcome: words.itself.fromSource(words.outcomesInWords[itself.outcome]),
      from: null,
    });
  return words.cell({
    row,
    kind: words.kinds[kind],
    outcome: outcomeText(cell, words, language),
    from: fromText(cell, words),
  });
}

export const outcomeText = (cell: Cell, words: TableWords, language: Language): string =>
  cell.kind === 'blank' ? blankWords[cell.reason][language] : words.outcomesInWords[cell.outcome];

/** How long the fault has to last, in a sentence; null if that does not apply. */
export function fromText(cell: Cell, words: TableWords): string | null {
  if (cell.kind === 'blank' || cell.outcome === 'held') return null;
  if (cell.margin !== null && cell.margin >= marginMin && cell.length !== null)
    return words.fromMargin(cell.margin, cell.length);
  return cell.length === null ? null : words.fromLength(cell.length);
}

/** Whether two cells say the same. Margins are compared as they are displayed. */
export const saysSame = (one: CellFace, other: CellFace): boolean =>
  one.word === other.word && one.margin === other.margin;
