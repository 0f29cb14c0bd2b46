/** Decisions and what follows from them in words, in both languages. */

import { networkWords } from '../../content/texts/network';
import { pageName } from '../../core/model/links/pageNames';
import type { Decision, MessageName } from '../../core/model/scenario/decision';
import { type ProcessId, roleOf } from '../../core/model/scenario/processId';
import { kindNumber } from '../../core/model/trace/trace';
import { eventsOf, kindAt } from '../../core/model/trace/traceReader';
import { spaced } from '../../core/model/values/chineseSpaces';
import { formatLength, formatNumber } from '../../core/model/values/format';
import { inBoth, type Text } from '../../core/model/values/text';
import { narrate } from '../../core/narrate/narrate';
import { sentenceOf } from '../../core/narrate/sentence';
import type { Speech } from '../../core/narrate/speech';
import { textOfMessage } from '../../core/spans/clientSteps';
import { nameOfMessage } from './decision';
import type { OrdersFound, OrdersQuestion } from './search';
import type { State } from './state';

/** What a button or a line says: `Deliver client 1’s SET to Redis A`. */
export function decisionText(state: State, decision: Decision): Text {
  switch (decision.kind) {
    case 'deliver':
      return deliverText(state, decision.messages);
    case 'lose': {
      const { en, zh } = messageText(state, decision.message);
      const to = inSentence(decision.message.to);
      return phrase(`Lose ${en} to ${to.en}`, `丢掉${zh}（发往${to.zh}）`);
    }
    case 'start': {
      const who = inSentence(decision.client);
      return phrase(`Let ${who.en} ask for the lock`, `让${who.zh}请求加锁`);
    }
    case 'pass': {
      const length = formatLength((state.next ?? state.now) - state.now);
      return phrase(`Let ${length} pass`, `让时间过去 ${length}`);
    }
    case 'sleep': {
      const who = inSentence(decision.process);
      if (decision.before === undefined) return phrase(`Put ${who.en} to sleep`, `让${who.zh}睡着`);
      return phrase(
        `Let ${who.en} fall asleep just before its step “${decision.before}”`,
        `让${who.zh}在“${decision.before}”这一步之前睡着`,
      );
    }
    case 'wake':
      return phrase(`Wake ${inSentence(decision.process).en}`, `叫醒${inSentence(decision.process).zh}`);
    case 'crash':
      return phrase(`Kill ${inSentence(decision.process).en}`, `杀死${inSentence(decision.process).zh}`);
    case 'restart':
      return phrase(`Start ${inSentence(decision.process).en} again`, `重新启动${inSentence(decision.process).zh}`);
    default:
      return phrase(
        `Kill ${inSentence(decision.process).en}: its replica takes its place`,
        `杀死${inSentence(decision.process).zh}，由副本接替`,
      );
  }
}

/** What a search without a break says, as the page says it: how much was run, and what it leaves out. */
export const heldText = (found: OrdersFound, { harms, faultsMax }: Pick<OrdersQuestion, 'harms' | 'faultsMax'>): Text =>
  inBoth((language) => {
    const words = networkWords[language];
    const [harm, another] = harms;
    const counts = { orders: formatNumber(found.orders), merged: formatNumber(found.merged) };
    const proof = words.proof({
      orders: counts.orders,
      decisions: formatNumber(found.complete),
      faults: words.faults(faultsMax),
      noHarm: words.noHarm[harm !== undefined && another === undefined ? harm : 'any'],
    });
    return `${proof} ${found.isExhausted ? words.exhausted(counts) : words.merged(counts)}`;
  });

const phrase = (en: string, zh: string): Text => ({ en, zh: spaced(zh) });

function deliverText(state: State, messages: readonly MessageName[]): Text {
  const [first] = messages;
  if (first === undefined) return { en: '', zh: '' };
  if (messages.length === 1) {
    const { en, zh } = messageText(state, first);
    const to = inSentence(first.to);
    return phrase(`Deliver ${en} to ${to.en}`, `让${zh}送到${to.zh}`);
  }
  const count = messages.length;
  const client = inSentence(first.leg === 'request' ? first.from : first.to);
  if (first.leg !== 'request')
    return phrase(`Deliver all ${count} answers to ${client.en}`, `让 ${count} 个应答都送到${client.zh}`);
  const name = commandOf(state, first);
  return phrase(
    `Deliver ${client.en}’s ${name} to all ${count} nodes`,
    `让${client.zh}的 ${name} 送到 ${count} 个节点`,
  );
}

function messageText(state: State, message: MessageName): Text {
  const from = inSentence(message.from);
  if (message.leg === 'request') {
    const name = commandOf(state, message);
    return phrase(`${from.en}’s ${name}`, `${from.zh}的 ${name}`);
  }
  const answer = textOfWaiting(state, message);
  if (message.leg === 'push') return phrase(`${from.en}’s message`, `${from.zh}的消息`);
  return phrase(`${from.en}’s answer ${answer}`, `${from.zh}的应答 ${answer}`);
}

/** The first word of a request: `SET`, `compareAndDelete`. */
const commandOf = (state: State, message: MessageName): string => textOfWaiting(state, message).split(' ')[0] ?? '';

/** The text of a message that waits, as the trace has it. Empty: no such message waits. */
export function textOfWaiting({ trace, waiting }: State, message: MessageName): string {
  const one = waiting.find(({ name }) => nameOfMessage(name) === nameOfMessage(message));
  return one === undefined ? '' : textOfMessage(trace, one.id);
}

/** A name within a sentence: `client 1`, `Redis A`, `the storage`. */
function inSentence(id: ProcessId): Text {
  const { en, zh } = pageName(id);
  const role = roleOf(id);
  const small = role === 'node' ? en : en.charAt(0).toLowerCase() + en.slice(1);
  return { en: role === 'storage' || role === 'service' ? `the ${small}` : small, zh };
}

/**
 * What has happened in a state that had not happened in the one before it, as lines of the narration. The reader's own
 * faults are not among them, only what they do. Where the narration is silent, every event has its sentence.
 */
export function newLines(before: State, after: State, speech: Speech): readonly string[] {
  const key = ({ at, text }: { readonly at: number; readonly text: string }): string => `${at} ${text}`;
  const isOwn = (seq: number): boolean => kindAt(after.trace, seq) === kindNumber.faultStruck;
  const earlier = new Set(narrate(before.trace, speech).map(key));
  const lines = narrate(after.trace, speech).filter((line) => !earlier.has(key(line)) && !isOwn(line.seq));
  if (lines.length > 0) return withoutRepeats(lines.map(({ text }) => text));
  return eventsOf(after.trace, 'entrySet', 'entryGone', 'sent')
    .filter(({ at, process }) => at > (before.processes[process]?.lastAt ?? -1))
    .map((event) => sentenceOf(after.trace, event, speech));
}

/** A client that asks again and again does the same eight times: each text stands once, where it was first. */
function withoutRepeats(texts: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => (count === 1 ? text : `${text} (×${count})`));
}
