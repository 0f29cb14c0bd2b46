// A run in a chat: the scene, as in a post, and its account. A run of a user's code can only be played.
import { useEffect, useRef, useState } from 'react';
import { chatWords } from '../../content/texts/chat';
import { recordedWords } from '../../content/texts/recorded';
import { ProblemBoundary } from '../app/ProblemBoundary';
import { startPlayback } from '../playback/play';
import { useKeys } from '../playback/useKeys';
import { Account, Recorded } from '../recorded/Recorded';
import { Answers } from '../scene/Answers';
import { Scene } from '../scene/Scene';
import sceneStyles from '../scene/Scene.module.css';
import { usePreferences } from '../state/preferences';
import { openStory } from '../state/story';
import { useText } from '../words/i18n';
import styles from './Chat.module.css';
import { meetChat } from './host';
import { type Shown, showResult } from './shownHere';

const className = `${sceneStyles.page} ${styles.scene}`;

export function Chat() {
  const content = useRef<HTMLDivElement>(null);
  const [chatState, setShown] = useState<Shown>({ kind: 'waits' });
  const text = useText();
  useEffect(() => {
    const tellHeight = meetChat({
      onContext: ({ theme, locale }) => {
        if (theme !== undefined) document.documentElement.dataset['theme'] = theme;
        if (locale !== undefined) usePreferences.setState({ language: /^zh(?![a-z])/i.test(locale) ? 'zh' : 'en' });
      },
      onResult: (result) => void showResult(result).then(setShown),
    });
    const { current } = content;
    if (current === null) return;
    const watching = new ResizeObserver(() => tellHeight(Math.ceil(current.getBoundingClientRect().height)));
    watching.observe(current);
    return () => watching.disconnect();
  }, []);
  return (
    <div ref={content} className="stack on-page">
      <ProblemBoundary>
        {chatState.kind === 'recorded' && <Recorded className={className} bar={null} />}
        {chatState.kind === 'played' && <Played />}
        {chatState.kind === 'waits' && <p className={styles.text}>{text(chatWords).waits}</p>}
        {chatState.kind === 'wrong' && (
          <p role="alert" className={`warned breaks ${styles.text}`}>
            {text(chatState.problem)}
          </p>
        )}
        {chatState.kind === 'text' && (
          <p className={`keeps-lines breaks ${styles.text}`}>{chatState.text ?? text(chatWords).nothing}</p>
        )}
      </ProblemBoundary>
    </div>
  );
}

function Played() {
  const words = useText()(recordedWords);
  useKeys();
  useEffect(startPlayback, []);
  return (
    <>
      <div className={className}>
        <Scene
          // There is no worker to search with.
          below={(scene, isOver) => <Answers scene={{ ...scene, searches: false }} isOver={isOver} pick={openStory} />}
        />
      </div>
      <Account label={words.account} />
    </>
  );
}
