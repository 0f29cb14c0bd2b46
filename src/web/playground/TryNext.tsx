// What to try next, suggested by the run: the story's fix, a storage-side check, the same without a fault, another
// seed.
import { ArrowRight, Dices, HelpCircle, type LucideIcon, Server, ShieldCheck, Sparkles } from 'lucide-react';
import { withoutFault } from '../../core/model/scenario/edit';
import type { Scenario } from '../../core/model/scenario/scenario';
import { fixOf, type Story } from '../../core/model/scenario/story';
import type { Run } from '../../core/model/trace/run';
import { addFault } from '../edit/addFault';
import { everyFault } from '../edit/faultRules';
import { runOnRedis } from '../live/actions';
import { useLiveReason } from '../live/liveReason';
import { RealRedisHint } from '../live/RealRedisHint';
import { Section } from '../parts/Section';
import signed from '../parts/SignBox.module.css';
import { useIsAsPublished } from '../state/asPublished';
import { openVersion } from '../state/compare';
import { useDeferredRun } from '../state/deferredRun';
import { useEdition } from '../state/edition';
import { useIsLive, useLive } from '../state/live';
import { propose } from '../state/missingToken';
import { pickStory } from '../state/pickStory';
import { openStory, useStory } from '../state/story';
import { type ListedStory, storyAfter, useStoryList } from '../state/storyList';
import { useText, useWords, type Words } from '../words/i18n';

interface Suggestion {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly title: string;
  readonly detail?: string;
  readonly onPress: () => void;
}

const suggestionsMax = 3;

export function TryNext() {
  const run = useDeferredRun();
  const words = useWords();
  const text = useText();
  const story = useStory();
  const variantId = useEdition((state) => state.variantId);
  const isAsPublished = useIsAsPublished();
  const committed = useEdition((state) => state.committed);
  const isLive = useIsLive();
  const hasServer = useLive((state) => state.hasServer);
  const reason = useLiveReason();
  const list = useStoryList();
  const suggestions = [
    ...storySuggestions(words, text, story, variantId, isAsPublished),
    ...(hasServer === true && !isLive && reason === null ? [liveSuggestion(words)] : []),
    // The seed does not decide the order in which real processes take turns.
    ...runSuggestions(words, run, committed).filter(({ id }) => id !== 'seed' || !isLive),
    ...onwardSuggestions(words, text, story, list),
  ].slice(0, suggestionsMax);
  return (
    <Section title={words.next.title}>
      <ul className="stack gap-3">
        {suggestions.map(({ id, icon: Icon, title, detail, onPress }) => (
          <li key={id}>
            <button
              type="button"
              className="card flex wide gap-4 leading tight edges pad-y-4 pad-x-4"
              onClick={onPress}
            >
              <span className={signed.sign}>
                <Icon size={15} aria-hidden />
              </span>
              <span>
                {title}
                {detail !== undefined && <span className="block quiet">{detail}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hasServer === true && reason !== null && <p className="quiet normal tight above-4">{text(reason)}</p>}
      {hasServer === false && <RealRedisHint />}
    </Section>
  );
}

const liveSuggestion = (words: Words): Suggestion => ({
  id: 'live',
  icon: Server,
  title: words.live.run,
  detail: words.live.runHelp,
  onPress: runOnRedis,
});

type Pick = ReturnType<typeof useText>;

function storySuggestions(
  words: Words,
  text: Pick,
  story: Story | null,
  variantId: string | null,
  isAsPublished: boolean,
): readonly Suggestion[] {
  if (story === null) return [];
  const openVariant = story.variants.find(({ id }) => id === variantId) ?? null;
  const fix = openVariant?.fix ? undefined : (fixOf(story, openVariant) ?? fixOf(story, null));
  if (fix !== undefined) {
    const title = words.next.fix;
    return [
      { id: 'fix', icon: ShieldCheck, title, detail: text(fix.title), onPress: () => void openVersion(story, fix.id) },
    ];
  }
  if (variantId === null && isAsPublished) return [];
  const title = words.next.original;
  return [{ id: 'told', icon: ArrowRight, title, detail: text(story.title), onPress: () => void openStory(story.id) }];
}

const pauseBeforeWrite = {
  process: 'client1',
  when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
} as const;

/** What the run itself suggests. */
function runSuggestions(words: Words, { verdict }: Run, committed: Scenario): readonly Suggestion[] {
  const isLost = verdict.outcome === 'lost';
  const isHeld = verdict.outcome === 'held';
  const [onlyFault, ...others] = Object.keys(committed.faults);
  const { token, version, removeFault, pause, seed } = words.next;
  const tryCheck = (id: string) => () => propose({ ...committed, storage: { id } });
  const asks = { icon: HelpCircle };
  const suggestions: Suggestion[] = [];
  if (isLost && committed.storage.id === 'no-check')
    suggestions.push({ ...asks, id: 'token', title: token, onPress: tryCheck('fencing') });
  if (isLost && committed.storage.id === 'fencing')
    suggestions.push({ ...asks, id: 'version', title: version, onPress: tryCheck('version') });
  if (!isHeld && onlyFault !== undefined && others.length === 0) {
    const onPress = (): void => propose(withoutFault(committed, onlyFault));
    suggestions.push({ ...asks, id: 'without', title: removeFault, onPress });
  }
  if (onlyFault === undefined && isHeld) {
    const onPress = (): void => addFault('pause', pauseBeforeWrite, everyFault);
    suggestions.push({ id: 'pause', icon: Sparkles, title: pause, onPress });
  }
  const another = { ...committed, seed: nextSeed(committed.seed) };
  return [...suggestions, { id: 'seed', icon: Dices, title: seed, onPress: () => propose(another) }];
}

function onwardSuggestions(
  words: Words,
  text: Pick,
  story: Story | null,
  stories: readonly ListedStory[],
): readonly Suggestion[] {
  const next = story === null ? undefined : storyAfter(story, stories);
  if (next === undefined) return [];
  const title = words.next.nextStory;
  const detail = `${next.number} ${text(next.title)}`;
  return [{ id: 'next', icon: ArrowRight, title, detail, onPress: () => void pickStory(next.id) }];
}

const seedMax = 4_294_967_295;

const nextSeed = (seed: number): number => (seed >= seedMax ? 0 : seed + 1);
