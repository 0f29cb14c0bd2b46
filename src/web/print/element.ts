/** The elements of a sheet of paper. */

export function element(name: string, ...content: readonly (Node | string)[]): HTMLElement {
  const made = document.createElement(name);
  made.append(...content);
  return made;
}

export function framed(svg: string): HTMLElement {
  const frame = element('div');
  frame.innerHTML = svg;
  return frame;
}
