import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../navigation/AppLink.tsx'
import classes from './page.module.css'

export interface Crumb {
  /** A path of `navigation/paths`. The last crumb is the current page and not a link. */
  to: string
  label: ReactNode
}

/** The path from a list to the current page; part of a {@link PageHeader}. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation()
  const last = crumbs.length - 1
  return (
    <nav aria-label={t('breadcrumbs')}>
      <ol className={classes.crumbs}>
        {crumbs.map(({ to, label }, index) => (
          <li key={to}>
            {index === last ? <span aria-current="page">{label}</span> : <AppLink to={to}>{label}</AppLink>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
