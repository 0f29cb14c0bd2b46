/** Messages of an embed whose address asks for something that cannot be shown. */

import { notAllowed } from '../../content/address/problems';
import { formatAtMs } from '../../core/model/values/format';
import type { Text } from '../../core/model/values/text';

/**
 * @param name the parameter that asks for a lock or a check
 * @param ids the ones that exist
 */
export const noPart = (name: string, id: string, ids: readonly string[]): Text =>
  notAllowed(name, id, { en: ids.join(', '), zh: ids.join('、') });

export const unfit = ({ check, lock }: { readonly check: string; readonly lock: string }): Text => ({
  en: `The check “${check}” does not go with the lock “${lock}”, which gives it nothing to compare.`,
  zh: `检查“${check}”与锁“${lock}”不匹配：锁没有提供它要比较的值。`,
});

/** @param stretch as in the address */
export const emptyStretch = (stretch: string, lastMs: number): Text => ({
  en: `“${stretch}” leaves nothing of the run, which ends at ${formatAtMs(lastMs)}.`,
  zh: `“${stretch}”里什么也没有：这次运行到 ${formatAtMs(lastMs)} 结束。`,
});
