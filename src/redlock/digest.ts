/** The name under which a server keeps a script. */
import { createHash } from 'node:crypto';
import type { Script } from '../model/request';

const digests = new WeakMap<Script, string>();

/** SHA-1 of its text, made once. */
export function digestOf(script: Script): string {
  const known = digests.get(script);
  if (known !== undefined) return known;
  const digest = createHash('sha1').update(script.lua).digest('hex');
  digests.set(script, digest);
  return digest;
}
