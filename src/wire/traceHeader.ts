/** Turns the header of a trace, from a file or a server, into one that views may trust, or says what is wrong with it. */
import * as v from 'valibot';
import { parseScenario } from '../model/parse/parseScenario';
import { allowing } from '../model/parse/problem';
import type { Registry } from '../model/registry';
import type { ProcessId, Scenario } from '../model/scenario';
import { plainStandIns, type StandIn, standInsOfOne } from '../model/standIn';
import type { Text } from '../model/text';
import { instant } from '../model/time';
import { type LateSpan, type TraceHeader, traceVersion } from '../model/trace';
import { outcomes } from '../model/verdict';

const processesMax = 64;
const lateSpansMax = 1000;
const listedMax = 100;
const wordLengthMax = 300;

/** A text of one line at most. */
const wordSchema = v.pipe(
  v.string(allowing({ en: 'a text', zh: '文本' })),
  v.maxLength(
    wordLengthMax,
    allowing({ en: `at most ${wordLengthMax} characters`, zh: `最多 ${wordLengthMax} 个字符` }),
  ),
);

export const oneOf = <const Options extends readonly string[]>(options: Options) =>
  v.picklist(options, allowing({ en: `one of ${options.join(', ')}`, zh: `${options.join('、')} 之一` }));

const micros = v.pipe(
  v.number(allowing({ en: 'a number of microseconds', zh: '微秒数' })),
  v.minValue(0, allowing({ en: '0 or more', zh: ' 0 或更大' })),
  v.maxValue(86_400_000_000, allowing({ en: 'at most a day', zh: '最多一天' })),
);

const idMessage = allowing({
  en: 'the name of a process, such as client1 or nodeA',
  zh: '进程名，如 client1 或 nodeA',
});
const processPattern = /^(client[1-9]\d?|node[A-I]|replica[A-I]\d|service|storage[A-I]?)$/;

const idSchema = v.pipe(v.string(idMessage), v.regex(processPattern, idMessage));
const standInMessage = allowing({ en: 'a kind of stand-in', zh: '一种替代手段' });

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
    role: oneOf(['client', 'node', 'replica', 'service', 'storage']),
    uncertainty: micros,
  },
  allowing({ en: 'id, role, uncertainty', zh: 'id、role、uncertainty' }),
);

export const listMessage = allowing({ en: 'a list', zh: '列表' });
const shortList = (max: number) => allowing({ en: `a list of at most ${max}`, zh: `最多 ${max} 项的列表` });
const headerFields =
  'engine, origin, scenario, ended, endedAt, processes, lockEntry, quorum, emulated, missed, late, simulated';

const lateSchema = v.tuple([micros, micros], allowing({ en: 'two numbers of microseconds', zh: '两个微秒数' }));

export const lateSpansSchema = v.pipe(
  v.array(lateSchema, listMessage),
  v.maxLength(lateSpansMax, shortList(lateSpansMax)),
);

const bothLanguages = v.object(
  { en: wordSchema, zh: wordSchema },
  allowing({ en: 'a text in both languages: en, zh', zh: '两种语言的文本：en、zh' }),
);

export const headerSchema = v.object(
  {
    version: v.literal(traceVersion, allowing({ en: `${traceVersion}`, zh: ` ${traceVersion}` })),
    engine: wordSchema,
    origin: oneOf(['simulated', 'live']),
    scenario: v.unknown(),
    ended: oneOf(['quiet', 'duration', 'bound', 'stopped', 'failed']),
    endedAt: micros,
    processes: v.pipe(
      v.array(processSchema, listMessage),
      v.minLength(1, allowing({ en: 'a list of one or more', zh: '至少一项的列表' })),
      v.maxLength(processesMax, shortList(processesMax)),
    ),
    lockEntry: wordSchema,
    quorum: v.pipe(
      v.number(allowing({ en: 'a number', zh: '数字' })),
      v.minValue(0, allowing({ en: '0 or more', zh: ' 0 或更大' })),
      v.maxValue(processesMax, allowing({ en: `at most ${processesMax}`, zh: `最多 ${processesMax}` })),
    ),
    emulated: v.pipe(v.array(standInSchema, listMessage), v.maxLength(listedMax, shortList(listedMax))),
    late: v.optional(lateSpansSchema),
    simulated: v.optional(oneOf(outcomes)),
    missed: v.pipe(
      v.record(wordSchema, bothLanguages, allowing({ en: 'reasons by the names of faults', zh: '以故障名为键的原因' })),
      v.maxEntries(listedMax, shortList(listedMax)),
    ),
  },
  allowing({ en: headerFields, zh: headerFields }),
);

/** `GrowingTrace` checks the content of the rows. It says more about a problem, and is faster. */
export const rowsSchema = v.custom<readonly (readonly number[])[]>(
  (rows) => Array.isArray(rows) && rows.every((row) => Array.isArray(row)),
  allowing({ en: 'a list of lists of numbers', zh: '由数字列表组成的列表' }),
);

export type ReadHeader =
  | { readonly ok: true; readonly header: TraceHeader }
  | { readonly ok: false; readonly problem: Text };

/** @param bare has the right shape; its scenario has not been checked. */
export function readHeader(bare: BareHeader, registry: Registry): ReadHeader {
  const { scenario } = bare;
  const kept = isObject(scenario) && isObject(scenario['faults']) ? Object.keys(scenario['faults']) : [];
  const parsed = parseScenario(scenario, registry, { kept });
  if (!parsed.ok) return { ok: false, problem: parsed.problems[0]?.message ?? noScenario };
  const header = headerOf(bare, parsed.scenario);
  const problem = headerProblem(header);
  return problem === null ? { ok: true, header } : { ok: false, problem };
}

const noScenario: Text = { en: 'header.scenario is none.', zh: 'header.scenario 不是场景。' };

type BareHeader = v.InferOutput<typeof headerSchema>;

const headerOf = ({ late, simulated, ...bare }: BareHeader, scenario: Scenario): TraceHeader => ({
  ...bare,
  ...(late === undefined ? {} : { late: late satisfies readonly LateSpan[] }),
  ...(simulated === undefined ? {} : { simulated }),
  scenario,
  endedAt: instant(bare.endedAt),
  emulated: bare.emulated as readonly StandIn[],
  processes: bare.processes.map((process) => ({ ...process, id: process.id as ProcessId })),
});

function headerProblem({ processes }: TraceHeader): Text | null {
  const ids = processes.map(({ id }) => id);
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  if (twice === undefined) return null;
  return { en: `header.processes names ${twice} twice.`, zh: `header.processes 两次列出 ${twice}。` };
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
