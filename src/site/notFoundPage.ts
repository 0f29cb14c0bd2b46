/** The page for an address that does not exist, in both languages, with links to the playground and its stories. */

/**
 * @param home the address of the playground. Null: it is not known, since the page may stand in place of any other, and
 * the site in any folder.
 */
export const notFoundPage = (home: string | null): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>There is no such page · 没有这个页面</title>
<style>
:root { color-scheme: light dark; background: light-dark(#fbfaf8, #161513); color: light-dark(#1d1b18, #efece7) }
body { max-width: 40rem; margin: 15vh auto 0; padding: 0 1rem; font: 1.1rem/1.5 system-ui, sans-serif }
a { color: inherit }
</style>
</head>
<body>
<h1>There is no such page</h1>
<p>The address may be wrong, or the page may have moved.${links(home, 'To Redlock Playground', 'All stories')}</p>
<div lang="zh-CN">
<h2>没有这个页面</h2>
<p>地址可能有误，或者页面已经移走。${links(home, '回到 Redlock Playground', '全部故事', '&lang=zh')}</p>
</div>
</body>
</html>
`;

const links = (home: string | null, playground: string, stories: string, inLanguage = ''): string =>
  home === null
    ? ''
    : `</p>\n<p><a href="${home}${inLanguage.replace('&', '?')}">${playground}</a> · <a href="${home}?stories${inLanguage}">${stories}</a>`;
