/** Which usual setting of a lock a row has, for rows of several locks. */
import type { Text } from '../../model/values/text';

export const withReplica: Text = { en: 'with a replica', zh: '带一个副本' };
export const withFsync: Text = { en: 'fsync on every write', zh: '每次写入都 fsync' };
export const ofThree: Text = { en: '3 members', zh: '3 个成员' };
export const ofOne: Text = { en: '1 member', zh: '1 个成员' };
export const plain: Text = { en: '1 node', zh: '1 个节点' };
export const noExpiry: Text = { en: 'no expiry', zh: '没有过期时间' };
export const expiry: Text = { en: 'expiry', zh: '有过期时间' };
export const noExtension: Text = { en: 'no extension', zh: '不续期' };
export const keepAlive: Text = { en: 'KeepAliveLockProvider', zh: 'KeepAliveLockProvider' };
