/**
 * Computed answers beside those of the story: changes that would have prevented the harm under every seed, and that no
 * remedy makes. The absence of the fault is no answer.
 */
import { useMemo } from 'react';
import { patchBetween, sameJson } from '../../core/model/scenario/patch';
import type { Scenario } from '../../core/model/scenario/scenario';
import { fixedBy, type Story } from '../../core/model/scenario/story';
import { isHopeless, withRemedy } from '../../picture/scene/answers';
import type { ShownChange } from '../../search/late/shown';
import { useEdition } from '../state/edition';
import { simulateNow } from '../state/longRun';
import { useAnswers, useAsked } from '../state/tooLate';

/** The story's own remedies come first. */
const shownMost = 2;

interface Computed {
  /** Differs from the id of every variant. */
  readonly id: string;
  readonly change: ShownChange;
}

interface ComputedAnswers {
  readonly computed: readonly Computed[];
  /** The scenario that they change. */
  readonly baseScenario: Scenario;
  /** Null: none of them is open. */
  readonly openId: string | null;
}

/** @param about the id of the variant that is asked about; null: the story itself */
export function useComputed(story: Story | null, about: string | null): ComputedAnswers {
  const subject = useAsked();
  const changes = useAnswers()?.changes ?? null;
  const committed = useEdition((state) => state.committed);
  const computed = useMemo(
    () => (asksItself(story, about) ? [] : withoutRemedies(changes ?? [], subject, story, about).slice(0, shownMost)),
    [changes, subject, story, about],
  );
  const open = committed === subject ? undefined : computed.find(({ change }) => sameJson(change.scenario, committed));
  return { computed, baseScenario: subject, openId: open?.id ?? null };
}

/** If no answer of the story helps, nothing else is offered. */
const asksItself = (story: Story | null, about: string | null): boolean =>
  about === null && story !== null && isHopeless(story);

function withoutRemedies(
  changes: readonly ShownChange[],
  subject: Scenario,
  story: Story | null,
  about: string | null,
): readonly Computed[] {
  // After a drag they are still being looked for: no remedy is played in the same frame.
  if (changes.length === 0) return [];
  const remedied = (story?.variants ?? [])
    .filter((variant) => variant.fix === true && story !== null && (fixedBy(story, variant)?.id ?? null) === about)
    .flatMap((variant) =>
      story === null ? [] : [withRemedy(story, variant, subject, simulateNow)?.scenario ?? subject],
    )
    .flatMap((scenario) => pathsIn(patchBetween(subject, scenario)));
  const names = new Set(remedied);
  return changes.flatMap((change) => {
    const scenario = change.rounded?.scenario ?? change.scenario;
    const paths = pathsIn(patchBetween(subject, scenario));
    if (!change.isForEverySeed || change.parameter.of === 'absence') return [];
    if (paths.every((path) => names.has(path))) return [];
    for (const path of paths) names.add(path);
    return [{ id: `computed ${change.parameter.of} ${change.parameter.name}`, change: { ...change, scenario } }];
  });
}

/** What a patch changes, without the values. */
function pathsIn(patch: unknown, path = ''): readonly string[] {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return [path];
  return Object.entries(patch).flatMap(([key, value]) => pathsIn(value, `${path}/${key}`));
}
