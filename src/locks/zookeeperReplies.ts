/** What ZooKeeper's answers say: which error, which znode, whose. Source: KeeperException and Stat of ZooKeeper 3.8. */
import type { Reply, Value } from '../model/request';

const sequenceDigits = 10;

export const isExpired = (reply: Reply): boolean => isError(reply, 'SessionExpired');
export const isNoNode = (reply: Reply): boolean => isError(reply, 'NoNode');

/** Its server knows of no connection, or there is nobody to answer. */
export const isUnconnected = (reply: Reply): boolean => reply.kind === 'closed' || isError(reply, 'ConnectionLoss');

const isError = (reply: Reply, message: string): boolean => reply.kind === 'error' && reply.message === message;

/** What a create is answered with: the path, and the zxid of the change. */
export function createdIn(reply: Reply): { readonly path: string; readonly zxid: number } {
  const [path, zxid] = valuesIn(reply);
  return { path: String(path), zxid: Number(zxid) };
}

/** What EXISTS is answered with: the zxid of the znode's creation, and the session that it ends with. */
export function statIn(reply: Reply): { readonly czxid: number; readonly owner: string } {
  const [czxid, , , owner] = valuesIn(reply);
  return { czxid: Number(czxid), owner: String(owner) };
}

/** Names of children, by the numbers at their ends, whatever stands before. */
export const namesIn = (reply: Reply): readonly string[] =>
  valuesIn(reply)
    .map(String)
    .sort((a, b) => (sequenceOf(a) < sequenceOf(b) ? -1 : 1));

/** Ten digits, zeros before them: their order is that of the numbers. */
const sequenceOf = (name: string): string => name.slice(-sequenceDigits);

export const valuesIn = (reply: Reply): readonly Value[] =>
  reply.kind === 'ok' && Array.isArray(reply.value) ? (reply.value as readonly Value[]) : [];
