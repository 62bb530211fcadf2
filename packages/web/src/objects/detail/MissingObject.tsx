import { listObjects } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconFileUnknown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useCurrentRewind, useNavigation } from '../../navigation/navigation.ts'
import { folderPath } from '../../navigation/paths/objects.ts'
import { EmptyState } from '../../shared/EmptyState.tsx'
import { Loading } from '../../shared/Loading.tsx'
import { folderOf } from '../entry.ts'
import { isFolder } from '../go-to/find-place.ts'
import classes from './ObjectPage.module.css'
import type { ObjectRef } from './object-ref.ts'

/**
 * An address that names no object. Where a folder has that name, the address was typed without its final slash, and the
 * folder opens in its place.
 */
export function MissingObject({ object: { bucket, key, versionId } }: { object: ObjectRef }) {
  const { t } = useTranslation('objectDetail')
  const { push, replace } = useNavigation()
  const rewind = useCurrentRewind()
  const prefix = `${key}/`
  const folder = useQuery({
    queryKey: [listObjects.id, 'isFolder', bucket, prefix],
    queryFn: () => isFolder(bucket, prefix),
    enabled: versionId === '',
  })
  const exists = folder.data === true
  useEffect(() => {
    if (exists) replace(folderPath(bucket, prefix, rewind))
  }, [exists, replace, bucket, prefix, rewind])
  // Whoever may not list the folder may still open it, and learns there which permission is missing. One that is deleted now
  // may have been there at the moment that is shown.
  const mayBeFolder = versionId === '' && (folder.isError || rewind !== '')

  if (exists || folder.isLoading) return <Loading />
  return (
    <div className={classes.missing}>
      <EmptyState
        icon={<IconFileUnknown size={28} stroke={1.5} />}
        title={t(versionId === '' ? 'missing.title' : 'missing.versionTitle')}
        hint={t(versionId === '' ? 'missing.hint' : 'missing.versionHint')}
      />
      <div className={classes.missingWays}>
        <Button variant="default" onClick={() => push(folderPath(bucket, folderOf(key), rewind))}>
          {t('missing.openFolder')}
        </Button>
        {mayBeFolder && (
          <Button variant="default" onClick={() => push(folderPath(bucket, prefix, rewind))}>
            {t('missing.asFolder')}
          </Button>
        )}
      </div>
    </div>
  )
}
