/**
 * A script that is told the same asks the same: it sees its keys, its arguments, the answers to its calls, and nothing else. So
 * what it did is remembered as a tree, and Lua runs for what is new alone. In a search nearly every run of a script is known.
 */
import { type Argument, ScriptFailed, type ScriptModel, type Value } from '../model/request';

/** What a script does next: it asks, and goes on by what it is answered; or it ends. */
type Next =
  | { readonly kind: 'asks'; readonly command: string; readonly args: readonly Argument[]; readonly then: Places }
  | { readonly kind: 'ends'; readonly value: Value }
  | { readonly kind: 'fails'; readonly message: string };

type Places = Map<string, Next>;

type Answer = { readonly value: Value } | { readonly failed: ScriptFailed };

/** Beginnings of one script that are remembered. Then all of them are forgotten. */
const beginningsMost = 2000;
/** The keys and arguments of one that is remembered. */
const keyMost = 10_000;

/** @param run does nothing but what follows from its keys, its arguments and the answers */
export function remembered(run: ScriptModel): ScriptModel {
  const beginnings: Places = new Map();
  return (redis, keys, args) => {
    const known: Answer[] = [];
    let places = beginnings;
    let key = JSON.stringify([keys, args]);
    if (key.length > keyMost) return run(redis, keys, args);
    for (let next = places.get(key); next !== undefined; next = places.get(key)) {
      if (next.kind === 'ends') return next.value;
      if (next.kind === 'fails') throw new ScriptFailed(next.message);
      const answer = answerOf(() => redis(next.command, ...next.args));
      known.push(answer);
      places = next.then;
      key = keyOf(answer);
    }
    if (beginnings.size >= beginningsMost) beginnings.clear();
    const asks = (command: string, ...given: Argument[]): Value => {
      const before = known.shift();
      if (before !== undefined) return told(before);
      const then: Places = new Map();
      places.set(key, { kind: 'asks', command, args: given, then });
      const answer = answerOf(() => redis(command, ...given));
      places = then;
      key = keyOf(answer);
      return told(answer);
    };
    try {
      const value = run(asks, keys, args);
      places.set(key, { kind: 'ends', value });
      return value;
    } catch (error) {
      if (error instanceof ScriptFailed) places.set(key, { kind: 'fails', message: error.message });
      throw error;
    }
  };
}

function answerOf(ask: () => Value): Answer {
  try {
    return { value: ask() };
  } catch (error) {
    if (error instanceof ScriptFailed) return { failed: error };
    throw error;
  }
}

function told(answer: Answer): Value {
  if ('failed' in answer) throw answer.failed;
  return answer.value;
}

const keyOf = (answer: Answer): string =>
  'failed' in answer ? `failed ${answer.failed.message}` : JSON.stringify(answer.value);
