// Links to the pages of the site. They have the same names and the same order on every page.
import { siteLinksWords } from '../../content/texts/siteLinks';
import { useLanguage, useText } from '../words/i18n';

export type SitePage = 'playground' | 'exercises' | 'examples' | 'matrix' | 'own';

interface SiteLinksProps {
  /** The folder of the playground, as the page names it. */
  readonly site: './' | '../';
  /** The present page, which needs no link; null: another page. */
  readonly here: SitePage | null;
}

/** Links in a row. The surrounding element lays them out. */
export function SiteLinks({ site, here }: SiteLinksProps) {
  const words = useText()(siteLinksWords);
  const language = useLanguage();
  const pages: readonly (readonly [SitePage, string])[] = [
    ['playground', ''],
    ['exercises', 'learn/'],
    ['examples', language === 'zh' ? 'examples/zh.html' : 'examples/'],
    ['matrix', 'matrix/'],
    ['own', 'own/'],
  ];
  return pages
    .filter(([page]) => page !== here)
    .map(([page, path]) => (
      <a key={page} href={`${site}${path}`}>
        {words[page]}
      </a>
    ));
}

export const useSiteLinksLabel = (): string => useText()(siteLinksWords).label;
