/**
 * Metadata for search engines in the page of the workshop: each exercise as a learning resource with its own address.
 */
import { write } from '../../content/address/write';
import { linkPreviewWords } from '../../content/texts/linkPreview';
import type { Exercise } from '../../core/model/scenario/exercise';
import { chapters } from '../../course/exercises';
import { structured } from '../../picture/linkPages/linkPage';

/** @param site its address, with a slash at its end. Null: not known, and addresses are relative to the page */
export async function exerciseData(site: string | null): Promise<string> {
  const over = site === null ? './' : `${site}learn/`;
  const inLanguage = [linkPreviewWords.en.tag, linkPreviewWords.zh.tag];
  const common = { learningResourceType: 'exercise', inLanguage, isAccessibleForFree: true };
  const resource = ({ id, title, task }: Exercise) => ({
    '@type': 'LearningResource',
    name: title.en,
    description: task.en,
    url: write({ page: 'learn', run: { kind: 'exercise', id, link: null } }, over),
  });
  const loaded = await Promise.all(
    chapters.map(async ({ title, about, load }) => ({
      '@type': 'LearningResource',
      name: title.en,
      description: about.en,
      hasPart: (await load()).map(resource),
    })),
  );
  return structured({ '@type': 'LearningResource', name: 'Redlock workshop', ...common, url: over, hasPart: loaded });
}
