/**
 * The question about a run, and the answers that a story offers. The question is about the story or one of its
 * variants: an open remedy keeps the question of what it fixes, and a variant that holds keeps the story's. All answers
 * stay in the row. A remedy is a change of lock, check or settings, and keeps the faults. It has its own faults if one
 * of them cannot happen any more, such as the failover of a node without a replica. A remedy that leaves the harm is
 * listed under what else can happen. So is a variant that holds, if the question is what breaks the run.
 */

import type { QuestionWords } from '../../content/texts/question';
import { nameOf } from '../../core/model/scenario/namedLock';
import { applyPatch, patchBetween } from '../../core/model/scenario/patch';
import type { Patch, Scenario } from '../../core/model/scenario/scenario';
import { fixedBy, publishedScenario, type Story, type Variant } from '../../core/model/scenario/story';
import type { DataFact, LockFact } from '../../core/model/trace/outcome';
import type { Run } from '../../core/model/trace/run';
import type { Verdict } from '../../core/model/trace/verdict';
import type { Language } from '../../core/model/values/text';
import { spansOf } from '../../core/spans/spans';

export interface SceneAnswer {
  /** The id of a variant of the story. */
  readonly id: string;
  readonly title: string;
  /** Whether it fixes what the question is about. */
  readonly isRemedy: boolean;
  /** A remedy, or what breaks a run that held; otherwise it is something else that can happen. */
  readonly isAnswer: boolean;
  /** A remedy of the story, where a variant of it is asked about. */
  readonly isOfStory: boolean;
}

export interface QuestionSubject {
  /**
   * The version that the question is about: the one that an open fix fixes, else the open one, unless that one held and
   * the story did not, or all of them end alike. Null: the story itself.
   */
  readonly about: Variant | null;
  /** Whether it went wrong. */
  readonly isBroken: boolean;
}

/** @param open the variant that is open */
export function questionSubject(story: Story, open: Variant | null, now: Facts): QuestionSubject {
  if (open?.fix === true) return { about: fixedBy(story, open), isBroken: true };
  if (isBroken(now) && isHopeless(story)) return { about: null, isBroken: true };
  if (isBroken(now) || open === null) return { about: open, isBroken: isBroken(now) };
  return breaks(story) ? { about: null, isBroken: true } : { about: open, isBroken: false };
}

export type Facts = Pick<Verdict, 'lock' | 'data'>;

/** How a story or a variant of it ends as published. */
export const publishedOutcome = (version: Story | Variant): Facts => ({ lock: version.lock, data: version.data });

const good: ReadonlySet<DataFact> = new Set(['safe', 'refused', 'unknown']);

export const isSafe = (data: DataFact): boolean => good.has(data);

/** Work that went on after its lock had ended, without another holder, is luck and did no harm. */
const noHarm: ReadonlySet<LockFact> = new Set(['held', 'unknown', 'expired']);

/** Whether a run did any harm. */
export const isBroken = ({ lock, data }: Facts): boolean => !noHarm.has(lock) || !isSafe(data);

/** Whether a run still does the harm of another one: the harm to its data, or else to its lock. */
export const isHarmLeft = (original: Facts, { lock, data }: Facts): boolean =>
  good.has(original.data) ? isBroken({ lock, data: 'safe' }) : !isSafe(data);

/** Whether a story asks what would have helped, has no fix, and each of its answers leaves the harm. */
export const isHopeless = (story: Story): boolean =>
  breaks(story) &&
  story.variants.length > 1 &&
  story.variants.every((variant) => variant.fix !== true && isHarmLeft(story, variant));

/** Whether the story goes well and none of its variants goes wrong, so that only a search can find a break. */
export const needsSearch = (story: Story): boolean => ![story, ...story.variants].some(breaks);

/** Null if there is nothing to ask. */
export function questionOf(
  verdict: Pick<Verdict, 'lock' | 'data'> & Partial<Pick<Verdict, 'facts'>>,
  words: QuestionWords,
): string {
  const { lock, data, facts = [] } = verdict;
  if (data === 'twice' || data === 'torn' || data === 'lucky') return words[data];
  if (data === 'lost') {
    const lost = facts.find(({ kind }) => kind === 'lost-update');
    const value = lost?.kind === 'lost-update' ? lost.values.lostValue : -1;
    return value >= 0 ? words.saved(String(value)) : words.savedUpdate;
  }
  if (lock === 'overlap') return words.apart;
  return lock === 'stuck' || lock === 'unavailable' ? words.letIn : words.breaks;
}

/**
 * The remedies of what is asked about, then all other variants, so that a press leads to any of them and back. The
 * remedies of the story stay where a variant of it is asked about.
 */
export function answersOf(
  story: Story,
  { about, isBroken: isHarmed }: QuestionSubject,
  language: Language,
): readonly SceneAnswer[] {
  const { variants, scene } = story;
  const chosen = (scene?.answers ?? []).flatMap((id) => variants.find((variant) => variant.id === id) ?? []);
  const ordered = [...new Set([...chosen, ...variants])];
  const fixesOf = (target: Variant | null): readonly Variant[] =>
    ordered.filter((variant) => isRemedy(story, variant) && fixedBy(story, variant) === target);
  const remedies = isHarmed ? [...new Set([...fixesOf(about), ...(breaks(story) ? fixesOf(null) : [])])] : [];
  const others = ordered.filter(
    (variant) => variant.fix !== true || (!isRemedy(story, variant) && fixedBy(story, variant) === about),
  );
  const isAnswer = (variant: Variant): boolean => remedies.includes(variant) || (!isHarmed && breaks(variant));
  return [...remedies, ...others.filter(isAnswer), ...others.filter((variant) => !isAnswer(variant))].map(
    (variant) => ({
      id: variant.id,
      title: (variant.short ?? variant.title)[language],
      isRemedy: remedies.includes(variant),
      isAnswer: isAnswer(variant),
      isOfStory: remedies.includes(variant) && fixedBy(story, variant) !== about,
    }),
  );
}

const breaks = (version: Story | Variant): boolean => isBroken(publishedOutcome(version));

/** A fix that leaves the harm is something else that can happen. */
const isRemedy = (story: Story, variant: Variant): boolean =>
  variant.fix === true && !isHarmLeft(publishedOutcome(fixedBy(story, variant) ?? story), publishedOutcome(variant));

/** What a variant changes in the run that it fixes, or in the story. */
const changesOf = (story: Story, variant: Variant): Patch =>
  patchBetween(publishedScenario(story, fixedBy(story, variant)), publishedScenario(story, variant));

export interface RemedyResult {
  readonly scenario: Scenario;
  /** The remedy needs a fault of another kind, or is one. */
  readonly isOtherFault: boolean;
}

/**
 * A scenario with a remedy applied: with another lock, check or setting, and the same faults. If one of them no longer
 * happens then, as at a node that is not there, the remedy's own faults take their place. Null: it cannot be applied,
 * because the scenario has another lock than the run that the remedy fixes.
 */
export function withRemedy(
  story: Story,
  remedy: Variant,
  scenario: Scenario,
  play: (scenario: Scenario) => Run,
): RemedyResult | null {
  const { faults, ...others } = changesOf(story, remedy);
  const own = faults ?? {};
  const fixedScenario = publishedScenario(story, fixedBy(story, remedy));
  const isOtherLock = nameOf(scenario.lock) !== nameOf(fixedScenario.lock);
  if (isOtherLock && others.lock && !others.lock.id) return null;
  if (Object.keys(others).length === 0) return { scenario: applyPatch(scenario, { faults: own }), isOtherFault: true };
  const remediedScenario = applyPatch(scenario, others);
  const happen = happening(play(remediedScenario));
  const isMissed = happening(play(scenario)).some((name) => name in own && !happen.includes(name));
  if (!isMissed) return { scenario: remediedScenario, isOtherFault: false };
  // A patch of a fault that no longer exists is no fault.
  const usable = Object.entries(own).filter(
    ([name, fault]) => fault === null || isWhole(fault) || name in remediedScenario.faults,
  );
  return {
    scenario: applyPatch(remediedScenario, { faults: Object.fromEntries(usable) }),
    isOtherFault: Object.values(own).some(isWhole),
  };
}

const isWhole = (fault: unknown): boolean => typeof fault === 'object' && fault !== null && 'kind' in fault;

/** The faults that changed something in the run. */
function happening({ trace, verdict }: Run): readonly string[] {
  const missed = verdict.facts.flatMap(({ kind, values }) => (kind === 'fault-missed' ? [values.name] : []));
  return spansOf(trace).faults.flatMap(({ name }) => (missed.includes(name) ? [] : [name]));
}
