/** What surrounds an element of a post, and which language is spoken there. */

/** A slot and the host of a shadow root count as surrounding elements, too. */
export const surroundingElement = (element: Element): Element | null =>
  element.assignedSlot ??
  element.parentElement ??
  (element.parentNode instanceof ShadowRoot ? element.parentNode.host : null);

/**
 * The language of the nearest `lang`, by its prefix. Null: the language of the reader's browser. If the element
 * itself has an unknown language it is returned, since the frame reports which ones are allowed.
 */
export function languageOf(element: Element): string | null {
  for (let at: Element | null = element; at !== null; at = surroundingElement(at)) {
    const language = at.getAttribute('lang');
    if (!language) continue;
    return /^(?:en|zh)(?![a-z])/i.exec(language)?.[0].toLowerCase() ?? (at === element ? language : null);
  }
  return null;
}
