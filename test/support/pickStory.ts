// Picks a story in the gallery, as a person does.
import type { Page } from 'playwright-core';

export async function pickStory(page: Page, id: string): Promise<void> {
  await page.getByRole('button', { name: /^(Story|故事) / }).click();
  await page.locator(`[role="dialog"] a[href="?story=${id}"]`).first().click();
  await page.locator(`[data-story="${id}"]`).waitFor();
}
