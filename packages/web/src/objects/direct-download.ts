import { downloadObject, signDownload } from '@cooperage/contract'
import { translate } from '../messages/use-texts.ts'
import { ApiError } from '../shared/api/api-error.ts'
import { call } from '../shared/api/call.ts'
import { findWayAgain, isDirect } from '../transfers/index.ts'

interface DownloadedObject {
  bucket: string
  key: string
  versionId: string | undefined
}

/** A download that hasn't started by then won't start any more, and its frame can be removed. */
const FRAME_LIFE_MS = 60_000

/** The object that a link downloads through the console; undefined for an archive, and for any other link. */
export function objectOfLink(href: string): DownloadedObject | undefined {
  const { pathname, searchParams } = new URL(href)
  const pattern = downloadObject.path.replace(':bucket', '([^/]+)')
  const [, bucket] = new RegExp(`${pattern}$`).exec(pathname) ?? []
  const key = searchParams.get('prefix') ?? ''
  const versionId = searchParams.get('version_id') || undefined
  const isArchive = key.endsWith('/') && versionId === undefined
  return bucket === undefined || key === '' || isArchive
    ? undefined
    : { bucket: decodeURIComponent(bucket), key, versionId }
}

/** Downloads an object from the storage server; otherwise calls `throughConsole`, which says what is wrong if that fails too. */
export async function downloadObjectFrom(
  { bucket, key, versionId }: DownloadedObject,
  throughConsole: () => void,
): Promise<void> {
  const url = (await isDirect(bucket)) ? await signedUrl({ bucket, key, versionId }) : undefined
  if (url === undefined) return throughConsole()
  openInFrame(url, () => {
    findWayAgain(bucket)
    throughConsole()
  })
}

async function signedUrl({ bucket, key, versionId }: DownloadedObject): Promise<string | undefined> {
  try {
    const query = { prefix: key, version_id: versionId }
    return (await call(signDownload, { params: { bucket }, query })).url
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return undefined
  }
}

/** A download never renders in the frame: whatever does is an error, which a link would show in place of the page. */
function openInFrame(url: string, onError: () => void): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.title = translate('objects:download.frame')
  frame.referrerPolicy = 'no-referrer'
  // Scripts never run. The empty document before the response has the origin of the page.
  frame.sandbox.add('allow-downloads', 'allow-same-origin')
  frame.addEventListener('load', () => {
    if (frame.contentDocument?.URL === 'about:blank') return
    frame.remove()
    onError()
  })
  frame.src = url
  document.body.append(frame)
  setTimeout(() => frame.remove(), FRAME_LIFE_MS)
}
