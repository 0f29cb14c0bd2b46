/**
 * A component for React 18 and 19. It compiles as TypeScript, and as JavaScript without its types. A server can
 * render it: the script is loaded only in the browser, once for all runs of a page.
 * @param element the element in JSX, indented to stand in the component
 */
export const reactCode = (element: string, script: string): string => `'use client';
import { useEffect } from 'react';

// The element, for TypeScript. Leave it out in JavaScript.
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'redlock-playground': HTMLAttributes<HTMLElement> & { [attribute: string]: unknown };
    }
  }
}

export function LockRun() {
  useEffect(() => {
    const src = '${script}';
    if (document.querySelector(\`script[src="\${src}"]\`) === null)
      document.head.append(Object.assign(document.createElement('script'), { src }));
  }, []);
  return (
    ${element}
  );
}`;
