/** The elements of a sheet of paper. */

export function element(name: string, ...content: readonly (Node | string)[]): HTMLElement {
  const node = document.createElement(name);
  node.append(...content);
  return node;
}

export function framed(svg: string): HTMLElement {
  const frame = element('div');
  frame.innerHTML = svg;
  return frame;
}
