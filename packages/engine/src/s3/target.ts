import type { Store } from '../store/store.ts'
import { s3Error } from './errors.ts'

/** The target of a request. `key` is absent for a bucket, both are absent for the service. */
export interface Target {
  bucket?: string
  key?: string
}

/**
 * Splits the received path `/bucket/key`. As in MinIO, one slash before the key is ignored: `/bucket//a` means `a`. Only
 * path-style requests are supported.
 * @throws WireError XMinioInvalidObjectName when the path isn't valid UTF-8
 */
export function parseTarget(rawPath: string): Target {
  const path = decodePath(rawPath).slice(1)
  if (path === '') return {}
  const slash = path.indexOf('/')
  if (slash < 0) return { bucket: path }
  const bucket = path.slice(0, slash)
  const key = path.slice(slash + 1)
  if (key === '') return { bucket }
  return { bucket, key: key.startsWith('/') ? key.slice(1) : key }
}

function decodePath(rawPath: string): string {
  try {
    return decodeURIComponent(rawPath)
  } catch (cause) {
    throw s3Error('XMinioInvalidObjectName', undefined, { cause })
  }
}

/** @throws WireError NoSuchBucket */
export function requireBucket({ store }: { store: Pick<Store, 'getBucket'> }, bucket: string): void {
  if (store.getBucket(bucket) === undefined) throw s3Error('NoSuchBucket')
}
