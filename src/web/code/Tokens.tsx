// One line of code, with its tokens styled by kind.
import type { ParsedToken, TokenType } from 'sugar-high/core';
import styles from './CodePanel.module.css';

const looks: Partial<Record<TokenType, string>> = { comment: 'quiet', keyword: 'strong', string: 'quiet strong' };

/** Without the indent, which the surrounding line adds. */
export const Tokens = ({ tokens }: { readonly tokens: readonly ParsedToken[] }) => (
  <code className={`narrows breaks grows keeps-lines ${styles.code}`}>
    {withoutIndent(tokens).map((token, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: tokens never move within their line.
      <span key={i} className={looks[token.type]}>
        {token.value}
      </span>
    ))}
  </code>
);

/** The indent in characters. */
export function indentOf(tokens: readonly ParsedToken[]): number {
  const text = tokens.map(({ value }) => value).join('');
  return text.length - text.trimStart().length;
}

function withoutIndent(tokens: readonly ParsedToken[]): readonly ParsedToken[] {
  const first = tokens.findIndex(({ value }) => value.trim() !== '');
  return first < 0 ? [] : tokens.slice(first);
}
