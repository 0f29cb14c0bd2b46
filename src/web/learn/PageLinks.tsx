// The links to the other pages: in the bar, and on a narrow screen in the drawer.
import { SiteLinks } from '../app/SiteLinks';
import styles from './Learn.module.css';
import { useLearnWords } from './words';

interface LinksProps {
  /** Whether the page is another one than the exercises. */
  readonly isElsewhere?: boolean;
}

export function PageLinks({ isElsewhere = false }: LinksProps) {
  const { words } = useLearnWords();
  return (
    <nav className={`flex nowrap gap-5 ${styles.links}`} aria-label={words.pages}>
      <SiteLinks site="../" here={isElsewhere ? null : 'exercises'} />
    </nav>
  );
}
