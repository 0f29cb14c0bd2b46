/** What is opened in a built site, as data. The code of a site's own tree makes its links. */
export interface Pages {
  readonly stories: readonly StoryPage[];
  /** The hash of a run of a minute with three clients and five nodes, and a pause to drag. */
  readonly minute: string;
  /** The same with more clients of the same kind. */
  readonly crowded: { readonly hash: string; readonly eventCount: number };
  /** The hash of a run of five clients and nine nodes, for a projector. */
  readonly room: string;
}

interface StoryPage {
  readonly id: string;
  readonly number: string;
  /** Opens the story in an open page, without loading the page anew. */
  readonly hash: string;
  readonly hasFault: boolean;
}
