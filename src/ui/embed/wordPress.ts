/**
 * WordPress unfolds an address into a frame whose sandbox opens no link. The page around opens those that the frame tells it together
 * with the secret of the frame, as long as they stay on the frame's own site (`wp-includes/js/wp-embed.js`).
 */
export function passLinksOn(secret: string): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link !== null) parent.postMessage({ message: 'link', value: link.href, secret }, '*');
  });
}
