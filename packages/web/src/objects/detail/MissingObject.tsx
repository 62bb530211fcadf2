import { listObjects } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconFileUnknown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import { useCurrentRewind, useNavigation } from '../../navigation/navigation.ts'
import { folderPath } from '../../navigation/paths/objects.ts'
import { EmptyState } from '../../shared/EmptyState.tsx'
import { Loading } from '../../shared/Loading.tsx'
import layout from '../../shared/layout.module.css'
import { folderOf } from '../entry.ts'
import { isFolder } from '../go-to/find-place.ts'
import classes from './detail.module.css'
import type { ObjectRef } from './object-ref.ts'

/**
 * An address without an object. If a folder has that name, the address was typed without its final slash, and the folder opens
 * instead.
 */
export function MissingObject({ object: { bucket, key, versionId } }: { object: ObjectRef }) {
  const t = useTexts('objectDetail')
  const { replace } = useNavigation()
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
  // Without permission to list, the folder still opens, and names the missing permission. An object that is deleted now may
  // have existed at the rewind time.
  const mayBeFolder = versionId === '' && (folder.isError || rewind !== '')

  if (exists || folder.isLoading) return <Loading />
  return (
    <div className={classes.missing}>
      <EmptyState
        icon={IconFileUnknown}
        title={t(versionId === '' ? 'missing.title' : 'missing.versionTitle')}
        hint={t(versionId === '' ? 'missing.hint' : 'missing.versionHint')}
      />
      <div className={layout.row}>
        <Button variant="default" component={AppLink} to={folderPath(bucket, folderOf(key), rewind)}>
          {t('missing.openFolder')}
        </Button>
        {mayBeFolder && (
          <Button variant="default" component={AppLink} to={folderPath(bucket, prefix, rewind)}>
            {t('missing.asFolder')}
          </Button>
        )}
      </div>
    </div>
  )
}
