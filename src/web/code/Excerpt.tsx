// Some lines of a source file, in a box that scrolls.
import { useMemo } from 'react';
import { parse } from 'sugar-high/core';
import { tokenize } from 'sugar-high/lang/typescript';
import styles from './CodePanel.module.css';
import { indentOf, Tokens } from './Tokens';

interface ExcerptProps {
  readonly source: string;
  /** The first line, and the line after the last, counted from 0. */
  readonly from: number;
  readonly to: number;
  /** For readers who cannot see it. */
  readonly label: string;
}

export function Excerpt({ source, from, to, label }: ExcerptProps) {
  // The whole file is parsed, since a comment may have begun above.
  const lines = useMemo(() => parse(source.trimEnd(), { tokenize }).lines, [source]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
    <section className={`${styles.box} ${styles.excerpt}`} tabIndex={0} aria-label={label}>
      {lines.slice(from, to).map(({ tokens }, i) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the line's number is what it is.
          key={i}
          className={styles.line}
          style={{ paddingLeft: `${indentOf(tokens) + 3}ch` }}
        >
          <Tokens tokens={tokens} />
        </div>
      ))}
    </section>
  );
}
