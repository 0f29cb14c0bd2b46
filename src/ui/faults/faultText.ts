/** A fault in two short lines: what it does to whom, and when and how long. */
import type { Fault, When } from '../../model/fault';
import type { ProcessId } from '../../model/scenario';
import { formatMs, formatNumber, unbroken } from '../format';
import type { Words } from '../i18n';
import { processName, shortName } from '../processNames';

export interface FaultText {
  readonly title: string;
  readonly detail: string;
}

export function faultText(words: Words, fault: Fault): FaultText {
  return {
    title: titleOf(words, fault),
    detail: unbroken([whenOf(words, fault), lengthOf(words, fault)].filter(Boolean).join(' ')),
  };
}

function titleOf(words: Words, fault: Fault): string {
  switch (fault.kind) {
    case 'cut':
    case 'slow': {
      const arrow = fault.bothWays ? '↔' : '→';
      return words(`fault.${fault.kind}`, { link: `${side(words, fault.from)} ${arrow} ${side(words, fault.to)}` });
    }
    case 'lose':
    case 'delay': {
      const { from, to, leg } = fault.message;
      const legName = leg === 'request' ? 'Request' : leg === 'reply' ? 'Reply' : 'Push';
      return words(`fault.${fault.kind}${legName}`, { link: `${side(words, [from])} → ${side(words, [to])}` });
    }
    case 'crash':
      return words(fault.only === 'thread' ? 'fault.crashThread' : 'fault.crash', {
        who: processName(words, fault.process),
      });
    default:
      return words(`fault.${fault.kind}`, { who: processName(words, fault.process) });
  }
}

/** One process by its full name; several by their short ones: `A, B, C`. */
const side = (words: Words, ids: readonly ProcessId[]): string =>
  ids.length === 1 && ids[0] !== undefined ? processName(words, ids[0]) : ids.map(shortName).join(words('fault.comma'));

function whenOf(words: Words, fault: Fault): string {
  if ('when' in fault) return whenText(words, fault.when, 'process' in fault ? fault.process : null);
  return 'nth' in fault.message
    ? words('when.messageNth', { n: fault.message.nth })
    : words('when.messageAfter', { at: formatMs(fault.message.after) });
}

/** `at 0.62 s`, `at “write”, time 2`. */
function whenText(words: Words, when: When, process: ProcessId | null): string {
  switch (when.kind) {
    case 'time':
      return words('when.time', { at: formatMs(when.at) });
    case 'step': {
      const nth = when.nth > 1 ? words('when.nth', { n: when.nth }) : '';
      const plus = when.plus === undefined || when.plus === 0 ? '' : words('when.plus', { time: formatMs(when.plus) });
      const who = processName(words, when.process);
      return words(when.process === process ? 'when.step' : 'when.stepOf', { step: when.step, nth, plus, who });
    }
    case 'effect':
      return words('when.effect', { n: when.nth, who: processName(words, when.process) });
    case 'request':
      return words(when.side === 'before' ? 'when.requestBefore' : 'when.requestAfter', {
        n: when.nth,
        who: processName(words, when.to),
      });
    default:
      return when satisfies never;
  }
}

function lengthOf(words: Words, fault: Fault): string {
  switch (fault.kind) {
    case 'pause':
    case 'suspend':
      return words('when.for', { time: formatMs(fault.for) });
    case 'crash':
    case 'power-loss':
      return fault.restartAfter === 'never'
        ? `· ${words('when.staysDown')}`
        : `· ${words('when.restartAfter', { time: formatMs(fault.restartAfter) })}`;
    case 'clock-jump':
      return words('when.by', { amount: signed(formatMs(fault.by), fault.by) });
    case 'clock-slew':
      return `${words('when.by', { amount: signed(formatMs(fault.by), fault.by) })} ${words('when.over', { time: formatMs(fault.over) })}`;
    case 'clock-drift':
      return `${words('when.by', { amount: signed(`${formatNumber(fault.ppm)} ppm`, fault.ppm) })} ${span(words, fault.for)}`;
    case 'cut':
      return span(words, fault.for);
    case 'slow':
      return `${words('when.longer', { amount: formatMs(fault.by) })} ${span(words, fault.for)}`;
    case 'delay':
      return words('when.longer', { amount: formatMs(fault.by) });
    case 'restart':
    case 'failover':
    case 'lose':
      return '';
    default:
      return fault satisfies never;
  }
}

const signed = (text: string, value: number): string => (value > 0 ? `+${text}` : text);

const span = (words: Words, length: number | 'ever'): string =>
  length === 'ever' ? words('when.toEnd') : words('when.for', { time: formatMs(length) });
