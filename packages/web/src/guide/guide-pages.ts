import { type GuideBlock, parseGuide } from './guide-text.ts'

/** Names of the files of docs/guide, in reading order; the first is shown at the bare address. */
export const GUIDE_PAGES = [
  'getting-started',
  'buckets',
  'replication',
  'objects',
  'access',
  'policies',
  'keyboard',
] as const
export type GuidePageName = (typeof GUIDE_PAGES)[number]

const files = import.meta.glob<string>('../../../../docs/guide/*.md', { query: '?raw', import: 'default', eager: true })

export function guideBlocks(name: GuidePageName): GuideBlock[] {
  return parseGuide(files[`../../../../docs/guide/${name}.md`] ?? '')
}

/** A page's own name: its first heading. */
export function guideTitle(name: GuidePageName): string {
  const [heading] = guideBlocks(name)
  return heading?.kind === 'heading' ? heading.text.map(({ text }) => text).join('') : name
}

export function isGuidePage(name: string): name is GuidePageName {
  return (GUIDE_PAGES as readonly string[]).includes(name)
}

/** The page that a link of the guide leads to; undefined when it is no link within the guide. */
export function linkedPage(href: string): GuidePageName | undefined {
  const name = /^([a-z-]+)\.md$/.exec(href)?.[1]
  return name !== undefined && isGuidePage(name) ? name : undefined
}
