/**
 * The address of “Bring your own lock”: `own/`, `own/#guide` with the guide, or `own/#c=…` with code that somebody has sent.
 * With `?embed` it is a part of a post. What a reader writes stays out of the address until he copies a link.
 */
import { isCodeLink } from '../../core/model/link/codeMark';
import { common, flag, oneOf, text } from './parameters';
import { type AskedRun, guideMark } from './place';
import type { Page } from './read';

const parameters = {
  ...common,
  /** In somebody else's page. */
  embed: flag,
  /** An embed whose code may be changed. */
  edit: flag,
  theme: oneOf(['light', 'dark']),
  /** The number that the surrounding page has drawn for this frame. */
  frame: text,
};

export const own: Page<typeof parameters> = {
  page: 'own',
  parameters,
  runOf: (_query, hash) => runOf(hash),
};

function runOf(hash: string): AskedRun {
  if (isCodeLink(hash)) return { kind: 'code', link: hash };
  return hash === guideMark ? { kind: 'guide' } : { kind: 'none' };
}
