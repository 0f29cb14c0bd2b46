/** What is opened in a built site, as data: the code of a site's own tree makes the links that it reads. */
export interface Pages {
  readonly stories: readonly StoryPage[];
  /** The hash of a minute of three clients and five nodes, with a pause to drag. */
  readonly minute: string;
  /** The same with more clients of the same kind. */
  readonly crowded: { readonly hash: string; readonly eventCount: number };
}

interface StoryPage {
  readonly id: string;
  readonly number: string;
  /** Opens the story in a page that is open, without loading it anew. */
  readonly hash: string;
  readonly hasFault: boolean;
}
