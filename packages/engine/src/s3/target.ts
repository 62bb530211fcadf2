import { s3Error } from './errors.ts'

/** What a request is about. `key` is absent for a bucket, both for the service. */
export interface Target {
  bucket?: string
  key?: string
}

/**
 * Splits `/bucket/key` as received. One slash before the key is dropped, as MinIO does: `/bucket//a` means `a`. (Path
 * style only: without a configured domain a host name cannot name a bucket.)
 * @throws WireError XMinioInvalidObjectName when the path is no UTF-8
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
