// The entry of the embed: shows what the address names, in an iframe. It writes neither the address, which belongs to
// the host, nor storage.
import '../appearance/theme.css';
import '../appearance/global.css';
import { embed, parametersOf, withMissing, withoutSecret } from '../../content/address/embed';
import { splitAddress } from '../../content/address/pageAddress';
import { read } from '../../content/address/read';
import { fewParts } from '../../core/run/fewParts';
import { start } from '../app/start';
import { openAddress } from '../files/address';
import type { ScenarioSource } from '../state/edition';
import { openKept } from '../state/keptRun';
import { simulateInSlices } from '../state/longRun';
import { provideParts } from '../state/parts';
import { partsFor } from '../state/partsFor';
import { usePreferences } from '../state/preferences';
import { runs } from '../state/run';
import { followNames } from '../words/followNames';
import { Embed } from './Embed';
import { embedWords } from './embedWords';
import { NoRun } from './NoRun';
import { openAsAsked } from './openAsAsked';

/** A sandboxed frame has no worker, so a run of more events is left to the playground. */
const eventsMax = 50_000;

const request = asAsked();
const parameters = parametersOf(request);
provideParts(fewParts, partsFor);
runs.setSimulator(simulateInSlices(eventsMax));
followNames();

void start<ScenarioSource>({
  words: embedWords,
  site: null,
  waitsFor: 'page',
  isServed: async () => navigator.onLine,
  before: () => {
    if (parameters.language !== null) usePreferences.setState({ language: parameters.language });
    if (parameters.theme !== 'host') document.documentElement.dataset['theme'] = parameters.theme;
  },
  load: async ({ savedState, spoken }) => {
    await spoken;
    return embedPage(savedState);
  },
});

async function embedPage(savedRun: ScenarioSource | null) {
  // A view without a run, which reports the parameters that it cannot follow.
  if (request.run.kind === 'cell')
    return (await import('./openTable')).openTable(parameters, request.run.words, location.href);
  if (request.run.kind === 'code') return (await import('./openCode')).openCode(parameters, request.run.link);
  if (request.run.kind === 'recorded')
    return (await import('./openRecorded')).openRecorded(parameters, request.run.link, request.problems);
  const { secret } = withoutSecret(splitAddress(location.href).hash);
  if (secret !== null) passLinksOn(secret);
  const ofStory = await openAddress(request.run);
  const wrong = [...request.problems, ...(ofStory === null ? [] : [ofStory.message])];
  // Waiting: there is nothing to play.
  if (ofStory?.open === 'first') return <NoRun parameters={{ ...parameters, view: 'verdict' }} problems={wrong} />;
  const notOpened = await openAsAsked(parameters);
  if (savedRun !== null) await openKept(savedRun);
  return <Embed parameters={parameters} problems={[...wrong, ...notOpened]} />;
}

/** The address, and the page's own attributes for what the address leaves open. */
function asAsked() {
  const story = document.querySelector<HTMLMetaElement>('meta[name=story]')?.content;
  if (story === undefined) return read(location.href, embed);
  const lang = document.documentElement.lang.startsWith('zh') ? 'zh' : null;
  return read(withMissing({ story, lang }, location.href), embed);
}

/**
 * WordPress unfolds an address into a frame whose sandbox opens no link. The surrounding page opens the links that
 * the frame sends it with the frame's secret, if they stay on the frame's own site (`wp-includes/js/wp-embed.js`).
 */
function passLinksOn(secret: string): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link !== null) parent.postMessage({ message: 'link', value: link.href, secret }, '*');
  });
}
