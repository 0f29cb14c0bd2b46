// What the address of a table in a frame asks for: each parameter is followed, or reported with its problem.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { embed } from '../../src/content/address/embed';
import { read } from '../../src/content/address/read';
import { tableProblems } from '../../src/content/address/tableProblems';
import { heightMax, runParameters, tableParameters } from '../../src/core/model/links/embedParameters';
import { addressProblems, readTableAddress } from '../../src/search/matrix/tableAddress';
import { tableNames } from '../../src/web/matrix/known';
import { askedOfEmbed } from '../support/askedOfEmbed';
import '../support/handIn';

const row = 'view=matrix&row=redlock&check=no-check';

const wordsIn = (address: string): string => {
  const { run } = read(address, embed);
  if (run.kind !== 'cell') throw new Error(`${address} asks for no table.`);
  return run.words;
};

const said = (query: string, { isRun = false, hash = '' } = {}): readonly string[] => {
  const address = `?${query}${hash}`;
  return [...addressProblems(wordsIn(address), tableNames), ...tableProblems(address, isRun)].map(({ en }) => en);
};

test.each([
  [`${row}&theme=dark&lang=zh&height=480&v=1&frame=7&room=400`, false],
  [`${row}&kind=pause&leases=same&from=100&to=2000&at=end&loop=1&autoplay=1&controls=play&outcome=overlap.lost`, true],
])('%s is followed', (query, isRun) => {
  expect(said(query, { isRun })).toEqual([]);
});

test.each([
  ['t=300', '“t”'],
  ['rate=2', '“rate”'],
  ['story=failover', '“story” means nothing with “view=matrix”'],
  ['variant=fix', '“variant” means nothing with “view=matrix”'],
  ['lock=redlock', '“lock” means nothing with “view=matrix”'],
  ['storage=fencing', '“storage” means nothing with “view=matrix”'],
  ['from=100', '“from” means nothing where a row'],
  ['at=end', '“at” means nothing where a row'],
  ['theme=blue', 'not “blue”'],
  ['row=redsync', '“row” is given more than once'],
  ['view=compare', '“view” is given more than once'],
  ['kind=paws', '“paws”'],
  ['leases=both', '“both”'],
])('what of %s cannot be followed is named, once', (more, word) => {
  const all = said(`${row}&${more}`);
  expect(all).toHaveLength(1);
  expect(all[0]).toContain(word);
});

test('a run cannot be followed there either, nor what stands behind a slash, and nothing hides anything', () => {
  expect(said(row, { hash: '#v1.abc' })).toEqual([expect.stringContaining('“scenario”')]);
  expect(said('view=matrix&row=redlock/pause/no-check')).toEqual([expect.stringContaining('“redlock%2Fpause')]);
  expect(said('view=matrix&row=redlok&kind=paws&check=chek&leases=both')).toHaveLength(4);
});

describe('any parameter', () => {
  /** Values, some of which fit and some do not. */
  const value = fc.constantFrom(
    '1',
    'dark',
    'zh',
    'redlock',
    'pause',
    'play',
    'overlap.lost',
    'break',
    'nothing',
    '-4',
  );
  const name = fc.oneof(
    fc.constantFrom(...runParameters, ...tableParameters, 'story', 'v'),
    fc.stringMatching(/^[a-z]{1,8}$/),
  );

  test('is followed or named', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(name, value), { selector: ([one]) => one }), fc.boolean(), (given, isRun) => {
        const query = new URLSearchParams([['view', 'matrix'], ...given.filter(([one]) => one !== 'view')]);
        const problems = said(String(query), { isRun });
        const { address } = readTableAddress(wordsIn(`?${query}`), tableNames);
        const { parameters } = askedOfEmbed(query);
        const followed: Readonly<Record<string, boolean>> = {
          view: true,
          v: query.get('v') === '1',
          frame: true,
          room: true,
          row: address.rows.length > 0,
          kind: tableNames.kinds.some((kind) => kind === query.get('kind')),
          check: address.check === query.get('check'),
          leases: address.leases === query.get('leases'),
          theme: parameters.theme === query.get('theme'),
          lang: parameters.language === query.get('lang'),
          height: parameters.height !== null && parameters.height <= heightMax,
          from: isRun && parameters.from !== null,
          to: isRun && parameters.to !== null,
          loop: isRun && parameters.loop,
          autoplay: isRun && parameters.autoplay,
          at: isRun && String(parameters.at) === query.get('at'),
          outcome: isRun && parameters.outcome !== null,
          controls: isRun && parameters.controls.size === 1,
        };
        // The words of a place are named separately.
        const words: readonly string[] = tableParameters;
        for (const [one, its] of query) {
          const isFollowed = followed[one] ?? false;
          const isNamed = problems.some((text) => text.includes(`“${words.includes(one) ? its : one}”`));
          expect([one, its, isFollowed || isNamed]).toEqual([one, its, true]);
          if (!words.includes(one)) expect([one, its, isNamed]).toEqual([one, its, !isFollowed]);
        }
      }),
    );
  });
});
