/** The address of the page, which is all its state: links change it, and so do back and forward. */
import { useSyncExternalStore } from 'react';
import { type Answers, readAnswers, writeAnswers } from '../../matrix/choose';
import { plainPlace, type ReadPlace, readPlace } from '../../matrix/place';
import { badAnswer } from '../../matrix/placeProblems';
import { setAnswers } from './answers';
import { known } from './known';

let read: (ReadPlace & { readonly hash: string }) | null = null;

const which = '#which/';

/** The questions without an answer have a short address, too. */
export const isWhich = (hash: string): boolean => hash === '#which' || hash.startsWith(which);

/** An address of “Which lock do I need?”: the answer is a link. */
export const whichAddress = (answers: Answers): string => `${which}${writeAnswers(answers)}`;

/** What the address names now. The same object until it changes. */
export function here(): ReadPlace {
  const { hash } = location;
  if (read?.hash !== hash) read = { ...placeOf(hash), hash };
  return read;
}

function placeOf(hash: string): ReadPlace {
  if (!isWhich(hash)) return readPlace(hash, known);
  const { unknown } = readAnswers(hash.slice(which.length));
  const [first] = unknown;
  const problem = first === undefined ? null : badAnswer(first.word, first.allowed);
  return { place: plainPlace(known), changes: {}, problem };
}

/** The answers stay while a row or a cell is looked at. */
function takeAnswers(): void {
  const { hash } = location;
  if (isWhich(hash)) setAnswers(readAnswers(hash.slice(which.length)).answers);
}

/** From now on the answers follow the address. */
export function followAddress(): void {
  takeAnswers();
  window.addEventListener('hashchange', takeAnswers);
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

export const useAddress = (): ReadPlace => useSyncExternalStore(subscribe, here);

/** An entry of its own in the history, so that Back leads to what is there now. */
export function go(hash: string): void {
  location.hash = hash;
}

/** In place of the entry that is there: a value on its way to another one is no place to come back to. */
export function goInstead(hash: string): void {
  location.replace(hash);
}
