import { Button } from '@mantine/core'
import { IconFileUnknown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigation } from '../../app/navigation.ts'
import { paths } from '../../app/paths.ts'
import { EmptyState } from '../../shared/EmptyState.tsx'
import { folderOf } from '../entry.ts'
import classes from './ObjectPage.module.css'
import type { ObjectRef } from './object-ref.ts'

/** An address that names no object; it may have been meant for a folder, whose path ends in a slash. */
export function MissingObject({ object: { bucket, key, versionId } }: { object: ObjectRef }) {
  const { t } = useTranslation('objectDetail')
  const { push } = useNavigation()
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
        {versionId === '' && (
          <Button variant="default" onClick={() => push(paths.folder(bucket, `${key}/`))}>
            {t('missing.asFolder')}
          </Button>
        )}
      </div>
    </div>
  )
}
