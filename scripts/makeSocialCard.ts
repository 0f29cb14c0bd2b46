// Makes the pictures of the site that other sites show, from a real run, with a headless Chromium: the card of a link
// (public/social.png) and the icons of an installed page. `npx tsx scripts/makeSocialCard.ts`.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { stories } from '../src/content/stories';
import { loadStory } from '../src/core/model/scenario/story';
import { readingOf } from '../src/core/narrate/reading';
import { speechOf } from '../src/core/narrate/speechOf';
import { parts } from '../src/core/run/parts';
import { runScenario } from '../src/core/run/runScenario';
import { themeInks } from '../src/picture/inks/themeInks';
import { roughMeasure } from '../src/picture/layout/marks';
import { sceneOf } from '../src/picture/scene/sceneOf';
import { svgPicture } from '../src/picture/svg/svgPicture';
import { timelineWordsOf } from '../src/picture/words/timelineWordsOf';
import { chromiumFlags, findChromium } from './chromium.mjs';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const sans = "Inter, system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif";

/** The card's page of 1200 × 630 pixels. All previews are cut from this size. */
async function cardPage(): Promise<string> {
  const entry = stories.find(({ id }) => id === 'pause-before-write');
  if (entry === undefined) throw new Error('There is no story "pause-before-write".');
  const story = await loadStory(entry);
  const run = runScenario(story.scenario, parts);
  const speech = speechOf.en;
  const { lanes } = sceneOf({ run, story, variantId: null, original: null, speech, language: 'en' });
  const { headline } = readingOf(run.verdict, speech);
  const svg = svgPicture({
    run,
    scene: { lanes, fault: null, isAsking: false, playedTo: null, open: 0 },
    faults: parts.faults,
    width: 880,
    height: 395,
    view: { from: 0, to: run.trace.header.endedAt * 1.02 },
    evenSpacing: false,
    words: timelineWordsOf.en,
    inks: { ...themeInks(readFileSync(at('src/web/appearance/theme.css'), 'utf8'), 'light'), sans, mono: 'monospace' },
    measure: roughMeasure,
    caption: { title: '', text: '', link: '' },
    css: '',
  });
  const font = readFileSync(at('node_modules/@fontsource/inter/files/inter-latin-600-normal.woff2')).toString('base64');
  return `<!doctype html><style>
    @font-face { font-family: Inter; src: url(data:font/woff2;base64,${font}); }
    body { margin: 0; width: 1200px; height: 630px; overflow: hidden; background: #fbfaf8; color: #1d1b18; font-family: ${sans} }
    header { display: flex; align-items: baseline; justify-content: space-between; padding: 34px 50px 20px; }
    h1 { margin: 0; font-size: 52px; letter-spacing: -1px } p { margin: 0; font-size: 28px; color: #c62828 }
    div { margin: 0 50px; height: 500px; overflow: hidden } svg { width: 1100px; height: auto; display: block }
  </style><header><h1>Redlock Playground</h1><p>${headline}</p></header><div>${svg}</div>`;
}

const executablePath = findChromium();
if (executablePath === undefined) throw new Error('No Chromium was found: set CHROMIUM_PATH.');
const browser = await chromium.launch({ executablePath, args: [...chromiumFlags] });
try {
  const card = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await card.setContent(await cardPage());
  await card.evaluate(() => document.fonts.ready);
  await card.screenshot({ path: at('public/social.png') });
  const icon = readFileSync(at('public/favicon.svg'), 'utf8');
  for (const size of [192, 512]) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${icon}`);
    await page.screenshot({ path: at(`public/icon-${size}.png`), omitBackground: true });
  }
} finally {
  await browser.close();
}
