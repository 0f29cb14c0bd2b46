/** Messages about an exercise that does not run. */
import type { Text } from '../../core/model/values/text';

export const notPlayed = (reason: string): Text => ({
  en: `It could not be played: ${reason}`,
  zh: `没能运行：${reason}`,
});
