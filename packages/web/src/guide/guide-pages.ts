/** The files of docs/guide, in reading order; the first is the start page. */
export const GUIDE_PAGES = [
  'getting-started',
  'install',
  'run',
  'single-sign-on',
  'second-factor',
  'identity-providers',
  'https',
  'reverse-proxy',
  'storage-servers',
  'buckets',
  'replication',
  'objects',
  'share-links',
  'access',
  'users',
  'access-keys',
  'policies',
  'identity-backup',
  'server-settings',
  'monitoring',
  'license',
  'operator-mode',
  'install-on-kubernetes',
  'keyboard',
  'accessibility',
  'languages',
] as const
export type GuidePageName = (typeof GUIDE_PAGES)[number]

export function isGuidePage(name: string): name is GuidePageName {
  return (GUIDE_PAGES as readonly string[]).includes(name)
}
