import '../../messages/en/preview.ts'
import { downloadObject, type ObjectDetails, SUPPORT_FILES_FEATURE } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconChevronDown, IconDownload, IconFileSearch, IconLink, IconPhoto, IconTrash } from '@tabler/icons-react'
import { useTexts } from '../../messages/use-texts.ts'
import { useNavigation } from '../../navigation/navigation.ts'
import { folderPath, objectPath } from '../../navigation/paths/objects.ts'
import { supportToolsPath } from '../../navigation/paths/pages.ts'
import { useSession } from '../../session/index.ts'
import { ShareDialog } from '../../share-links/index.ts'
import { callUrl } from '../../shared/api/call.ts'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import { ActionMenu } from '../../shared/overlay/ActionMenu.tsx'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { useCopying } from '../copy/use-copying.tsx'
import { announceDownload } from '../downloads.ts'
import { type Entry, folderOf } from '../entry.ts'
import { DeleteObjectDialog, ObjectPreview, useCan, useDenied } from '../index.ts'
import classes from './detail.module.css'
import { isHeld } from './metadata-form.ts'
import { addressOf, nameOf, type ObjectRef } from './object-ref.ts'
import { useReloadObject } from './use-after-change.ts'

interface FileActionsProps {
  object: ObjectRef
  details: ObjectDetails
  isVersioned: boolean
  isSuspended: boolean
}

/** Share, download and delete the version on the page; copy, move and rename the object. */
export function FileActions({ object, details, isVersioned, isSuspended }: FileActionsProps) {
  const { bucket, key, versionId } = object
  const t = useTexts(['objectDetail', 'preview'])
  const { push } = useNavigation()
  const reload = useReloadObject()
  const denied = useDenied(bucket, 'readObject', 'writeObject', 'deleteObject', 'deleteVersion')

  const hasRawFiles = useSession()?.features.includes(SUPPORT_FILES_FEATURE) === true
  const isInspected = useCan('', 'inspect').inspect === true && hasRawFiles
  const inspectEntry = {
    id: 'inspect',
    label: t('inspect'),
    icon: IconFileSearch,
    to: supportToolsPath('inspect', `${bucket}/${key}/xl.meta`),
  }

  const isLatest = versionId === ''
  const deletes = isLatest ? 'deleteObject' : 'deleteVersion'
  const contentDenied = details.encryption.kind === 'SSE-C' ? t('ownKey') : undefined
  const readDenied = contentDenied ?? denied.readObject
  const copying = useCopying({
    bucket,
    prefix: folderOf(key),
    readDenied,
    writeDenied: denied.writeObject,
    deleteDenied: denied.deleteObject,
    onArrived: (kind, where, name) => kind !== 'copy' && push(objectPath(where, name)),
  })
  const { open, dialog } = useDialogs({
    preview: (close) => <ObjectPreview object={object} onClose={close} />,
    share: (close) => (
      <ShareDialog bucket={bucket} objectKey={key} versionId={versionId} name={nameOf(object)} onClose={close} />
    ),
    delete: (close) => (
      <DeleteObjectDialog
        object={{ ...object, versionId: details.version_id }}
        offered={choicesOf(isVersioned, isLatest && !details.is_delete_marker)}
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
          reload()
        }}
      />
    ),
  })

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are buttons
    <div role="group" aria-label={t('actions')} className={classes.actions}>
      {!details.is_delete_marker && (
        <>
          <ExplainedButton
            variant="default"
            leftSection={<IconPhoto size={16} />}
            disabledReason={readDenied}
            onClick={() => open('preview')}
          >
            {t('preview:action')}
          </ExplainedButton>
          <ExplainedButton
            variant="default"
            leftSection={<IconLink size={16} />}
            disabledReason={readDenied}
            onClick={() => open('share')}
          >
            {t('share')}
          </ExplainedButton>
          {readDenied === undefined ? (
            <Button
              component="a"
              href={callUrl(downloadObject, addressOf(object))}
              download
              leftSection={<IconDownload size={16} />}
              onClick={() => announceDownload(details.size)}
            >
              {t('download')}
            </Button>
          ) : (
            <ExplainedButton
              leftSection={<IconDownload size={16} />}
              disabledReason={readDenied}
              onClick={() => undefined}
            >
              {t('download')}
            </ExplainedButton>
          )}
        </>
      )}
      {isLatest && !details.is_delete_marker && (
        <ActionMenu
          width={isInspected ? 240 : 180}
          entries={[...copying.menuOf(() => [entryOf(object, details)], true), ...(isInspected ? [inspectEntry] : [])]}
        >
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
        onClick={() => open('delete')}
      >
        {t('delete')}
      </ExplainedButton>

      {dialog}
      {copying.dialog}
    </div>
  )
}

function entryOf({ key }: ObjectRef, { size, last_modified }: ObjectDetails): Entry {
  return { key, size, modified: last_modified }
}

function choicesOf(isVersioned: boolean, canHide: boolean) {
  if (!isVersioned) return ['object'] as const
  return canHide ? (['marker', 'version', 'all'] as const) : (['version', 'all'] as const)
}
