/** Both answers for a page: sentences, the spans, and each change as a scenario that can be opened. Plain data. */

import type { NumberField } from '../../core/model/scenario/fields';
import { sameJson } from '../../core/model/scenario/patch';
import type { Scenario, Setting } from '../../core/model/scenario/scenario';
import type { Run } from '../../core/model/trace/run';
import { severityOf } from '../../core/model/trace/severity';
import { fromMs, instant, type Ms } from '../../core/model/values/time';
import type { Speech } from '../../core/narrate/speech';
import type { Parts } from '../../core/sim/parts';
import { faultHitsIn, withFaultsEndedAt } from './endedFaults';
import type { NumberRange, ParameterName } from './parameters';
import { changesOf, findPointOfNoReturn, type Remedies, type RemedyBudget } from './remedies';
import type { ChanceSpan } from './tooLate';
import * as words from './words';

export interface ShownAnswers {
  /** A sentence or two for each answer. */
  readonly lines: readonly string[];
  readonly since: Ms | null;
  readonly spans: readonly ChanceSpan[];
  /** The run healed when it was too late. Null: there is no such instant, or no fault had hit before. */
  readonly faultsEndedScenario: Scenario | null;
  /** Null: they are still being tried. */
  readonly changes: readonly ShownChange[] | null;
}

export interface ShownChange {
  readonly parameter: ParameterName;
  readonly title: string;
  /** Whether it saves the run under every seed that was tried, and not under its own alone. */
  readonly isForEverySeed: boolean;
  /** For how long it holds, and what happens anyway. */
  readonly note: string | null;
  readonly scenario: Scenario;
  /** The same with a length that a person says, which saves as well. Null: its value is said as it is. */
  readonly rounded: { readonly length: Ms; readonly scenario: Scenario } | null;
  /** Null: it is an option. */
  readonly numbers: NumberRange | null;
  readonly unit: NumberField['unit'];
  /** The least that saves it. */
  readonly value: Setting;
}

export interface PresentOptions {
  readonly parts: Parts;
  readonly speech: Speech;
  /** As for `answersAsText`. */
  readonly isReal?: boolean;
  readonly budget: RemedyBudget;
}

/** Yields now and then, and the answers without changes once they are there. Null: the run does no harm. */
export function* shownAnswers(
  run: Run,
  showing: PresentOptions,
): Generator<ShownAnswers | undefined, ShownAnswers | null> {
  const { parts, speech, isReal = false, budget } = showing;
  const { scenario } = run;
  const context = { scenario, parts, speech };
  const from = isReal ? [words.fromScenario[speech.language]] : [];
  if (severityOf(run.verdict) === 'unknown') return { ...nothing, lines: [...from, words.undecided[speech.language]] };
  const since = yield* withoutValues(findPointOfNoReturn(run, parts, budget));
  if (since === null) return null;
  const at = since.late?.since ?? null;
  const partialAnswers: ShownAnswers = {
    lines: [...from, speech.begin(words.describePointOfNoReturn(since, context))],
    since: at,
    spans: since.late?.spans ?? [],
    faultsEndedScenario: at === null ? null : scenarioWithFaultsEnded(run, at, parts),
    changes: null,
  };
  yield partialAnswers;
  const remedies: Remedies = { ...since, ...(yield* withoutValues(changesOf(run, since, parts, budget))) };
  return {
    ...partialAnswers,
    lines: [...from, ...words.describeRemedies(remedies, context)],
    changes: changesIn(remedies, context),
  };
}

const nothing: ShownAnswers = { lines: [], since: null, spans: [], faultsEndedScenario: null, changes: [] };

function* withoutValues<Made>(steps: Generator<void, Made, void>): Generator<undefined, Made, void> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    yield undefined;
  }
}

function scenarioWithFaultsEnded({ scenario, trace }: Run, at: Ms, parts: Parts): Scenario | null {
  const scenarioAfter = withFaultsEndedAt(scenario, faultHitsIn(trace), instant(fromMs(at)), parts);
  return sameJson(scenarioAfter, scenario) ? null : scenarioAfter;
}

function changesIn({ changes }: Remedies, saying: words.PhraseContext): readonly ShownChange[] {
  return (changes ?? []).map((change) => {
    const { parameter, value, ownSeedValue, roundedLength } = change;
    const to = value ?? ownSeedValue;
    return {
      parameter: { of: parameter.of, name: parameter.name },
      isForEverySeed: value !== null,
      ...words.changeInWords(change, saying),
      scenario: parameter.with(saying.scenario, to),
      rounded:
        roundedLength === null
          ? null
          : { length: roundedLength, scenario: parameter.with(saying.scenario, roundedLength) },
      unit: words.unitOf(parameter, saying),
      numbers: parameter.values.kind === 'numbers' ? parameter.values : null,
      value: to,
    };
  });
}
