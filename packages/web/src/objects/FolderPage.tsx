import '../messages/en/objects.ts'
import {
  useCurrentPath,
  useCurrentRewind,
  useCurrentSearch,
  useCurrentTab,
  useCurrentVersion,
} from '../navigation/navigation.ts'
import { parseBrowserPath } from '../navigation/paths/objects.ts'
import { NotFoundPage } from '../shared/NotFoundPage.tsx'
import { FolderView } from './FolderView.tsx'
import { DeletedObjects, ObjectPage, RewoundFolder, UploadsPage } from './index.ts'

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
    return <ObjectPage key={`${bucket}/${key}?${versionId}`} object={{ bucket, key, versionId }} />
  }
  if (tab === 'uploads' && key === '') return <UploadsPage key={bucket} bucket={bucket} />
  if (tab === 'deleted') {
    return <DeletedObjects key={`${bucket}/${key}`} bucket={bucket} prefix={key} text={search} />
  }
  if (rewind !== '') {
    return <RewoundFolder key={`${bucket}/${key}?${rewind}`} bucket={bucket} prefix={key} rewind={rewind} />
  }
  // The key resets the page for another folder: nothing selected, searched or loaded carries over.
  return <FolderView key={`${bucket}/${key}?${search}`} bucket={bucket} prefix={key} deep={search} />
}
