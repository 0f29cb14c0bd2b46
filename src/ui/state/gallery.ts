/** Whether the gallery of stories is open, and whether this page has one. */
import { create } from 'zustand';

interface GalleryState {
  readonly isOffered: boolean;
  readonly open: boolean;
}

export const useGallery = create<GalleryState>()(() => ({ isOffered: false, open: false }));

export const offerGallery = (): void => useGallery.setState({ isOffered: true });

/** Does nothing on a page that has no gallery. */
export const openGallery = (): void => useGallery.setState(({ isOffered }) => ({ open: isOffered }));
export const closeGallery = (): void => useGallery.setState({ open: false });
