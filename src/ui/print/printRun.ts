/**
 * What comes out of a printer: the timeline as a picture, black on white, and the verdict below it. A canvas is printed as
 * coarse as the screen is, and panels that scroll are cut off, so the page itself is left out.
 */
import { explain } from '../../narrate/explain';
import { svgPicture } from '../export/svgPicture';
import { themeInks } from '../export/themeInks';
import { useCursor } from '../state/cursor';
import { usePreferences } from '../state/preferences';
import { currentRun } from '../state/run';
import themeCss from '../theme.css?raw';
import { measureWith } from '../timeline/useInks';
import { fitOf } from '../timeline/usePicture';
import { timelineWords } from '../timeline/words';
import styles from './Print.module.css';

/** CSS pixels: the width of a sheet that lies on its side, where the letters come out as large as a book's. */
const pictureSize = { width: 1000, height: 540 };

/** From now on. There is one page, so nobody stops it. */
export function startPrinting(): void {
  let sheet: HTMLElement | null = null;
  window.addEventListener('beforeprint', () => {
    sheet?.remove();
    sheet = sheetOf();
    document.body.append(sheet);
  });
  window.addEventListener('afterprint', () => {
    sheet?.remove();
    sheet = null;
  });
}

function sheetOf(): HTMLElement {
  const { language } = usePreferences.getState();
  const { view, evenSteps } = useCursor.getState();
  const run = currentRun();
  const style = getComputedStyle(document.documentElement);
  const fonts = { sans: style.getPropertyValue('--sans'), mono: style.getPropertyValue('--mono') };
  const inks = { ...themeInks(themeCss, 'light'), ...fonts };
  const { headline, sentence, chain } = explain(run.verdict, language);
  const sheet = document.createElement('section');
  sheet.className = styles['sheet'] ?? '';
  sheet.innerHTML = svgPicture({
    run,
    ...pictureSize,
    view: view ?? fitOf(run.trace),
    evenSteps,
    words: timelineWords(language),
    inks,
    measure: measureWith(inks),
    caption: { title: headline, text: sentence, link: location.href },
    css: '',
  });
  const causes = document.createElement('ol');
  for (const { text } of chain) causes.append(Object.assign(document.createElement('li'), { textContent: text }));
  sheet.append(causes);
  return sheet;
}
