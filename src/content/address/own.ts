/**
 * The address of “Bring your own lock”: `own/`, `own/#guide` with the guide, or `own/#c=…` with code that somebody
 * has sent. With `?embed` it is a part of a post. A reader's own code is not in the address until they copy a link.
 */
import { isCodeLink } from '../../core/model/links/codeMark';
import { type AskedRun, guideMark } from './pageAddress';
import type { Page } from './parameters';
import { common, flag, oneOf, text } from './parameters';

const parameters = {
  ...common,
  /** Embedded in somebody else's page. */
  embed: flag,
  /** An embed whose code can be edited. */
  edit: flag,
  theme: oneOf(['light', 'dark']),
  /** The random number that the surrounding page gave this frame. */
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
