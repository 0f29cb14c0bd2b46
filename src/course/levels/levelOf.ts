/** Any scenario as a level: the reader decides about all its messages, and every kind of harm counts. */
import type { Scenario } from '../../core/model/scenario/scenario';
import { anyHarms } from '../../core/model/trace/severity';
import type { Text } from '../../core/model/values/text';
import type { Level } from './level';

/** @param story the id of its story, whose title is `title` */
export function levelOf(scenario: Scenario, story: string, title: Text): Level {
  return {
    id: story,
    title,
    lead: {
      en: 'The clients and servers of this story, and its settings. Its faults are left out: they are yours now.',
      zh: '还是这个故事里的客户端、服务器和设置。它的故障都去掉了：现在由你来决定。',
    },
    task: { en: 'Do any harm.', zh: '造成任何一种损害。' },
    scenario,
    rules: {
      faults: { sleep: 1, crash: 1, lose: 1, ...(scenario.settings.nodes.replicas > 0 ? { failover: 1 } : {}) },
      arriveByThemselves: ['replies'],
    },
    harms: anyHarms,
    decisionsMax: 6,
    least: null,
    lesson: { en: '', zh: '' },
    story,
  };
}
