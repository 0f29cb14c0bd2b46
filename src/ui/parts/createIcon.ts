/**
 * An icon of Lucide as a component. The built pages have it in place of Lucide's own, which can do more than they ask for
 * (`scripts/lightIcons.mjs`).
 */
import { createElement, type SVGProps } from 'react';

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

interface IconProps extends SVGProps<SVGSVGElement> {
  readonly size?: number;
}

export function createIcon(shapes: readonly Shape[]) {
  return function Icon({ size = 24, ...others }: IconProps) {
    const attributes: SVGProps<SVGSVGElement> = {
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      'aria-hidden': others['aria-label'] === undefined,
      ...others,
    };
    return createElement('svg', attributes, ...shapes.map(([tag, shape]) => createElement(tag, shape)));
  };
}
