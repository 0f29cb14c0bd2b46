/** What moves the view in an embed: no more than what is there from the first. It stands in for `laterTools.ts`. */
export { SimpleBrush as MinimapBrush } from './SimpleBrush';

export const ViewTools = (): null => null;
