/**
 * A run as a file: JSON with the header, the table of texts, and one row for each event. Parsing any file gives either
 * a trace that the views may trust or what is wrong. Knows no DOM; the caller reads the file and passes its text.
 */
import * as v from 'valibot';
import { allowing, problemsOf } from '../model/parse/problem';
import type { Registry } from '../model/registry';
import type { Text } from '../model/text';
import { type Trace, traceVersion } from '../model/trace';
import { GrowingTrace, rowsOf } from './growingTrace';
import { headerSchema, isObject, listMessage, readHeader, rowsSchema } from './traceHeader';

/** Marks the file as a run among other JSON files. */
const format = 'redlock-playground run';

/** The longest file that is read, in characters. A run of 200,000 events has some 8 million. */
export const fileLengthMax = 40_000_000;

export type ParsedTrace = { readonly ok: true; readonly trace: Trace } | { readonly ok: false; readonly problem: Text };

/** The text of a file, one row in each line, so that people and their tools can read it. */
export function encodeTrace(trace: Trace): string {
  const rows = rowsOf(trace).map((row) => JSON.stringify(row));
  const head = JSON.stringify({ format, header: trace.header, strings: trace.strings });
  return `${head.slice(0, -1)},"rows":[\n${rows.join(',\n')}\n]}\n`;
}

/** The trace in a file's text. Never throws on bad input. Cost: linear. */
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
  const read = readHeader(bare, registry);
  if (!read.ok) return refused(read.problem);
  const { header } = read;
  const growing = new GrowingTrace(header);
  const wrong = growing.add({ strings, rows });
  if (wrong !== null) return refused(wrong);
  if (growing.lastAt > header.endedAt) return refused(beyondEnd(growing.lastAt, header.endedAt));
  return { ok: true, trace: growing.trace(header) };
}

const fileSchema = v.object(
  {
    header: headerSchema,
    strings: v.array(v.string(allowing({ en: 'a text', zh: '文本' })), listMessage),
    rows: rowsSchema,
  },
  allowing({ en: 'header, strings, rows', zh: 'header、strings、rows' }),
);

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
