import { Button } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import layout from '../../shared/layout.module.css'
import { RestoreDialog } from './dialogs.ts'
import classes from './ObjectPage.module.css'
import type { ObjectRef } from './object-ref.ts'

/** Replaces the details of an object: a delete marker has none. */
export function DeletedNotice({ object }: { object: ObjectRef }) {
  const { t } = useTranslation('objectDetail')
  const [isRestoring, setRestoring] = useState(false)
  const isLatest = object.versionId === ''
  return (
    <div className={classes.notice}>
      <div>
        <h2 className={classes.heading}>{t(isLatest ? 'deleted.title' : 'deleted.markerTitle')}</h2>
        <p className={layout.note}>{t(isLatest ? 'deleted.hint' : 'deleted.markerHint')}</p>
      </div>
      {isLatest && (
        <Button variant="default" leftSection={<IconRestore size={16} />} onClick={() => setRestoring(true)}>
          {t('versions.restore')}
        </Button>
      )}
      {isRestoring && <RestoreDialog object={object} onClose={() => setRestoring(false)} />}
    </div>
  )
}
