/**
 * Passes the language on to the other pages of the site. A browser keeps the language that a person chose. It does
 * not keep one that an address asked for, and some browsers keep nothing.
 */

import { read } from '../../content/address/read';
import { write } from '../../content/address/write';
import type { Language } from '../../core/model/values/text';
import { usePreferences } from '../state/preferences';

export function carryLanguage(): void {
  const begun = usePreferences.getState().language;
  const carry = (event: Event): void => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const { language } = usePreferences.getState();
    if (event.defaultPrevented || !(link instanceof HTMLAnchorElement)) return;
    if (asksFor(location.href) === null && language === begun) return;
    link.href = withLanguage(link.href, { from: location.href, language });
  };
  // A press with the middle button is an `auxclick`.
  for (const type of ['click', 'auxclick'] as const) window.addEventListener(type, carry);
  usePreferences.subscribe(({ language }, before) => {
    // Otherwise a reload would restore the language of the address.
    if (language !== before.language && asksFor(location.href) !== null)
      history.replaceState(history.state, '', write({ language }, location.href));
  });
}

const asksFor = (address: string): Language | null => read(address).language;

/** The address of a link to a page of this site, with the language added. Other addresses are unchanged. */
export function withLanguage(address: string, { from, language }: { from: string; language: Language }): string {
  if (!URL.canParse(address)) return address;
  const to = new URL(address);
  const isPage = to.origin === new URL(from).origin && to.pathname.endsWith('/');
  return isPage && asksFor(address) === null ? write({ language }, address) : address;
}
