import '../messages/en/guide.ts'
import type { ReactNode } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { apiReferencePath, guidePath, homePath } from '../navigation/paths/pages.ts'
import { LanguageMenu } from '../shared/LanguageMenu.tsx'
import { Logo } from '../shared/Logo.tsx'
import { ThemeToggle } from '../shared/ThemeToggle.tsx'
import classes from './guide.module.css'
import { GUIDE_PAGES } from './guide-pages.ts'

interface GuideFrameProps {
  /** The current page. */
  path: string
  children: ReactNode
}

/** The layout of every page of the guide: the bar, and the list of pages. */
export function GuideFrame({ path, children }: GuideFrameProps) {
  const t = useTexts(['guide', 'shared'])
  const pages = [
    ...GUIDE_PAGES.map((page, index) => ({ to: guidePath(index === 0 ? '' : page), title: t(`titles.${page}`) })),
    { to: apiReferencePath(), title: t('api') },
  ]
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <AppLink to={homePath()} className={classes.brand} aria-label={t('shared:product')}>
          <Logo size={24} />
          <span>{t('shared:product')}</span>
        </AppLink>
        <span className={classes.words}>{t('title')}</span>
        <AppLink to={homePath()} className={classes.back}>
          {t('toConsole')}
        </AppLink>
        <LanguageMenu />
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
