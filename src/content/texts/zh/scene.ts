/** The words of the scene, in Chinese, typed against the English ones. */
import type { scene as english } from '../en/scene';

export const scene: typeof english = {
  label: '场景',
  size: '显示多少内容',
  sizes: { scene: '场景', details: '细节', present: '演示' },
  play: '点播放，或拖动故障。',
  playNumber: '点播放，或拖动数字。',
  playOnly: '点播放。',
  holds: (client) => `由${client} 持有`,
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
  noHelp: '在这里没用',
  again: '再弄坏一次',
  change: '自己动手改',
  search: '找一个能弄坏它的故障',
  searching: (runs) => `已试 ${runs} 次……`,
  none: (runs) => `试了 ${runs} 次，都没有出错`,
};
