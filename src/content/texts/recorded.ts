/** The words of a recorded run, which can be watched but not changed. */
import type { Both } from '../../core/model/values/text';

interface RecordedWords {
  readonly note: string;
  readonly account: string;
  readonly allLanes: string;
  readonly fewLanes: string;
  readonly tooLong: string;
}

export const recordedWords: Both<RecordedWords> = {
  en: {
    note: 'A recorded run of code that is not here: it can be played, but not dragged.',
    account: 'What happened',
    allLanes: 'Show every lane',
    fewLanes: 'Show the scene',
    tooLong: 'This run is too long for the page. In a terminal, “play” tells it event by event.',
  },
  zh: {
    note: '这是一次运行的录像，代码不在这里：可以播放，不能拖动。',
    account: '发生了什么',
    allLanes: '显示全部泳道',
    fewLanes: '只看场景',
    tooLong: '这次运行太长，页面放不下。可以在终端用 play 逐个事件查看。',
  },
};
