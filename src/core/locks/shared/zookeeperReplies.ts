/** Reads ZooKeeper's answers: the error, the znode, its owner. Source: KeeperException and Stat of ZooKeeper 3.8. */
import type { Reply, Value } from '../../model/effects/request';

const sequenceDigits = 10;

export const isExpired = (reply: Reply): boolean => isError(reply, 'SessionExpired');
export const isNoNode = (reply: Reply): boolean => isError(reply, 'NoNode');

/** The server knows no connection of this session, or there is no server to answer. */
export const isUnconnected = (reply: Reply): boolean => reply.kind === 'closed' || isError(reply, 'ConnectionLoss');

const isError = (reply: Reply, message: string): boolean => reply.kind === 'error' && reply.message === message;

/** The answer to a create: the path, and the zxid of the change. */
export function createdIn(reply: Reply): { readonly path: string; readonly zxid: number } {
  const [path, zxid] = valuesIn(reply);
  return { path: String(path), zxid: Number(zxid) };
}

/** The answer to EXISTS: the zxid at which the znode was created, and the session that it ends with. */
export function statIn(reply: Reply): { readonly czxid: number; readonly owner: string } {
  const [czxid, , , owner] = valuesIn(reply);
  return { czxid: Number(czxid), owner: String(owner) };
}

/** The names of the children, sorted by the numbers at their ends. What precedes a number does not matter. */
export const namesIn = (reply: Reply): readonly string[] =>
  valuesIn(reply)
    .map(String)
    .sort((a, b) => (sequenceOf(a) < sequenceOf(b) ? -1 : 1));

/** Ten digits with leading zeros, so they sort as text in the order of the numbers. */
const sequenceOf = (name: string): string => name.slice(-sequenceDigits);

export const valuesIn = (reply: Reply): readonly Value[] =>
  reply.kind === 'ok' && Array.isArray(reply.value) ? (reply.value as readonly Value[]) : [];
