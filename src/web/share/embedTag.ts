/** The tag that puts a run, a cell of the table or a reader's code into a page. */

/** `true`: the attribute is only a name. */
type Attributes = readonly (readonly [name: string, value: string | true])[];

/** @param child the content between the tags, as code, for readers without scripts */
export function embedTag(attributes: Attributes, child: string, indent = ''): string {
  const pairs = attributes.map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${quoted(value)}"`));
  return `<redlock-playground${pairs.join('')}>\n${indent}  ${child}\n${indent}</redlock-playground>`;
}

/** @param site where the playground is, ending with a slash */
export const withScript = (site: string, tag: string): string =>
  `<script src="${scriptOf(site)}" defer></script>\n${tag}`;

/** It stands between quotes of any kind. */
export const scriptOf = (site: string): string => new URL('embed.js', site).href.replace(/'/g, '%27');

export const linkTag = (address: string, text: string): string => `<a href="${quoted(address)}">${quoted(text)}</a>`;

export const quoted = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
