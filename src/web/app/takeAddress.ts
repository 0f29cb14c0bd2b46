/** The address of a page that stands for another one. */
import { openedAt } from '../../content/address/first';

/** What the page of a link opens, with what its own address asks for; null: the page stands for itself. */
export function opensOf(): URL | null {
  const opens = document.querySelector('meta[name="opens"]')?.getAttribute('content') ?? null;
  return opens === null ? null : openedAt(opens, new URL(location.href));
}

/**
 * The page of a link that unfolds is the playground's own, at another address. Before the playground reads its
 * address, the address becomes the playground's, with this run in it.
 */
export function takeAddress(): void {
  const address = opensOf();
  if (address === null) return;
  // The browser may read these later, and would then look for them from the new address.
  for (const link of document.querySelectorAll('link[rel="icon"], link[rel="manifest"]'))
    if (link instanceof HTMLLinkElement) link.href = String(link.href);
  history.replaceState(history.state, '', address);
}
