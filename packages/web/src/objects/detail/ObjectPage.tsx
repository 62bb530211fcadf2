import '../../messages/en/objects.ts'
import '../../messages/en/object-detail.ts'
import { getObjectDetails, getVersioning, type ObjectDetails } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import { useCurrentRewind } from '../../navigation/navigation.ts'
import { objectPath } from '../../navigation/paths/objects.ts'
import { useSession } from '../../session/index.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ErrorState } from '../../shared/ErrorState.tsx'
import layout from '../../shared/layout.module.css'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { StaleNotice } from '../../shared/StaleNotice.tsx'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { useDelayed } from '../../shared/use-delayed.ts'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { usePageTitle } from '../../shared/use-page-title.ts'
import { useFolderCrumbs } from '../browser-crumbs.tsx'
import { folderOf } from '../entry.ts'
import { RestoreDialog } from '../index.ts'
import classes from './detail.module.css'
import { FileActions } from './FileActions.tsx'
import { MetadataCard } from './MetadataCard.tsx'
import { MissingObject } from './MissingObject.tsx'
import { ObjectFacts } from './ObjectFacts.tsx'
import { addressOf, nameOf, type ObjectRef, shortName } from './object-ref.ts'
import { ProtectionCard } from './ProtectionCard.tsx'
import { TagsCard } from './TagsCard.tsx'
import { VersionsTable } from './VersionsTable.tsx'

const SKELETON_AFTER_MS = 100

/** The details of one object or one of its versions, and its actions (spec object-browser 2). */
export function ObjectPage({ object }: { object: ObjectRef }) {
  const { bucket, key, versionId } = object
  const t = useTexts('objectDetail')
  const isDistributed = useSession()?.distributedMode === true
  const details = useApiQuery(getObjectDetails, addressOf(object))
  const versioning = useApiQuery(getVersioning, { params: { bucket } }, { enabled: isDistributed })
  // Opened from a rewound folder: the breadcrumbs lead back there.
  const crumbs = useFolderCrumbs(bucket, folderOf(key), useCurrentRewind())
  const showsSkeleton = useDelayed(details.isPending, SKELETON_AFTER_MS)
  usePageTitle(shortName(object))

  const { data, error } = details
  const isMissing = error?.code === 'NoSuchKey'
  const retry = () => void details.refetch()
  // The null version of a bucket that was never versioned isn't shown as a version (spec object-browser 6).
  const isVersioned = isDistributed && (versioning.data ? versioning.data.status !== '' : data?.version_id !== '')
  const shown = data && !isMissing ? data : undefined

  return (
    <div className={layout.page}>
      <PageHeader
        crumbs={[...crumbs, { to: objectPath(bucket, key), label: <ObjectName name={nameOf(object)} /> }]}
        title={<ObjectName name={nameOf(object)} />}
      >
        {shown && (
          <FileActions
            object={object}
            details={shown}
            isVersioned={isVersioned}
            isSuspended={versioning.data?.status === 'Suspended'}
          />
        )}
      </PageHeader>
      {versionId !== '' && (
        <p className={classes.notice}>
          {t('olderVersion', { version: versionId })} <AppLink to={objectPath(bucket, key)}>{t('showLatest')}</AppLink>
        </p>
      )}
      {shown && error && <StaleNotice error={error} onRetry={retry} />}
      {isMissing && <MissingObject object={object} />}
      {error && !data && !isMissing && <ErrorState error={error} onRetry={retry} isRetrying={details.isFetching} />}
      {showsSkeleton && <div className={classes.skeleton} aria-hidden="true" />}
      {shown &&
        (shown.is_delete_marker ? <DeletedNotice object={object} /> : <ObjectCards object={object} details={shown} />)}
      {shown && isVersioned && (
        <VersionsTable
          object={object}
          shownId={shown.version_id}
          isSuspended={versioning.data?.status === 'Suspended'}
        />
      )}
    </div>
  )
}

/** Replaces the details of an object: a delete marker has none. */
function DeletedNotice({ object }: { object: ObjectRef }) {
  const t = useTexts('objectDetail')
  const { open, dialog } = useDialogs({ restore: (close) => <RestoreDialog object={object} onClose={close} /> })
  const isLatest = object.versionId === ''
  return (
    <div className={classes.notice}>
      <div>
        <h2 className={layout.heading}>{t(isLatest ? 'deleted.title' : 'deleted.markerTitle')}</h2>
        <p className={layout.note}>{t(isLatest ? 'deleted.hint' : 'deleted.markerHint')}</p>
      </div>
      {isLatest && (
        <Button variant="default" leftSection={<IconRestore size={16} />} onClick={() => open('restore')}>
          {t('versions.restore')}
        </Button>
      )}
      {dialog}
    </div>
  )
}

function ObjectCards({ object, details }: { object: ObjectRef; details: ObjectDetails }) {
  // Edits apply to the version that was loaded, even if another has become the latest since.
  const shown = { ...object, versionId: details.version_id }
  return (
    <div className={classes.cards}>
      <div className={classes.column}>
        <ObjectFacts object={object} details={details} />
        <MetadataCard object={object} details={details} />
      </div>
      <div className={classes.column}>
        <ProtectionCard object={shown} details={details} />
        <TagsCard object={shown} tags={details.tags} />
      </div>
    </div>
  )
}
