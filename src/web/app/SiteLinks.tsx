// Links to the pages of the site. They have the same names and the same order on every page.
import type { MouseEvent } from 'react';
import { otherWays, type SitePage, siteLinksWords, siteWays } from '../../content/texts/siteLinks';
import { openGallery, useDialog } from '../state/dialog';
import { useLanguage, useText } from '../words/i18n';

interface SiteLinksProps {
  /** The folder of the playground, as the page names it. */
  readonly site: './' | '../';
  /** The present page, which needs no link; null: another page. */
  readonly here: SitePage | null;
  /** With the pages that no header names. */
  readonly isWhole?: boolean;
}

/** Links in a row. The surrounding element lays them out. */
export function SiteLinks({ site, here, isWhole = false }: SiteLinksProps) {
  const language = useLanguage();
  const ways = [...siteWays(language), ...(isWhole ? otherWays(language) : [])];
  return ways.map(({ page, path, text }) =>
    page === here ? (
      <span key={page} className="quiet" aria-current="page">
        {text}
      </span>
    ) : (
      <a key={page} href={`${site}${path}`} onClick={page === 'stories' ? openHere : undefined}>
        {text}
      </a>
    ),
  );
}

/** Where this page has the list, it opens in place, and the run stays. */
function openHere(event: MouseEvent): void {
  if (!useDialog.getState().offersGallery || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  openGallery();
}

interface SiteLinkProps {
  readonly page: SitePage;
  readonly className: string | undefined;
}

/** One of the links alone, for a head that has no room for all. */
export function SiteLink({ page, className }: SiteLinkProps) {
  const language = useLanguage();
  const way = [...siteWays(language), ...otherWays(language)].find((one) => one.page === page);
  return (
    <a className={className} href={`./${way?.path}`}>
      {way?.text}
    </a>
  );
}

export const useSiteLinksLabel = (): string => useText()(siteLinksWords).label;
