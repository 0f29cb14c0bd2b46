/**
 * Turns what a server sends into a message that the page may trust, or says what is wrong with it. Never throws on bad
 * input.
 */
import * as v from 'valibot';
import { allowing, problemsOf } from '../../core/model/scenario/parse/problem';
import type { NamedParts } from '../../core/model/scenario/parts';
import { isObject } from '../../core/model/values/isObject';
import type { Text } from '../../core/model/values/text';
import * as live from './liveProblems';
import { type FromServer, wireVersion } from './messages';
import {
  bothLanguages,
  headerSchema,
  lateSpansSchema,
  listMessage,
  objectOf,
  oneOf,
  readHeader,
  rowsSchema,
} from './traceHeader';
import * as trace from './traceProblems';

export type ParsedMessage =
  | { readonly ok: true; readonly message: FromServer }
  | { readonly ok: false; readonly problem: Text };

export function parseFromServer(text: string, parts: NamedParts): ParsedMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return notUnderstood(live.noJson);
  }
  if (!isObject(value)) return notUnderstood(live.noObject);
  if (value['type'] === 'offer' && value['version'] !== wireVersion) return { ok: false, problem: live.otherVersion };
  const checked = v.safeParse(messageSchema, value);
  if (!checked.success) return notUnderstood(problemsOf(checked.issues)[0]?.message ?? live.unknownMessage);
  return withHeader(checked.output, parts);
}

type Bare = v.InferOutput<typeof messageSchema>;

/** Checks the scenario and the names of processes, which a schema alone cannot check. */
function withHeader(bare: Bare, parts: NamedParts): ParsedMessage {
  switch (bare.type) {
    case 'began': {
      const headerResult = readHeader(bare.header, parts);
      if (!headerResult.ok) return notUnderstood(headerResult.problem);
      return { ok: true, message: { ...bare, header: headerResult.header, scenario: headerResult.header.scenario } };
    }
    case 'ended': {
      const headerResult = readHeader(bare.header, parts);
      return headerResult.ok
        ? { ok: true, message: { ...bare, header: headerResult.header } }
        : notUnderstood(headerResult.problem);
    }
    case 'failed': {
      const { header, ...message } = bare;
      if (header === undefined) return { ok: true, message };
      const headerResult = readHeader(header, parts);
      return headerResult.ok
        ? { ok: true, message: { ...message, header: headerResult.header } }
        : notUnderstood(headerResult.problem);
    }
    default:
      return { ok: true, message: bare };
  }
}

const line = v.string(allowing(trace.aText));
const bothLines = bothLanguages(line);
const lines = v.array(line, listMessage);
const number = v.pipe(v.number(allowing(trace.aNumber)), v.minValue(0, allowing(trace.zeroOrMore)));

const yesOrNo = v.boolean(allowing(live.yesOrNo));

const offerSchema = objectOf({
  type: v.literal('offer'),
  version: v.literal(wireVersion),
  redis: v.variant(
    'kind',
    [
      objectOf({ kind: v.literal('ready'), version: line, from: oneOf(['own', 'existing']) }),
      objectOf({ kind: v.literal('missing'), from: oneOf(['own', 'existing']), how: bothLines }),
    ],
    allowing(live.readyOrMissing),
  ),
  clock: oneOf(['shim', 'shifted-expiry', 'none']),
  database: line,
  unable: v.record(line, bothLines, allowing(live.reasonsByNeed)),
  lock: v.exactOptional(objectOf({ name: line, nodes: number, ttl: number, token: yesOrNo })),
  runsMax: number,
  durationMax: number,
});

const types = 'offer, setting-up, queued, preparing, began, rows, ended, failed';

const messageSchema = v.variant(
  'type',
  [
    offerSchema,
    objectOf({ type: v.literal('setting-up'), line }),
    objectOf({ type: v.literal('queued'), run: line, place: number }),
    objectOf({ type: v.literal('preparing'), run: line, what: bothLines }),
    objectOf({ type: v.literal('began'), run: line, header: headerSchema }),
    objectOf({
      type: v.literal('rows'),
      run: line,
      strings: lines,
      rows: rowsSchema,
      late: v.exactOptional(lateSpansSchema),
    }),
    objectOf({ type: v.literal('ended'), run: line, header: headerSchema }),
    objectOf({
      type: v.literal('failed'),
      run: line,
      problem: bothLines,
      advice: v.exactOptional(bothLines),
      lastWords: v.exactOptional(lines),
      header: v.exactOptional(headerSchema),
    }),
  ],
  allowing(live.oneOfTypes(types)),
);

const notUnderstood = (what: Text): ParsedMessage => ({ ok: false, problem: live.notUnderstood(what) });
