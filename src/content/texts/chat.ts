/** The words of a run in a chat, where it is shown below what a model says. */
import type { Both } from '../../core/model/values/text';

interface ChatWords {
  readonly waits: string;
  /** The result cannot be drawn. */
  readonly nothing: string;
}

export const chatWords: Both<ChatWords> = {
  en: { waits: 'The run appears here once there is one.', nothing: 'This answer has no run to show.' },
  zh: { waits: '有了运行之后会显示在这里。', nothing: '这个回答里没有可以显示的运行。' },
};
