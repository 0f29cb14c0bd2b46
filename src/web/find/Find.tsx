// The search for breaks: the panel beside the run and the map below it. They are one module, loaded with the first
// press.
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { findWords } from '../../content/texts/find';
import { harmNames } from '../../search/explore/words';
import { IconButton } from '../parts/Tip';
import { useFind } from '../state/find';
import { useIsLive } from '../state/live';
import { useText } from '../words/i18n';
import { Answered } from './Answered';
import { AskAgain } from './AskAgain';
import styles from './Find.module.css';
import { FindForm } from './FindForm';
import { FindProgress } from './FindProgress';
import { askByAddress, closeFind, searchSession, useSearchSession } from './pageSearch';

export { FindMap } from './FindMap';

/** Asks the usual first question at once, unless a link asks another. */
function begin(): void {
  const { sought, isStale } = searchSession.store.getState();
  if (sought === null) askByAddress();
  const { sought: now, badLink, claim } = searchSession.store.getState();
  if (badLink === null && ((now === null && claim === null) || isStale)) searchSession.start();
}

export function FindPanel() {
  const text = useText();
  const words = text(findWords);
  const harm = useSearchSession(({ question }) => question.harm);
  const badLink = useSearchSession((state) => state.badLink);
  const isLive = useIsLive();
  const asked = useFind((state) => state.asked);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A person may have gone to another tab and come back.
    if (useFind.getState().begun === asked) return;
    useFind.setState({ begun: asked });
    if (!isLive) begin();
    title.current?.focus({ preventScroll: true });
    title.current?.scrollIntoView({ block: 'start' });
  }, [asked, isLive]);
  return (
    <section className={styles.find} aria-label={words.title}>
      <header className={styles.head}>
        <h2 ref={title} tabIndex={-1} className={styles.title}>
          {words.title}
        </h2>
        <IconButton look="plain" label={words.close} onClick={closeFind}>
          <X size={16} aria-hidden />
        </IconButton>
      </header>
      <p className={styles.question}>{words.question(text(harmNames[harm]))}</p>
      {badLink !== null && (
        <div role="alert" className={styles.problem}>
          <p>{text(badLink.problem)}</p>
          <code>{badLink.text}</code>
        </div>
      )}
      {isLive && <p className={styles.problem}>{words.onlySimulated}</p>}
      <FindForm isOff={isLive} />
      <FindProgress />
      <AskAgain />
      <Answered />
    </section>
  );
}
