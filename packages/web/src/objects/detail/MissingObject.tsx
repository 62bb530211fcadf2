import { listObjects } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconFileUnknown } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useCurrentRewind, useNavigation } from '../../app/navigation.ts'
import { paths } from '../../app/paths.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { EmptyState } from '../../shared/EmptyState.tsx'
import { Waiting } from '../../shared/Waiting.tsx'
import { folderOf } from '../entry.ts'
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
  const folder = useApiQuery(
    listObjects,
    { params: { bucket }, query: { prefix: `${key}/`, limit: 1 } },
    { enabled: versionId === '' },
  )
  const isFolder = folder.data !== undefined && folder.data.objects.length > 0
  useEffect(() => {
    if (isFolder) replace(paths.folder(bucket, `${key}/`, rewind))
  }, [isFolder, replace, bucket, key, rewind])

  if (isFolder || folder.isLoading) return <Waiting />
  return (
    <div className={classes.missing}>
      <EmptyState
        icon={<IconFileUnknown size={28} stroke={1.5} />}
        title={t(versionId === '' ? 'missing.title' : 'missing.versionTitle')}
        hint={t(versionId === '' ? 'missing.hint' : 'missing.versionHint')}
      />
      <div className={classes.missingWays}>
        <Button variant="default" onClick={() => push(paths.folder(bucket, folderOf(key)))}>
          {t('missing.openFolder')}
        </Button>
        {/* Whoever may not list the folder may still open it, and learns there which permission is missing. */}
        {folder.isError && (
          <Button variant="default" onClick={() => push(paths.folder(bucket, `${key}/`))}>
            {t('missing.asFolder')}
          </Button>
        )}
      </div>
    </div>
  )
}
