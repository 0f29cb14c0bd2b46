// The head of a page: its name, the other pages, language and theme.
import type { SitePage } from '../../content/texts/siteLinks';
import { LanguageSwitch } from './LanguageSwitch';
import styles from './PageBar.module.css';
import { SiteLinks, useSiteLinksLabel } from './SiteLinks';
import { ThemeSwitch } from './ThemeSwitch';

interface PageBarProps {
  readonly title: string;
  /** The page that it heads, if the list of pages has it. */
  readonly here: SitePage | null;
}

export function PageBar({ title, here }: PageBarProps) {
  return (
    <header className={`row wrap line-below on-panel gap-5 rows-3 pad-y-3 pad-x-6 ${styles.bar}`}>
      <a className={`bold bare ${styles.home}`} href="../">
        Redlock Playground
      </a>
      <h1 className={`strong large whole ${styles.name}`}>{title}</h1>
      <nav className={`flex wrap gap-5 rows-2 ${styles.links}`} aria-label={useSiteLinksLabel()}>
        <SiteLinks site="../" here={here} />
      </nav>
      <LanguageSwitch />
      <ThemeSwitch />
    </header>
  );
}
