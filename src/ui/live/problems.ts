/** What a person is told whose file cannot be read as a run. */
import type { Text } from '../../model/text';

export const fileNotRead = (reason: string): Text => ({
  en: `The file could not be read: ${reason}.`,
  zh: `无法读取文件：${reason}。`,
});
