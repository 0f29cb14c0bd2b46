/** What stands in the box of a process: its state, in a few words. */

import { networkWords } from '../../content/texts/network';
import { pageName } from '../../core/model/links/pageNames';
import type { ProcessId } from '../../core/model/scenario/processId';
import { spaced } from '../../core/model/values/chineseSpaces';
import { formatAt, formatNumber } from '../../core/model/values/format';
import type { Language } from '../../core/model/values/text';
import type { State } from '../../search/orders/state';
import { type ClientMoment, momentAt, type NodeMoment, type StorageMoment } from '../inspector/momentAt';

export interface BoxText {
  readonly id: ProcessId;
  readonly name: string;
  /** The first is the most important. */
  readonly lines: readonly string[];
  readonly look: 'holds' | 'outlived' | 'asleep' | 'down' | 'idle';
  /** The client whose key it has. */
  readonly owner: ProcessId | null;
}

/** In the order of the trace. */
export function boxTexts(state: State, language: Language): readonly BoxText[] {
  const { trace, now } = state;
  const { nodes, clients, storage } = momentAt(trace, now);
  const words = networkWords[language];
  const say = (lines: readonly string[]): readonly string[] => (language === 'zh' ? lines.map(spaced) : lines);
  const nameOf = (id: ProcessId): string => {
    const name = pageName(id)[language];
    return language === 'zh' ? name : small(name);
  };
  return trace.header.processes.map(({ id }): BoxText => {
    const of = { id, name: pageName(id)[language], owner: null } as const;
    const process = state.processes.find((one) => one.id === id);
    const out = process?.isAlive === false ? words.client.down : process?.isAsleep ? words.client.asleep : null;
    const outLook = process?.isAlive === false ? 'down' : 'asleep';
    const client = clients.find((one) => one.id === id);
    if (client !== undefined) {
      const { text, look } = clientText(client, { words, now });
      const token = client.token === null ? [] : [words.client.token(client.token)];
      if (out === null) return { ...of, lines: say([text, ...token]), look };
      // One that sleeps holds what it held; of one that is down nothing is left.
      return { ...of, lines: say(outLook === 'down' ? [out] : [out, text, ...token]), look: outLook };
    }
    const node = nodes.find((one) => one.id === id);
    if (node !== undefined) {
      const text = nodeText(node, { words, now, nameOf });
      if (out !== null) return { ...of, lines: say([out]), look: outLook };
      return { ...of, lines: say([text]), look: 'idle', owner: node.owner };
    }
    const lines = id.startsWith('storage') ? storageText(storage, words) : [words.server.up];
    return { ...of, lines: say(out === null ? lines : [out]), look: out === null ? 'idle' : outLook };
  });
}

/** `Client 1` within a sentence. */
const small = (name: string): string => name.replace(/^Client/, 'client');

interface Around {
  readonly words: typeof networkWords.en;
  readonly now: number;
}

function clientText(
  { phase, left, step }: ClientMoment,
  { words: { client: words }, now }: Around,
): { readonly text: string; readonly look: BoxText['look'] } {
  switch (phase) {
    case 'wants':
      return { text: words.wants, look: 'idle' };
    case 'releasing':
      return { text: words.releasing, look: 'idle' };
    case 'inside':
      if (left === null) return { text: words.holds, look: 'holds' };
      return left < 0
        ? { text: words.outlived(formatAt(now + left)), look: 'outlived' }
        : { text: words.holdsUntil(formatAt(now + left)), look: 'holds' };
    default:
      return { text: step === null ? words.notStarted : words.idle, look: 'idle' };
  }
}

function nodeText(
  { owner, left, endsWithSession, sharedBy, leads }: NodeMoment,
  { words: { server: words }, now, nameOf }: Around & { readonly nameOf: (id: ProcessId) => string },
): string {
  if (leads !== null) return leads ? words.leads : words.up;
  if (owner === null) return sharedBy.length === 0 ? words.free : words.shared(sharedBy.map(nameOf).join(' + '));
  if (left !== null) return words.key({ who: nameOf(owner), at: formatAt(now + left) });
  return endsWithSession ? words.keyOfSession(nameOf(owner)) : words.keyForever(nameOf(owner));
}

function storageText({ value, version, tokenMax }: StorageMoment, words: Around['words']): readonly string[] {
  const { storage } = words;
  if (value === null) return [storage.untouched];
  return [
    storage.value(formatNumber(value)),
    [
      ...(version === null ? [] : [storage.version(formatNumber(version))]),
      ...(tokenMax === null ? [] : [storage.highest(formatNumber(tokenMax))]),
    ].join(' · '),
  ].filter((line) => line !== '');
}
