/** Checks the header of a trace from a file or a server. Returns one that views may trust, or what is wrong with it. */
import * as v from 'valibot';
import { exactly, fieldList, trueOrFalse } from '../../core/model/scenario/parse/allowedTexts';
import { parseScenario } from '../../core/model/scenario/parse/parseScenario';
import { allowing } from '../../core/model/scenario/parse/problem';
import type { NamedParts } from '../../core/model/scenario/parts';
import type { ProcessId } from '../../core/model/scenario/processId';
import { guards } from '../../core/model/scenario/resource';
import type { Scenario } from '../../core/model/scenario/scenario';
import { severities } from '../../core/model/trace/severity';
import { plainStandIns, type StandIn, standInsOfOne } from '../../core/model/trace/standIn';
import { type LateSpan, type TraceHeader, traceVersion } from '../../core/model/trace/trace';
import { isObject } from '../../core/model/values/isObject';
import type { Text } from '../../core/model/values/text';
import { fromMs, instant, lengthMax } from '../../core/model/values/time';
import * as texts from './traceProblems';

const processesMax = 64;
const lateSpansMax = 1000;
const listedMax = 100;
const wordLengthMax = 300;

/** A live run may last a little longer than its scenario says. */
export const atMax = 2 * fromMs(lengthMax);

/** A text of one line at most. */
const wordSchema = v.pipe(
  v.string(allowing(texts.aText)),
  v.maxLength(wordLengthMax, allowing(texts.charactersAtMost(wordLengthMax))),
);

export const oneOf = <const Options extends readonly string[]>(options: Options) =>
  v.picklist(options, allowing(texts.oneOf(options)));

const micros = v.pipe(
  v.number(allowing(texts.microseconds)),
  v.minValue(0, allowing(texts.zeroOrMore)),
  v.maxValue(atMax, allowing(texts.atMostFourWeeks)),
);

const idMessage = allowing(texts.aProcess);
const processPattern = /^(client[1-9]\d?|node[A-I]|replica[A-I]\d|service|member[A-E]|storage[A-I]?|sentinel[1-5])$/;

const idSchema = v.pipe(v.string(idMessage), v.regex(processPattern, idMessage));
const standInMessage = allowing(texts.aStandIn);

const standInSchema = v.union(
  [
    v.object({ kind: oneOf(plainStandIns) }, standInMessage),
    v.object({ kind: oneOf(standInsOfOne), process: idSchema }, standInMessage),
    v.object({ kind: oneOf(['garbled']), process: idSchema, peer: idSchema }, standInMessage),
  ],
  standInMessage,
);

const processSchema = v.object(
  {
    id: idSchema,
    role: oneOf(['client', 'node', 'replica', 'service', 'member', 'storage', 'sentinel']),
    uncertainty: micros,
  },
  allowing(texts.processFields),
);

export const listMessage = allowing(texts.aList);
const shortList = (max: number) => allowing(texts.listAtMost(max));
const headerFields = [
  'engine',
  'origin',
  'scenario',
  'ended',
  'endedAt',
  'processes',
  'lockEntry',
  'quorum',
  'emulated',
  'missed',
  'late',
  'simulated',
  'lease',
  'keysLapse',
  'guard',
  'due',
];

const lateSchema = v.tuple([micros, micros], allowing(texts.twoMicroseconds));

export const lateSpansSchema = v.pipe(
  v.array(lateSchema, listMessage),
  v.maxLength(lateSpansMax, shortList(lateSpansMax)),
);

/** A text whose lines match this schema. */
export const bothLanguages = <L extends v.GenericSchema<string>>(line: L) =>
  v.object({ en: line, zh: line }, allowing(texts.inBothLanguages));

/** Unknown fields come from a newer server, and are left out. */
export const objectOf = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object(entries, allowing(fieldList(Object.keys(entries))));

const dueSchema = objectOf({ fault: v.exactOptional(micros), server: v.exactOptional(micros) });

export const headerSchema = v.object(
  {
    version: v.literal(traceVersion, allowing(exactly(traceVersion))),
    engine: wordSchema,
    origin: oneOf(['simulated', 'live']),
    scenario: v.unknown(),
    ended: oneOf(['quiet', 'duration', 'bound', 'stopped', 'failed']),
    endedAt: micros,
    processes: v.pipe(
      v.array(processSchema, listMessage),
      v.minLength(1, allowing(texts.oneOrMore)),
      v.maxLength(processesMax, shortList(processesMax)),
    ),
    lockEntry: wordSchema,
    quorum: v.pipe(
      v.number(allowing(texts.aNumber)),
      v.minValue(0, allowing(texts.zeroOrMore)),
      v.maxValue(processesMax, allowing(texts.atMost(processesMax))),
    ),
    emulated: v.pipe(v.array(standInSchema, listMessage), v.maxLength(listedMax, shortList(listedMax))),
    late: v.optional(lateSpansSchema),
    simulated: v.optional(oneOf(severities)),
    due: v.exactOptional(dueSchema),
    lease: v.exactOptional(micros),
    keysLapse: v.exactOptional(v.boolean(allowing(trueOrFalse))),
    guard: v.exactOptional(oneOf(guards)),
    missed: v.pipe(
      v.record(wordSchema, bothLanguages(wordSchema), allowing(texts.reasonsByFault)),
      v.maxEntries(listedMax, shortList(listedMax)),
    ),
  },
  allowing(fieldList(headerFields)),
);

/** Checks only the shape of rows. `GrowingTrace` checks their content: it explains problems better, and is faster. */
export const rowsSchema = v.custom<readonly (readonly number[])[]>(
  (rows) => Array.isArray(rows) && rows.every((row) => Array.isArray(row)),
  allowing(texts.listsOfNumbers),
);

export type ReadHeader =
  | { readonly ok: true; readonly header: TraceHeader }
  | { readonly ok: false; readonly problem: Text };

/** @param bare has the right shape; its scenario has not been checked. */
export function readHeader(bare: BareHeader, parts: NamedParts): ReadHeader {
  const { scenario } = bare;
  const faultNames = isObject(scenario) && isObject(scenario['faults']) ? Object.keys(scenario['faults']) : [];
  const parsed = parseScenario(scenario, parts, { keptFaults: faultNames });
  if (!parsed.ok) return { ok: false, problem: parsed.problems[0]?.message ?? texts.noScenario };
  const header = headerOf(bare, parsed.scenario);
  const problem = headerProblem(header);
  return problem === null ? { ok: true, header } : { ok: false, problem };
}

type BareHeader = v.InferOutput<typeof headerSchema>;

const headerOf = ({ late, simulated, due, ...bare }: BareHeader, scenario: Scenario): TraceHeader => ({
  ...bare,
  ...(late === undefined ? {} : { late: late satisfies readonly LateSpan[] }),
  ...(simulated === undefined ? {} : { simulated }),
  ...(due === undefined ? {} : { due: dueOf(due) }),
  scenario,
  endedAt: instant(bare.endedAt),
  emulated: bare.emulated as readonly StandIn[],
  processes: bare.processes.map((process) => ({ ...process, id: process.id as ProcessId })),
});

const dueOf = ({ fault, server }: NonNullable<BareHeader['due']>): NonNullable<TraceHeader['due']> => ({
  ...(fault === undefined ? {} : { fault: instant(fault) }),
  ...(server === undefined ? {} : { server: instant(server) }),
});

function headerProblem({ processes }: TraceHeader): Text | null {
  const ids = processes.map(({ id }) => id);
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  return twice === undefined ? null : texts.twice(twice);
}
