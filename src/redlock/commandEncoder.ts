/**
 * Requests in the form that Redis takes. A request goes to all nodes, one after the other, so it is encoded only
 * once.
 */
import { createHash } from 'node:crypto';
import type { Request, Script } from '../core/model/effects/request';
import type { RedisCommand } from './client';
import { type Compares, comparingBy } from './comparing';

/** The name under which a server keeps a script: the SHA-1 of its text. */
export const digestOf = ({ lua }: Script): string => createHash('sha1').update(lua).digest('hex');

export class CommandEncoder {
  private readonly digests = new Map<Script, string>();
  private latest: Request | null = null;
  private latestBy: Compares = 'script';
  private words: RedisCommand = [];

  /** The command of a request, with scripts by their digests, for a node that compares in this way. */
  commandOf(request: Request, compares: Compares): RedisCommand {
    if (request === this.latest && compares === this.latestBy) return this.words;
    const { command, args, script } = comparingBy(request, compares);
    this.latest = request;
    this.latestBy = compares;
    this.words = (
      script === undefined ? [command, ...args] : ['EVALSHA', this.digestOf(script.script), script.keyCount, ...args]
    ).map(String);
    return this.words;
  }

  private digestOf(script: Script): string {
    const cachedDigest = this.digests.get(script);
    if (cachedDigest !== undefined) return cachedDigest;
    const digest = digestOf(script);
    this.digests.set(script, digest);
    return digest;
  }
}

/** The command with the full script. The server keeps the script from then on. */
export const inFull = ({ command, args, script }: Request): RedisCommand =>
  (script === undefined ? [command, ...args] : ['EVAL', script.script.lua, script.keyCount, ...args]).map(String);
