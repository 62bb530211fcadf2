import './objects-messages.ts'
import { lazy, Suspense } from 'react'
import { useCurrentPath, useCurrentRewind, useCurrentVersion } from '../app/navigation.ts'
import { parseBrowserPath } from '../app/paths.ts'
import { Waiting } from '../shared/Waiting.tsx'
import { NotFoundPage } from '../shell/index.ts'
import { ObjectPage } from './detail/index.ts'
import { FolderView } from './FolderView.tsx'

const RewoundFolder = lazy(async () => ({ default: (await import('./rewind/RewoundFolder.tsx')).RewoundFolder }))

/** Everything below /object-browser/{bucket}: a path that ends in a slash is a folder, any other names an object. */
export function FolderPage() {
  const place = parseBrowserPath(useCurrentPath())
  const versionId = useCurrentVersion()
  const rewind = useCurrentRewind()
  if (!place) return <NotFoundPage />
  const { bucket, key } = place
  if (key !== '' && !key.endsWith('/')) {
    return (
      <Suspense fallback={<Waiting />}>
        <ObjectPage key={`${bucket}/${key}?${versionId}`} object={{ bucket, key, versionId }} />
      </Suspense>
    )
  }
  if (rewind !== '') {
    return (
      <Suspense fallback={<Waiting />}>
        <RewoundFolder key={`${bucket}/${key}?${rewind}`} bucket={bucket} prefix={key} rewind={rewind} />
      </Suspense>
    )
  }
  // Another folder is another page: nothing selected, searched or loaded in one belongs to the next.
  return <FolderView key={`${bucket}/${key}`} bucket={bucket} prefix={key} />
}
