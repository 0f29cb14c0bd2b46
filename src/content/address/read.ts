/**
 * Reads the address of a page. It never throws. A part that cannot be used counts as absent; a page whose authors
 * write its address by hand lists it in `problems`.
 */
import type { Text } from '../../core/model/values/text';
import { type PageAddress, splitAddress } from './pageAddress';
import type { OwnOf, Page, Parameter, Table, Values } from './parameters';
import { type PlaygroundParameters, playground } from './playground';
import { badParameter } from './problems';

export interface ReadAddress<Own> extends PageAddress<Own> {
  readonly problems: readonly Text[];
}

/**
 * @param address all of it, or from its `?` or `#` on
 * @param page the page of the address. The parameters of all pages are read for the playground as well.
 */
export function read(address: string): ReadAddress<OwnOf<PlaygroundParameters>>;
export function read<T extends Table>(address: string, page: Page<T>): ReadAddress<OwnOf<T>>;
export function read(address: string, page: Page<Table> = playground): ReadAddress<object> {
  const { query: queryText, hash } = splitAddress(address);
  const query = new URLSearchParams(queryText);
  const run = page.runOf(query, hash);
  const { lang, at, ...own } = valuesIn(query, page.parameters, () => {});
  // A frame shows one run at one size.
  const isFrame = page.page === 'embed';
  return {
    page: page.page,
    run,
    size: isFrame ? null : sizeIn(query, page.page),
    at,
    find: isFrame ? null : findIn(query),
    open: isFrame ? null : (dialogs.find((name) => query.has(name)) ?? null),
    language: lang,
    own,
    // `tableProblems` reports those of a table, once it is known whether a cell of it is a run.
    problems: run.kind === 'cell' ? [] : problemsIn(query, page),
  };
}

/** The dialogs that an address names. */
const dialogs = ['proof', 'stories'] as const;

export function problemsIn<T extends Table>(query: URLSearchParams, { parameters, nameProblems }: Page<T>) {
  const problems: Text[] = [...(nameProblems?.(query) ?? [])];
  valuesIn(query, parameters, (problem) => problems.push(problem));
  return problems;
}

function valuesIn<T extends Table>(query: URLSearchParams, table: T, report: (problem: Text) => void): Values<T>;
function valuesIn(query: URLSearchParams, table: Table, report: (problem: Text) => void): object {
  const values = Object.entries<Parameter<unknown>>(table).map(([name, { preset, of, allowed }]) => {
    const value = query.get(name);
    if (value === null) return [name, preset];
    const refuse = (): void => {
      if (allowed !== null) report(badParameter(name, value, allowed));
    };
    const followed = of(value, refuse);
    if (followed === null) refuse();
    return [name, followed ?? preset];
  });
  return Object.fromEntries(values);
}

/** The workshop has its own `present`. */
function sizeIn(query: URLSearchParams, page: PageAddress<unknown>['page']): PageAddress<unknown>['size'] {
  if (query.has('scene')) return 'scene';
  if (query.has('details')) return 'details';
  return page === 'playground' && query.has('present') ? 'present' : null;
}

function findIn(query: URLSearchParams): PageAddress<unknown>['find'] {
  const [search, result] = [query.get('find'), query.get('found')];
  return search === null && result === null ? null : { asked: search, found: result };
}
