/**
 * What goes over the wire: some jobs of one search on the way out, their results on the way back. Both are checked on
 * arrival, because anyone may write to a Redis. JSON preserves them exactly, so the total is the same as in one
 * process.
 */
import { deflateSync, inflateSync } from 'node:zlib';
import * as v from 'valibot';
import { injectableKinds } from '../../core/faults';
import type { Fault } from '../../core/model/scenario/fault';
import { faultSchema, processSchema } from '../../core/model/scenario/parse/faultSchema';
import { parseScenario } from '../../core/model/scenario/parse/parseScenario';
import type { ProcessId } from '../../core/model/scenario/processId';
import type { Scenario } from '../../core/model/scenario/scenario';
import { harms } from '../../core/model/trace/severity';
import type { Instant } from '../../core/model/values/time';
import { parts } from '../../core/run/parts';
import type { Branch } from '../../search/explore/branch';
import type { Job } from '../../search/explore/search';
import { faultsMost, type Space } from '../../search/explore/space';
import { digestOf } from '../digest';
import { isValidResult } from './validateResult';

export interface Batch {
  readonly space: Space;
  /** All of one level. */
  readonly jobs: readonly Job[];
}

/** The form in which a batch is stored in Redis. */
export interface Posted {
  /** Two searches never share a job, even if they ask for the same. */
  readonly search: string;
  readonly content: string;
}

export interface Outcome {
  /** How long the worker took. */
  readonly ms: number;
  /** One entry per job of the batch. */
  readonly results: readonly (readonly Branch[])[];
}

/** The name of a batch: the same batch is never on the queue twice. */
export const idOf = ({ search, content }: Posted): string => `job-${digestOf(`${search} ${content}`)}`;

/** The most bytes that are unpacked from other people's data. A batch of three faults has 10 MB. */
const bytesMost = 16 * 1024 * 1024;

const packed = (value: unknown): string => deflateSync(JSON.stringify(value)).toString('base64');

function unpacked(text: string): unknown {
  try {
    const bytes = inflateSync(Buffer.from(text, 'base64'), { maxOutputLength: bytesMost });
    return isShallow(bytes) ? JSON.parse(bytes.toString('utf8')) : null;
  } catch {
    return null;
  }
}

/** Stops at the first problem: reporting millions of bad values would fill the memory. */
const strictly = { abortEarly: true } as const;

/** Our data is never nested this deeply. Millions of brackets would fill the parser's memory. */
const depthMost = 40;
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Brackets in a text count as well; ours are in the names of faults, where they come in pairs. */
function isShallow(bytes: Uint8Array): boolean {
  let depth = 0;
  for (const byte of bytes) {
    if (byte === openBracket || byte === openBrace) depth++;
    else if (byte === closeBracket || byte === closeBrace) depth--;
    if (depth > depthMost) return false;
  }
  return true;
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const anyFault = faultSchema(parts.faults);
const placement = v.strictObject({
  fault: v.custom<Fault>((value) => v.is(anyFault, value)),
  process: v.custom<ProcessId>((value) => v.is(processSchema, value)),
  at: v.custom<Instant>((value) => v.is(count, value)),
  seq: count,
  readings: v.exactOptional(count),
});
const placements = v.pipe(v.array(placement), v.maxLength(faultsMost));
const jobSchema = v.strictObject({
  number: count,
  branches: v.array(placements),
  harmful: v.array(v.string()),
});
const batchSchema = v.strictObject({
  space: v.strictObject({
    scenario: v.custom<Scenario>((value) => parseScenario(value, parts).ok),
    kinds: v.array(v.picklist(injectableKinds)),
    faultsMax: v.pipe(count, v.minValue(1), v.maxValue(faultsMost)),
    harm: v.picklist(harms),
    lengths: v.strictTuple([count, count, count]),
  }),
  harmful: v.array(v.string()),
  jobs: v.array(v.omit(jobSchema, ['harmful'])),
});
/** A name that was chosen at random. */
const shortName = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));
const postedSchema = v.strictObject({ search: shortName, content: v.string() });
const branchSchema = v.strictObject({
  runs: count,
  breaks: v.array(placements),
  open: v.array(placement),
  places: count,
  held: v.array(v.strictObject({ reached: count, count, example: placements })),
  reached: count,
});
const outcomeSchema = v.strictObject({
  ms: v.pipe(v.number(), v.finite(), v.minValue(0)),
  results: v.array(v.array(branchSchema)),
});

/** Jobs of one level have the same harmful faults, so these are sent once. */
export function post({ space, jobs }: Batch, search: string): Posted {
  const harmful = jobs[0]?.harmful ?? [];
  const content = { space, harmful, jobs: jobs.map(({ number, branches }) => ({ number, branches })) };
  return { search, content: packed(content) };
}

/** Null: it is not valid. */
export function postedIn(value: unknown): Posted | null {
  const parseResult = v.safeParse(postedSchema, value, strictly);
  return parseResult.success ? parseResult.output : null;
}

/** Null: it is not valid. */
export function batchIn({ content }: Posted): Batch | null {
  const parseResult = v.safeParse(batchSchema, unpacked(content), strictly);
  if (!parseResult.success) return null;
  const { space, jobs, harmful } = parseResult.output;
  return { space, jobs: jobs.map((job) => ({ ...job, harmful })) };
}

export const packedOutcome = (outcome: Outcome): string => packed(outcome);

/** Null: it is not valid, or cannot be the result of these jobs. Cost: one run for each of their branches. */
export function outcomeIn(value: unknown, { space, jobs }: Batch): Outcome | null {
  const parseResult = v.safeParse(outcomeSchema, typeof value === 'string' ? unpacked(value) : null, strictly);
  if (!parseResult.success || parseResult.output.results.length !== jobs.length) return null;
  const isFitting = parseResult.output.results.every((branches, index) => isValidResult(branches, jobs[index], space));
  return isFitting ? parseResult.output : null;
}
