import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../app/AppLink.tsx'
import { paths } from '../app/paths.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import classes from './Breadcrumb.module.css'
import type { Crumb } from './entry.ts'

interface BreadcrumbProps {
  bucket: string
  crumbs: readonly Crumb[]
}

/** The way from 'All Buckets' to the folder on screen (spec object-browser 2). */
export function Breadcrumb({ bucket, crumbs }: BreadcrumbProps) {
  const { t } = useTranslation('objects')
  return (
    <nav aria-label={t('breadcrumb')}>
      <ol className={classes.crumbs}>
        <li>
          <AppLink to={paths.objectBrowser()}>{t('allBuckets')}</AppLink>
        </li>
        {crumbs.map((crumb, index) => (
          <Fragment key={crumb.prefix}>
            <li aria-hidden="true" className={classes.slash}>
              /
            </li>
            <li>
              {index === crumbs.length - 1 ? (
                <span aria-current="page">
                  <ObjectName name={crumb.name} />
                </span>
              ) : (
                <AppLink to={paths.folder(bucket, crumb.prefix)}>
                  <ObjectName name={crumb.name} />
                </AppLink>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
