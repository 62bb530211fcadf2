import '../messages/en/guide.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { GuideText } from '../../build/guide-html.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { apiReferencePath, guidePath, homePath } from '../navigation/paths/pages.ts'
import { Logo } from '../shared/Logo.tsx'
import { ThemeToggle } from '../shared/ThemeToggle.tsx'
import classes from './guide.module.css'
import { GUIDE_PAGES, type GuidePageName } from './guide-pages.ts'

const files = import.meta.glob<GuideText>('../../../../docs/guide/*.md', { import: 'default', eager: true })

/** The HTML of a page, rendered from Markdown at build time. */
export function guideText(name: GuidePageName): GuideText {
  return files[`../../../../docs/guide/${name}.md`] ?? { title: name, html: '' }
}

interface GuideFrameProps {
  /** The current page. */
  path: string
  children: ReactNode
}

/** The layout of every page of the guide: the bar, and the list of pages. */
export function GuideFrame({ path, children }: GuideFrameProps) {
  const { t } = useTranslation(['guide', 'shared'])
  const pages = [
    ...GUIDE_PAGES.map((page, index) => ({ to: guidePath(index === 0 ? '' : page), title: guideText(page).title })),
    { to: apiReferencePath(), title: t('api') },
  ]
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <AppLink to={homePath()} className={classes.brand}>
          <Logo size={24} />
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
            {pages.map(({ to, title }) => (
              <li key={to}>
                <AppLink to={to} aria-current={to === path ? 'page' : undefined}>
                  {title}
                </AppLink>
              </li>
            ))}
          </ul>
        </nav>
        {children}
      </div>
    </div>
  )
}
