/** What an element of a post stands in, and which language is spoken there. */

/** A slot and the host of a shadow root are around, too. */
export const around = (element: Element): Element | null =>
  element.assignedSlot ??
  element.parentElement ??
  (element.parentNode instanceof ShadowRoot ? element.parentNode.host : null);

/**
 * The language of the nearest `lang`, by its prefix. Null: that of the reader's browser. An unknown one of the element itself is
 * returned, since the frame tells what it may be.
 */
export function languageOf(element: Element): string | null {
  for (let at: Element | null = element; at !== null; at = around(at)) {
    const language = at.getAttribute('lang');
    if (!language) continue;
    return /^(?:en|zh)(?![a-z])/i.exec(language)?.[0].toLowerCase() ?? (at === element ? language : null);
  }
  return null;
}
