/**
 * The address of “Bring your own lock”: `own/`, `own/#guide` with the guide, or `own/#c=…` with code that somebody has sent.
 * What a reader writes stays out of the address until he copies a link.
 */
import { isCodeLink } from '../../model/link/codeMark';
import { common } from './parameters';
import { type AskedRun, guideMark } from './place';
import type { Page } from './read';

export const own: Page<typeof common> = {
  page: 'own',
  parameters: common,
  runOf: (_query, hash) => runOf(hash),
};

function runOf(hash: string): AskedRun {
  if (isCodeLink(hash)) return { kind: 'code', link: hash };
  return hash === guideMark ? { kind: 'guide' } : { kind: 'none' };
}
