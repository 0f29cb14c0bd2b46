/**
 * Writes addresses of the site. Addresses are published: each form that was ever written is read for ever
 * (`test/support/everyForm.ts`). The element of a post has this file in its script, so it must stay small.
 */

import { tableParameters } from '../../core/model/links/embedParameters';
import { type SharedOutcome, writeOutcome } from '../../core/model/links/sharedOutcome';
import {
  type AskedRun,
  guideMark,
  type Named,
  type PageAddress,
  type PageName,
  splitAddress,
  whichMark,
} from './pageAddress';

type OwnValue = string | number | boolean | null | ReadonlySet<string> | SharedOutcome;

/**
 * `own` may also hold the attributes of an element as written, in their order. The frame reports what is wrong with
 * them.
 */
interface Written extends Omit<PageAddress<unknown>, 'language' | 'own'> {
  readonly language: string | null;
  readonly own: Readonly<Record<string, OwnValue>>;
}

const folders: Readonly<Record<PageName, string>> = {
  playground: '',
  learn: 'learn/',
  matrix: 'matrix/',
  own: 'own/',
  network: 'network/',
  embed: 'embed/',
};

/** Null removes the parameter. */
type Pair = readonly [name: string, text: string | null];

/**
 * @param address the parts to write. The rest of `over` stays.
 * @param over the address that is there, or a folder; by default the page's folder, relative to the site
 */
export function write(address: Partial<Written>, over = folders[address.page ?? 'playground']): string {
  const { path, query: queryText, hash } = splitAddress(over);
  const query = new URLSearchParams(queryText);
  const pairs = pairsOf(address);
  for (const [name, value] of pairs) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  const text = asWritten(query, pairs);
  const behind = address.run === undefined ? hash : hashOf(address.run, address.page);
  return `${path}${text === '' ? '' : `?${text}`}${behind === '' ? '' : `#${behind}`}`;
}

/** Flags without a value. */
const flags: readonly string[] = ['scene', 'details', 'ask', 'embed', 'edit', 'guide', 'present'];
const emptyFlag = new RegExp(`(?<=^|&)(${flags.join('|')})=(?=&|$)`, 'g');

/** Flags are short, including those that were there before, and a search is legible. */
function asWritten(query: URLSearchParams, pairs: readonly Pair[]): string {
  const text = query.toString().replaceAll(emptyFlag, '$1');
  if (!pairs.some(([name]) => name === 'find')) return text;
  return text.replace(/(?<=^|&)find=[^&]*/, (part) => part.replaceAll('%2C', ','));
}

function pairsOf({ page, run, own = {}, size, at, language, find, open }: Partial<Written>): readonly Pair[] {
  const pairs: Pair[] = [];
  if (page === 'embed') pairs.push(['v', '1']);
  if (run !== undefined) pairs.push(...namedPairs(run));
  for (const [name, value] of Object.entries(own)) pairs.push([name, textOf(name, value)]);
  if (run !== undefined) pairs.push(...otherPairs(run, page));
  if (size !== undefined)
    // The workshop and the network have their own `present`.
    for (const one of ['scene', 'details', ...(page === 'learn' || page === 'network' ? [] : ['present'])])
      pairs.push([one, size === one ? '' : null]);
  if (at !== undefined) pairs.push(['at', at === null ? null : String(at)]);
  if (language !== undefined) pairs.push(['lang', language]);
  if (find !== undefined) pairs.push(['find', find?.asked ?? null], ['found', find?.found ?? null]);
  if (open !== undefined)
    pairs.push(['proof', open === 'proof' ? '1' : null], ['stories', open === 'stories' ? '' : null]);
  return pairs;
}

function namedPairs(run: AskedRun): readonly Pair[] {
  if (run.kind !== 'story' && run.kind !== 'link' && run.kind !== 'none') return [];
  const named: Named | null = run.kind === 'story' ? run : run.kind === 'link' ? run.story : null;
  return [
    ['story', named?.story ?? null],
    ['variant', named?.variant ?? null],
  ];
}

function otherPairs(run: AskedRun, page: PageName | undefined): readonly Pair[] {
  if (run.kind === 'exercise') return [['do', run.id]];
  if (run.kind === 'none') return [['do', null]];
  if (run.kind !== 'cell' || page !== 'embed') return [];
  const words = run.words.split('/').map((word) => word.replaceAll('%252F', '/'));
  return [['view', 'matrix'], ...tableParameters.map((name, i): Pair => [name, words[i] || null])];
}

function hashOf(run: AskedRun, page: PageName | undefined): string {
  if (run.kind === 'exercise') return run.link ?? '';
  if (run.kind === 'link' || run.kind === 'code' || run.kind === 'recorded') return run.link;
  if (run.kind === 'which') return whichMark + run.words;
  if (run.kind === 'guide') return guideMark;
  if (run.kind === 'level') return run.words;
  return run.kind === 'cell' && page !== 'embed' ? run.words : '';
}

function textOf(name: string, value: OwnValue): string | null {
  if (typeof value === 'boolean') return value ? (flags.includes(name) ? '' : '1') : null;
  if (value === null || typeof value !== 'object') return value === null ? null : String(value);
  if ('lock' in value) return writeOutcome(value);
  return [...value].join() || 'none';
}
