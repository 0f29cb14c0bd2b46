// The question that the run leaves, and answers that play in place: the story's own, then computed ones.
import { ChevronDown, Play } from 'lucide-react';
import { Children, type ReactNode, useMemo, useState } from 'react';
import { type LengthOfFaultWords, lengthOfFaultWords } from '../../content/texts/lengthOfFault';
import { questionWords } from '../../content/texts/question';
import { severityWords } from '../../content/texts/severities';
import type { Fault, FaultKind } from '../../core/model/scenario/fault';
import { sameJson } from '../../core/model/scenario/patch';
import type { Scenario } from '../../core/model/scenario/scenario';
import { fixedBy, type Story } from '../../core/model/scenario/story';
import type { Severity } from '../../core/model/trace/severity';
import { fewDigits } from '../../core/model/values/format';
import { fromMs } from '../../core/model/values/time';
import { isBroken, isHopeless, questionOf, type SceneAnswer, withRemedy } from '../../picture/scene/answers';
import type { Scene } from '../../picture/scene/sceneOf';
import type { ShownChange } from '../../search/late/shown';
import type { LeastBreakProps } from '../find/LeastBreak';
import { later } from '../parts/later';
import { ToneSign } from '../parts/ToneSign';
import { useEdition } from '../state/edition';
import { simulateNow } from '../state/longRun';
import { openRun } from '../state/openRun';
import { currentParts } from '../state/parts';
import { useRun } from '../state/run';
import { publishedById, useStory } from '../state/story';
import { useLoaded } from '../state/useJob';
import { useLanguage, useSharedWords, useText } from '../words/i18n';
import styles from './Answers.module.css';
import { type Mark, type Marks, markFor, markOf, useMarks } from './answerMarks';
import type { BreakAgain as Broken } from './breakAgain';
import { GoalChip, GoalTask, useTask } from './Goal';
import type { Goal } from './goalRules';
import { isRemedyOf, type Pick as PickAnswer, playAnswer, playFrom, runInQuestion } from './playAnswer';
import { playChange } from './playChange';
import { useComputed } from './useComputed';
import { useIsLow, useIsOneRow, useIsOtherFolded } from './useMedia';

const LeastBreak = later<LeastBreakProps>(async () => (await import('../find/LeastBreak')).LeastBreak);

/** The most answers shown; the others are behind a button. */
const shownMax = 4;
/**
 * In pixels: the least width of a wide window, and the widths of what is beside the answers there: the question, the
 * ways on; the task that comes first; a computed answer that may still come; “More”.
 */
const [wide, questionWidth, ways, task, computedRoom, more] = [900, 288, 524, 210, 250, 90];

/** The width of an answer's button in px, with the average width of a letter at 17 px. */
const widthOf = (text: string): number =>
  [...text].reduce((width, letter) => width + (letter > '\u2e7f' ? 17 : 8.4), 62);

/** How many answers fit in one row. */
function countIn(texts: readonly string[], width: number): number {
  let left = width;
  const over = texts.findIndex((text, i) => {
    left -= widthOf(text);
    return left < (i < texts.length - 1 ? more : 0);
  });
  return Math.max(1, Math.min(shownMax, over < 0 ? texts.length : over));
}

export interface OfferedProps {
  readonly scene: Scene;
  readonly isOver: boolean;
  readonly pick: PickAnswer;
  /** What precedes the question. */
  readonly preface?: ReactNode;
}

export function Remedies({ scene: now, isOver, pick, preface }: OfferedProps) {
  const words = useText()(questionWords);
  const lengths = useText()(lengthOfFaultWords);
  const ended = useText()(severityWords);
  const story = useStory();
  const { computed, baseScenario, openId } = useComputed(story, now.about);
  const scene = useSceneAsked(now, openId !== null);
  const { answers, fault, about, searches, hasHeld } = scene;
  const variant = useEdition((state) => state.variantId);
  const open = openId ?? variant;
  const marks = useMarks({ scene, story, isOver, open });
  const isLow = useIsLow();
  const isFolded = useIsOtherFolded();
  const [isUnfolded, setUnfolded] = useState(false);
  const [isOtherOpen, setOtherOpen] = useState(false);
  const named = useQuestion(scene, story);
  const run = useRun();
  // A computed answer that is open has its question from the run that it changes.
  const verdict = openId === null ? run.verdict : simulateNow(baseScenario).verdict;
  const asking = computed.length > 0 && (named ?? words.other) === words.other ? questionOf(verdict, words) : named;
  const isNone = story !== null && isHopeless(story) && answers.every(({ id }) => markFor(marks, id)?.tone === 'red');
  const question = isNone ? `${asking}${words.none(answers.length)}` : asking;
  const goalOn = useTask(now.fault);
  const [goal, setGoal] = useState<Goal | null>(null);
  if (goal !== null) return <GoalTask goal={goal} close={() => setGoal(null)} />;
  if (question === null) return <span className={styles.question}>{preface}</span>;
  const play = async (id: string): Promise<void> => {
    if (story === null) return;
    // Back to what is asked about, or from there to the story.
    const to = open !== id ? id : about === id ? null : about;
    if (await playAnswer({ story: story.id, variant: to, about, fault }, pick)) setUnfolded(false);
  };
  const first = answers.filter(({ isAnswer }) => isAnswer);
  const others = answers.filter(({ isAnswer }) => !isAnswer);
  // Where height is short, one list has all of them.
  const isTwo = !isLow && others.length > 0 && (first.length > 0 || hasHeld || computed.length > 0);
  const isHidden = isLow && !isUnfolded;
  const shared = { open, marks, play };
  const changes = computed.map(({ id, change }) => ({ id, change, title: changeTitle(change, baseScenario, lengths) }));
  const changesWidth = changes.reduce((width, { title, change }) => width + widthOf(title + (change.note ?? '')), 0);
  return (
    <>
      <h2 className={styles.question}>
        {preface}
        {isLow ? <Folded {...{ question, isUnfolded, setUnfolded }} /> : question}
      </h2>
      <AnswerList
        {...shared}
        answers={isTwo ? first : answers}
        hidden={isHidden}
        beside={Math.max(computedRoom, changesWidth) + (goalOn === null ? 0 : task)}
        first={
          goalOn !== null ? (
            <GoalChip fault={goalOn} onPress={setGoal} />
          ) : (
            hasHeld && story !== null && <BreakAgain {...{ story, fault }} />
          )
        }
      >
        {changes.map(({ id, change, title }) => (
          <AnswerChip
            key={id}
            title={title}
            note={change.note}
            seen={seenOf(markFor(marks, id), null, ended)}
            isOpen={open === id}
            press={() => playChange(open === id ? null : change, { baseScenario, variantId: about, fault })}
          />
        ))}
        {searches && <LeastBreak className={styles.answer} onOpen={playFromFirst} />}
      </AnswerList>
      {isTwo && (
        <h3 className={styles.other}>
          {isFolded ? (
            <Folded question={words.other} isUnfolded={isOtherOpen} setUnfolded={setOtherOpen} />
          ) : (
            words.other
          )}
        </h3>
      )}
      {isTwo && (
        <AnswerList {...shared} answers={others} beside={isFolded ? 0 : ways} hidden={isFolded && !isOtherOpen} />
      )}
    </>
  );
}

/** What has no room in the window comes into view once it is drawn. */
const showWhole = (list: Element | null | undefined): number =>
  requestAnimationFrame(() => list?.scrollIntoView({ block: 'nearest' }));

interface FoldedProps {
  readonly question: string;
  readonly isUnfolded: boolean;
  readonly setUnfolded: (unfolded: boolean) => void;
}

function Folded({ question, isUnfolded, setUnfolded }: FoldedProps) {
  return (
    <button
      type="button"
      className={styles.fold}
      aria-expanded={isUnfolded}
      onClick={({ currentTarget }) => {
        setUnfolded(!isUnfolded);
        showWhole(currentTarget.parentElement?.nextElementSibling);
      }}
    >
      {question} <ChevronDown size={18} aria-hidden />
    </button>
  );
}

/** While a computed answer is open: the scene of the run that it changes. */
function useSceneAsked(now: Scene, isComputed: boolean): Scene {
  const [lastScene, setAsked] = useState(now);
  if (isComputed) return lastScene;
  if (lastScene !== now) setAsked(now);
  return now;
}

/** While an answer is open, the question stays that of the run that it changes, and names what was lost there. */
function useQuestion({ about, question, answers, hasHeld }: Scene, story: Story | null): string | null {
  const words = useText()(questionWords);
  const language = useLanguage();
  const { committed, variantId, baseScenario } = useEdition();
  return useMemo(() => {
    if (story === null || question === null || variantId === about) return question;
    const inQuestion = simulateNow(runInQuestion(story, about, { committed, baseScenario, variantId }));
    if (!isBroken(inQuestion.verdict))
      return isRemedyOf(story, variantId) && committed !== baseScenario ? words.heldWithout : question;
    if (hasHeld || !answers.some(({ isRemedy }) => isRemedy)) return question;
    const isStory = about === null && sameJson(inQuestion.scenario, publishedById(story, null));
    return (isStory ? story.scene?.question?.[language] : undefined) ?? questionOf(inQuestion.verdict, words);
  }, [story, about, question, answers, hasHeld, committed, variantId, baseScenario, words, language]);
}

interface AnswerListProps extends Pick<Scene, 'answers'> {
  readonly open: string | null;
  readonly marks: Marks;
  readonly play: (id: string) => Promise<void>;
  readonly hidden: boolean;
  /** The width of what stands beside them, in px. */
  readonly beside: number;
  readonly first?: ReactNode;
  readonly children?: ReactNode;
}

function AnswerList({ answers, open, marks, play, hidden, beside, first, children }: AnswerListProps) {
  const { scene: words } = useSharedWords();
  const [isWhole, setWhole] = useState(false);
  const isOneRow = useIsOneRow();
  const seen = useSeen(marks);
  const most = isOneRow
    ? shownMax
    : countIn(
        answers.map((answer) => answer.title + (seen(answer).remark ?? '')),
        innerWidth > wide ? Math.min(1280, innerWidth - 80) - questionWidth - beside : innerWidth - 40 - beside,
      );
  const visibleCount = isWhole ? answers.length : most;
  return (
    <ul className={styles.answers} hidden={hidden}>
      {first && <li>{first}</li>}
      {answers.slice(0, visibleCount).map((answer) => (
        <li key={answer.id}>
          <AnswerButton {...{ answer, play }} seen={seen(answer)} isOpen={open === answer.id} />
        </li>
      ))}
      {(isWhole || answers.length > visibleCount) && (
        <li>
          <button
            type="button"
            className={styles.answer}
            aria-expanded={isWhole}
            onClick={({ currentTarget }) => {
              setWhole(!isWhole);
              showWhole(currentTarget.closest('ul'));
            }}
          >
            {isWhole ? words.fewer : words.more}
          </button>
        </li>
      )}
      {Children.map(children, (child) => child && <li>{child}</li>)}
    </ul>
  );
}

/** How the run of an answer ended. */
interface Seen {
  /** Undefined: it has not been seen. */
  readonly mark: Mark | undefined;
  readonly remark: string | null;
}

/** @param harm text that replaces how it ended */
const seenOf = (mark: Mark | undefined, harm: string | null, ended: Readonly<Record<Severity, string>>): Seen => ({
  mark,
  remark: harm ?? (mark === undefined || mark.severity === 'held' ? null : ended[mark.severity]),
});

function useSeen(marks: Marks): (answer: SceneAnswer) => Seen {
  const { scene: words } = useSharedWords();
  const ended = useText()(severityWords);
  const committed = useEdition((state) => state.committed);
  return ({ id, isRemedy }) => {
    const mark = marks.get(markOf(id, committed)) ?? (isRemedy ? undefined : markFor(marks, id));
    return seenOf(mark, isRemedy && mark?.note != null ? words[mark.note] : null, ended);
  };
}

interface AnswerButtonProps extends Pick<AnswerListProps, 'play'> {
  readonly answer: SceneAnswer;
  readonly seen: Seen;
  readonly isOpen: boolean;
}

const AnswerButton = ({ answer, seen, isOpen, play }: AnswerButtonProps) => (
  <AnswerChip title={answer.title} note={useNote(answer)} {...{ isOpen, seen }} press={() => void play(answer.id)} />
);

interface AnswerChipProps {
  readonly title: string;
  readonly note: string | null;
  readonly isOpen: boolean;
  readonly seen: Seen;
  readonly press: () => void;
}

function AnswerChip({ title, note, isOpen, seen: { mark, remark }, press }: AnswerChipProps) {
  return (
    <button type="button" aria-pressed={isOpen} className={styles.answer} onClick={press}>
      <span data-tone={mark?.tone} className={styles.mark}>
        {mark === undefined ? (
          <Play size={12} fill="currentColor" aria-hidden />
        ) : (
          <ToneSign tone={mark.tone} size={15} />
        )}
      </span>
      <span className={note === null ? undefined : 'nowrap'}>{title}</span>
      {note !== null && <span className={styles.note}>{note}</span>}
      {remark !== null && <span className={styles.note}>{remark}</span>}
    </button>
  );
}

/** The run on which an answer is shown. Null: the one on screen. */
function useNote({ id, isRemedy }: SceneAnswer): string | null {
  const { scene: words } = useSharedWords();
  const story = useStory();
  const { committed, variantId, baseScenario } = useEdition();
  return useMemo(() => {
    const answer = story?.variants.find((variant) => variant.id === id);
    if (story === null || answer === undefined) return null;
    const open = story.variants.find((variant) => variant.id === variantId);
    const of = isRemedy ? answer : open;
    const about = of?.fix === true ? (fixedBy(story, of)?.id ?? null) : variantId;
    const inQuestion = runInQuestion(story, about, { committed, baseScenario, variantId });
    if (!isRemedy)
      return variantId !== id && !sameJson(inQuestion, publishedById(story, about)) ? words.storysFault : null;
    const remedied = withRemedy(story, answer, inQuestion, simulateNow);
    if (remedied === null) return words.storysFault;
    return remedied.isOtherFault ? words.otherFault : null;
  }, [story, id, isRemedy, words, committed, variantId, baseScenario]);
}

/** After a drag to a run that holds: the weakest fault there that breaks it. */
function BreakAgain({ story, fault }: { readonly story: Story; readonly fault: string | null }) {
  const { scene: words } = useSharedWords();
  const lengths = useText()(lengthOfFaultWords);
  const { committed, storyId, variantId } = useEdition();
  const least = useLoaded([committed, fault], async () =>
    (await import('./breakAgain')).breakAgain(
      { held: committed, published: publishedById(story, variantId), name: fault },
      currentParts(),
    ),
  );
  const what = least === null || fault === null ? null : weakestText(least, fault, lengths);
  const press = (): void => {
    if (least === null) return;
    openRun({ scenario: least.scenario, storyId, variantId });
    useEdition.setState({ ghostScenario: committed });
    playFrom(fault);
  };
  return (
    <button type="button" className={styles.answer} disabled={least === null} onClick={press}>
      <Play size={12} fill="currentColor" aria-hidden />
      {what === null ? words.again : words.againWith(what)}
    </button>
  );
}

/** Null: its strength is not a time. */
function weakestText({ scenario, least }: Broken, name: string, words: LengthOfFaultWords): string | null {
  return least === null ? null : faultOfLength(scenario.faults[name], fewDigits.formatLength(fromMs(least)), words);
}

/** Null: the length of such a fault means nothing. */
function faultOfLength(fault: Fault | undefined, length: string, { weakest }: LengthOfFaultWords): string | null {
  const phrases: Partial<Record<FaultKind, (length: string) => string>> = weakest;
  return fault === undefined ? null : (phrases[fault.kind]?.(length) ?? null);
}

/** A rounded length if there is one, else the length as in the details. */
function changeTitle(
  { parameter, title, rounded }: ShownChange,
  { faults }: Scenario,
  words: LengthOfFaultWords,
): string {
  if (rounded === null) return title;
  const length = words.atMost(fewDigits.formatLength(fromMs(Math.abs(rounded.length))));
  const text = faultOfLength(faults[parameter.name], length, words);
  return text === null ? title : text.charAt(0).toUpperCase() + text.slice(1);
}

const playFromFirst = (): void => playFrom(null);
