/** What the steps of every client are called. A lock’s own steps keep the names that they have in its code. */

const chinese: ReadonlyMap<string, string> = new Map([
  ['think', '思考'],
  ['acquire', '加锁'],
  ['read', '读取'],
  ['work', '工作'],
  ['check', '检查'],
  ['write', '写入'],
  ['wait', '等待'],
  ['release', '释放'],
]);

export const stepInChinese = (step: string): string => chinese.get(step) ?? step;
