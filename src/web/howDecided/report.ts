/**
 * The report that a person sends if something is wrong, and the address that opens it as an issue. It knows the words
 * as they are on the page, and no store.
 */

import type { HowDecidedWords } from '../../content/texts/howDecided';
import type { Verdict } from '../../core/model/trace/verdict';
import { withAside } from '../../core/model/values/joinedTexts';
import type { Reading } from '../../core/narrate/reading';

export interface Reported extends Pick<Reading, 'headline' | 'sentence' | 'pair'> {
  /** The number and title of the story and its variant; null for a scenario without a story. */
  readonly story: string | null;
  readonly isChanged: boolean;
  /** What the article says, and which article; null if no article says anything. */
  readonly article: { readonly source: string; readonly quote: string } | null;
  readonly link: string;
  readonly isLive: boolean;
  readonly lock: string;
  readonly check: string;
  readonly faults: readonly string[];
  readonly verdict: Pick<Verdict, 'outcome' | 'lock' | 'data' | 'unknownBecause'>;
  /** `src/core/judge/overlap.ts:28 overlappingPairs` for each rule. */
  readonly rules: readonly string[];
  readonly versions: { readonly playground: string; readonly scenario: number; readonly trace: number };
  readonly languages: { readonly page: string; readonly browser: string };
}

export function reportText(reported: Reported, { report: words, run }: HowDecidedWords): string {
  const { story, article, verdict, versions, languages } = reported;
  const codes = [verdict.outcome, verdict.lock, verdict.data, verdict.unknownBecause].filter(Boolean).join(' · ');
  const faults = reported.faults.length === 0 ? [`  ${run.noFaults}`] : reported.faults.map((fault) => `- ${fault}`);
  return [
    words.wrong,
    '',
    words.line(words.story, story ?? words.noStory),
    ...(reported.isChanged && story !== null ? [`  ${words.changed}`] : []),
    ...(article === null ? [] : [words.line(words.article, article.source), `  “${article.quote}”`]),
    words.line(run.link, reported.link),
    words.line(run.where, reported.isLive ? run.live : run.simulated),
    words.line(run.lock, reported.lock),
    words.line(run.check, reported.check),
    words.line(run.faults, '').trimEnd(),
    ...faults,
    words.line(run.outcome, withAside(reported.headline, codes)),
    `  ${reported.pair.lock.text} · ${reported.pair.data.text}`,
    `  ${reported.sentence}`,
    words.line(words.rules, '').trimEnd(),
    ...reported.rules.map((rule) => `- ${rule}`),
    words.line(words.version, words.versions(versions)),
    words.line(words.language, words.languages(languages)),
  ].join('\n');
}

/** Servers refuse addresses of more than some 8,000 characters. */
const addressLengthMax = 6000;
const titleLengthMax = 120;

interface Issue {
  readonly title: string;
  readonly body: string;
  /** The end of a body from which lines were left out. */
  readonly cut: string;
}

/**
 * The address at which the report is a new issue, not sent yet. Lines that do not fit are left out whole, so that no
 * link is cut in two.
 * @param repository as the build has it; empty: no address
 * @returns null if there is no address
 */
export function issueAddress(repository: string, { title, body, cut }: Issue): string | null {
  if (repository === '') return null;
  const address = new URL('issues/new', repository);
  address.searchParams.set('title', [...title].slice(0, titleLengthMax).join(''));
  const within = (text: string): boolean => {
    address.searchParams.set('body', text);
    return address.href.length <= addressLengthMax;
  };
  if (within(body)) return address.href;
  let excerpt = '';
  for (const text of body.split('\n')) if (within(`${excerpt}${text}\n\n${cut}`)) excerpt += `${text}\n`;
  within(`${excerpt}\n${cut}`);
  return address.href;
}
