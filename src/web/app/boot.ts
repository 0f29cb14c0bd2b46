/**
 * Watches a page start, from a file of its own: if a script or style sheet is missing or is something else, the page
 * is reloaded from the network, once per tab. After that, or if the tab cannot remember it, the person is asked.
 */
import { reloadWords } from '../../content/texts/reload';
import { loadAnew } from './loadAnew';

const mark = 'redlock-playground-loaded-anew';
let hasFailed = false;

function fail(): void {
  if (hasFailed || hasBegun()) return;
  hasFailed = true;
  if (isFirstTime()) void loadAnew();
  else if (document.readyState === 'loading') addEventListener('DOMContentLoaded', ask);
  else ask();
}

const hasBegun = (): boolean => document.querySelector('#root > *') !== null;

function isFirstTime(): boolean {
  try {
    if (sessionStorage.getItem(mark) !== null) return false;
    sessionStorage.setItem(mark, '1');
    return true;
  } catch {
    return false;
  }
}

function ask(): void {
  const words =
    /^zh/i.test(document.documentElement.lang) || /^zh/i.test(navigator.language) ? reloadWords.zh : reloadWords.en;
  const line = document.createElement('p');
  line.setAttribute('role', 'alert');
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = words.again;
  button.onclick = () => void loadAnew();
  line.append(`${words.notBegun} `, button);
  // The picture of the page would cover it.
  document.getElementById('opening')?.removeAttribute('data-still');
  document.body.append(line);
}

/** Whether the error comes from a file of ours, rather than from a browser extension in the page. */
const isOurs = (event: Event): boolean =>
  event instanceof ErrorEvent
    ? event.filename.startsWith(location.origin)
    : event.target instanceof HTMLScriptElement || isStyleSheet(event.target);

const isStyleSheet = (target: unknown): boolean => target instanceof HTMLLinkElement && target.rel === 'stylesheet';

addEventListener('error', (event) => isOurs(event) && fail(), true);
addEventListener('unhandledrejection', fail);
// The scripts and sheets before this script have loaded or failed by now.
if ([...document.querySelectorAll('link')].some((link) => isStyleSheet(link) && link.sheet === null)) fail();
