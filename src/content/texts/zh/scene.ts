/** The words of the scene, in Chinese, typed against the English ones. */
import type { scene as english } from '../en/scene';

/** A number stands apart from the words before it, and a word does not. */
const spaced = (length: string): string => (/^\d/.test(length) ? ` ${length}` : length);

export const scene: typeof english = {
  label: '场景',
  size: '显示多少内容',
  sizes: { scene: '场景', details: '细节', present: '演示' },
  play: '点播放，或拖动故障。',
  playNumber: '点播放，或拖动数字。',
  playOnly: '点播放。',
  holds: (client) => `由${client} 持有`,
  unaware: (holder, other) => `由${holder} 持有，${other} 不知情`,
  many: (count) => `${count} 个客户端同时持锁`,
  replay: '回到开头',
  nextMoment: '下一步',
  more: '更多',
  fewer: '收起',
  next: (title) => `下一个：${title}`,
  nextShort: '下一个',
  changed: '已改动',
  otherFault: '换一种故障',
  storysFault: '用故事里的运行',
  noHelpByHolder: '在这里没用：坏事是持锁者干的',
  helpsTheData: '只保住了数据',
  again: '再弄坏一次',
  againWith: (what) => `再弄坏一次：${what}`,
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
  change: '自己动手改',
  tooLate: (at) => `不可挽回的时刻：${at}`,
  faster: (times) => `快进 ×${times}`,
  atMost: (length) => `至多 ${length}`,
  search: '找一个能弄坏它的故障',
  searching: (runs) => `已试 ${runs} 次……`,
  none: (runs) => `试了 ${runs} 次，都没有出错`,
};
