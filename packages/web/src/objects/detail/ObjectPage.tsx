import '../../messages/en/objects.ts'
import '../../messages/en/object-detail.ts'
import { getObjectDetails, getVersioning } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../navigation/AppLink.tsx'
import { useCurrentRewind } from '../../navigation/navigation.ts'
import { objectPath } from '../../navigation/paths/objects.ts'
import { useSession } from '../../session/index.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ErrorState } from '../../shared/ErrorState.tsx'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { StaleNotice } from '../../shared/StaleNotice.tsx'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { useDelayed } from '../../shared/use-delayed.ts'
import { usePageTitle } from '../../shared/use-page-title.ts'
import { useFolderCrumbs } from '../browser-crumbs.tsx'
import { folderOf } from '../entry.ts'
import { DeletedNotice } from './DeletedNotice.tsx'
import { FileActions } from './FileActions.tsx'
import { MissingObject } from './MissingObject.tsx'
import { ObjectCards } from './ObjectCards.tsx'
import classes from './ObjectPage.module.css'
import { addressed, nameOf, type ObjectRef, shortName } from './object-ref.ts'
import { VersionsTable } from './VersionsTable.tsx'

const SKELETON_AFTER_MS = 100

/** The details of one object or one of its versions, and its actions (spec object-browser 2). */
export function ObjectPage({ object }: { object: ObjectRef }) {
  const { bucket, key, versionId } = object
  const { t } = useTranslation('objectDetail')
  const isDistributed = useSession()?.distributedMode === true
  const details = useApiQuery(getObjectDetails, addressed(object))
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
    <div className={classes.page}>
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
