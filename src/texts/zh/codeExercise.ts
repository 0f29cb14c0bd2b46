/** 写锁练习的文字。 */
import type { codeExercise as english } from '../en/codeExercise';

export const codeExercise: typeof english = {
  code: '代码',
  run: '运行',
  parts: '代码或运行',
  attack: '开始攻击',
  stop: '停止',
  going: (done, all) => `攻击 ${done} / ${all}……`,
  untried: '攻击你的锁，看它经得起什么。',
  remaining: (names) => `还没经得起：${names}。`,
  none: '这里计入的攻击，你的锁全都经得起。',
  outdated: '此后你的代码改过，请再攻击一次。',
  failed: '沙箱没能加载，或者被代码弄垮了。',
  noPlace: '这个框架里不能启用沙箱，所以无法攻击。请在单独的标签页里打开这道练习。',
  stopped: '已停止。',
  counts: '要经得起的攻击',
  spared: '这里不计入的攻击',
  open: (name) => `${name}：看这次运行`,
  shows: (name) => `这种攻击下最糟的运行：${name}`,
  choose: '选择一种攻击……',
  say: '就是它',
  rightName: '正确。',
  wrongName: '不是这一种。',
  kept: '本浏览器会保存你的代码。',
  between: '、',
};
