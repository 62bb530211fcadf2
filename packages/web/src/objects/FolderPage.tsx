import { lazyPart } from '../shared/lazy-part.ts'
import '../messages/en/objects.ts'
import { Suspense } from 'react'
import {
  useCurrentPath,
  useCurrentRewind,
  useCurrentSearch,
  useCurrentTab,
  useCurrentVersion,
} from '../navigation/navigation.ts'
import { parseBrowserPath } from '../navigation/paths/objects.ts'
import { Loading } from '../shared/Loading.tsx'
import { NotFoundPage } from '../shared/NotFoundPage.tsx'
import { ObjectPage } from './detail/index.ts'
import { FolderView } from './FolderView.tsx'

const RewoundFolder = lazyPart(async () => (await import('./rewind/RewoundFolder.tsx')).RewoundFolder)
const UploadsPage = lazyPart(async () => (await import('./uploads/UploadsPage.tsx')).UploadsPage)

/** Everything below /object-browser/{bucket}: a path with a final slash is a folder, any other an object. */
export function FolderPage() {
  const parsed = parseBrowserPath(useCurrentPath())
  const versionId = useCurrentVersion()
  const rewind = useCurrentRewind()
  const search = useCurrentSearch()
  const tab = useCurrentTab()
  if (!parsed) return <NotFoundPage />
  const { bucket, key } = parsed
  if (key !== '' && !key.endsWith('/')) {
    return (
      <Suspense fallback={<Loading />}>
        <ObjectPage key={`${bucket}/${key}?${versionId}`} object={{ bucket, key, versionId }} />
      </Suspense>
    )
  }
  if (tab === 'uploads' && key === '') {
    return (
      <Suspense fallback={<Loading />}>
        <UploadsPage key={bucket} bucket={bucket} />
      </Suspense>
    )
  }
  if (rewind !== '') {
    return (
      <Suspense fallback={<Loading />}>
        <RewoundFolder key={`${bucket}/${key}?${rewind}`} bucket={bucket} prefix={key} rewind={rewind} />
      </Suspense>
    )
  }
  // The key resets the page for another folder: nothing selected, searched or loaded carries over.
  return <FolderView key={`${bucket}/${key}?${search}`} bucket={bucket} prefix={key} deep={search} />
}
