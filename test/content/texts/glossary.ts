/** Finds the phrases in a text that the glossary forbids. It does not know where texts come from. */
import type { Glossary } from '../../../src/cli/glossary';
import type { VisibleText } from './visibleTexts';

const han = /\p{Script=Han}/u;

/**
 * A phrase of the last column as a regular expression: whole words, `…` for one to four words, brackets for a whole
 * text.
 */
function expressionOf(phrase: string): RegExp {
  const isWhole = /^\[.*\]$/.test(phrase);
  const bare = isWhole ? phrase.slice(1, -1) : phrase;
  const source = bare
    .split(/\s*…\s*/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'))
    .join('\\s+(?:\\S+\\s+){1,4}?');
  if (isWhole) return new RegExp(`^${source}$`, 'iu');
  return han.test(bare)
    ? new RegExp(source, 'u')
    : new RegExp(`(?<![\\p{L}\\p{N}_-])${source}(?![\\p{L}\\p{N}_-])`, 'iu');
}

/** Checked first, because most texts have no forbidden phrase, and a regular expression takes longer. */
const firstWordOf = (phrase: string): string => (/[^\s…[\]]+/.exec(phrase)?.[0] ?? '').toLowerCase();

/** Each finding names the file, the text, the problem, and the right phrase. */
export function findingsIn({ terms }: Glossary, texts: readonly VisibleText[]): readonly string[] {
  const forbidden = terms.flatMap((term) =>
    term.not.map((phrase) => ({ term, phrase, expression: expressionOf(phrase), word: firstWordOf(phrase) })),
  );
  return texts.flatMap(({ place, text }) => {
    const say = (wrong: string, instead: string) =>
      `${place}: “${shortened(text, wrong)}” says “${wrong}”; say “${instead}”`;
    const lower = text.toLowerCase();
    return forbidden
      .filter(({ word, expression }) => lower.includes(word) && expression.test(text))
      .map(({ term, phrase }) => say(phrase, han.test(phrase) ? term.zh : term.en));
  });
}

/** The part of a long text in which the word is. */
function shortened(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf((word.split(/[…[\]]/)[0] ?? '').trim().toLowerCase()));
  const from = Math.max(0, at - 40);
  return `${from > 0 ? '…' : ''}${text.slice(from, at + 60)}${text.length > at + 60 ? '…' : ''}`;
}
