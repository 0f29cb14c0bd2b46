// The accessibility barriers that axe finds on a page.
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
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
