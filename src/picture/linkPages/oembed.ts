/**
 * The oEmbed answer for a run (https://oembed.com): the frame that shows it, with its card as a thumbnail. On a
 * static host the answer is a file, which cannot respect `maxwidth` and `maxheight`; the frame fills the width that it
 * is given.
 */

/** The frame is as wide as its container. At this width it has this height. */
const usual = { width: 720, height: 520 };

export interface OembedOptions {
  readonly title: string;
  /** The address of the embed. */
  readonly embed: string;
  /** The address of the site. */
  readonly site: string;
  readonly thumbnail: string;
  readonly maxWidth?: number | undefined;
  readonly maxHeight?: number | undefined;
}

export interface Oembed {
  readonly version: '1.0';
  readonly type: 'rich';
  readonly provider_name: string;
  readonly provider_url: string;
  readonly title: string;
  readonly html: string;
  readonly width: number;
  readonly height: number;
  readonly thumbnail_url: string;
  readonly thumbnail_width: number;
  readonly thumbnail_height: number;
}

export function oembedOf({ title, embed, site, thumbnail, maxWidth, maxHeight }: OembedOptions): Oembed {
  const width = Math.min(usual.width, maxWidth ?? usual.width);
  const height = Math.min(usual.height, maxHeight ?? usual.height);
  const style = `width:100%;max-width:${width}px;border:0`;
  return {
    version: '1.0',
    type: 'rich',
    provider_name: 'Redlock Playground',
    provider_url: site,
    title,
    html: `<iframe src="${attribute(embed)}" title="${attribute(title)}" width="${width}" height="${height}" frameborder="0" style="${style}" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" loading="lazy"></iframe>`,
    width,
    height,
    thumbnail_url: thumbnail,
    thumbnail_width: 1200,
    thumbnail_height: 630,
  };
}

export const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
