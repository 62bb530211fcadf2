import '../messages/en/guide.ts'
import { useEventListener } from '@mantine/hooks'
import { useTexts } from '../messages/use-texts.ts'
import { isPlainClick } from '../navigation/AppLink.tsx'
import { belowBase, useCurrentPath, useNavigation } from '../navigation/navigation.ts'
import { guidePath } from '../navigation/paths/pages.ts'
import layout from '../shared/layout.module.css'
import { PageHeading } from '../shared/PageHeading.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { GuideFrame } from './GuideFrame.tsx'
import classes from './guide.module.css'
import { GUIDE_PAGES, isGuidePage } from './guide-pages.ts'
import { useGuideText } from './guide-texts.ts'

export { loadGuide } from './guide-texts.ts'

const BASE = `${guidePath()}/`

/** The user guide, in its own tab and without sign-in. */
export function GuidePage() {
  const t = useTexts(['guide', 'shared'])
  const path = useCurrentPath()
  const requested = path.startsWith(BASE) && path !== BASE ? path.slice(BASE.length) : GUIDE_PAGES[0]
  const name = isGuidePage(requested) ? requested : undefined
  const { html, isTranslated, hasFailed } = useGuideText(name)
  const title = name === undefined ? t('title') : t(`titles.${name}`)
  usePageTitle(title)
  const { push } = useNavigation()
  // Links in the text are plain anchors; those within the console must not load a document.
  const content = useEventListener('click', (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.origin !== window.location.origin || !isPlainClick(event)) return
    event.preventDefault()
    push(belowBase(link.pathname))
  })
  return (
    <GuideFrame path={guidePath(name === GUIDE_PAGES[0] ? '' : name)}>
      {/* A new page starts at its top. */}
      <main key={name} className={classes.text}>
        <PageHeading>{title}</PageHeading>
        {hasFailed && (
          <p role="alert" className={layout.note}>
            {t('shared:partNotLoaded')}
          </p>
        )}
        {name === undefined ? (
          <p>{t('missing')}</p>
        ) : (
          <>
            {!isTranslated && !hasFailed && <p className={layout.note}>{t('untranslated')}</p>}
            <div
              ref={content}
              {...(!isTranslated && { lang: 'en', dir: 'ltr' })}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: made from the files of docs/guide when the console was built
              dangerouslySetInnerHTML={{ __html: html }}
            />
          </>
        )}
      </main>
    </GuideFrame>
  )
}
