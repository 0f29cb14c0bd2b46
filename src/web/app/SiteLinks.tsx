// Links to the pages of the site. They have the same names and the same order on every page.
import { siteLinksWords } from '../../content/texts/siteLinks';
import { useLanguage, useText } from '../words/i18n';

export type SitePage = 'which' | 'playground' | 'exercises' | 'examples' | 'matrix' | 'own';

interface SiteLinksProps {
  /** The folder of the playground, as the page names it. */
  readonly site: './' | '../';
  /** The present page, which needs no link; null: another page. */
  readonly here: SitePage | null;
}

const whichPath = 'matrix/#which';

/** Links in a row. The surrounding element lays them out. */
export function SiteLinks({ site, here }: SiteLinksProps) {
  const words = useText()(siteLinksWords);
  const language = useLanguage();
  const pages: readonly (readonly [SitePage, string])[] = [
    // A part of the page of the table, which has the link, too.
    ['which', whichPath],
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

/** The first of the links alone, for a head that has no room for all. */
export function WhichLink({ className }: { readonly className: string | undefined }) {
  const words = useText()(siteLinksWords);
  return (
    <a className={className} href={`./${whichPath}`}>
      {words.which}
    </a>
  );
}

export const useSiteLinksLabel = (): string => useText()(siteLinksWords).label;
