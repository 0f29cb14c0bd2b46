/** Breaks for the tests of reports: names, texts and files are as hostile as somebody's code can make them. */
import { compare, parseAccepted } from '../../../src/cli/attack/ci/accepted';
import { namedBreaks } from '../../../src/cli/attack/ci/breakName';
import type { Found, FoundBreak } from '../../../src/cli/attack/ci/found';
import type { Reported } from '../../../src/cli/attack/ci/reported';

export const hostile =
  'x ]]> <b> & " | `\n::error::no\r::set-output name=a::b ##[error]no %0A \u0000\u0008\u001b[31m \ud800 \uffff,:';

const source = [
  'export async function acquire({ redis, key }) {',
  `  const ok = await redis.set(key, '1'); // ${hostile.split('\n').join(' ')}`,
  '}',
].join('\n');

export const breakOf = (parts: Partial<FoundBreak> = {}): FoundBreak => ({
  harm: 'lost',
  headline: hostile,
  faults: [{ kind: 'pause', process: 'client1', step: 'acquire', line: 2 }],
  needs: null,
  details: [hostile, '0.190 s  Client 1 is paused.'],
  seen: [],
  answers: [],
  line: 2,
  places: 3,
  run: null,
  ...parts,
});

export function reportedOf(
  breaks: readonly FoundBreak[],
  parts: Partial<Found> = {},
  known: object = {},
  { code = source, file = `a,b:c%\n::error::${hostile}.ts` } = {},
): Reported {
  const read = parseAccepted(JSON.stringify(known), 'breaks.json');
  if (!read.ok) throw new Error(read.problem.en);
  const { accepted } = read;
  const found: Found = {
    isWhole: true,
    runs: 12,
    space: 'Harm: any.',
    notSearched: [],
    isIdle: false,
    unsettled: null,
    breaks,
    ...parts,
  };
  return {
    ...compare(namedBreaks(breaks, code), accepted, { isAll: found.isWhole }),
    findings: found,
    file,
    language: 'en',
    shard: { number: 2, of: 4 },
    unreasoned: new Set(accepted.keys()),
  };
}

export const many = (count: number): readonly FoundBreak[] =>
  Array.from({ length: count }, (_, index) =>
    breakOf({ faults: Array(index + 1).fill({ kind: 'lose', step: 'inside', line: 0 }) }),
  );

export const bad = reportedOf(
  [breakOf(), breakOf({ harm: 'fails', faults: [], line: 0 })],
  { isWhole: false, notSearched: [hostile] },
  { [hostile]: 'why' },
);
