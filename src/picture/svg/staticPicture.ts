/**
 * The scene of a run as a picture for places without scripts: in the page of an embed, and between the tags of an
 * embed in a post. Words are measured roughly, so that every machine makes the same file.
 */
import type { FaultPrograms } from '../../core/faults/program';
import type { Story, Variant } from '../../core/model/scenario/story';
import type { Run } from '../../core/model/trace/run';
import { type Language, type Text, titled, underTitle } from '../../core/model/values/text';
import { readingOf } from '../../core/narrate/reading';
import { named } from '../../core/narrate/renamedWords';
import { speechOf } from '../../core/narrate/speechOf';
import type { Inks } from '../inks/inks';
import { roughMeasure } from '../layout/marks';
import { stillScene } from '../layout/sceneLook';
import { sceneOf } from '../scene/sceneOf';
import { timelineWordsOf } from '../words/timelineWordsOf';
import { svgPicture } from './svgPicture';

export interface StaticPicture {
  readonly title: string;
  /** The verdict in a sentence. */
  readonly verdictText: string;
  /** Title and verdict, as the description of the picture. */
  readonly alt: string;
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

export interface StaticPictureOptions {
  readonly run: Run;
  readonly faults: FaultPrograms;
  readonly title: Text;
  /** Null: the run belongs to no story. */
  readonly story: Story | null;
  readonly variantId: string | null;
  readonly language: Language;
  readonly colour: Inks['colour'];
}

const width = 720;
const sans = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang SC', 'Noto Sans CJK SC', sans-serif";
const mono = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

export function staticPicture({
  run,
  faults,
  title: both,
  story,
  variantId,
  language,
  colour,
}: StaticPictureOptions): StaticPicture {
  const title = both[language];
  const speech = named(speechOf[language], story?.names, language);
  const { headline, pair, sentence } = readingOf(run.verdict, speech);
  const verdictText = speech.verdict(headline, sentence);
  const { lanes, spacing } = sceneOf({ run, story, variantId, original: null, speech, language });
  const svg = svgPicture({
    run,
    scene: stillScene(lanes),
    faults,
    width,
    height: 430,
    view: { from: 0, to: run.trace.header.endedAt * 1.02 },
    evenSpacing: spacing === 'even',
    words: named(timelineWordsOf[language], story?.names, language),
    inks: { colour, sans, mono },
    measure: roughMeasure,
    caption: { title, text: verdictText, link: '', pair },
  });
  const height = Number(/ height="(\d+)"/.exec(svg)?.[1] ?? 0);
  return { title, verdictText, alt: underTitle(title, verdictText), svg: shorter(svg), width, height };
}

/** A variant has the title of its story. */
export const titleOfVersion = ({ title }: Pick<Story, 'title'>, variant: Pick<Variant, 'title'> | null): Text =>
  variant === null ? title : titled(title, variant.title);

/** Halves the length: the font is named once, and no position has more than two decimals. */
function shorter(svg: string): string {
  const head = svg.indexOf('>');
  const body = svg.slice(head).replaceAll(` font-family="${sans}"`, '');
  return `${svg.slice(0, head)} font-family="${sans}"${body.replaceAll(/(\.\d\d)\d+(?=[^<>]*>)/g, '$1')}`;
}
