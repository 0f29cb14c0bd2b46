/**
 * Turns what a server sends into a message that the page may trust, or says what is wrong with it. Never throws on bad
 * input.
 */
import * as v from 'valibot';
import { allowing, problemsOf } from '../model/parse/problem';
import type { Registry } from '../model/registry';
import type { Text } from '../model/text';
import { type FromServer, wireVersion } from './messages';
import { headerSchema, isObject, lateSpansSchema, listMessage, oneOf, readHeader, rowsSchema } from './traceHeader';

export type ParsedMessage =
  | { readonly ok: true; readonly message: FromServer }
  | { readonly ok: false; readonly problem: Text };

export function parseFromServer(text: string, registry: Registry): ParsedMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return notUnderstood({ en: 'no JSON', zh: '不是 JSON' });
  }
  if (!isObject(value)) return notUnderstood({ en: 'no object', zh: '不是对象' });
  if (value['type'] === 'offer' && value['version'] !== wireVersion) return { ok: false, problem: otherVersion };
  const checked = v.safeParse(messageSchema, value);
  if (!checked.success) return notUnderstood(problemsOf(checked.issues)[0]?.message ?? unknownMessage);
  return withHeader(checked.output, registry);
}

type Bare = v.InferOutput<typeof messageSchema>;

/** Checks the scenario and the names of processes, which a schema alone cannot check. */
function withHeader(bare: Bare, registry: Registry): ParsedMessage {
  switch (bare.type) {
    case 'began': {
      const read = readHeader(bare.header, registry);
      if (!read.ok) return notUnderstood(read.problem);
      return { ok: true, message: { ...bare, header: read.header, scenario: read.header.scenario } };
    }
    case 'ended': {
      const read = readHeader(bare.header, registry);
      return read.ok ? { ok: true, message: { ...bare, header: read.header } } : notUnderstood(read.problem);
    }
    case 'failed': {
      const { header, ...message } = bare;
      if (header === undefined) return { ok: true, message };
      const read = readHeader(header, registry);
      return read.ok ? { ok: true, message: { ...message, header: read.header } } : notUnderstood(read.problem);
    }
    default:
      return { ok: true, message: bare };
  }
}

const line = v.string(allowing({ en: 'a text', zh: '文本' }));
const bothLanguages = v.object(
  { en: line, zh: line },
  allowing({ en: 'a text in both languages: en, zh', zh: '两种语言的文本：en、zh' }),
);
const lines = v.array(line, listMessage);
const number = v.pipe(
  v.number(allowing({ en: 'a number', zh: '数字' })),
  v.minValue(0, allowing({ en: '0 or more', zh: ' 0 或更大' })),
);

/** Unknown fields come from a newer server, and are left out. */
const objectOf = <const Entries extends v.ObjectEntries>(entries: Entries) => {
  const names = Object.keys(entries).join(', ');
  return v.object(entries, allowing({ en: names, zh: names }));
};

const offerSchema = objectOf({
  type: v.literal('offer'),
  version: v.literal(wireVersion),
  redis: v.variant(
    'kind',
    [
      objectOf({ kind: v.literal('ready'), version: line, from: oneOf(['own', 'existing']) }),
      objectOf({ kind: v.literal('missing'), from: oneOf(['own', 'existing']), how: bothLanguages }),
    ],
    allowing({ en: 'ready or missing', zh: 'ready 或 missing' }),
  ),
  clock: oneOf(['shim', 'shifted-expiry', 'none']),
  database: line,
  unable: v.record(line, bothLanguages, allowing({ en: 'reasons by what is needed', zh: '以所需之物为键的原因' })),
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
    objectOf({ type: v.literal('preparing'), run: line, what: bothLanguages }),
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
      problem: bothLanguages,
      advice: v.exactOptional(bothLanguages),
      lastWords: v.exactOptional(lines),
      header: v.exactOptional(headerSchema),
    }),
  ],
  allowing({ en: `one of ${types}`, zh: `${types} 之一` }),
);

const unknownMessage: Text = { en: 'an unknown message', zh: '未知的消息' };

const otherVersion: Text = {
  en: 'This page and its server are of different versions: load the page again.',
  zh: '页面与服务器的版本不同：请重新载入页面。',
};

const notUnderstood = (what: Text): ParsedMessage => ({ ok: false, problem: notUnderstoodText(what) });

/** @param what describes the message or the problem. */
export const notUnderstoodText = (what: Text): Text => ({
  en: `The server said something that this page does not understand (${what.en}). Load the page again.`,
  zh: `页面不明白服务器所说的（${what.zh}）。请重新载入页面。`,
});
