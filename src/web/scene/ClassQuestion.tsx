// The question that a link may ask an audience before the run plays. The choice stays on this page.

import { guessWords } from '../../content/texts/guess';
import type { Verdict } from '../../core/model/trace/verdict';
import { guesses, judgeGuess } from '../../picture/scene/guess';
import { ToneSign } from '../parts/ToneSign';
import { asksAudience } from '../state/audienceQuestion';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { useText } from '../words/i18n';
import styles from './Answers.module.css';

const useRoomWords = () => useText()(guessWords);

/** Whether the address asks, and nobody has answered or played yet. */
export function useAsksAudience(): boolean {
  const hasAnswered = useEdition(({ guess }) => guess !== null);
  const isAtStart = useCursor(({ at, playing }) => at === 0 && !playing);
  return isAtStart && !hasAnswered && asksAudience();
}

export function ClassQuestion() {
  const words = useRoomWords();
  const choose = (guess: (typeof guesses)[number]): void => {
    useEdition.setState({ guess });
    useCursor.getState().setPlaying(true);
  };
  return (
    <div className={styles.slot}>
      <h2 className={styles.question}>{words.asks}</h2>
      <ul className={styles.answers}>
        {guesses.map((guess) => (
          <li key={guess}>
            <button type="button" className={styles.answer} onClick={() => choose(guess)}>
              {words.guesses[guess]}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const tones = { right: 'green', more: 'amber', wrong: 'red', open: 'grey' } as const;

/** What the audience predicted, and whether it was right; empty if it was not asked. */
export function JudgedGuess({ verdict }: { readonly verdict: Verdict }) {
  const words = useRoomWords();
  const guess = useEdition((state) => state.guess);
  if (guess === null) return null;
  const judged = judgeGuess(guess, verdict);
  return (
    <span role="status" data-judged={judged} data-tone={tones[judged]} className={`toned ${styles.judged}`}>
      <ToneSign tone={tones[judged]} size={15} /> {words.judged[judged](words.guesses[guess])}
    </span>
  );
}
