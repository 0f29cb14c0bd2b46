/** Plays the run of a link in its own thread: takes a code, and returns title, verdict and card. */

import { stories } from '../../content/stories';
import { resolveStory } from '../../content/stories/storyList';
import { linkPreviewWords } from '../../content/texts/linkPreview';
import { decodeCode } from '../../core/model/links/codeLink';
import { isCodeLink } from '../../core/model/links/codeMark';
import { decodeLink } from '../../core/model/links/link';
import { loadStory, type Story } from '../../core/model/scenario/story';
import type { Language, Text } from '../../core/model/values/text';
import { parts } from '../../core/run/parts';
import { runScenario } from '../../core/run/runScenario';
import { codeCard } from '../../picture/linkPages/codeCard';
import { runCard, verdictText } from '../../picture/linkPages/runSummary';
import { withOwn } from '../../sandbox/own/knownParts';
import { cardStyle } from '../cards/cardStyle';
import { paintedCard } from '../cards/paintedCard';
import { firstPaintMarkup } from '../stories/still';

export interface LinkJob {
  readonly code: string;
  readonly language: Language;
  /** The folder of the built site, which has the program for first pictures. */
  readonly site: string;
}

/** What a chat shows for a link. */
export interface LinkPreview {
  readonly title: string;
  readonly text: string;
  readonly card: Uint8Array;
  /** The first picture of its page; empty: it has none. */
  readonly stills: string;
}

/** A link that cannot be opened, and why. */
export interface BadLink {
  readonly problem: string;
}

const ownParts = withOwn(parts);

export async function previewLink(job: LinkJob): Promise<LinkPreview | BadLink> {
  const { code, language, site } = job;
  if (isCodeLink(code)) return previewCode(job);
  const decoded = await decodeLink(code, { parts, resolveStory });
  if (!decoded.ok) return { problem: decoded.problem[language] };
  const { scenario, storyId } = decoded;
  const run = runScenario(scenario, parts);
  const entry = stories.find(({ id }) => id === storyId);
  const story = entry === undefined ? null : await loadStory(entry);
  return {
    title: titleOf(scenario.lock.id, story, language),
    text: verdictText(run, language, story?.names),
    card: paintedCard(runCard(run, language, { ...cardStyle(language), names: story?.names })),
    // Title and card are worth more than the picture.
    stills: await firstPaintMarkup(site, { page: 'scene', address: `#${code}`, language }).catch(() => ''),
  };
}

/** A reader's code is only text here; it does not run. */
function previewCode({ code, language }: LinkJob): LinkPreview | BadLink {
  const decoded = decodeCode(code, ownParts);
  if (!decoded.ok) return { problem: decoded.problem[language] };
  const words = linkPreviewWords[language];
  const lines = decoded.shared.lock.trimEnd().split('\n');
  return {
    title: words.sentCode,
    text: words.codeLines(lines.length),
    card: paintedCard(codeCard(lines, words, cardStyle(language))),
    stills: '',
  };
}

function titleOf(lockId: string, story: Story | null, language: Language): string {
  if (story !== null) return linkPreviewWords[language].changed(story.title[language]);
  const title: Text | undefined = parts.locks.get(lockId)?.title;
  return title?.[language] ?? 'Redlock Playground';
}
