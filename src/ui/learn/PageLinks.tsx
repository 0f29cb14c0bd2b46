// The links to the other pages: in the bar, and on a narrow screen in the drawer.
import { useText } from '../words/i18n';
import styles from './Learn.module.css';
import { learnWords } from './words';

export function PageLinks({ isGuide = false }: { readonly isGuide?: boolean }) {
  const words = useText()(learnWords);
  return (
    <nav className={styles.links} aria-label={words.pages}>
      <a href={isGuide ? './' : '?guide'}>{isGuide ? words.exercises : words.guide}</a>
      <a href="../matrix/">{words.matrix}</a>
      <a href="../">{words.playground}</a>
    </nav>
  );
}
