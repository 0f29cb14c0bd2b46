/** The Chinese texts of a loss of power. */
import type { PowerLossFault } from './powerLoss';
import type { FaultTexts } from './texts';

export const powerLoss: FaultTexts<PowerLossFault> = {
  name: '断电',
  help: '机器断电；没有 fsync 的内容丢失。',
  title: (who) => `${who} 断电`,
  struck: ({ from }) => `${from} 断电。`,
};
