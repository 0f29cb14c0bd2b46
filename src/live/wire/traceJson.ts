/**
 * A run as a file: JSON with the header, the table of texts, and one row for each event. Parsing any file gives either
 * a trace that the views may trust or what is wrong. Knows no DOM; the caller reads the file and passes its text.
 */

import * as v from 'valibot';
import { parseJson } from '../../core/model/scenario/parse/parseJson';
import { allowing, problemsOf } from '../../core/model/scenario/parse/problem';
import type { NamedParts } from '../../core/model/scenario/parts';
import { type Trace, traceVersion } from '../../core/model/trace/trace';
import { isObject } from '../../core/model/values/isObject';
import type { Text } from '../../core/model/values/text';
import { GrowingTrace, rowsOf } from './growingTrace';
import { headerSchema, listMessage, readHeader, rowsSchema } from './traceHeader';
import * as problems from './traceProblems';

/** Marks the file as a run among other JSON files. */
const format = 'redlock-playground run';

/** The longest file that is read, in bytes. A run of 200,000 events has some 8 million. */
export const fileLengthMax = 40_000_000;

export type ParsedTrace = { readonly ok: true; readonly trace: Trace } | { readonly ok: false; readonly problem: Text };

/** The text of a file, one row in each line, so that people and their tools can read it. */
export function encodeTrace(trace: Trace): string {
  const rows = rowsOf(trace).map((row) => JSON.stringify(row));
  const head = JSON.stringify({ format, header: trace.header, strings: trace.strings });
  return `${head.slice(0, -1)},"rows":[\n${rows.join(',\n')}\n]}\n`;
}

/** The trace in a file's text. Never throws on bad input. Cost: linear. */
export function parseTrace(text: string, parts: NamedParts): ParsedTrace {
  if (text.length > fileLengthMax) return refused(problems.fileTooLong(text.length, fileLengthMax));
  const json = parseJson(text);
  if (!json.ok) return json;
  const { value } = json;
  if (!isOfFormat(value)) return refused(problems.foreign);
  const version = versionOf(value);
  if (version !== traceVersion) return refused(otherVersion(version));
  const checked = v.safeParse(fileSchema, value);
  if (!checked.success) return refused(problemsOf(checked.issues)[0]?.message ?? problems.foreign);
  const { header: bare, strings, rows } = checked.output;
  const headerResult = readHeader(bare, parts);
  if (!headerResult.ok) return refused(headerResult.problem);
  const { header } = headerResult;
  const growing = new GrowingTrace(header);
  const wrong = growing.add({ strings, rows });
  if (wrong !== null) return refused(wrong);
  if (growing.lastAt > header.endedAt) return refused(problems.beyondEnd(growing.lastAt, header.endedAt));
  return { ok: true, trace: growing.trace(header) };
}

const fileSchema = v.object(
  {
    header: headerSchema,
    strings: v.array(v.string(allowing(problems.aText)), listMessage),
    rows: rowsSchema,
  },
  allowing(problems.fileFields),
);

const isOfFormat = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && value['format'] === format;

const versionOf = ({ header }: Readonly<Record<string, unknown>>): unknown =>
  isObject(header) ? header['version'] : undefined;

const refused = (problem: Text): ParsedTrace => ({ ok: false, problem });

const otherVersion = (version: unknown): Text =>
  typeof version === 'number' && version > traceVersion
    ? problems.newerVersion(version, traceVersion)
    : problems.otherVersion(JSON.stringify(version), traceVersion);
