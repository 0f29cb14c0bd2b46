// The accessibility barriers that axe finds on a page, and what HTML does not allow, which axe does not look for.
import { source as axe } from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

interface Axe {
  readonly run: (where: string, options: { resultTypes: string[] }) => Promise<{ violations: Violation[] }>;
}

/**
 * @param page keeps axe from then on, until it navigates
 * @param where a selector of the part to check, when another test checks the rest of the page
 */
export async function findBarriers(page: Page, where = 'html'): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const violations = await page.evaluate(async (part) => {
    const { axe } = window as unknown as { axe: Axe };
    return (await axe.run(part, { resultTypes: ['violations'] })).violations;
  }, where);
  return [
    ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`)),
    ...(await page.evaluate(faultsOfMarkup)),
  ];
}

/** Of the whole page. Runs in it. */
function faultsOfMarkup(): readonly string[] {
  const named = (what: string, all: readonly Element[]): readonly string[] =>
    all.map((element) => `${what}: ${element.outerHTML.slice(0, 160)}`);
  const ids = new Set<string>();
  const twice = [...document.querySelectorAll('[id]')].filter(({ id }) => ids.size === ids.add(id).size);
  const mains = [...document.querySelectorAll('main')].filter((main) => main.closest('[hidden]') === null);
  const phrases = ':is(span, p, button, label, b, i, em, strong, small, code)';
  const blocks = ':is(fieldset, div, p, ul, ol, dl, table, section, article, form, main, h1, h2, h3, h4, pre)';
  return [
    ...named('id twice', twice),
    ...named('another main', mains.slice(1)),
    ...named('block in phrase', [...document.querySelectorAll(`${phrases} ${blocks}`)]),
  ];
}
