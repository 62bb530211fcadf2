import { useTexts } from '../messages/use-texts.ts'
import { folderPath, objectBrowserPath } from '../navigation/paths/objects.ts'
import type { Crumb } from '../shared/PageHeader.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { crumbsOf } from './entry.ts'
import { exactDate } from './rewind/moment.ts'

/** The breadcrumbs from 'All Buckets' to a folder, as of `rewind` if that is set (spec object-browser 2). */
export function useFolderCrumbs(bucket: string, prefix: string, rewind = ''): Crumb[] {
  const t = useTexts('objects')
  return [
    { to: objectBrowserPath(), label: t('allBuckets') },
    ...crumbsOf(bucket, prefix).map((folder, index, { length }) => ({
      to: folderPath(bucket, folder.prefix, rewind),
      label: (
        <>
          <ObjectName name={folder.name} />
          {rewind !== '' && index === length - 1 && ` · ${exactDate(rewind)}`}
        </>
      ),
    })),
  ]
}
