/** Converts requests and replies from the wire to the model: a script by its name, a reply in readable form. */
import { createHash } from 'node:crypto';
import type { RespValue } from 'redis-parser';
import {
  command,
  evaluate,
  ok,
  type Reply,
  type Request,
  type Script,
  type Value,
} from '../../../core/model/effects/request';

export class RequestReader {
  /** The scripts by the digest under which a server knows them. */
  private readonly scripts: Map<string, Script>;

  constructor(
    scripts: readonly Script[],
    /** A prefix to remove from every text. */
    private readonly keyPrefix: string,
    /** Finds the script of a Lua text that is not among `scripts`. */
    private readonly scriptOf: (lua: string) => Script | null = () => null,
  ) {
    this.scripts = new Map(scripts.map((script) => [digestOf(script.lua), script]));
  }

  /** An unknown script stays an EVAL or EVALSHA. */
  readRequest(words: readonly string[]): Request {
    const [name = '', ...rest] = words;
    const upper = name.toUpperCase();
    const args = rest.map((word) => this.withoutPrefix(word));
    if (upper === 'SCRIPT' && rest[0]?.toUpperCase() === 'LOAD') this.ofText(rest[1] ?? '');
    if (upper !== 'EVALSHA' && upper !== 'EVAL') return command(upper, ...args);
    const [source = '', count = '0', ...operands] = args;
    const script = upper === 'EVAL' ? this.ofText(source) : this.scripts.get(source.toLowerCase());
    if (script === undefined) return command(upper, ...args);
    const keyCount = Number(count);
    return evaluate(script, operands.slice(0, keyCount), operands.slice(keyCount));
  }

  /** From then on, the script is known by its digest. */
  private ofText(lua: string): Script | undefined {
    const digest = digestOf(lua);
    const script = this.scripts.get(digest) ?? this.scriptOf(lua) ?? undefined;
    if (script !== undefined) this.scripts.set(digest, script);
    return script;
  }

  readReply(value: RespValue): Reply {
    return value instanceof Error ? { kind: 'error', message: value.message } : ok(this.readValue(value));
  }

  private readValue(value: RespValue): Value {
    if (typeof value === 'string') return this.withoutPrefix(value);
    if (value === null || typeof value === 'number') return value;
    return value instanceof Error ? value.message : value.map((item) => this.readValue(item));
  }

  private withoutPrefix(text: string): string {
    const { keyPrefix } = this;
    return keyPrefix !== '' && text.startsWith(keyPrefix) ? text.slice(keyPrefix.length) : text;
  }
}

/** Returns the words of a request; null if it is not an array of texts. */
export function wordsOf(value: RespValue): readonly string[] | null {
  const isWords = Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string');
  return isWords ? (value as readonly string[]) : null;
}

const digestOf = (lua: string): string => createHash('sha1').update(lua).digest('hex');
