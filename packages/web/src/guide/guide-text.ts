import type { GuideText } from '../../build/guide-html.ts'
import type { GuidePageName } from './guide-pages.ts'

const files = import.meta.glob<GuideText>('../../../../docs/guide/*.md', { import: 'default', eager: true })

/** The HTML of a page, rendered from Markdown at build time. */
export function guideText(name: GuidePageName): GuideText {
  return files[`../../../../docs/guide/${name}.md`] ?? { title: name, html: '' }
}
