/**
 * What comes out of a printer in place of the page: a sheet with the timeline as a picture, black on white. A canvas is printed
 * as coarse as the screen is, and panels that scroll are cut off, so the page itself is left out.
 */
import { explain } from '../../narrate/explain';
import { comparedOnScreen } from '../compare/titles';
import themeCss from '../look/theme.css?raw';
import { themeInks } from '../look/themeInks';
import { measureWith } from '../look/useInks';
import { fitOf } from '../pictures/fit';
import { endOf, rowsOf } from '../pictures/rows';
import { type SvgOptions, svgPicture } from '../pictures/svgPicture';
import { useCursor } from '../state/cursor';
import { currentRun } from '../state/run';
import { sharedWords } from '../words/i18n';
import styles from './Print.module.css';

/** CSS pixels: the width of a sheet that lies on its side, where the letters come out as large as a book's, and the causes fit below. */
const pictureSize = { width: 1000, height: 460 };
/** Of each of two that are compared. */
const pairHeight = 316;

/** From now on. There is one page, so nobody stops it. @param makeSheet null: the page itself is printed. */
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

/** The run on screen, with the verdict and its causes below it. */
export function runSheet(): HTMLElement {
  const { speech } = sharedWords();
  const { headline, sentence, chain } = explain(currentRun().verdict, speech);
  const sheet = document.createElement('section');
  sheet.className = styles['lying'] ?? '';
  const compared = comparedOnScreen();
  const isPair = compared.length > 0;
  const rows = rowsOf(compared, speech);
  sheet.innerHTML = pictureForPrint({
    ...pictureSize,
    ...(isPair && { rows, height: pairHeight }),
    caption: { title: headline, text: sentence, link: addressOnPaper() },
  });
  const causes = document.createElement('ol');
  for (const { text } of chain) causes.append(Object.assign(document.createElement('li'), { textContent: text }));
  sheet.append(causes);
  return sheet;
}

/** The timeline as it is on the page; with `rows`, both that are compared. */
export function pictureForPrint(options: Pick<SvgOptions, 'width' | 'height' | 'caption' | 'rows'>): string {
  const { view, evenSteps } = useCursor.getState();
  const run = currentRun();
  const until = endOf(options.rows ?? []);
  const style = getComputedStyle(document.documentElement);
  const fonts = { sans: style.getPropertyValue('--sans'), mono: style.getPropertyValue('--mono') };
  const { colour } = themeInks(themeCss, 'light');
  // Paper is white by itself.
  const inks = { colour: (name: string) => (name === 'page' ? '#ffffff' : colour(name)), ...fonts };
  return svgPicture({
    ...options,
    run,
    view: view ?? fitOf(run.trace, until),
    evenSteps,
    words: sharedWords().onTimeline,
    inks,
    measure: measureWith(inks),
    css: '',
  });
}

/** Paper goes from hand to hand: what lets people start processes here is left out. */
function addressOnPaper(): string {
  const address = new URL(location.href);
  address.searchParams.delete('token');
  return address.href;
}
