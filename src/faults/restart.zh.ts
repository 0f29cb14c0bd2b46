/** The Chinese texts of a restart. */
import type { RestartFault } from './restart';
import type { FaultTexts } from './texts';

export const restart: FaultTexts<RestartFault> = {
  name: '重启',
  help: '进程被杀死并立即重新启动。',
  title: (who) => `${who} 重启`,
  struck: ({ from }) => `${from} 被重启。`,
};
