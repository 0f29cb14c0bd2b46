/** What a person is told of what cannot be opened here, or of an exercise that does not run. */
import type { Text } from '../../model/text';

export const neither: Text = {
  en: 'This is neither a link of the playground nor JSON.',
  zh: '这既不是试验场的链接，也不是 JSON。',
};

export const progress: Text = {
  en: 'This is the progress of somebody’s exercises; it is loaded on the page of the exercises.',
  zh: '这是练习的进度；请在练习页面载入。',
};

export const notPlayed = (reason: string): Text => ({
  en: `It could not be played: ${reason}`,
  zh: `没能运行：${reason}`,
});
