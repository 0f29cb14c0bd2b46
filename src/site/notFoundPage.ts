/** The page in place of one that does not exist, in both languages, with a link to the playground. */

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
</head>
<body style="max-width: 40rem; margin: 15vh auto 0; padding: 0 1rem; font: 1.1rem/1.5 system-ui, sans-serif">
<h1>There is no such page</h1>
<p>The address may be wrong, or the page may have moved.${home === null ? '' : ` <a href="${home}">To Redlock Playground</a>`}</p>
<div lang="zh-CN">
<h2>没有这个页面</h2>
<p>地址可能有误，或者页面已经移走。${home === null ? '' : `<a href="${home}">回到 Redlock Playground</a>`}</p>
</div>
</body>
</html>
`;
