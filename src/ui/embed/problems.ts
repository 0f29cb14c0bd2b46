/** What stands in an embed whose address asks for what cannot be shown. */
import type { Text } from '../../model/text';

export const noParameter = (name: string, known: readonly string[]): Text => ({
  en: `There is no parameter “${name}”; there are ${known.join(', ')}.`,
  zh: `没有参数“${name}”；可用的有 ${known.join('、')}。`,
});

/** @param allowed the same in both languages. */
export function badParameter(name: string, value: string, allowed: string): Text {
  const { en, zh } = mayBe(name, value, { en: allowed, zh: allowed });
  return { en: `The parameter ${en}`, zh: `参数${zh}` };
}

/** @param name the parameter that asks for a lock or a check. @param ids those that there are. */
export const noPart = (name: string, id: string, ids: readonly string[]): Text =>
  mayBe(name, id, { en: ids.join(', '), zh: ids.join('、') });

const mayBe = (name: string, value: string, allowed: Text): Text => ({
  en: `“${name}” may be ${allowed.en}, not “${value}”.`,
  zh: `“${name}”可以是 ${allowed.zh}，不能是“${value}”。`,
});

export const unfit = ({ check, lock }: { readonly check: string; readonly lock: string }): Text => ({
  en: `The check “${check}” does not go with the lock “${lock}”, which gives it nothing to compare.`,
  zh: `检查“${check}”与锁“${lock}”不配：锁没有给它可比较的东西。`,
});

/** @param asked as in the address. */
export const emptyStretch = (asked: string, lastMs: number): Text => ({
  en: `“${asked}” leaves nothing of the run, which ends at ${lastMs} ms.`,
  zh: `“${asked}”里什么也没有：这次运行到 ${lastMs} ms 结束。`,
});
