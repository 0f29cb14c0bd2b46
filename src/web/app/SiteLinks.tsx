// Links to the pages of the site. They have the same names and the same order on every page.
import { essayFolder } from '../../content/address/folders';
import { siteLinksWords } from '../../content/texts/siteLinks';
import type { Language } from '../../core/model/text';
import { useLanguage, useText } from '../words/i18n';

export type SitePage = 'which' | 'essay' | 'playground' | 'exercises' | 'examples' | 'matrix' | 'own' | 'library';

interface SiteLinksProps {
  /** The folder of the playground, as the page names it. */
  readonly site: './' | '../';
  /** The present page, which needs no link; null: another page. */
  readonly here: SitePage | null;
}

const pathsIn = (language: Language): readonly (readonly [SitePage, string])[] => [
  // A part of the page of the table, which has the link, too.
  ['which', 'matrix/#which'],
  ['essay', essayFolder(language)],
  ['playground', ''],
  ['exercises', 'learn/'],
  ['examples', language === 'zh' ? 'examples/zh.html' : 'examples/'],
  ['matrix', 'matrix/'],
  ['own', 'own/'],
  // In English alone.
  ['library', 'library/'],
];

/** Links in a row. The surrounding element lays them out. */
export function SiteLinks({ site, here }: SiteLinksProps) {
  const words = useText()(siteLinksWords);
  return pathsIn(useLanguage())
    .filter(([page]) => page !== here)
    .map(([page, path]) => (
      <a key={page} href={`${site}${path}`}>
        {words[page]}
      </a>
    ));
}

interface SiteLinkProps {
  readonly page: SitePage;
  readonly className: string | undefined;
}

/** One of the links alone, for a head that has no room for all. */
export function SiteLink({ page, className }: SiteLinkProps) {
  const words = useText()(siteLinksWords);
  const path = pathsIn(useLanguage()).find(([one]) => one === page)?.[1] ?? '';
  return (
    <a className={className} href={`./${path}`}>
      {words[page]}
    </a>
  );
}

export const useSiteLinksLabel = (): string => useText()(siteLinksWords).label;
