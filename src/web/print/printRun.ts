/**
 * Prints a sheet instead of the page: the timeline as a picture, black on white. The page itself is left out, because a
 * canvas is printed at the resolution of the screen, and scrolling panels are cut off.
 */

import { write } from '../../content/address/write';
import type { Tone } from '../../core/model/trace/severity';
import { readingOf } from '../../core/narrate/reading';
import type { Inks } from '../../picture/inks/inks';
import { themeInks } from '../../picture/inks/themeInks';
import { stillScene } from '../../picture/layout/sceneLook';
import { type Scene, sentenceAt } from '../../picture/scene/sceneOf';
import { type Compared, latestEnd, svgRowsOf } from '../../picture/svg/comparedRows';
import { fitOf } from '../../picture/svg/fit';
import { type SvgOptions, svgPicture } from '../../picture/svg/svgPicture';
import themeCss from '../appearance/theme.css?raw';
import { measureWith } from '../appearance/useInks';
import { useCursor } from '../state/cursor';
import { currentParts } from '../state/parts';
import { currentRun } from '../state/run';
import { sharedWords } from '../words/i18n';
import { element, framed } from './element';
import styles from './Print.module.css';

/**
 * In CSS pixels: the width of a sheet in landscape. Its letters are as large as those of a book, and the causes fit
 * below.
 */
const pictureSize = { width: 1000, height: 460 };
/** The height of each of two compared runs. */
const pairHeight = 316;

/**
 * Serves the printer from now on. There is one page, so nothing stops it.
 * @param makeSheet null: the page itself is printed
 */
export function startPrinting(makeSheet: () => HTMLElement | null): void {
  let sheet: HTMLElement | null = null;
  window.addEventListener('beforeprint', () => {
    sheet?.remove();
    sheet = makeSheet();
    if (sheet === null) return;
    sheet.classList.add(styles['sheet'] ?? '');
    document.body.append(sheet);
  });
  window.addEventListener('afterprint', () => {
    sheet?.remove();
    sheet = null;
  });
}

/** The run on screen, or both compared runs, with the verdict and its causes below. */
export function runSheet(compared: Compared): HTMLElement {
  const { speech } = sharedWords();
  const { title, pair, sentence, chain } = readingOf(currentRun().verdict, speech);
  const sheet = element('section');
  sheet.className = styles['lying'] ?? '';
  const isPair = compared.length > 0;
  const rows = svgRowsOf(compared, speech);
  sheet.innerHTML = pictureForPrint({
    ...pictureSize,
    ...(isPair && { rows, height: pairHeight }),
    caption: { title, text: sentence, link: addressOnPaper(), ...(!isPair && { pair }) },
  });
  sheet.append(element('ol', ...chain.map(({ text }) => element('li', text))));
  return sheet;
}

/** The scene on screen, at its stop: its title, its last sentence, the verdict, the picture, the address. */
export function sceneSheet(scene: Scene): HTMLElement {
  const { title, lanes, spacing } = scene;
  const { pair } = readingOf(currentRun().verdict, sharedWords().speech);
  const sheet = element('section');
  sheet.className = `${styles['lying']} ${styles['scene']}`;
  sheet.append(
    element('h1', title),
    element('p', sentenceAt(scene, Number.POSITIVE_INFINITY)),
    ...[pair.lock, pair.data].map(({ tone, text }) => element('p', `${signOnPaper[tone]} ${text}`)),
    framed(pictureForPrint({ ...pictureSize, evenSpacing: spacing === 'even', scene: stillScene(lanes) })),
    element('footer', addressOnPaper()),
  );
  return sheet;
}

/** Paper may be black and white. */
const signOnPaper: Readonly<Record<Tone, string>> = { red: '✕', violet: '✕', amber: '△', grey: '–', green: '✓' };

/** The timeline as on the page; with `rows`, both compared runs. */
function pictureForPrint(
  options: Pick<SvgOptions, 'width' | 'height' | 'caption' | 'rows' | 'scene' | 'evenSpacing'>,
): string {
  const { view, evenSpacing } = useCursor.getState();
  const run = currentRun();
  const until = latestEnd(options.rows ?? []);
  return svgPicture({
    evenSpacing,
    ...options,
    ...onPaper(),
    run,
    view: view ?? fitOf(run.trace, until),
  });
}

/** What all pictures on paper have in common. */
export function onPaper() {
  const inks = inksOfPaper();
  return { faults: currentParts().faults, words: sharedWords().onTimeline, inks, measure: measureWith(inks) };
}

/** The colours of the light theme, without a background: paper is white already. */
function inksOfPaper(): Inks {
  const style = getComputedStyle(document.documentElement);
  const fonts = { sans: style.getPropertyValue('--sans'), mono: style.getPropertyValue('--mono') };
  const { colour } = themeInks(themeCss, 'light');
  return { colour: (name: string) => (name === 'page' ? '#ffffff' : colour(name)), ...fonts };
}

/** Paper changes hands, so the part of the address that lets people start processes here is left out. */
const addressOnPaper = (): string => write({ own: { token: null } }, location.href);
