/** Puts a text on the clipboard where the browser allows it. Answers whether it did. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Not on a secure origin, or forbidden in this iframe: whoever asked shows the text instead.
    return false;
  }
}
