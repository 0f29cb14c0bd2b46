/** How long a fault is, on an answer. */
const en = {
  weakest: {
    pause: (length: string) => `a pause of ${length}`,
    suspend: (length: string) => `a sleep of ${length}`,
    delay: (length: string) => `a delay of ${length}`,
    slow: (length: string) => `a link slower by ${length}`,
    cut: (length: string) => `a link cut for ${length}`,
    crash: (length: string) => `a restart ${length} after the crash`,
    'power-loss': (length: string) => `a restart ${length} after the power loss`,
    'clock-jump': (length: string) => `a clock jump of ${length}`,
    'clock-slew': (length: string) => `a clock slewed by ${length}`,
    'no-leader': (length: string) => `${length} without a leader`,
  },
  atMost: (length: string) => `at most ${length}`,
};

/** A number stands apart from the words before it, and a word does not. */
const spaced = (length: string): string => (/^\d/.test(length) ? ` ${length}` : length);

const zh: typeof en = {
  weakest: {
    pause: (length) => `停顿${spaced(length)}`,
    suspend: (length) => `休眠${spaced(length)}`,
    delay: (length) => `延迟${spaced(length)}`,
    slow: (length) => `链路慢${spaced(length)}`,
    cut: (length) => `链路断开${spaced(length)}`,
    crash: (length) => `崩溃${spaced(length)} 后重启`,
    'power-loss': (length) => `断电${spaced(length)} 后重启`,
    'clock-jump': (length) => `时钟跳变${spaced(length)}`,
    'clock-slew': (length) => `时钟微调${spaced(length)}`,
    'no-leader': (length) => `${length} 没有 leader`,
  },
  atMost: (length) => `至多 ${length}`,
};

export type LengthOfFaultWords = typeof en;

export const lengthOfFaultWords = { en, zh };
