/** The words of what a press on a lane offers. */
const en = {
  /** Whose lane, and when: `Client 1 at 2.1 s`. */
  title: (who: string, at: string) => `${who} at ${at}`,
  pause: 'Pause here',
  crash: 'Crash here',
  lose: 'Lose the next message',
  loseThis: 'Lose this message',
  clock: 'Set its clock forward',
  /** Where it changes nothing at the place that was pressed: when it does. */
  at: {
    pause: (at: string) => `Pause at ${at}`,
    crash: (at: string) => `Crash at ${at}`,
    lose: (at: string) => `Lose the message of ${at}`,
    clock: (at: string) => `Set its clock forward at ${at}`,
  },
  nothing: 'No fault here would change this run.',
};

const zh: typeof en = {
  title: (who, at) => `${who}，${at}`,
  pause: '在这里停顿',
  crash: '在这里崩溃',
  lose: '丢掉下一条消息',
  loseThis: '丢掉这条消息',
  clock: '把它的时钟拨快',
  at: {
    pause: (at) => `在 ${at} 停顿`,
    crash: (at) => `在 ${at} 崩溃`,
    lose: (at) => `丢掉 ${at} 的消息`,
    clock: (at) => `在 ${at} 把它的时钟拨快`,
  },
  nothing: '这里的任何故障都不会改变这次运行。',
};

export const hurtWords = { en, zh };
