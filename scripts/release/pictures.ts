/** The pictures of the documentation: `node e2e/src/screenshots.ts --docs` takes all of them again, from sample data. */

export interface Picture {
  /** The file in `docs/images`, without its ending. */
  name: string
  /** The scene of `e2e/src/screenshots` that it shows. */
  scene: string
  /** The page of the guide that begins with it on the site. In the console itself, a reader has the page that it shows. */
  guidePage: string
  /** What it shows, for those who can't see it. */
  text: string
}

export const PICTURES: readonly Picture[] = [
  { name: 'sign-in', scene: 'login', guidePage: 'getting-started', text: 'The sign-in page' },
  { name: 'buckets', scene: 'buckets', guidePage: 'buckets', text: 'The list of buckets' },
  { name: 'object-browser', scene: 'folder', guidePage: 'objects', text: 'A folder in the object browser' },
  { name: 'users', scene: 'users', guidePage: 'users', text: 'The list of users' },
  { name: 'access-keys', scene: 'access-keys', guidePage: 'access-keys', text: 'The list of access keys' },
  { name: 'policy', scene: 'policy', guidePage: 'policies', text: 'A policy in the editor' },
  { name: 'tenants', scene: 'tenants', guidePage: 'operator-mode', text: 'The list of tenants' },
]
