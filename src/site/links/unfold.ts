/** Plays the run of a link, in a thread of its own: a code comes in, title, verdict and card go out. */

import { stories } from '../../content/stories';
import { resolveStory } from '../../content/stories/storyList';
import { unfoldWords } from '../../content/texts/unfold';
import { decodeCode } from '../../core/model/link/codeLink';
import { isCodeLink } from '../../core/model/link/codeMark';
import { decodeLink } from '../../core/model/link/link';
import { loadStory } from '../../core/model/story';
import type { Language, Text } from '../../core/model/text';
import { parts } from '../../core/run/parts';
import { runScenario } from '../../core/run/runScenario';
import { codeCard } from '../../picture/linkPages/codeCard';
import { cardOf, verdictOf } from '../../picture/linkPages/runSummary';
import { withOwn } from '../../sandbox/own/knownParts';
import { cardLook } from '../cards/cardLook';
import { paintedCard } from '../cards/paintedCard';

export interface LinkJob {
  readonly code: string;
  readonly language: Language;
}

/** What a link unfolds to. */
export interface UnfoldedLink {
  readonly title: string;
  readonly text: string;
  readonly card: Uint8Array;
}

/** A link that nobody can open, and why. */
export interface BadLink {
  readonly problem: string;
}

const ownParts = withOwn(parts);

export async function unfold(job: LinkJob): Promise<UnfoldedLink | BadLink> {
  const { code, language } = job;
  if (isCodeLink(code)) return unfoldCode(job);
  const decoded = await decodeLink(code, { parts, resolveStory });
  if (!decoded.ok) return { problem: decoded.problem[language] };
  const { scenario, storyId } = decoded;
  const run = runScenario(scenario, parts);
  return {
    title: await titleOf(scenario.lock.id, storyId, language),
    text: verdictOf(run, language),
    card: paintedCard(cardOf(run, language, cardLook(language))),
  };
}

/** The code of a reader is text here, and does not run. */
function unfoldCode({ code, language }: LinkJob): UnfoldedLink | BadLink {
  const decoded = decodeCode(code, ownParts);
  if (!decoded.ok) return { problem: decoded.problem[language] };
  const words = unfoldWords[language];
  const lines = decoded.shared.lock.trimEnd().split('\n');
  return {
    title: words.sentCode,
    text: words.codeLines(lines.length),
    card: paintedCard(codeCard(lines, words, cardLook(language))),
  };
}

async function titleOf(lockId: string, storyId: string | undefined, language: Language): Promise<string> {
  const entry = stories.find(({ id }) => id === storyId);
  if (entry !== undefined) return unfoldWords[language].changed((await loadStory(entry)).title[language]);
  const title: Text | undefined = parts.locks.get(lockId)?.title;
  return title?.[language] ?? 'Redlock Playground';
}
