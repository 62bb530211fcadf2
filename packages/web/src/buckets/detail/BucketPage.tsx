import '../../messages/en/bucket.ts'
import { getBucket, permissionError } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconFolderOpen, IconLock } from '@tabler/icons-react'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useCurrentPath, useNavigation } from '../../navigation/navigation.ts'
import { bucketPath, bucketsPath, parseBucketPath } from '../../navigation/paths/buckets.ts'
import { folderPath } from '../../navigation/paths/objects.ts'
import { useSession } from '../../session/index.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { EmptyState } from '../../shared/EmptyState.tsx'
import { ErrorState } from '../../shared/ErrorState.tsx'
import { NotFoundPage } from '../../shared/NotFoundPage.tsx'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { usePageTitle } from '../../shared/use-page-title.ts'
import { PERMISSIONS } from '../permissions.ts'
import { BucketActions } from './BucketActions.tsx'
import classes from './BucketPage.module.css'
import { BucketTabs } from './BucketTabs.tsx'
import { tabModules } from './tabs.ts'
import { useBucketTabs } from './use-bucket-tabs.ts'

/** Everything below /buckets/{bucketName}: the frame with the tabs; the bare address leads to the summary. */
export function BucketPage() {
  const place = parseBucketPath(useCurrentPath())
  const { replace } = useNavigation()
  const bare = place?.tab === '' ? place.bucket : undefined
  useEffect(() => {
    if (bare !== undefined) replace(bucketPath(bare))
  }, [bare, replace])
  if (!place) return <NotFoundPage />
  if (bare !== undefined) return null
  // Another bucket is another page: nothing opened or typed in one belongs to the next.
  return <BucketFrame key={place.bucket} {...place} />
}

function BucketFrame({ bucket, tab }: { bucket: string; tab: string }) {
  const { t } = useTranslation(['bucket', 'buckets', 'shared'])
  const { push } = useNavigation()
  const session = useSession()
  const tabs = useBucketTabs(bucket)
  const info = useApiQuery(getBucket, { params: { bucket } })
  usePageTitle(bucket)
  usePreloadedTabs()

  const slash = tab.indexOf('/')
  const segment = slash < 0 ? tab : tab.slice(0, slash)
  const current = tabs.find((one) => one.tab.segment === segment)
  if (!current) return <NotFoundPage />
  const { tab: shown, access } = current
  const Page = shown.page
  const isMissing = info.error?.code === 'NoSuchBucket' || info.error?.code === 'InvalidBucketName'
  const content = () => {
    if (isMissing && info.error) {
      return <ErrorState error={info.error} onRetry={() => void info.refetch()} isRetrying={info.isFetching} />
    }
    if (access === 'denied' && shown.permission) {
      return (
        <EmptyState
          icon={<IconLock size={28} stroke={1.5} />}
          title={t('shared:notPermittedTitle')}
          hint={permissionError(PERMISSIONS[shown.permission], bucket)}
        />
      )
    }
    return access === 'open' && <Page bucket={bucket} rest={slash < 0 ? '' : tab.slice(slash + 1)} />
  }

  return (
    <div className={classes.page}>
      <PageHeader
        title={bucket}
        crumbs={[
          { to: bucketsPath(), label: t('buckets:title') },
          { to: bucketPath(bucket), label: bucket },
        ]}
      >
        {session?.pages.includes('/object-browser/:bucket/*') && !isMissing && (
          <Button
            variant="default"
            leftSection={<IconFolderOpen size={16} stroke={1.7} />}
            onClick={() => push(folderPath(bucket))}
          >
            {t('browse')}
          </Button>
        )}
        {!isMissing && <BucketActions bucket={bucket} />}
      </PageHeader>
      <div className={classes.body}>
        {!isMissing && (
          <BucketTabs bucket={bucket} tabs={tabs.filter((one) => one.access === 'open').map((one) => one.tab)} />
        )}
        <div className={classes.content}>
          <Suspense>{content()}</Suspense>
        </div>
      </div>
    </div>
  )
}

/** A tab that is opened while the console is out can still say so. */
function usePreloadedTabs(): void {
  useEffect(() => {
    for (const load of Object.values(tabModules)) {
      // Only ahead of need: what cannot be loaded now is loaded, or reported, when it is opened.
      load().catch(() => undefined)
    }
  }, [])
}
