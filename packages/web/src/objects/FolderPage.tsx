import './objects-messages.ts'
import { Suspense } from 'react'
import { useCurrentPath, useCurrentVersion } from '../app/navigation.ts'
import { parseBrowserPath } from '../app/paths.ts'
import { Waiting } from '../shared/Waiting.tsx'
import { NotFoundPage } from '../shell/index.ts'
import { ObjectPage } from './detail/index.ts'
import { FolderView } from './FolderView.tsx'

/** Everything below /object-browser/{bucket}: a path that ends in a slash is a folder, any other names an object. */
export function FolderPage() {
  const place = parseBrowserPath(useCurrentPath())
  const versionId = useCurrentVersion()
  if (!place) return <NotFoundPage />
  const { bucket, key } = place
  if (key !== '' && !key.endsWith('/')) {
    return (
      <Suspense fallback={<Waiting />}>
        <ObjectPage key={`${bucket}/${key}?${versionId}`} object={{ bucket, key, versionId }} />
      </Suspense>
    )
  }
  // Another folder is another page: nothing selected, searched or loaded in one belongs to the next.
  return <FolderView key={`${bucket}/${key}`} bucket={bucket} prefix={key} />
}
