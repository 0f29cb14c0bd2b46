/**
 * Reads the address of a page. It never throws. What cannot be followed is as if it were not there; a page with readers who
 * write its address by hand names it in `problems`.
 */
import type { Text } from '../../core/model/text';
import type { common, Parameter } from './parameters';
import { type AskedRun, type Place, splitAddress } from './place';
import { type PlaygroundParameters, playground } from './playground';
import { badParameter } from './problems';

type Table = Readonly<Record<string, Parameter<unknown>>> & typeof common;

type Values<T extends Table> = { readonly [Name in keyof T]: T[Name] extends Parameter<infer Value> ? Value : never };

export type OwnOf<T extends Table> = Omit<Values<T>, keyof typeof common>;

/** How a page reads its address. */
export interface Page<T extends Table> {
  readonly page: Place<unknown>['page'];
  readonly parameters: T;
  readonly runOf: (query: URLSearchParams, hash: string) => AskedRun;
  /** What is wrong with the names of the parameters. Absent: any name may stand there. */
  readonly nameProblems?: (query: URLSearchParams) => readonly Text[];
}

export interface ReadAddress<Own> extends Place<Own> {
  readonly problems: readonly Text[];
}

/**
 * @param address all of it, or from its `?` or `#` on
 * @param page whose address it is. What all pages have in common is read for the playground as well.
 */
export function read(address: string): ReadAddress<OwnOf<PlaygroundParameters>>;
export function read<T extends Table>(address: string, page: Page<T>): ReadAddress<OwnOf<T>>;
export function read(address: string, page: Page<Table> = playground): ReadAddress<object> {
  const { query: asked, hash } = splitAddress(address);
  const query = new URLSearchParams(asked);
  const run = page.runOf(query, hash);
  const { lang, at, ...own } = valuesIn(query, page.parameters, () => {});
  // A frame shows one run in one size.
  const isFrame = page.page === 'embed';
  return {
    page: page.page,
    run,
    size: isFrame ? null : sizeIn(query, page.page),
    at,
    find: isFrame ? null : findIn(query),
    open: !isFrame && query.has('proof') ? 'proof' : null,
    language: lang,
    own,
    // Those of a table are told by `tableProblems`, as soon as it is known whether a cell of it is a run.
    problems: run.kind === 'cell' ? [] : problemsIn(query, page),
  };
}

export function problemsIn<T extends Table>(query: URLSearchParams, { parameters, nameProblems }: Page<T>) {
  const problems: Text[] = [...(nameProblems?.(query) ?? [])];
  valuesIn(query, parameters, (problem) => problems.push(problem));
  return problems;
}

function valuesIn<T extends Table>(query: URLSearchParams, table: T, tell: (problem: Text) => void): Values<T>;
function valuesIn(query: URLSearchParams, table: Table, tell: (problem: Text) => void): object {
  const values = Object.entries<Parameter<unknown>>(table).map(([name, { preset, of, allowed }]) => {
    const value = query.get(name);
    if (value === null) return [name, preset];
    const refuse = (): void => {
      if (allowed !== null) tell(badParameter(name, value, allowed));
    };
    const followed = of(value, refuse);
    if (followed === null) refuse();
    return [name, followed ?? preset];
  });
  return Object.fromEntries(values);
}

/** The workshop has a `present` of its own. */
function sizeIn(query: URLSearchParams, page: Place<unknown>['page']): Place<unknown>['size'] {
  if (query.has('scene')) return 'scene';
  if (query.has('details')) return 'details';
  return page === 'playground' && query.has('present') ? 'present' : null;
}

function findIn(query: URLSearchParams): Place<unknown>['find'] {
  const [asked, found] = [query.get('find'), query.get('found')];
  return asked === null && found === null ? null : { asked, found };
}
