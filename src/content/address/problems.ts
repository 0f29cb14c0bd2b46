/** Problems with the parameters of an address, for its author. */
import type { Text } from '../../core/model/values/text';

export const noParameter = (name: string, parameterNames: readonly string[]): Text => ({
  en: `There is no parameter “${name}”; the parameters are ${parameterNames.join(', ')}.`,
  zh: `没有参数“${name}”；可用的有 ${parameterNames.join('、')}。`,
});

export const givenTwice = (name: string): Text => ({
  en: `The parameter “${name}” is given more than once; the first one counts.`,
  zh: `参数“${name}”不止一个，只看第一个。`,
});

export const needsOther = (name: string, other: string): Text => ({
  en: `The parameter “${name}” means nothing without “${other}”.`,
  zh: `参数“${name}”要和“${other}”一起用。`,
});

/** @param allowed the same in both languages */
export function badParameter(name: string, value: string, allowed: string): Text {
  const { en, zh } = notAllowed(name, value, { en: allowed, zh: allowed });
  return { en: `The parameter ${en}`, zh: `参数${zh}` };
}

export const notAllowed = (name: string, value: string, allowed: Text): Text => ({
  en: `“${name}” may be ${allowed.en}, not “${value}”.`,
  zh: `“${name}”可以是 ${allowed.zh}，不能是“${value}”。`,
});

export const notInTable = (name: string): Text => ({
  en: `The parameter “${name}” means nothing with “view=matrix”.`,
  zh: `参数“${name}”不能和“view=matrix”一起用。`,
});

export const notInRow = (name: string): Text => ({
  en: `The parameter “${name}” means nothing where a row of the table is shown, and not a run.`,
  zh: `这里显示的是表格的一行，而不是一次运行，参数“${name}”没有意义。`,
});
