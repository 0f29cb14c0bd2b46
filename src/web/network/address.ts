/** What the address names: the list, a level, or a story as one. Links change it, and so do Back and Forward. */
import { useSyncExternalStore } from 'react';
import { network } from '../../content/address/network';
import { read } from '../../content/address/read';
import { write } from '../../content/address/write';
import { browserAddress, wholeAddress } from '../state/browserAddress';

const storyMark = 'story/';

/** Empty for the list. */
function wordsHere(): string {
  const { run } = read(location.href, network);
  return run.kind === 'level' ? run.words : '';
}

const isPresented = (): boolean => read(location.href, network).own.present;

const listeners = new Set<() => void>();

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  for (const type of ['hashchange', 'popstate']) addEventListener(type, onChange);
  return () => {
    listeners.delete(onChange);
    for (const type of ['hashchange', 'popstate']) removeEventListener(type, onChange);
  };
}

export const useAskedWords = (): string => useSyncExternalStore(subscribe, wordsHere);

/** Whether the page is shown to a room. */
export const useIsPresented = (): boolean => useSyncExternalStore(subscribe, isPresented);

export function present(isOn: boolean): void {
  browserAddress.replace(write({ page: 'network', own: { present: isOn } }, wholeAddress(browserAddress)));
  for (const hear of listeners) hear();
}

/** The id of the story that these words name. Null: they name a level. */
export const storyIn = (words: string): string | null =>
  words.startsWith(storyMark) ? words.slice(storyMark.length) : null;

/** Of a level, to the same page. */
export const hrefOf = (level: string): string => write({ page: 'network', run: { kind: 'level', words: level } }, '');
