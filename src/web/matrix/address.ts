/** The address of the page, which is all its state: links change it, and so do Back and Forward. */
import { useSyncExternalStore } from 'react';
import { matrix } from '../../content/address/matrix';
import type { AskedRun } from '../../content/address/pageAddress';
import { read } from '../../content/address/read';
import { write } from '../../content/address/write';
import { badAnswer } from '../../search/matrix/addressProblems';
import { type Answers, readAnswers, writeAnswers } from '../../search/matrix/choose';
import { plainAddress, type ReadTableAddress, readTableAddress } from '../../search/matrix/tableAddress';
import { setAnswers } from './answers';
import { tableNames } from './known';

let lastRead: (ReadTableAddress & { readonly hash: string }) | null = null;

const runIn = (hash: string): AskedRun => read(hash, matrix).run;

/** The questions without an answer have a short address, too. */
export const isWhich = (hash: string): boolean => runIn(hash).kind === 'which';

/** An address of “Which lock do I need?”: the answer is a link. */
export const whichAddress = (answers: Answers): string =>
  write({ run: { kind: 'which', words: writeAnswers(answers) } }, '');

/** What the address names now. Returns the same object until it changes. */
export function here(): ReadTableAddress {
  const { hash } = location;
  if (lastRead?.hash !== hash) lastRead = { ...addressOf(runIn(hash)), hash };
  return lastRead;
}

function addressOf(run: AskedRun): ReadTableAddress {
  if (run.kind !== 'which') return readTableAddress(run.kind === 'cell' ? run.words : '', tableNames);
  const { unknown } = readAnswers(run.words);
  const [first] = unknown;
  const problem = first === undefined ? null : badAnswer(first.word, first.allowed);
  return { address: plainAddress(tableNames), changes: {}, problem };
}

/** The answers stay while a row or a cell is viewed. */
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

export const useTableAddress = (): ReadTableAddress => useSyncExternalStore(subscribe, here);

/** As a new history entry, so that Back returns to the present address. */
export function go(hash: string): void {
  location.hash = hash;
}

/** Replaces the present history entry: Back need not return to a value that is still being changed. */
export function goInstead(hash: string): void {
  location.replace(hash);
}
