import '../../messages/en/preview.ts'
import { downloadObject, type ObjectDetails } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconChevronDown, IconDownload, IconLink, IconPhoto, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigation } from '../../navigation/navigation.ts'
import { folderPath, objectPath } from '../../navigation/paths/objects.ts'
import { callUrl } from '../../shared/api/call.ts'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import { ActionMenu } from '../../shared/overlay/ActionMenu.tsx'
import { useCopying } from '../copy/use-copying.tsx'
import { type Entry, folderOf } from '../entry.ts'
import { ShareDialog, useDenied } from '../index.ts'
import { announceDownload } from '../large-download.ts'
import { ObjectPreview } from '../preview/index.ts'
import { DeleteObjectDialog } from './dialogs.ts'
import { isHeld } from './metadata-form.ts'
import classes from './ObjectPage.module.css'
import { addressed, nameOf, type ObjectRef } from './object-ref.ts'
import { useChangedObject } from './use-changed.ts'

interface FileActionsProps {
  object: ObjectRef
  details: ObjectDetails
  isVersioned: boolean
  isSuspended: boolean
}

/** Share, download and delete the version on the page; copy, move and rename the object. */
export function FileActions({ object, details, isVersioned, isSuspended }: FileActionsProps) {
  const { bucket, key, versionId } = object
  const { t } = useTranslation(['objectDetail', 'preview'])
  const { push } = useNavigation()
  const changed = useChangedObject()
  const denied = useDenied(bucket, 'readObject', 'writeObject', 'deleteObject', 'deleteVersion')
  const [open, setOpen] = useState<'preview' | 'share' | 'delete'>()
  const close = () => setOpen(undefined)

  const isLatest = versionId === ''
  const deletes = isLatest ? 'deleteObject' : 'deleteVersion'
  const noContent = details.encryption.kind === 'SSE-C' ? t('ownKey') : undefined
  const noRead = noContent ?? denied.readObject
  const copying = useCopying({
    bucket,
    prefix: folderOf(key),
    noRead,
    noWrite: denied.writeObject,
    noDelete: denied.deleteObject,
    onArrived: (kind, where, name) => kind !== 'copy' && push(objectPath(where, name)),
  })

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are buttons
    <div role="group" aria-label={t('actions')} className={classes.actions}>
      {!details.is_delete_marker && (
        <>
          <ExplainedButton
            variant="default"
            leftSection={<IconPhoto size={16} />}
            disabledReason={noRead}
            onClick={() => setOpen('preview')}
          >
            {t('preview:action')}
          </ExplainedButton>
          <ExplainedButton
            variant="default"
            leftSection={<IconLink size={16} />}
            disabledReason={noRead}
            onClick={() => setOpen('share')}
          >
            {t('share')}
          </ExplainedButton>
          {noRead === undefined ? (
            <Button
              component="a"
              href={callUrl(downloadObject, addressed(object))}
              download
              leftSection={<IconDownload size={16} />}
              onClick={() => announceDownload(details.size)}
            >
              {t('download')}
            </Button>
          ) : (
            <ExplainedButton leftSection={<IconDownload size={16} />} disabledReason={noRead} onClick={() => undefined}>
              {t('download')}
            </ExplainedButton>
          )}
        </>
      )}
      {isLatest && !details.is_delete_marker && (
        <ActionMenu width={180} entries={copying.menuOf(() => [entryOf(object, details)], true)}>
          {(opener) => (
            <Button {...opener} variant="default" rightSection={<IconChevronDown size={16} />}>
              {t('more')}
            </Button>
          )}
        </ActionMenu>
      )}
      <ExplainedButton
        variant="default"
        className={classes.destructive ?? ''}
        leftSection={<IconTrash size={16} />}
        disabledReason={denied[deletes]}
        onClick={() => setOpen('delete')}
      >
        {t('delete')}
      </ExplainedButton>

      {open === 'preview' && <ObjectPreview object={object} onClose={close} />}
      {open === 'share' && (
        <ShareDialog bucket={bucket} objectKey={key} versionId={versionId} name={nameOf(object)} onClose={close} />
      )}
      {open === 'delete' && (
        <DeleteObjectDialog
          object={{ ...object, versionId: details.version_id }}
          offered={offered(isVersioned, isLatest && !details.is_delete_marker)}
          isMarker={details.is_delete_marker}
          isSuspended={isSuspended}
          kept={{
            isHeld: isHeld(details),
            mode: details.retention.mode,
            until: details.retention.until,
          }}
          canBeKept={details.legal_hold.unread?.code !== 'NoObjectLock'}
          onClose={close}
          onDeleted={(deletion) => {
            if (deletion === 'all' || deletion === 'object') return push(folderPath(bucket, folderOf(key)))
            if (!isLatest) push(objectPath(bucket, key))
            changed()
          }}
        />
      )}

      {copying.dialog}
    </div>
  )
}

function entryOf({ key }: ObjectRef, { size, last_modified }: ObjectDetails): Entry {
  return { key, size, modified: last_modified }
}

function offered(isVersioned: boolean, canHide: boolean) {
  if (!isVersioned) return ['object'] as const
  return canHide ? (['marker', 'version', 'all'] as const) : (['version', 'all'] as const)
}
