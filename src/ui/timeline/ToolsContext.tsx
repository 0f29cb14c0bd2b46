// What moves the view besides keys and pointers. An app that has more hands in `laterTools`. An embed has no more than this.
import { type ComponentType, createContext } from 'react';
import { type BrushProps, SimpleBrush } from './SimpleBrush';
import type { ViewToolsProps } from './ViewTools';

interface Tools {
  readonly ViewTools: ComponentType<ViewToolsProps>;
  readonly MinimapBrush: ComponentType<BrushProps>;
}

export const ToolsContext = createContext<Tools>({ ViewTools: () => null, MinimapBrush: SimpleBrush });
