/** The address of the page, which is all its state: links change it, and so do back and forward. */
import { useSyncExternalStore } from 'react';
import { matrix } from '../../content/address/matrix';
import type { AskedRun } from '../../content/address/place';
import { read } from '../../content/address/read';
import { write } from '../../content/address/write';
import { type Answers, readAnswers, writeAnswers } from '../../search/matrix/choose';
import { plainPlace, type ReadPlace, readPlace } from '../../search/matrix/place';
import { badAnswer } from '../../search/matrix/placeProblems';
import { setAnswers } from './answers';
import { known } from './known';

let lastRead: (ReadPlace & { readonly hash: string }) | null = null;

const runIn = (hash: string): AskedRun => read(hash, matrix).run;

/** The questions without an answer have a short address, too. */
export const isWhich = (hash: string): boolean => runIn(hash).kind === 'which';

/** An address of “Which lock do I need?”: the answer is a link. */
export const whichAddress = (answers: Answers): string =>
  write({ run: { kind: 'which', words: writeAnswers(answers) } }, '');

/** What the address names now. The same object until it changes. */
export function here(): ReadPlace {
  const { hash } = location;
  if (lastRead?.hash !== hash) lastRead = { ...placeOf(runIn(hash)), hash };
  return lastRead;
}

function placeOf(run: AskedRun): ReadPlace {
  if (run.kind !== 'which') return readPlace(run.kind === 'cell' ? run.words : '', known);
  const { unknown } = readAnswers(run.words);
  const [first] = unknown;
  const problem = first === undefined ? null : badAnswer(first.word, first.allowed);
  return { place: plainPlace(known), changes: {}, problem };
}

/** The answers stay while a row or a cell is looked at. */
function takeAnswers(): void {
  const run = runIn(location.hash);
  if (run.kind === 'which') setAnswers(readAnswers(run.words).answers);
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

export const useTablePlace = (): ReadPlace => useSyncExternalStore(subscribe, here);

/** An entry of its own in the history, so that Back leads to what is there now. */
export function go(hash: string): void {
  location.hash = hash;
}

/** In place of the entry that is there: a value on its way to another one is no place to come back to. */
export function goInstead(hash: string): void {
  location.replace(hash);
}
