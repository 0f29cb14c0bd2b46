/** The site's pages: the five ways of every header, in one order, and the names of all. */
import type { Language } from '../../core/model/values/text';

const en = {
  label: 'Pages',
  essay: 'Is Redlock safe?',
  stories: 'Stories',
  matrix: 'Table',
  exercises: 'Exercises',
  own: 'Your lock',
  network: 'You are the network',
  which: 'Which lock do I need?',
  examples: 'A sample post',
  library: 'quorum-lock, the library',
};

const zh: typeof en = {
  label: '页面',
  essay: 'Redlock 安全吗？',
  stories: '故事',
  matrix: '对照表',
  exercises: '练习',
  own: '你的锁',
  network: '你就是网络',
  which: '我需要哪一种锁？',
  examples: '示例文章',
  library: 'quorum-lock 库（英文）',
};

export const siteLinksWords = { en, zh };

export type SitePage =
  | 'essay'
  | 'stories'
  | 'matrix'
  | 'exercises'
  | 'own'
  | 'network'
  | 'which'
  | 'examples'
  | 'library';

export interface SiteWay {
  readonly page: SitePage;
  /** Relative to the playground. */
  readonly path: string;
  readonly text: string;
}

/** The five of every header. */
export const siteWays = (language: Language): readonly SiteWay[] =>
  named(language, [
    ['essay', language === 'zh' ? 'essay/zh/' : 'essay/'],
    ['stories', '?stories'],
    ['matrix', 'matrix/'],
    ['exercises', 'learn/'],
    ['own', 'own/'],
  ]);

/** What stands beside them where there is room. */
export const otherWays = (language: Language): readonly SiteWay[] =>
  named(language, [
    ['network', 'network/'],
    // A part of the page of the table.
    ['which', 'matrix/#which'],
    ['examples', language === 'zh' ? 'examples/zh.html' : 'examples/'],
    // In English alone.
    ['library', 'library/'],
  ]);

const named = (language: Language, ways: readonly (readonly [SitePage, string])[]): readonly SiteWay[] =>
  ways.map(([page, path]) => ({ page, path, text: siteLinksWords[language][page] }));
