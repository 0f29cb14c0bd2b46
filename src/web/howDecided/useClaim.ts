/** What the page claims about the run on screen, and the grounds for it, in the words of the page. */

import { claims } from '../../content/stories/claims/claims';
import { traceVersion } from '../../core/model/trace/trace';
import { writesNeeded } from '../../core/spans/resourceEvents';
import { functionIn } from '../code/functionIn';
import { faultText } from '../edit/faultText';
import { useIsAsPublished } from '../state/asPublished';
import { useEdition } from '../state/edition';
import { lockAsNamed } from '../state/namedLock';
import { currentParts } from '../state/parts';
import { useRun } from '../state/run';
import { useStory } from '../state/story';
import { useReading } from '../verdict/useReading';
import { useLanguage, useText, useWords } from '../words/i18n';
import { settingsText } from '../words/settingsText';
import { playgroundVersion } from './project';
import type { Reported } from './report';
import {
  type DataRule,
  dataRuleOf,
  dataSources,
  type LockRule,
  lockRuleOf,
  lockSources,
  type RuleSource,
} from './rules';

/** A function of the judge with its source, and the lines where it is. */
export interface Shown extends RuleSource {
  readonly source: string;
  /** From 0, as in `functionIn`. */
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

export interface Claimed {
  readonly reported: Omit<Reported, 'link'>;
  readonly isOver: boolean;
  readonly lock: { readonly rule: LockRule; readonly sources: readonly Shown[] };
  readonly data: { readonly rule: DataRule; readonly sources: readonly Shown[] };
}

/** The source of the judge as it runs, and of the spans that its rules rely on, as text. */
const files: Readonly<Record<string, string>> = import.meta.glob<string>(
  ['../../core/judge/*.ts', '../../core/spans/{holdSpans,partWrites,replicaWrites,resourceEvents}.ts'],
  { query: '?raw', import: 'default', eager: true },
);

/** Throws an Error if there is no such file, or no such function in it. */
function sourceOf({ file, name }: RuleSource): Shown {
  const source = files[`../../${file}`];
  if (source === undefined) throw new Error(`There is no source ${file}.`);
  const place = functionIn(source, name);
  if (place === null) throw new Error(`src/${file} has no function ${name}.`);
  return { file, name, source, ...place };
}

export function useClaim(): Claimed {
  const run = useRun();
  const words = useWords();
  const text = useText();
  const { scenario, trace, verdict } = run;
  const { headline, sentence, pair, doubt } = useReading(run);
  const isAsPublished = useIsAsPublished();
  const named = useNamed();
  const pageLanguage = useLanguage();
  const lock = lockAsNamed(scenario.lock);
  const check = currentParts().resources.get(scenario.storage.id);
  const withSettings = (title: string, settings: string): string => [title, settings].filter(Boolean).join(' · ');
  const lockRule = lockRuleOf(verdict);
  const dataRule = dataRuleOf(verdict, writesNeeded(trace) > 1);
  const lockShown = lockSources[lockRule].map(sourceOf);
  const dataShown = dataSources[dataRule].map(sourceOf);
  return {
    reported: {
      ...named,
      isChanged: !isAsPublished,
      isLive: trace.header.origin === 'live',
      lock:
        lock === undefined
          ? scenario.lock.id
          : withSettings(text(lock.lock.title), settingsText(lock.lock.fields, lock.choice, text)),
      check:
        check === undefined
          ? scenario.storage.id
          : withSettings(text(check.title), settingsText(check.fields, scenario.storage, text)),
      faults: Object.values(scenario.faults).map((fault) => {
        const { title, detail } = faultText(words, fault);
        return `${title} · ${detail}`;
      }),
      headline,
      sentence,
      pair,
      verdict,
      rules: [
        ...new Set([...lockShown, ...dataShown].map(({ file, line, name }) => `src/${file}:${line + 1} ${name}`)),
      ],
      versions: { playground: playgroundVersion, scenario: scenario.version, trace: traceVersion },
      languages: { page: pageLanguage, browser: navigator.language },
    },
    isOver: doubt !== 'unfinished',
    lock: { rule: lockRule, sources: lockShown },
    data: { rule: dataRule, sources: dataShown },
  };
}

/** The story with its number and title, and what its article says. */
function useNamed(): Pick<Reported, 'story' | 'article'> {
  const words = useWords();
  const text = useText();
  const story = useStory();
  const variantId = useEdition((state) => state.variantId);
  if (story === null) return { story: null, article: null };
  const { id, number, title } = story;
  const claim = claims[id];
  const variant = story.variants.find((one) => one.id === variantId);
  const ofVariant = variant === undefined ? '' : ` · ${number}${variant.id} ${text(variant.title)}`;
  return {
    story: `${number} ${text(title)}${ofVariant}`,
    article:
      claim === undefined
        ? null
        : { source: words.source[claim.source === 'redis.io' ? 'redisIo' : claim.source], quote: claim.quote },
  };
}
