/** Puts on screen what a result of a tool shows. */
import * as v from 'valibot';
import { parseScenario } from '../../core/model/scenario/parse/parseScenario';
import type { Story } from '../../core/model/scenario/story';
import { shownRunKey, type ToolResultRun } from '../../core/model/trace/toolResultRun';
import type { Text } from '../../core/model/values/text';
import { withOwn } from '../../sandbox/own/knownParts';
import { readSavedRun } from '../files/savedRun';
import { showRecorded } from '../recorded/openRecorded';
import { openRun, resetHistory } from '../state/openRun';
import { currentParts } from '../state/parts';
import { openStory } from '../state/story';
import { useStories } from '../state/storyList';

/** `text`: the result has no run; its text is shown. */
export type Shown =
  | { readonly kind: 'waits' }
  | { readonly kind: 'played' }
  | { readonly kind: 'recorded' }
  | { readonly kind: 'text'; readonly text: string | null }
  | { readonly kind: 'wrong'; readonly problem: Text };

const story = v.custom<Story>(
  (value) =>
    v.is(v.looseObject({ id: v.string(), title: v.object({ en: v.string(), zh: v.string() }) }), value) &&
    parseScenario(Object(value).scenario, currentParts()).ok,
);

const shownRun: v.GenericSchema<unknown, ToolResultRun> = v.variant('kind', [
  v.object({ kind: v.literal('story'), story, variant: v.nullable(v.string()) }),
  v.object({
    kind: v.literal('scenario'),
    scenario: v.pipe(
      v.unknown(),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const parsed = parseScenario(dataset.value, currentParts());
        if (parsed.ok) return parsed.scenario;
        addIssue({ message: parsed.problems[0]?.message.en ?? '' });
        return NEVER;
      }),
    ),
  }),
  v.object({ kind: v.literal('recorded'), text: v.string() }),
]);

const withRun = v.object({ _meta: v.object({ [shownRunKey]: shownRun }) });
const withText = v.object({ content: v.array(v.looseObject({ text: v.optional(v.string()) })) });

export async function showResult(result: unknown): Promise<Shown> {
  const parseResult = v.safeParse(withRun, result);
  if (!parseResult.success) {
    const textResult = v.safeParse(withText, result);
    return { kind: 'text', text: textResult.success ? (textResult.output.content[0]?.text ?? null) : null };
  }
  const { [shownRunKey]: run } = parseResult.output._meta;
  if (run === undefined) return { kind: 'text', text: null };
  if (run.kind === 'recorded') {
    const opened = readSavedRun(run.text, withOwn(currentParts()));
    if (!opened.ok) return { kind: 'wrong', problem: opened.problem };
    showRecorded(opened.run);
    return { kind: 'recorded' };
  }
  if (run.kind === 'story') {
    useStories.setState(({ loaded }) => ({ loaded: new Map(loaded).set(run.story.id, run.story) }));
    await openStory(run.story.id, run.variant);
  } else openRun({ scenario: run.scenario, storyId: null, variantId: null }, 'start');
  resetHistory();
  return { kind: 'played' };
}
