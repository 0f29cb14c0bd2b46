/** A fault in two short lines: what it does to which process, and when and for how long. */

import type { Fault, When } from '../../core/model/scenario/fault';
import { type FaultPhrase, valueIn } from '../../core/model/scenario/faultKind';
import type { ProcessId } from '../../core/model/scenario/processId';
import { nameOf } from '../../core/model/scenario/processName';
import { formatAtMs, formatMs, formatNumber } from '../../core/model/values/format';
import type { SharedWords } from '../words/i18n';
import { unbroken } from '../words/unbroken';
import { kindCalled, textsOf } from './kinds';

export interface FaultText {
  readonly title: string;
  readonly detail: string;
}

export function faultText(words: SharedWords, fault: Fault): FaultText {
  return {
    title: titleOf(words, fault),
    detail: unbroken([whenOf(words, fault), extentOf(words, fault)].filter(Boolean).join(' ')),
  };
}

/** Both in one line. */
export function faultLine(words: SharedWords, fault: Fault): string {
  const { title, detail } = faultText(words, fault);
  return `${title} ${detail}`;
}

const titleOf = (words: SharedWords, fault: Fault): string =>
  textsOf(words, fault.kind).title(whoOf(words, fault), fault);

/** Its process, or both sides with an arrow between them. */
function whoOf(words: SharedWords, fault: Fault): string {
  if ('message' in fault) return `${side(words, [fault.message.from])} → ${side(words, [fault.message.to])}`;
  if ('from' in fault) return `${side(words, fault.from)} ${fault.bothWays ? '↔' : '→'} ${side(words, fault.to)}`;
  return nameOf(fault.process, words.process);
}

/** One process by its full name; several by their short names: `A, B, C`. */
const side = (words: SharedWords, ids: readonly ProcessId[]): string =>
  ids.length === 1 && ids[0] !== undefined
    ? nameOf(ids[0], words.process)
    : ids.map(words.onTimeline.processShort).join(words.fault.comma);

function whenOf(words: SharedWords, fault: Fault): string {
  if ('when' in fault) return whenText(words, fault.when, 'process' in fault ? fault.process : null);
  return 'nth' in fault.message
    ? words.when.messageNth(fault.message.nth)
    : words.when.messageAfter(formatAtMs(fault.message.after));
}

/** `at 0.62 s`, `before its 2nd write`. */
function whenText(words: SharedWords, when: When, process: ProcessId | null): string {
  switch (when.kind) {
    case 'time':
      return words.when.time(formatAtMs(when.at));
    case 'step': {
      const plus = when.plus === undefined || when.plus === 0 ? '' : formatMs(when.plus);
      const who = nameOf(when.process, words.process);
      return (when.process === process ? words.when.step : words.when.stepOf)({
        step: when.step,
        nth: when.nth,
        plus,
        who,
      });
    }
    case 'effect':
      return words.when.effect({ n: when.nth, who: nameOf(when.process, words.process) });
    case 'request':
      return (when.side === 'before' ? words.when.requestBefore : words.when.requestAfter)({
        n: when.nth,
        who: nameOf(when.to, words.process),
      });
    default:
      return when satisfies never;
  }
}

/** How long, how far, how much later: the values of its fields, in their order. */
function extentOf(words: SharedWords, fault: Fault): string {
  return Object.entries(kindCalled(fault.kind).fields)
    .map(([name, { phrase }]) => (phrase === undefined ? '' : fieldText(words, phrase, valueIn(fault, name))))
    .filter(Boolean)
    .join(' ');
}

function fieldText(words: SharedWords, phrase: FaultPhrase, value: unknown): string {
  if (typeof value !== 'number') return phrase === 'back-after' ? `· ${words.when.staysDown}` : words.when.toEnd;
  const time = formatMs(value);
  switch (phrase) {
    case 'lasts':
      return words.when.for(time);
    case 'back-after':
      return `· ${words.when.restartAfter(time)}`;
    case 'clock-by':
      return words.when.by(signed(time, value));
    case 'over':
      return words.when.over(time);
    case 'ppm':
      return words.when.by(signed(`${formatNumber(value)} ppm`, value));
    case 'longer':
      return words.when.longer(time);
    default:
      return phrase satisfies never;
  }
}

const signed = (text: string, value: number): string => (value > 0 ? `+${text}` : text);
