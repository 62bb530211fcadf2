import '../messages/en/guide.ts'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../navigation/AppLink.tsx'
import { useCurrentPath } from '../navigation/navigation.ts'
import { guidePath } from '../navigation/paths/guide.ts'
import { homePath } from '../navigation/paths/session.ts'
import { Mark } from '../shared/Mark.tsx'
import { PageHeading } from '../shared/PageHeading.tsx'
import { ThemeToggle } from '../shared/ThemeToggle.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { GuideBlocks, GuideInlines } from './GuideBlocks.tsx'
import classes from './GuidePage.module.css'
import { GUIDE_PAGES, guideBlocks, guideTitle, isGuidePage } from './guide-pages.ts'

const BASE = `${guidePath()}/`

/** The product's guide, in a tab of its own and open to everybody who reaches the console. */
export function GuidePage() {
  const { t } = useTranslation(['guide', 'shared'])
  const path = useCurrentPath()
  const asked = path.startsWith(BASE) && path !== BASE ? path.slice(BASE.length) : GUIDE_PAGES[0]
  const name = isGuidePage(asked) ? asked : undefined
  const [heading, ...blocks] = name === undefined ? [] : guideBlocks(name)
  usePageTitle(name === undefined ? t('title') : guideTitle(name))
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <AppLink to={homePath()} className={classes.brand}>
          <Mark size={24} />
          {t('shared:product')}
        </AppLink>
        <span className={classes.words}>{t('title')}</span>
        <AppLink to={homePath()} className={classes.back}>
          {t('toConsole')}
        </AppLink>
        <ThemeToggle />
      </header>
      <div className={classes.columns}>
        <nav aria-label={t('pages')} className={classes.pages}>
          <ul>
            {GUIDE_PAGES.map((page, index) => (
              <li key={page}>
                <AppLink to={guidePath(index === 0 ? '' : page)} aria-current={page === name ? 'page' : undefined}>
                  {guideTitle(page)}
                </AppLink>
              </li>
            ))}
          </ul>
        </nav>
        {/* A new page begins at its head. */}
        <main key={name} className={classes.text}>
          <PageHeading>
            {heading?.kind === 'heading' ? <GuideInlines inlines={heading.text} /> : t('title')}
          </PageHeading>
          {name === undefined ? <p>{t('missing')}</p> : <GuideBlocks blocks={blocks} />}
        </main>
      </div>
    </div>
  )
}
