/** Puts a text on the clipboard if the browser allows it. Returns whether it did. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The origin is not secure, or the iframe forbids it: the caller shows the text instead.
    return false;
  }
}
