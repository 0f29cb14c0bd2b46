/** The elements of a sheet of paper. */

/** In CSS pixels: about the width of a sheet in portrait. */
export const pictureWidth = 760;

export const element = (name: string, content: string): HTMLElement =>
  Object.assign(document.createElement(name), { textContent: content });

export function framed(svg: string): HTMLElement {
  const frame = document.createElement('div');
  frame.innerHTML = svg;
  return frame;
}
