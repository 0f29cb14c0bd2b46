/** Which usual setting of a lock a row has. */
import type { Text } from '../../core/model/text';

export const withReplica: Text = { en: 'with a replica', zh: '带一个副本' };
export const withFsync: Text = { en: 'fsync on every write', zh: '每次写入都 fsync' };
export const ofThree: Text = { en: '3 members', zh: '3 个成员' };
export const ofOne: Text = { en: '1 member', zh: '1 个成员' };
export const plain: Text = { en: '1 node', zh: '1 个节点' };
export const ofLocalFiles: Text = { en: 'local files', zh: '本地文件' };
export const ofNetworkFiles: Text = { en: 'files on NFS', zh: 'NFS 上的文件' };
export const watchdog: Text = { en: 'watchdog', zh: '看门狗' };
export const leaseTime: Text = { en: 'lease time, no watchdog', zh: '指定租约，没有看门狗' };
export const watchdogAndReplica: Text = { en: 'watchdog, checks its replica', zh: '看门狗，检查副本' };
export const noExpiry: Text = { en: 'no expiry', zh: '没有过期时间' };
export const expiry: Text = { en: 'expiry', zh: '有过期时间' };
export const renewal: Text = { en: 'expiry and auto-renewal', zh: '有过期时间并自动续期' };
export const keepsNothing: Text = { en: 'nodes keep nothing', zh: '节点不持久化' };
export const replicaEach: Text = { en: 'a replica each', zh: '每个节点一个副本' };
export const noExtension: Text = { en: 'no extension', zh: '不续期' };
export const keepAlive: Text = { en: 'KeepAliveLockProvider', zh: 'KeepAliveLockProvider' };
export const goRedis: Text = { en: 'on go-redis 9.22', zh: '基于 go-redis 9.22' };
export const redisPy: Text = { en: 'on redis-py 8', zh: '基于 redis-py 8' };
export const redisPyUrl: Text = { en: 'on redis-py 8, from a URL', zh: '基于 redis-py 8，由 URL 创建' };
export const noExpiry7: Text = { en: 'no expiry, on redis-py 7', zh: '没有过期时间，基于 redis-py 7' };
export const expiry7: Text = { en: 'expiry, on redis-py 7', zh: '有过期时间，基于 redis-py 7' };
export const renewal7: Text = {
  en: 'expiry and auto-renewal, on redis-py 7',
  zh: '有过期时间并自动续期，基于 redis-py 7',
};
