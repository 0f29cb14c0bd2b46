/**
 * Since when the run on screen was too late, and what would have been enough: computed while a view wants it, and ended
 * by a change. The answers stay while one of them is on screen.
 */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Run } from '../../core/model/trace/run';
import { severityOf } from '../../core/model/trace/severity';
import type { Language } from '../../core/model/values/text';
import type { ShownAnswers } from '../../search/late/shown';
import { inOwnWorker } from '../workers/startWorker';
import { useEdition } from './edition';
import { currentStory } from './story';
import { useJob } from './useJob';

interface Answered {
  /** Whose run the answers are about; null: no answers yet. */
  readonly scenario: Scenario | null;
  readonly language: Language | null;
  readonly answers: ShownAnswers | null;
}

const useAnswered = create<Answered>()(() => ({ scenario: null, language: null, answers: null }));

export interface LateQuestion {
  readonly scenario: Scenario;
  readonly language: Language;
  /** The run on screen was made by real Redis. */
  readonly isReal: boolean;
}

/** Null: the run does no harm. */
export type FindAnswers = (
  question: LateQuestion,
  signal: AbortSignal,
  report: (answers: ShownAnswers) => void,
) => Promise<ShownAnswers | null>;

export const findInWorker: FindAnswers = (question, signal, onProgress) =>
  inOwnWorker((calls) => calls.late({ ...question, names: currentStory()?.names }, { signal, onProgress }));

/** A scenario that is still being dragged is not worth the work. */
const quietMs = 250;

export interface Finding {
  readonly run: Run;
  readonly language: Language;
  readonly isWanted: boolean;
  /** Null: it cannot be computed here. */
  readonly find?: FindAnswers | null;
}

/** Computes them for the run on screen, unless it is an answer. Returns whether that failed. */
export function useFindAnswers({ run, language, isWanted, find = findInWorker }: Finding): boolean {
  const subject = useAsked();
  const before = useAnswered();
  const isReal = run.trace.header.origin === 'live';
  const isOther = before.language !== null && before.language !== language;
  const isKnown = before.scenario === subject && !isOther && before.answers?.changes != null;
  const isAsked = isWanted && find !== null && !isKnown && severityOf(run.verdict) !== 'held';
  const { value, progress, state } = useJob<ShownAnswers | null, ShownAnswers>(
    isAsked ? [subject, language, isReal, find] : null,
    async (signal, report) => find?.({ scenario: subject, language, isReal }, signal, report) ?? null,
    { afterMs: quietMs },
  );
  const answers = value ?? progress;
  useEffect(() => {
    if (answers !== null) useAnswered.setState({ scenario: subject, language, answers });
  }, [answers, subject, language]);
  useEffect(() => {
    if (isOther) useAnswered.setState({ scenario: null, language: null, answers: null });
  }, [isOther]);
  return state === 'failed';
}

/** The scenario that the answers are about: the committed one, or the one that an open answer changes. */
export function useAsked(): Scenario {
  const { committed, ghostScenario } = useEdition();
  const answered = useAnswered(({ scenario }) => scenario);
  return ghostScenario !== null && ghostScenario === answered ? ghostScenario : committed;
}

/** The answers about the run on screen, or about the run that an open answer changes. Null: none yet. */
export function useAnswers(): ShownAnswers | null {
  const { scenario, answers } = useAnswered();
  return useAsked() === scenario ? answers : null;
}

/** The answers, if they are about the run on screen. Null during a drag as well. */
export function useAnswersHere(): ShownAnswers | null {
  const answers = useAnswers();
  const { committed, draft } = useEdition();
  const answered = useAnswered(({ scenario }) => scenario);
  return draft === null && committed === answered ? answers : null;
}
