/**
 * A run as a Mermaid sequence diagram, for papers and issues: all messages in order of arrival, and notes for other
 * events. Mermaid has no time axis, so distances in the diagram have no meaning.
 */

import { type NameWords, nameOf } from '../model/scenario/processName';
import { kindNames, type Trace } from '../model/trace/trace';
import { kindAt, processId, textOf } from '../model/trace/traceReader';
import { formatAt } from '../model/values/format';
import { spansOf } from '../spans/spans';
import { narrate } from './narrate';
import type { Speech } from './speech';

/** Mermaid draws at most 50,000 characters of text, and more would be unreadable. */
const linesMax = 400;

/** Kinds of events that are drawn as an arrow. */
const drawn: ReadonlySet<string> = new Set(['sent', 'arrived', 'received', 'late', 'lost', 'resent', 'read']);

interface Line {
  readonly at: number;
  readonly text: string;
}

/** @param names the names of the processes, as on the timeline; the diagram's source refers to them by their ids */
export function mermaid(trace: Trace, speech: Speech, names: NameWords): string {
  const lines = [...arrows(trace), ...notes(trace, speech)].sort((a, b) => a.at - b.at);
  const { processes } = trace.header;
  const hiddenCount = lines.length - linesMax;
  return [
    'sequenceDiagram',
    ...processes.map(({ id }) => `  participant ${id} as ${plain(nameOf(id, names))}`),
    ...lines.slice(0, linesMax).map(({ text }) => `  ${text}`),
    ...(hiddenCount > 0 ? [`  Note over ${processes[0]?.id}: ${speech.moreLines(hiddenCount)}`] : []),
    '',
  ].join('\n');
}

/** Sorted by arrival, which is the order of effects. A lost message is placed where it was lost. */
function arrows(trace: Trace): readonly Line[] {
  const { messages } = spansOf(trace);
  const lines: Line[] = [];
  for (let row = 0; row < messages.count; row++) {
    const fate = messages.fate(row);
    if (fate === 'flying') continue;
    const from = processId(trace, messages.from(row));
    const to = processId(trace, messages.to(row));
    const isReply = messages.leg(row) !== 'request';
    const line = isReply ? '--' : '-';
    const arrow = `${line}${fate === 'lost' ? 'x' : isReply ? ')' : '>>'}`;
    const text = plain(textOf(trace, messages.text(row)));
    lines.push({ at: messages.endAt(row), text: `${from}${arrow}${to}: ${text === '' ? '·' : text}` });
  }
  return lines;
}

function notes(trace: Trace, speech: Speech): readonly Line[] {
  return narrate(trace, speech)
    .filter(({ seq }) => !drawn.has(kindNames[kindAt(trace, seq)] ?? ''))
    .map(({ at, process, text }) => ({
      at,
      text: `Note over ${processId(trace, process)}: ${formatAt(at)} ${plain(text)}`,
    }));
}

/** Escapes what Mermaid would read as its own syntax: the end of a statement, an entity, a new line. */
const plain = (text: string): string => text.replace(/[#;]/g, (sign) => `#${sign.charCodeAt(0)};`).replace(/\s+/g, ' ');
