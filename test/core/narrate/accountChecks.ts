// An account is true to the events of its run, and tells causes first: each time in a sentence is the time of one of
// its events, no sentence says that something was done when it was only requested, and none comes too early.
import { expect } from 'vitest';
import type { Cause } from '../../../src/core/model/trace/cause';
import type { Fact } from '../../../src/core/model/trace/fact';
import type { Run } from '../../../src/core/model/trace/run';
import { processIndex, type Trace, type TraceKind } from '../../../src/core/model/trace/trace';
import { eventsOf, instantAt, readEvent, type TraceEvent } from '../../../src/core/model/trace/traceReader';
import { formatAt, formatLength } from '../../../src/core/model/values/format';
import { nth } from '../../../src/core/model/values/nth';
import { languages } from '../../../src/core/model/values/text';
import { type Explained, explain, instantOf } from '../../../src/core/narrate/explain';
import { narrate } from '../../../src/core/narrate/narrate';
import { speechOf } from '../../../src/core/narrate/speechOf';
import type { Checks } from '../../content/stories/knownRun';

const eventsAt = (trace: Trace, seqs: readonly number[]): readonly TraceEvent[] =>
  seqs.filter((seq) => seq >= 0 && seq < trace.count).map((seq) => readEvent(trace, seq));

/** What a clock will say, or would have said: no event of the run happens at that time. */
function foreseen(said: Cause | Fact): readonly number[] {
  if ('kind' in said) return [];
  if (said.rule === 'workedOn') return [said.values.until];
  if (said.rule === 'keyInTheWay' && said.values.stands === 1) return [said.values.until];
  return said.rule === 'stayedAway' ? [said.values.expiresAt] : [];
}

/** Values that say when something happened. Any other number may be a length. */
const instants: ReadonlySet<string> = new Set([
  'at',
  'freedAt',
  'until',
  'expiredAt',
  'corrected',
  'notifiedAt',
  'endedAt',
  'expiresAt',
]);

/** The times in a sentence that belong to no event of the run. */
function strayTimes(trace: Trace, said: Cause | Fact, { text, events }: Explained): readonly string[] {
  const when = [...eventsAt(trace, events).map(({ at }) => at), ...foreseen(said)].map(formatAt);
  const lengths = Object.entries(said.values).flatMap(([name, value]) =>
    typeof value === 'number' && !instants.has(name) ? [formatLength(Math.abs(value))] : [],
  );
  const allowed = new Set([...when, ...lengths]);
  return (text.match(/(?<!(?:min|h) )\b\d+\.\d{3} s/g) ?? []).filter((time) => !allowed.has(time));
}

/** The event that must exist for a sentence to say that something was done. */
const eventKindOf: Partial<Record<string, TraceKind>> = {
  granted: 'acquired',
  grantedToo: 'acquired',
  tookForGranted: 'acquired',
  expired: 'entryGone',
  sessionExpired: 'entryGone',
  keyLost: 'entryGone',
  freedInside: 'entryGone',
  expiredAfterCrash: 'entryGone',
  openedAfterCrash: 'entryGone',
  deletedAnother: 'entryGone',
  released: 'entryGone',
  keySet: 'entrySet',
  keySetFirst: 'entrySet',
  wrote: 'wrote',
  overwrote: 'wrote',
  refusedWrite: 'rejected',
  healed: 'finished',
  wakeLost: 'lost',
  'false-alarm': 'lockLost',
};

/** What a sentence says was done although no event of its run did it. */
function actionsMissing(trace: Trace, said: Cause | Fact): readonly string[] {
  const [name, seqs] = 'kind' in said ? [said.kind, [said.from, said.to]] : [said.rule, said.events];
  const events = eventsAt(trace, seqs).filter(({ kind }) => kind === eventKindOf[name]);
  const idOf = (index: number): string => trace.header.processes[index]?.id ?? '';
  if (eventKindOf[name] !== undefined && events.length === 0) return [`${eventKindOf[name]}`];
  if ('kind' in said) return [];
  if (said.rule === 'released') {
    const { client, nodes, freedAt } = said.values;
    const freed = events.filter((event) => event.kind === 'entryGone' && idOf(event.peer) === client);
    const missing = nodes.filter((node) => !freed.some(({ process }) => idOf(process) === node));
    return [...missing, ...(Math.max(...freed.map(({ at }) => at)) === freedAt ? [] : ['freed last'])];
  }
  const isOfNodes = eventKindOf[name] === 'entryGone' && 'nodes' in said.values;
  if (!isOfNodes) return [];
  return said.values.nodes.filter((node) => !events.some(({ process }) => idOf(process) === node));
}

/** The problems in the account of a run, as lines. */
export function wrongIn({ trace, verdict }: Run): readonly string[] {
  const found = [...verdict.chain, ...verdict.facts].flatMap((said) =>
    actionsMissing(trace, said).map((what) => `${'kind' in said ? said.kind : said.rule}: not ${what}`),
  );
  for (const language of languages) {
    const { chain, facts } = explain(verdict, speechOf[language]);
    verdict.chain.forEach((cause, i) => {
      const said = nth(chain, i);
      found.push(...strayTimes(trace, cause, said).map((time) => `${time} in “${said.text}”`));
      if (cause.rule === 'workedOn' && !said.text.includes(formatAt(instantOf(said, trace) ?? -1)))
        found.push(`${formatAt(instantOf(said, trace) ?? -1)} beside “${said.text}”`);
    });
    for (const said of facts) {
      // Facts that differ only in the node become one sentence.
      const alike = verdict.facts.filter(({ kind }) => kind === said.kind);
      const stray = alike.map((fact) => strayTimes(trace, fact, said));
      if (stray.every((times) => times.length > 0)) found.push(`${stray[0]} in “${said.text}”`);
    }
  }
  return found;
}

/** A cause by the instant of its first event, to which a click on it leads, and the instant that its sentence names. */
export interface OrderedCause {
  readonly rule: string;
  readonly first: number;
  readonly at: number | undefined;
}

export const causesIn = ({ trace, verdict }: Run): readonly OrderedCause[] =>
  verdict.chain.map(({ rule, events, values }) => ({
    rule,
    first: instantAt(trace, events[0] ?? -1),
    at: 'at' in values ? values.at : undefined,
  }));

/** No cause begins before the one above it. Only the last one, the outcome itself, may rest on an earlier event. */
export function expectInOrder(explained: readonly OrderedCause[]): void {
  const causes = explained.slice(0, -1);
  expect(causes).toEqual([...causes].sort((a, b) => a.first - b.first));
}

/** Its sentence names no time, and it is placed where its run begins, or at the fault with which the stretch begins. */
const namesNoTime = 'clockRan';

export function expectWhenSaid(explained: readonly OrderedCause[]): void {
  for (const { rule, first, at } of explained)
    if (at !== undefined && rule !== namesNoTime) expect([rule, Math.round(first)]).toEqual([rule, Math.round(at)]);
}

const done = /reads? the reply|repl(?:y|ies) from|deletes|accept|reject|is remembered|turns? |puts its mark|reads \d/;
const several = /\b(?:(storage) )?([A-Z](?:, [A-Z])*) and ([A-Z])\b/i;

interface Line {
  readonly seq: number;
  readonly text: string;
}

/** The client and the servers of a line about several servers; null for any other line. */
function sidesOf(trace: Trace, { text }: Line) {
  const [, storage, list = '', last = ''] = several.exec(text) ?? [];
  const [, number = ''] = /client (\d)/i.exec(text) ?? [];
  if (last === '' || number === '' || !done.test(text)) return null;
  const servers = [...list.split(', '), last].map((letter) =>
    storage === undefined ? `node${letter}` : `storage${letter}`,
  );
  return {
    client: processIndex(trace, `client${Number(number)}`),
    servers: servers.map((id) => processIndex(trace, id as 'nodeA')),
  };
}

/** Lines that name a server that had no request of the client to answer when the line's first event happened. */
function tooEarly(trace: Trace, lines: readonly Line[]): readonly string[] {
  const [sent, received] = [eventsOf(trace, 'sent'), eventsOf(trace, 'received')];
  const isTooEarly = (line: Line): boolean => {
    const { client, servers } = sidesOf(trace, line) ?? { client: -1, servers: [] };
    return servers.some((server) => {
      const isCall = ({ seq, process, peer }: (typeof sent | typeof received)[number]): boolean =>
        seq < line.seq && process === client && peer === server;
      const answered = new Set(received.filter(isCall).map(({ message }) => message - 1));
      return !sent.filter(isCall).some(({ message }) => message % 2 === 0 && !answered.has(message));
    });
  };
  return lines.filter(isTooEarly).map(({ text }) => text);
}

export const accountChecks: Checks = {
  'has an account that is true to its events': (played) => {
    expect(wrongIn(played)).toEqual([]);
  },

  'has causes in the order of time, each of which leads to the time that it names': (played) => {
    expectInOrder(causesIn(played));
    expectWhenSaid(causesIn(played));
  },

  'names no reply before its request': ({ trace }) => {
    expect(tooEarly(trace, narrate(trace, speechOf.en))).toEqual([]);
  },
};
