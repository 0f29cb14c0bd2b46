/**
 * A run as an SVG file: the timeline as on the page, named lanes, and a caption and a link below. This is text only;
 * the code that saves it adds the fonts.
 */
import type { FaultPrograms } from '../../core/faults/program';
import type { Run } from '../../core/model/trace/run';
import { nth } from '../../core/model/values/nth';
import { hashText } from '../../core/model/values/random';
import { underTitle } from '../../core/model/values/text';
import type { Reading } from '../../core/narrate/reading';
import { commonVoters } from '../../core/spans/voters';
import type { Inks } from '../inks/inks';
import { typeScale } from '../layout/lanes';
import { inkOfId, type Mark, type MeasureText, type ShadesMark } from '../layout/marks';
import { type Picture, pictureOf } from '../layout/picture';
import { sceneGutter, sceneNames, sceneScale } from '../layout/sceneLanes';
import type { SceneLook } from '../layout/sceneLook';
import { evenSpacing, type Stretch, timeAxis } from '../layout/timeAxis';
import type { TimelineWords } from '../words/timelineWords';
import { fitOf } from './fit';
import { paint } from './paint';
import { escaped, SvgContext } from './svgContext';
import { headLine, pairLine, type SvgRow } from './svgVerdict';
import { wrapText } from './wrapText';

interface Caption {
  readonly title: string;
  readonly text: string;
  readonly link: string;
  /** The two facts get their own line. Absent: no line. */
  readonly pair?: Reading['pair'];
}

export interface SvgOptions {
  readonly run: Run;
  readonly faults: FaultPrograms;
  /** Two runs that are compared, in the order of the page, on one axis. Absent: the run alone. */
  readonly rows?: readonly SvgRow[];
  /** In CSS pixels. The height counts the lanes of one timeline; headings and caption are added to it. */
  readonly width: number;
  readonly height: number;
  /** The view, in µs. Absent: the whole run. */
  readonly view?: Stretch;
  readonly evenSpacing?: boolean;
  readonly words: TimelineWords;
  readonly inks: Inks;
  readonly measure: MeasureText;
  readonly caption?: Caption;
  /** The picture, if it already exists. Absent: it is made here. */
  readonly picture?: Picture;
  /** Drawn over the timeline: a piece of SVG. */
  readonly over?: string;
  /** The style sheet with the fonts. */
  readonly css?: string;
  /** The few lanes of a scene. Absent: all lanes. */
  readonly scene?: SceneLook;
  /** The position of the playhead, in µs: everything after it is faint. Absent: there is no playhead. */
  readonly at?: number;
}

const captionHeight = 64;
const pairHeight = 18;
const lineHeight = 16;
const headingHeight = 48;
const margin = 14;

/** The distance of the lanes' names from the left edge. */
const gutterOf = (width: number): number => (width < 560 ? 48 : 124);

export function svgPicture(options: SvgOptions): string {
  const { width, inks, css = '', caption, rows } = options;
  const fragments =
    rows === undefined
      ? [timeline(options)]
      : rows.map((row) => headed(row, timeline({ ...options, run: row.run }), options));
  const bottom = fragments.reduce((height, fragment) => height + fragment.height, 0);
  const lines = caption === undefined ? [] : captionLines(options, caption);
  const height = bottom + (caption === undefined ? 0 : captionHeightOf(caption, lines));
  let top = 0;
  const placed = fragments.map((fragment, i) => {
    // Rows may be equal, but an id may appear only once in a file.
    const content = i === 0 ? fragment.content : fragment.content.replaceAll(/( id="|url\(#)/g, `$1row${i}-`);
    const group = top === 0 ? content : `<g transform="translate(0 ${top})">${content}</g>`;
    top += fragment.height;
    return group;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ${spoken(caption)}>`,
    css === '' ? '' : `<style>${css}</style>`,
    `<rect width="${width}" height="${height}" fill="${inks.colour('page')}"/>`,
    ...placed,
    caption === undefined ? '' : captionOf(options, caption, { lines, top: bottom }),
    '</svg>',
  ].join('');
}

/** A picture without a caption is described by the text around it. */
const spoken = (caption: Caption | undefined): string =>
  caption === undefined
    ? 'aria-hidden="true"'
    : `role="img" aria-label="${escaped(underTitle(caption.title, caption.text))}"`;

const captionHeightOf = ({ pair }: Caption, lines: readonly string[]): number =>
  captionHeight + (lines.length - 1) * lineHeight + (pair === undefined ? 0 : pairHeight);

export interface SvgFragment {
  readonly content: string;
  readonly height: number;
}

/** What a timeline needs without its surroundings. */
type Timed = Omit<SvgOptions, 'caption' | 'css' | 'rows'>;

/** The picture that the timeline of the file is drawn from. */
export function pictureInSvg(options: Timed): Picture {
  const { run, width, scene } = options;
  const scale = (scene === undefined ? typeScale : sceneScale(scene))(run.trace, options);
  const axis = timeAxis({
    view: options.view ?? fitOf(run.trace),
    left: scene === undefined ? gutterOf(width) * scale : sceneGutter(width, sceneNames(scene, options.words)),
    right: width - margin,
    warp: options.evenSpacing ? evenSpacing(run.trace) : null,
    scale,
  });
  return pictureOf({ ...options, axis, scale });
}

/** The lanes and what is on them, without the caption. */
export function timeline(options: Timed): SvgFragment {
  const { width, picture = pictureInSvg(options), over = '' } = options;
  const { axis } = picture;
  const height = Math.ceil(picture.lanes.bottom) + 10;
  // The same rectangle has the same name, because several pictures may be on one page.
  const clip = `plot-${axis.left}-${width}-${height}`;
  const content = [
    frame(options, picture),
    `<clipPath id="${clip}"><rect x="${axis.left - 7}" y="0" width="${width - axis.left + 7}" height="${height}"/></clipPath>`,
    `<g clip-path="url(#${clip})">`,
    painted(picture.ground, options),
    painted(picture.middle, options),
    options.at === undefined ? '' : playhead(picture, options.at, options),
    painted(picture.top, options),
    '</g>',
    painted(picture.names, options),
    over,
  ].join('');
  return { content, height };
}

/** The line of the playhead, and a veil over everything after it. Words lie above both, as on the page. */
function playhead(
  { axis, lanes, scale }: Picture,
  at: number,
  { width, inks }: Pick<SvgOptions, 'width' | 'inks'>,
): string {
  const x = Math.max(axis.left - 7, Math.min(width, axis.x(at)));
  const top = Math.min(lanes.holderStrip.top, lanes.top);
  const size = 7 * scale;
  // Below the numbers of the ruler.
  const from = 17 * scale;
  return [
    `<rect x="${x}" y="${top}" width="${width - x}" height="${lanes.bottom - top}" fill="${inks.colour('page')}" fill-opacity="0.64"/>`,
    `<path d="M${x} ${from}V${lanes.bottom}" stroke="${inks.colour('ink')}" stroke-width="${1.5 * scale}"/>`,
    `<path d="M${x - size} ${from}h${size * 2}l${-size} ${size * 1.2}z" fill="${inks.colour('ink')}"/>`,
  ].join('');
}

/** Below a line with the name and the verdict of the run, as on the page. */
function headed(
  { reading }: SvgRow,
  { content, height }: SvgFragment,
  { inks, measure, width }: SvgOptions,
): SvgFragment {
  const layout = { inks, measure, x: margin, y: 20 };
  const lines = headLine(reading, layout) + pairLine(reading.pair, { ...layout, y: 20 + pairHeight });
  return {
    content: `<path d="M0 0.5H${width}" stroke="${inks.colour('line')}"/>${lines}<g transform="translate(0 ${headingHeight})">${content}</g>`,
    height: height + headingHeight,
  };
}

export function painted(marks: readonly Mark[], { inks, measure }: Pick<SvgOptions, 'inks' | 'measure'>): string {
  let content = '';
  let pending: Mark[] = [];
  const flush = (): void => {
    const context = new SvgContext((text, font) => {
      const [, weight, size] = /^(\d+) ([\d.]+)px/.exec(font) ?? [];
      return measure(text, {
        size: Number(size),
        weight: weight === '600' ? 600 : 400,
        font: font.includes(inks.mono) ? 'mono' : 'sans',
      });
    });
    paint(context as unknown as CanvasRenderingContext2D, pending, inks);
    // Ids of clips must be unique on a page, and the same run must give the same file.
    const layer = hashText(context.content).toString(36);
    content += context.content.replaceAll(/(id="|url\(#)clip/g, `$1layer-${layer}-clip`);
    pending = [];
  };
  for (const mark of marks) {
    if (mark.kind !== 'shades') pending.push(mark);
    else {
      flush();
      content += svgShades(mark, inks.colour);
    }
  }
  flush();
  return content;
}

/** Bands, lines and names of the lanes, and the ruler. */
function frame(
  { run, width, words, inks }: Pick<SvgOptions, 'run' | 'width' | 'words' | 'inks'>,
  { lanes, axis, scale, names }: Picture,
): string {
  const isNarrow = width < 560 && !lanes.isFolded;
  const muted = inks.colour('muted');
  const sans = escaped(inks.sans);
  const common = commonVoters(run.trace);
  const text = (x: number, y: number, of: number, rest: string, content: string): string => {
    const size = of * scale;
    return `<text x="${x}" y="${y + size * 0.35}" font-family="${sans}" font-size="${size}" ${rest}>${escaped(content)}</text>`;
  };
  const ticks = axis.ticks.map(
    ({ x, label, labelX }) =>
      `<path d="M${x} ${lanes.top - 2}V${lanes.bottom}" stroke="${inks.colour('line')}"/>` +
      (labelX === null ? '' : text(labelX, 11 * scale, 11, `fill="${muted}" text-anchor="middle"`, label)),
  );
  const bold = `font-weight="600" fill="${inks.colour('ink')}"`;
  const rows = lanes.all.map((lane) => {
    const ink = inkOfId(lane.id);
    const isBanded = lane.role === 'client' || lane.role === 'storage';
    const band = `<rect y="${lane.y - lane.half - 6}" width="${width}" height="${lane.half * 2 + 12}" fill="${inks.colour(ink)}" fill-opacity="0.055"/>`;
    const line = `<path d="M${axis.left} ${lane.y}H${width}" stroke="${inks.colour('line')}"/>`;
    const name = names.length > 0 ? '' : isNarrow ? words.processShort(lane.id) : words.process(lane.id);
    return `${isBanded ? band : ''}${line}${text(margin, lane.y, 13, bold, name)}`;
  });
  const { quorum, holderStrip } = lanes;
  const middle = (holderStrip.top + holderStrip.bottom) / 2;
  const holder = lanes.isFolded
    ? text(margin, middle, 13, bold, names.length > 0 ? '' : words.holder.lock)
    : text(isNarrow ? 4 : margin, middle, 11, `fill="${muted}"`, isNarrow ? words.holder.short : words.holder.title);
  const counted =
    quorum === null || isNarrow
      ? ''
      : text(
          margin,
          (quorum.top + quorum.bottom) / 2,
          11,
          `fill="${muted}"`,
          common === null ? words.votes : words.quorum(common.need, common.of),
        );
  return [...ticks, ...rows, holder, counted].join('');
}

/**
 * The sentence of the caption, in as few lines as possible. The lines have similar lengths, so that no word stands
 * alone.
 */
function captionLines({ width, measure }: SvgOptions, { text }: Caption): readonly string[] {
  const widthOf = (line: string): number => measure(line, { size: 12, weight: 400, font: 'sans' });
  const full = wrapText(text, width - margin * 2, widthOf);
  const even = wrapText(text, Math.min(width - margin * 2, (widthOf(text) / full.length) * 1.15), widthOf);
  return even.length === full.length ? even : full;
}

interface PlacedCaption {
  readonly lines: readonly string[];
  readonly top: number;
}

function captionOf(
  { width, inks, measure }: SvgOptions,
  { title, link, pair }: Caption,
  { lines, top }: PlacedCaption,
): string {
  const sans = escaped(inks.sans);
  const line = (y: number, size: number, weight: number, ink: string, content: string): string =>
    `<text x="${margin}" y="${y}" font-family="${sans}" font-size="${size}" font-weight="${weight}" fill="${inks.colour(ink)}">${escaped(content)}</text>`;
  const facts = pair === undefined ? '' : pairLine(pair, { inks, measure, x: margin, y: top + 20 + pairHeight });
  const below = top + (pair === undefined ? 0 : pairHeight);
  const sentence = lines.map((text, i) => line(below + 37 + i * lineHeight, 12, 400, 'ink', text)).join('');
  const end = below + 54 + (lines.length - 1) * lineHeight;
  const linked = `<a href="${escaped(link)}">${line(end, 11, 400, 'muted', link.replace(/^https?:\/\//, '').slice(0, Math.floor(width / 6.4)))}</a>`;
  return `<path d="M0 ${top + 0.5}H${width}" stroke="${inks.colour('line')}"/>${line(top + 20, 13, 600, 'ink', title)}${facts}${sentence}${linked}`;
}

/**
 * Density in SVG: for each ink and level, its cells are one path. The painter of the page would need a canvas for
 * them.
 */
function svgShades(
  { x, columnWidth, columnCount, rows, inks, alphas }: ShadesMark,
  colour: (ink: string) => string,
): string {
  let content = '';
  for (const { ink, levels } of inks) {
    const paths = alphas.map(() => '');
    rows.forEach(({ y, height }, row) => {
      for (let column = 0; column < columnCount; ) {
        const level = nth(levels, row * columnCount + column);
        const from = column;
        while (column < columnCount && levels[row * columnCount + column] === level) column++;
        if (level === 0) continue;
        const width = (column - from) * columnWidth;
        paths[level] += `M${x + from * columnWidth} ${y}h${width}v${height}h${-width}Z`;
      }
    });
    paths.forEach((path, level) => {
      if (path !== '') content += `<path d="${path}" fill="${colour(ink)}" fill-opacity="${alphas[level]}"/>`;
    });
  }
  return content;
}
