import '../../messages/en/bucket.ts'
import { getBucket, permissionError } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconFolderOpen, IconLock } from '@tabler/icons-react'
import { Suspense, useEffect } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { AppLink } from '../../navigation/AppLink.tsx'
import { useCurrentPath, useNavigation } from '../../navigation/navigation.ts'
import { bucketPath, bucketsPath, parseBucketPath } from '../../navigation/paths/buckets.ts'
import { folderPath } from '../../navigation/paths/objects.ts'
import { useSession } from '../../session/index.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { EmptyState } from '../../shared/EmptyState.tsx'
import { ErrorState } from '../../shared/ErrorState.tsx'
import layout from '../../shared/layout.module.css'
import { NotFoundPage } from '../../shared/NotFoundPage.tsx'
import { PageHeader } from '../../shared/PageHeader.tsx'
import { usePageTitle } from '../../shared/use-page-title.ts'
import { PERMISSIONS } from '../index.ts'
import { BucketActions } from './BucketActions.tsx'
import { BucketTabs } from './BucketTabs.tsx'
import classes from './bucket.module.css'
import { tabModules } from './tabs.ts'
import { useBucketTabs } from './use-bucket-tabs.ts'

/** Everything below /buckets/{bucketName}: the frame with the tabs; the bare address redirects to the summary. */
export function BucketPage() {
  const parsed = parseBucketPath(useCurrentPath())
  const { replace } = useNavigation()
  const bare = parsed?.tab === '' ? parsed.bucket : undefined
  useEffect(() => {
    if (bare !== undefined) replace(bucketPath(bare))
  }, [bare, replace])
  if (!parsed) return <NotFoundPage />
  if (bare !== undefined) return null
  // The key resets the page for another bucket: nothing opened or typed carries over.
  return <BucketFrame key={parsed.bucket} {...parsed} />
}

function BucketFrame({ bucket, tab }: { bucket: string; tab: string }) {
  const t = useTexts(['bucket', 'buckets', 'shared'])
  const session = useSession()
  const tabs = useBucketTabs(bucket)
  const info = useApiQuery(getBucket, { params: { bucket } })
  usePageTitle(bucket)
  usePreloadedTabs()

  const slash = tab.indexOf('/')
  const segment = slash < 0 ? tab : tab.slice(0, slash)
  const current = tabs.find((one) => one.tab.segment === segment)
  if (!current || (slash >= 0 && current.tab.hasParts !== true)) return <NotFoundPage />
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
          icon={IconLock}
          title={t('shared:notPermittedTitle')}
          hint={permissionError(PERMISSIONS[shown.permission], bucket)}
        />
      )
    }
    return access === 'open' && <Page bucket={bucket} rest={slash < 0 ? '' : tab.slice(slash + 1)} />
  }

  return (
    <div className={layout.page}>
      <PageHeader
        title={bucket}
        crumbs={[
          { to: bucketsPath(), label: t('buckets:title') },
          { to: bucketPath(bucket), label: bucket },
        ]}
      >
        {session?.pages.includes('/object-browser/:bucket/*') && !isMissing && (
          <Button
            component={AppLink}
            to={folderPath(bucket)}
            variant="default"
            leftSection={<IconFolderOpen size={16} />}
          >
            {t('browse')}
          </Button>
        )}
        {!isMissing && <BucketActions bucket={bucket} />}
      </PageHeader>
      <div className={classes.body}>
        {!isMissing && <BucketTabs bucket={bucket} tabs={tabs.filter((one) => one.access !== 'denied')} />}
        <div className={classes.content}>
          <Suspense>{content()}</Suspense>
        </div>
      </div>
    </div>
  )
}

/** Preloads the tabs, so that they can still report an outage when they are opened during one. */
function usePreloadedTabs(): void {
  useEffect(() => {
    for (const load of Object.values(tabModules)) {
      // Preloading only: what fails to load now is loaded again, or reported, when it is opened.
      load().catch(() => undefined)
    }
  }, [])
}
