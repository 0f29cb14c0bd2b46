/** Describes what is under the pointer, in a title and a few lines. */

import type { PointedWords } from '../../content/texts/pointed';
import { goesOn, refusalChecks, type Trace } from '../../core/model/trace/trace';
import { processId, textOf } from '../../core/model/trace/traceReader';
import { formatAt, formatLength, formatSigned } from '../../core/model/values/format';
import { nth } from '../../core/model/values/nth';
import { instant } from '../../core/model/values/time';
import { actualExpiryOf } from '../../core/spans/actualExpiry';
import { clockOffset } from '../../core/spans/clockSpans';
import type { EntrySpan } from '../../core/spans/entrySpans';
import type { HolderSpan } from '../../core/spans/holderSpans';
import type { HoldSpan } from '../../core/spans/holdSpans';
import type { ResourceEvent } from '../../core/spans/resourceEvents';
import { spansOf } from '../../core/spans/spans';
import type { Bundle } from '../../picture/layout/bundleMarks';
import type { Hit } from '../../picture/layout/hitTest';
import { comparedTokens, isBroken } from '../../picture/layout/resourceEventMarks';
import type { TimelineWords } from '../../picture/words/timelineWords';

export interface Description {
  readonly title: string;
  readonly lines: readonly string[];
}

interface Describing {
  readonly trace: Trace;
  readonly words: TimelineWords & PointedWords;
}

export function describe(hit: Hit, describing: Describing): Description {
  switch (hit.kind) {
    case 'message':
      return message(hit.row, describing);
    case 'bundle':
      return bundle(hit.bundle, describing);
    case 'entry':
      return entry(hit.entry, describing);
    case 'hold':
      return hold(hit.hold, describing);
    case 'resource':
      return resourceEvent(hit.event, describing);
    case 'holder':
      return holder(hit.span, describing);
    case 'clock':
      return clock(hit.process, hit.at, describing);
    default:
      return hit satisfies never;
  }
}

const name = ({ trace, words }: Describing, process: number): string => words.process(processId(trace, process));

/**
 * When something ended. In a run that is still going it may have no end yet.
 * @param at the end in words
 */
const untilOf = ({ trace, words }: Describing, to: number | null, at: string): string =>
  goesOn(trace, to) ? words.notOver : `${words.until} ${at}`;

/** 0.250 s, and what the process's clock shows then, if that differs. */
function moment(describing: Describing, at: number, process: number): string {
  const offset = clockOffset(spansOf(describing.trace).clocks, process, instant(at));
  if (Math.abs(offset) < 500) return formatAt(at);
  const { words } = describing;
  const clockReading = `${words.clockShows(name(describing, process))} ${formatAt(at + offset)}`;
  return words.aside(formatAt(at), words.both(clockReading, formatSigned(offset)));
}

function message(row: number, describing: Describing): Description {
  const { trace, words } = describing;
  const { messages } = spansOf(trace);
  const [from, to] = [messages.from(row), messages.to(row)];
  const leg = messages.leg(row);
  const text = textOf(trace, messages.text(row));
  const [sentAt, endAt, takenAt] = [messages.sentAt(row), messages.endAt(row), messages.receivedAt(row)];
  const fate = messages.fate(row);
  const lines = [`${words.sentAt} ${moment(describing, sentAt, from)}`];
  if (messages.resends(row) > 0) lines.push(words.resentByLibrary(messages.resends(row)));
  if (messages.isStalled(row)) lines.push(words.heldUp);
  const resentAt = messages.resentAt(row);
  if (resentAt >= 0) lines.push(`${words.sentAgain} ${moment(describing, resentAt, from)}`);
  if (fate === 'lost') lines.push(words.labelled(words.lostAt, words.lost(messages.cause(row) ?? 'dropped')));
  else if (fate === 'flying') lines.push(words.stillUnderWay);
  else {
    const arrived = `${words.arrivedAt} ${moment(describing, endAt, to)}`;
    lines.push(words.both(arrived, `${words.underWay} ${formatLength(endAt - sentAt)}`));
  }
  if (takenAt > endAt && endAt >= 0) lines.push(`${words.takenAt} ${moment(describing, takenAt, to)}`);
  if (fate === 'late') lines.push(words.late);
  if (leg === 'reply' && messages.ok(row) !== -1) lines.push(messages.ok(row) === 1 ? words.granted : words.denied);
  return {
    title: `${words[leg]}${text === '' ? '' : ` ${text}`} · ${name(describing, from)} → ${name(describing, to)}`,
    lines,
  };
}

/** A round that is drawn as one: what it asked, and the time from its start to its last answer. */
function bundle(
  { process, requestCount, yes, late, isOpen, requests, replies }: Bundle,
  describing: Describing,
): Description {
  const { trace, words } = describing;
  const { messages } = spansOf(trace);
  const first = nth(requests, 0);
  const from = messages.sentAt(first);
  const to = Math.max(from, ...[...requests, ...replies].map((row) => messages.endAt(row)));
  const until = words.both(`${words.until} ${formatAt(to)}`, formatLength(to - from));
  const summary = words.bundle(requestCount, yes, late);
  return {
    title: words.labelled(name(describing, process), isOpen ? words.untilNow(summary) : summary),
    lines: [
      textOf(trace, messages.text(first)),
      `${words.from} ${moment(describing, from, process)}`,
      isOpen ? words.notOver : until,
    ],
  };
}

function entry(span: EntrySpan, describing: Describing): Description {
  const { trace, words } = describing;
  const lines = [
    `${textOf(trace, span.entry)} = ${textOf(trace, span.value)}`,
    `${words.from} ${moment(describing, span.from, span.process)}`,
    untilOf(describing, span.to, span.to === null ? words.toTheEnd : moment(describing, span.to, span.process)),
  ];
  if (span.cause !== null && span.cause !== 'replaced')
    lines.push(
      span.cause === 'deleted' && span.removedBy >= 0
        ? words.deletedBy(name(describing, span.removedBy))
        : words.gone(span.cause),
    );
  if (span.expiresAt !== null && span.expiresAt !== span.to)
    lines.push(`${words.wouldExpire} ${formatAt(span.expiresAt)}`);
  return { title: words.keyOf(name(describing, span.owner), name(describing, span.process)), lines };
}

function hold(span: HoldSpan, describing: Describing): Description {
  const { words } = describing;
  const who = name(describing, span.process);
  if (span.acquiredAt === null)
    return {
      title: words.triesOf(who),
      lines: [
        `${words.from} ${formatAt(span.acquiringAt)}`,
        untilOf(describing, span.heldUntil, formatAt(span.heldUntil)),
      ],
    };
  const { until = null, endsWithSession = false } = span.validities.at(-1) ?? {};
  const endless = endsWithSession ? words.holdsWithSession : words.holdsWithoutExpiry;
  const truth = actualExpiryOf(describing.trace, span);
  const lines = [
    `${words.from} ${moment(describing, span.acquiredAt, span.process)} ${untilOf(describing, span.heldUntil, moment(describing, span.heldUntil, span.process))}`,
    until === null ? endless : `${words.believed} ${formatAt(until)}`,
    ...(truth === null ? [] : [`${words.truthUntil} ${formatAt(truth)}`]),
    ...(span.token === null ? [] : [words.token(span.token)]),
  ];
  return { title: words.insideOf(who), lines };
}

function holder({ from, to, processes, kind }: HolderSpan, describing: Describing): Description {
  const { words } = describing;
  const who = words.named(processes.map((process) => name(describing, process)));
  const length = formatLength(to - from);
  const until = words.both(
    untilOf(describing, to, formatAt(to)),
    goesOn(describing.trace, to) ? words.untilNow(length) : length,
  );
  return { title: words.holder[kind](who), lines: [`${words.from} ${formatAt(from)}`, until] };
}

function clock(process: number, at: number, describing: Describing): Description {
  const { words, trace } = describing;
  const offset = clockOffset(spansOf(trace).clocks, process, instant(at));
  const title = words.labelled(words.clockShows(name(describing, process)), formatAt(at + offset));
  return { title, lines: [words.aside(`${words.trueTime} ${formatAt(at)}`, formatSigned(Math.round(offset)))] };
}

function resourceEvent(event: ResourceEvent, describing: Describing): Description {
  const { words } = describing;
  const who = name(describing, event.client);
  const lines = [`${words.at} ${moment(describing, event.at, event.process)}`];
  if (event.value >= 0) lines.push(`${words.value} ${event.value}`);
  if (event.token >= 0 && event.kind !== 'rejected') lines.push(words.token(event.token));
  switch (event.kind) {
    case 'read':
      return { title: words.readBy(who), lines };
    case 'wrote':
      return { title: isBroken(event) ? words.destroyedBy(who) : words.wroteBy(who), lines };
    case 'rejected':
      return { title: words.rejectedBy(who), lines: [...lines, ...refusal(event, words)] };
    case 'marked':
      return { title: words.markedBy(who), lines };
    case 'adopted':
      return { title: words.adopted(event.version), lines };
    case 'part':
      return { title: words.partBy(who), lines: [...lines, words.part(event.part)] };
    default:
      return event.kind satisfies never;
  }
}

/** The value that its token or version was compared with. */
function refusal(event: ResourceEvent, words: TimelineWords): readonly string[] {
  const name = refusalChecks[event.check] ?? 'token';
  if (name === 'version') return [words.versionPassed(event.token, event.against)];
  if (name === 'token') return [comparedTokens(event)];
  if (name === 'mode') return [words.shares('sequencer')];
  if (name === 'holder') return [words.anothersToken(event.token)];
  return [name === 'owner' ? words.notMarked : words.notHolder];
}
