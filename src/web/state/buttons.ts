/** What a button and a key do alike, besides moving the playhead (`playback/moves.ts`). */
import { openDialog, openGallery } from './dialog';
import { useEdition } from './edition';

export const buttons = {
  undo: { keys: 'Ctrl+KeyZ', run: () => useEdition.getState().undo() },
  redo: { keys: 'Ctrl+Shift+KeyZ', run: () => useEdition.getState().redo() },
  stories: { keys: 'Slash', run: openGallery },
  sheet: { keys: 'Shift+Slash', run: () => openDialog('keys') },
} as const;
