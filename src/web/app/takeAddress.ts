/** What the page of a link opens; null: the page stands for itself. */
export function opensOf(): URL | null {
  const opens = document.querySelector('meta[name="opens"]')?.getAttribute('content') ?? null;
  return opens === null ? null : new URL(opens, location.href);
}

/**
 * The page of a link that unfolds is the playground's own, at another address. Before the playground reads its
 * address, the address becomes the playground's, with this run in it. What else the address asks for stays.
 */
export function takeAddress(): void {
  const address = opensOf();
  if (address === null) return;
  for (const [name, value] of new URLSearchParams(location.search))
    if (!address.searchParams.has(name)) address.searchParams.set(name, value);
  // A flag has no value.
  address.search = address.search.replace(/=(?=&|$)/g, '');
  if (address.hash === '') address.hash = location.hash;
  // The browser may read these later, and would then look for them from the new address.
  for (const link of document.querySelectorAll('link[rel="icon"], link[rel="manifest"]'))
    if (link instanceof HTMLLinkElement) link.href = String(link.href);
  history.replaceState(history.state, '', address);
}
