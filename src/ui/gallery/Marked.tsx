// A text in which the words of the search are marked.
import { pieces } from './search';

interface MarkedProps {
  readonly text: string;
  readonly terms: readonly string[];
}

export const Marked = ({ text, terms }: MarkedProps) =>
  terms.length === 0
    ? text
    : pieces(text, terms).map(({ text: piece, isHit }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name.
        isHit ? <mark key={index}>{piece}</mark> : piece,
      );
