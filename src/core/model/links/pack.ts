/**
 * Turns a JSON value into the text of a link, compressed with a dictionary and with a checksum, and back. It knows
 * nothing about scenarios.
 */
import { deflateSync, Inflate, strFromU8, strToU8 } from 'fflate';
import { hashText } from '../values/random';
import { fromBase64url, toBase64url } from './base64url';

const checksumLength = 4;
const chunkLength = 256;

/** The most bytes that a link may unfold to. */
const unpackedMax = 262_144;

/** Words that the compressor knows beforehand. The likeliest are last, where they cost least. */
export const dictionary = [
  '"storageA","storageB","service","wakesTo":"messages","timers","offset":"own":{"clock":{"ppm":"start":',
  '"disk":"lies","honest","persistence":"always","everysec","none","replicaLag":"never","replicas":',
  '"storageTimeout":"duration":"patience":"check":"before-write","loss":"latency":{"min":"p50":"p99":"max":',
  '"ask":"sequence","parallel","startOrder":"rotated","same","keys":"nodeTimeout":"driftFactor":"driftMs":',
  '"tries":"retryDelay":"retryJitter":"releaseBetweenTries":"releaseTo":"granted","all","validityCheck":"minValidity":',
  '"clock":"wall","mono","larger","extensions":"reconnectOnTimeout":"token":"one-node","quorum","none"',
  '"expiry":"none","px","value":"fixed","random","release":"get-del","del","script","wait":"checked","ignored",',
  '"waitReplicas":"waitTimeout":"token":"counter","compare":"greater","not-smaller","readsLeaveToken":true,false,',
  '"storage":{"id":"no-check"},"version"},"fencing"},"settings":{',
  '"lock":{"id":"single-node","redlock","settings":{"ttl":1000,"token":',
  '"kind":"clock-drift","clock-slew","over":"clock-jump","suspend","failover","promote":"cutOff":["restart","power-loss",',
  '"crash","restartAfter":"never","ever","kind":"slow","cut","bothWays":true,',
  '"kind":"delay","lose","by":"message":{"from":"storage","to":"nodeA","leg":"push","reply","request","after":',
  '"kind":"request","side":"before","after",["nodeA","nodeB","nodeC","nodeD","nodeE"],"from":["client1"],"to":["replicaA1","client3",',
  '"step":"t1","t2","ask","set","delete","validity","release-nodes","extend","think","check","read","acquire","release","work","write",',
  '"stagger":"rounds":"think":"work":"clients":3,"nodes":{"count":',
  '"plus":"nth":1,"process":"client2","process":"client1","nth":1}',
  '{"when":{"kind":"step","process":"client1","step":"write","nth":1},"kind":"pause","process":"client1","for":1000}',
  '"kind":"time","at":0},"settings":{"faults":{"pause1":{"when":{"at":null,"seed":',
  '"v":"fix","k":["w":1,{"s":"pause-before-write","v":"b","p":{"',
].join('');

/** The value compressed and in base64url. It is never empty. */
export const pack = (value: unknown): string =>
  toBase64url(deflateSync(strToU8(JSON.stringify(value)), { level: 9, dictionary: strToU8(dictionary) }));

export type Unpacked =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: 'damaged' | 'too-long' };

/** Undoes `pack`. Stops as soon as the result is longer than a scenario can be. */
export function unpack(text: string): Unpacked {
  const bytes = fromBase64url(text);
  if (bytes === null) return { ok: false, reason: 'damaged' };
  try {
    const json = inflate(bytes);
    return json === null ? { ok: false, reason: 'too-long' } : { ok: true, value: JSON.parse(json) };
  } catch {
    // Both the decompressor and JSON.parse throw for bytes that occur in none of our links.
    return { ok: false, reason: 'damaged' };
  }
}

/** A checksum of 24 bits over a text, as four characters. It reveals a link that was cut or retyped. */
export function checksum(text: string): string {
  const hash = hashText(text);
  return toBase64url(Uint8Array.of(hash >>> 24, hash >>> 16, hash >>> 8));
}

/** Takes the checksum off a text and returns the rest. Null when they do not fit together. */
export function verified(text: string): string | null {
  const rest = text.slice(checksumLength);
  return rest.length > 0 && checksum(rest) === text.slice(0, checksumLength) ? rest : null;
}

function inflate(bytes: Uint8Array): string | null {
  const parts: Uint8Array[] = [];
  let length = 0;
  const inflater = new Inflate({ dictionary: strToU8(dictionary) }, (part) => {
    parts.push(part);
    length += part.length;
  });
  for (let from = 0; from < bytes.length; from += chunkLength) {
    inflater.push(bytes.slice(from, from + chunkLength), from + chunkLength >= bytes.length);
    if (length > unpackedMax) return null;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return strFromU8(whole);
}
