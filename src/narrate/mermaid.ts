/**
 * A run as a Mermaid sequence diagram, for papers and issues: who sent what to whom, in the order in which it arrived, and
 * notes for what happened besides. Mermaid has no axis of time: distances mean nothing in it.
 */

import { formatAt } from '../model/format';
import type { Language } from '../model/text';
import { kindNames, type Trace } from '../model/trace';
import { processId, textOf } from '../model/traceReader';
import { fates } from '../spans/messageSpans';
import { spansOf } from '../spans/spans';
import { narrate } from './narrate';

/** Mermaid draws no more text than 50,000 characters, and nobody reads that many. */
const linesMax = 400;

/** What an arrow tells already. */
const told: ReadonlySet<string> = new Set(['sent', 'arrived', 'received', 'late', 'lost', 'resent', 'read']);

const [lost, flying] = [fates.indexOf('lost'), fates.indexOf('flying')];

interface Line {
  readonly at: number;
  readonly text: string;
}

/** In the person's language; the names of the processes are their ids, as the page's links and files have them. */
export function mermaid(trace: Trace, language: Language): string {
  const lines = [...arrows(trace), ...notes(trace, language)].sort((a, b) => a.at - b.at);
  const { processes } = trace.header;
  const left = lines.length - linesMax;
  return [
    'sequenceDiagram',
    ...processes.map(({ id }) => `  participant ${id}`),
    ...lines.slice(0, linesMax).map(({ text }) => `  ${text}`),
    ...(left > 0 ? [`  Note over ${processes[0]?.id}: … ${left} ${language === 'zh' ? '行从略' : 'more lines'}`] : []),
    '',
  ].join('\n');
}

/** In the order of arrival, which is that of effects; what was lost, where it was. */
function arrows(trace: Trace): readonly Line[] {
  const { messages } = spansOf(trace);
  const lines: Line[] = [];
  for (let row = 0; row < messages.count; row++) {
    const fate = messages.fate[row] as number;
    if (fate === flying) continue;
    const from = processId(trace, messages.from[row] as number);
    const to = processId(trace, messages.to[row] as number);
    const isReply = messages.leg[row] !== 0;
    const line = isReply ? '--' : '-';
    const arrow = `${line}${fate === lost ? 'x' : isReply ? ')' : '>>'}`;
    const text = plain(textOf(trace, messages.text[row] as number));
    lines.push({ at: messages.endAt[row] as number, text: `${from}${arrow}${to}: ${text === '' ? '·' : text}` });
  }
  return lines;
}

function notes(trace: Trace, language: Language): readonly Line[] {
  return narrate(trace, language)
    .filter(({ seq }) => !told.has(kindNames[trace.kind[seq] as number] ?? ''))
    .map(({ at, process, text }) => ({
      at,
      text: `Note over ${processId(trace, process)}: ${formatAt(at)} ${plain(text)}`,
    }));
}

/** What Mermaid would read as its own: the end of a statement, an entity, a new line. */
const plain = (text: string): string => text.replace(/[#;]/g, (sign) => `#${sign.charCodeAt(0)};`).replace(/\s+/g, ' ');
