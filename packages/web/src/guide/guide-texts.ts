import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GuideText } from '../../build/guide-html.ts'
import type { GuidePageName } from './guide-pages.ts'

const FOLDER = '../../../../docs/guide/'
/** Rendered from Markdown at build time. */
const english = import.meta.glob<GuideText>('../../../../docs/guide/*.md', { import: 'default', eager: true })
const translations = import.meta.glob<GuideText>('../../../../docs/guide/*/*.md', { import: 'default' })

/** The pages that a language has, by their name. */
type Guide = ReadonlyMap<string, GuideText>

const guides = new Map<string, Guide>()

/** Loads the pages that a language has, all in one script. @throws Error if they can't be loaded */
export async function loadGuide(tag: string): Promise<void> {
  if (guides.has(tag)) return
  const start = `${FOLDER}${tag}/`
  const pages = Object.entries(translations).filter(([path]) => path.startsWith(start))
  const texts = pages.map(async ([path, load]) => [path.slice(start.length, -'.md'.length), await load()] as const)
  guides.set(tag, new Map(await Promise.all(texts)))
}

/** A page in the language of the console, or in English if it isn't translated, or its language can't be loaded. */
export function useGuideText(name: GuidePageName | undefined) {
  const { i18n } = useTranslation()
  const tag = i18n.language
  // The page stays as it is until another language is there.
  const [shown, setShown] = useState(tag)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    let isWanted = true
    const end = (failed: boolean) => {
      if (!isWanted) return
      setHasFailed(failed)
      if (!failed) setShown(tag)
    }
    loadGuide(tag).then(
      () => end(false),
      () => end(true),
    )
    return () => {
      isWanted = false
    }
  }, [tag])
  const translated = name && guides.get(shown)?.get(name)
  return {
    html: translated?.html ?? english[`${FOLDER}${name}.md`]?.html ?? '',
    isTranslated: translated !== undefined || shown === 'en',
    hasFailed,
  }
}
