/** The words of the gallery in both languages; loaded with it. */
import type { Both } from '../../model/text';
import { gallery as english } from '../../texts/en/gallery';
import { gallery as chinese } from '../../texts/zh/gallery';
import { useText } from '../words/i18n';

export type GalleryWords = typeof english;

export const galleryWords: Both<GalleryWords> = { en: english, zh: chinese };

export const useGalleryWords = (): GalleryWords => useText()(galleryWords);
