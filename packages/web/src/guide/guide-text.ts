import type { GuideText } from '../../build/guide-html.ts'
import type { GuidePageName } from './guide-pages.ts'

const files = import.meta.glob<GuideText>('../../../../docs/guide/*.md', { import: 'default', eager: true })

/** The text of a page, made from its Markdown when the console is built. */
export function guideText(name: GuidePageName): GuideText {
  return files[`../../../../docs/guide/${name}.md`] ?? { title: name, html: '' }
}
