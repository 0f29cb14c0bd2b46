/**
 * A run as a file: JSON with the header, the table of texts, and a row an event. Whatever is in a file, parsing it answers a
 * trace that the views may trust, or what is wrong. Knows no DOM; who opens files brings their text.
 */
import * as v from 'valibot';
import { parseScenario } from '../model/parse/parseScenario';
import { allowing, problemsOf } from '../model/parse/problem';
import type { Registry } from '../model/registry';
import type { ProcessId, Scenario } from '../model/scenario';
import { plainStandIns, type StandIn, standInsOfOne } from '../model/standIn';
import type { Text } from '../model/text';
import { instant } from '../model/time';
import { type Trace, type TraceHeader, traceVersion } from '../model/trace';
import { GrowingTrace, rowsOf } from './growingTrace';

/** By this a file is told from any other JSON. */
const format = 'redlock-playground run';

/** The longest file that is read, in characters: a run of 200,000 events has some 8 million. */
export const fileLengthMax = 40_000_000;

const processesMax = 64;
const listedMax = 100;
const wordLengthMax = 300;

export type ParsedTrace = { readonly ok: true; readonly trace: Trace } | { readonly ok: false; readonly problem: Text };

/** The text of a file: a row a line, so that people and their tools can read it. */
export function encodeTrace(trace: Trace): string {
  const rows = rowsOf(trace).map((row) => JSON.stringify(row));
  const head = JSON.stringify({ format, header: trace.header, strings: trace.strings });
  return `${head.slice(0, -1)},"rows":[\n${rows.join(',\n')}\n]}\n`;
}

/** The trace in a file's text. Never throws for what it finds there. Cost: linear. */
export function parseTrace(text: string, registry: Registry): ParsedTrace {
  if (text.length > fileLengthMax) return refused(tooLong(text.length));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refused({ en: `This is not JSON: ${reason}.`, zh: `这不是 JSON：${reason}。` });
  }
  if (!isOfFormat(value)) return refused(foreign);
  const version = versionOf(value);
  if (version !== traceVersion) return refused(otherVersion(version));
  const checked = v.safeParse(fileSchema, value);
  if (!checked.success) return refused(problemsOf(checked.issues)[0]?.message ?? foreign);
  const { header: bare, strings, rows } = checked.output;
  const kept = isObject(bare.scenario) && isObject(bare.scenario['faults']) ? Object.keys(bare.scenario['faults']) : [];
  const parsed = parseScenario(bare.scenario, registry, { kept });
  if (!parsed.ok) return refused(parsed.problems[0]?.message ?? foreign);
  const header = headerOf(bare, parsed.scenario);
  const problem = headerProblem(header);
  if (problem !== null) return refused(problem);
  const growing = new GrowingTrace(header);
  const wrong = growing.add({ strings, rows });
  if (wrong !== null) return refused(wrong);
  if (growing.lastAt > header.endedAt) return refused(beyondEnd(growing.lastAt, header.endedAt));
  return { ok: true, trace: growing.trace(header) };
}

const text = v.pipe(
  v.string(allowing({ en: 'a text', zh: '文本' })),
  v.maxLength(
    wordLengthMax,
    allowing({ en: `at most ${wordLengthMax} characters`, zh: `最多 ${wordLengthMax} 个字符` }),
  ),
);

const oneOf = <const Options extends readonly string[]>(options: Options) =>
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

const listMessage = allowing({ en: 'a list', zh: '列表' });
const shortList = (max: number) => allowing({ en: `a list of at most ${max}`, zh: `最多 ${max} 项的列表` });
const headerFields = 'engine, origin, scenario, ended, endedAt, processes, lockEntry, quorum, emulated, missed';

const bothLanguages = v.object(
  { en: text, zh: text },
  allowing({ en: 'a text in both languages: en, zh', zh: '两种语言的文本：en、zh' }),
);

const headerSchema = v.object(
  {
    version: v.literal(traceVersion, allowing({ en: `${traceVersion}`, zh: ` ${traceVersion}` })),
    engine: text,
    origin: oneOf(['simulated', 'live']),
    scenario: v.unknown(),
    ended: oneOf(['quiet', 'duration', 'bound', 'stopped']),
    endedAt: micros,
    processes: v.pipe(
      v.array(processSchema, listMessage),
      v.minLength(1, allowing({ en: 'a list of one or more', zh: '至少一项的列表' })),
      v.maxLength(processesMax, shortList(processesMax)),
    ),
    lockEntry: text,
    quorum: v.pipe(
      v.number(allowing({ en: 'a number', zh: '数字' })),
      v.minValue(0, allowing({ en: '0 or more', zh: ' 0 或更大' })),
      v.maxValue(processesMax, allowing({ en: `at most ${processesMax}`, zh: `最多 ${processesMax}` })),
    ),
    emulated: v.pipe(v.array(standInSchema, listMessage), v.maxLength(listedMax, shortList(listedMax))),
    missed: v.pipe(
      v.record(text, bothLanguages, allowing({ en: 'reasons by the names of faults', zh: '以故障名为键的原因' })),
      v.maxEntries(listedMax, shortList(listedMax)),
    ),
  },
  allowing({ en: headerFields, zh: headerFields }),
);

/** What is in the rows is for `GrowingTrace`, which says more, and is quicker at it. */
const fileSchema = v.object(
  {
    header: headerSchema,
    strings: v.array(v.string(allowing({ en: 'a text', zh: '文本' })), listMessage),
    rows: v.custom<readonly (readonly number[])[]>(
      (rows) => Array.isArray(rows) && rows.every((row) => Array.isArray(row)),
      allowing({ en: 'a list of lists of numbers', zh: '由数字列表组成的列表' }),
    ),
  },
  allowing({ en: 'header, strings, rows', zh: 'header、strings、rows' }),
);

type BareHeader = v.InferOutput<typeof headerSchema>;

const headerOf = (bare: BareHeader, scenario: Scenario): TraceHeader => ({
  ...bare,
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

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOfFormat = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && value['format'] === format;

const versionOf = ({ header }: Readonly<Record<string, unknown>>): unknown =>
  isObject(header) ? header['version'] : undefined;

const refused = (problem: Text): ParsedTrace => ({ ok: false, problem });

const foreign: Text = {
  en: 'This is not a saved run of the playground.',
  zh: '这不是试验场保存的运行。',
};

const otherVersion = (version: unknown): Text =>
  typeof version === 'number' && version > traceVersion
    ? {
        en: `It was saved by a newer playground (version ${version}); this one reads version ${traceVersion}.`,
        zh: `它由更新的试验场保存（版本 ${version}）；这里读取版本 ${traceVersion}。`,
      }
    : {
        en: `header.version must be ${traceVersion}, not ${JSON.stringify(version) ?? 'missing'}.`,
        zh: `header.version 必须是 ${traceVersion}，而不是 ${JSON.stringify(version) ?? '缺失'}。`,
      };

const tooLong = (length: number): Text => ({
  en: `The file is too long: ${Math.ceil(length / 1e6)} MB; at most ${fileLengthMax / 1e6} MB are read.`,
  zh: `文件太长：${Math.ceil(length / 1e6)} MB；最多读取 ${fileLengthMax / 1e6} MB。`,
});

const beyondEnd = (lastAt: number, endedAt: number): Text => ({
  en: `header.endedAt is ${endedAt}, before the last event at ${lastAt}.`,
  zh: `header.endedAt 是 ${endedAt}，早于最后一个事件 ${lastAt}。`,
});
