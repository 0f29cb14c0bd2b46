// The smallest break of a run that goes well, with one press: it is searched for, opened, and played. The second
// press returns.
import { Play } from 'lucide-react';
import { useEffect } from 'react';
import { formatNumber } from '../../core/model/values/format';
import { useEdition } from '../state/edition';
import { useSharedWords } from '../words/i18n';
import type { Question } from '../workers/messages';
import { usualQuestion } from './findLink';
import { backToAsked, openFound, searchSession, useSearchSession } from './pageSearch';

export interface LeastBreakProps {
  readonly className: string | undefined;
  /** Called when the break is open. */
  readonly onOpen: () => void;
}

export function LeastBreak({ className, onOpen }: LeastBreakProps) {
  const { scene: words } = useSharedWords();
  const committed = useEdition((state) => state.committed);
  const sought = useSearchSession((state) => state.sought);
  // It opens only the result of its own press, and only once.
  const step = sought === null ? -1 : questions.indexOf(sought.question);
  const isDone = step >= 0 && sought?.phase === 'done';
  const least = isDone ? sought.breaks[0]?.scenario : undefined;
  const isNone = isDone && least === undefined;
  useEffect(() => {
    if (isNone) ask(questions[step + 1]);
  }, [isNone, step]);
  const isOpen = least !== undefined && committed === least;
  useEffect(() => {
    if (least === undefined || useEdition.getState().committed !== searchSession.store.getState().sought?.scenario)
      return;
    openFound(least);
    onOpen();
  }, [least, onOpen]);
  const press = (): void => {
    if (isOpen) return backToAsked();
    if (least !== undefined) {
      openFound(least);
      return onOpen();
    }
    ask(questions[0]);
  };
  const runs = formatNumber(sought?.progress?.runs ?? 0);
  const isTrying = step >= 0 && sought?.phase === 'searching';
  return (
    <button type="button" aria-pressed={isOpen} className={className} disabled={isTrying} onClick={press}>
      <Play size={12} fill="currentColor" aria-hidden />
      <span aria-live="polite">{isTrying ? words.searching(runs) : isNone ? words.none(runs) : words.search}</span>
    </button>
  );
}

/** A lost update shows more than two holders at once, so it is searched for first. */
const questions: readonly Question[] = [usualQuestion, { ...usualQuestion, harm: 'overlap' }];

function ask(question: Question | undefined): void {
  if (question === undefined) return;
  searchSession.askAs(question, null);
  searchSession.start();
}
