import './objects-messages.ts'
import { useCurrentPath } from '../app/navigation.ts'
import { parseBrowserPath } from '../app/paths.ts'
import { NotFoundPage } from '../shell/index.ts'
import { FolderView } from './FolderView.tsx'
import { ObjectAddress } from './ObjectAddress.tsx'

/** Everything below /object-browser/{bucket}: a path that ends in a slash is a folder, any other names an object. */
export function FolderPage() {
  const place = parseBrowserPath(useCurrentPath())
  if (!place) return <NotFoundPage />
  const { bucket, key } = place
  if (key !== '' && !key.endsWith('/')) return <ObjectAddress bucket={bucket} objectKey={key} />
  // Another folder is another page: nothing selected, searched or loaded in one belongs to the next.
  return <FolderView key={`${bucket}/${key}`} bucket={bucket} prefix={key} />
}
