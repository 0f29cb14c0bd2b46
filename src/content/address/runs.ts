/** The run that an address of the playground or of an embed names. */
import { isRecordedLink } from '../../core/model/links/recordedMark';
import type { AskedRun, Named } from './pageAddress';

/** The story beside a link counts only if the link cannot be opened. */
export function storyOrLink(query: URLSearchParams, hash: string): AskedRun {
  const words = query.get('story');
  const story: Named | null = words === null ? null : { story: words, variant: query.get('variant') };
  if (isRecordedLink(hash)) return { kind: 'recorded', link: hash };
  if (hash !== '') return { kind: 'link', link: hash, story };
  return story === null ? { kind: 'none' } : { kind: 'story', ...story };
}
