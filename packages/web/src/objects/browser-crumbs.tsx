import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import type { Crumb } from '../shared/Breadcrumbs.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { crumbsOf } from './entry.ts'

/** The way from 'All Buckets' to a folder (spec object-browser 2). */
export function useFolderCrumbs(bucket: string, prefix: string): Crumb[] {
  const { t } = useTranslation('objects')
  return [
    { to: paths.objectBrowser(), label: t('allBuckets') },
    ...crumbsOf(bucket, prefix).map((folder) => ({
      to: paths.folder(bucket, folder.prefix),
      label: <ObjectName name={folder.name} />,
    })),
  ]
}
