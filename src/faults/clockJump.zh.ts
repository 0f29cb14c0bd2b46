/** The Chinese texts of a jump of a clock. */
import type { ClockJumpFault } from './clockJump';
import type { FaultTexts } from './texts';

export const clockJump: FaultTexts<ClockJumpFault> = {
  name: '时钟跳变',
  help: '挂钟被向前或向后拨动。',
  title: (who) => `${who} 时钟跳变`,
  struck: ({ from }) => `${from} 的时钟被拨动。`,
};
