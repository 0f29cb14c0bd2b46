/** Settings that mean the same in every lock with a lease. */
import { count, milliseconds } from '../model/fields';

export const ttlField = milliseconds({
  label: { en: 'TTL', zh: 'TTL' },
  min: 1,
  max: 600_000,
  default: 3000,
  isLease: true,
});

/** How often a client asks before its acquire is refused, and how long it waits in between. */
export const retryFields = (defaults: { readonly tries: number }) => ({
  tries: count({
    label: { en: 'Attempts', zh: '尝试次数' },
    min: 1,
    max: 100,
    default: defaults.tries,
    means: 'tries',
  }),
  retryDelay: milliseconds({
    label: { en: 'Retry delay', zh: '重试间隔' },
    min: 0,
    max: 60_000,
    default: 200,
    means: 'retryDelay',
  }),
  retryJitter: milliseconds({
    label: { en: 'Retry jitter', zh: '重试抖动' },
    min: 0,
    max: 60_000,
    default: 100,
    means: 'retryJitter',
  }),
});

export const nodeTimeoutField = milliseconds({
  label: { en: 'Timeout', zh: '超时' },
  help: {
    en: 'How long the client waits for the node’s answer. The request may have been carried out anyway.',
    zh: '等待节点应答多久。即使超时，请求也可能已经执行。',
  },
  min: 1,
  max: 60_000,
  default: 1000,
  means: 'timeout',
});
