/** The Chinese texts of a drifting clock. */
import type { ClockDriftFault } from './clockDrift';
import type { FaultTexts } from './texts';

export const clockDrift: FaultTexts<ClockDriftFault> = {
  name: '时钟漂移',
  help: '挂钟走得快或慢。',
  title: (who) => `${who} 时钟漂移`,
  struck: ({ from }) => `${from} 的时钟开始漂移。`,
  ended: ({ from }) => `${from} 的时钟不再漂移。`,
  isTold: true,
};
