/** What a cell shows and says: a sign with a word, a margin, a sentence. It knows the words that it is handed, and no page. */

import type { CellOutcome } from '../../core/model/cellOutcome';
import { fateOfOutcome, toneOfFate } from '../../core/model/fate';
import type { FaultKind } from '../../core/model/fault';
import { formatMs } from '../../core/model/format';
import type { Language } from '../../core/model/text';
import type { Tone } from '../../core/model/tone';
import type { OfItself } from '../../search/matrix/itself';
import { nameOfRow, type RowHead } from '../../search/matrix/rowHead';
import type { Cell } from '../../search/matrix/table';
import { blankWords } from '../../search/matrix/words';
import type { TableWords } from './words';

/** Each sign stands for what is as bad: the word says which. */
const signOf: Readonly<Record<CellOutcome, string>> = {
  lost: '✗',
  torn: '✗',
  twice: '✗',
  stuck: '∞',
  overlap: '≈',
  'late-refused': '≈',
  unavailable: '–',
  unknown: '?',
  held: '✓',
};

const toneOfOutcome = (outcome: CellOutcome): Tone => toneOfFate[fateOfOutcome[outcome]];

/** Less of a lease is told as a time alone: 0.0 says nothing. */
export const marginMin = 0.05;

export interface CellFace {
  readonly sign: string;
  readonly word: string;
  /** Below the word: how long the fault has to last. Empty where that is no question. */
  readonly margin: string;
  /** Null for a cell that was not tried. */
  readonly tone: Tone | null;
}

/** @param itself what the library comes to instead */
export function faceOf(cell: Cell, words: TableWords, itself: OfItself | null = null): CellFace {
  if (cell.kind === 'blank') return { sign: '', word: words.blank[cell.reason], margin: '', tone: null };
  if (itself !== null)
    return {
      sign: signOf[itself.outcome],
      word: words.outcomes[itself.outcome],
      margin: words.itself.short,
      tone: toneOfOutcome(itself.outcome),
    };
  const { outcome, margin, length } = cell;
  return {
    sign: signOf[outcome],
    word: words.outcomes[outcome],
    margin: outcome === 'held' ? '' : shortMargin(margin, length, words),
    tone: toneOfOutcome(outcome),
  };
}

function shortMargin(margin: number | null, length: number | null, words: TableWords): string {
  if (margin !== null && margin >= marginMin) return words.margin(margin);
  return length === null ? '' : words.least(formatMs(length));
}

export interface OfCell {
  readonly cell: Cell;
  readonly head: RowHead;
  readonly kind: FaultKind;
  readonly itself?: OfItself | null;
}

/** The name of a cell for a screen reader. What is to be seen comes first, so that it can be spoken to select the cell. */
export function nameOfCell({ cell, head, kind, itself = null }: OfCell, words: TableWords, language: Language): string {
  const { word, margin } = faceOf(cell, words, itself);
  const seen = margin === '' ? word : `${word} ${margin}`;
  const at = `${nameOfRow(head, language)}, ${words.kinds[kind]}`;
  return cell.kind === 'blank' ? `${seen}, ${at}: ${blankWords[cell.reason][language]}` : `${seen}, ${at}`;
}

/** The whole cell in one sentence. */
export function sentenceOf({ cell, head, kind, itself = null }: OfCell, words: TableWords, language: Language): string {
  const row = nameOfRow(head, language);
  if (itself !== null)
    return words.cell({
      row,
      kind: words.kinds[kind],
      outcome: words.itself.told(words.outcomesTold[itself.outcome]),
      from: null,
    });
  return words.cell({
    row,
    kind: words.kinds[kind],
    outcome: outcomeTold(cell, words, language),
    from: fromTold(cell, words),
  });
}

export const outcomeTold = (cell: Cell, words: TableWords, language: Language): string =>
  cell.kind === 'blank' ? blankWords[cell.reason][language] : words.outcomesTold[cell.outcome];

/** How long the fault has to last, in a sentence; null where that is no question. */
export function fromTold(cell: Cell, words: TableWords): string | null {
  if (cell.kind === 'blank' || cell.outcome === 'held') return null;
  if (cell.margin !== null && cell.margin >= marginMin && cell.length !== null)
    return words.fromMargin(cell.margin, cell.length);
  return cell.length === null ? null : words.fromLength(cell.length);
}

/** Whether two cells say the same. Margins count as far as they are shown. */
export const saysSame = (one: CellFace, other: CellFace): boolean =>
  one.word === other.word && one.margin === other.margin;
