import { element, XML_DECLARATION } from '../xml/writer.ts'

export interface PostedObject {
  bucket: string
  key: string
  etag: string
  location: string
}

/** The response to a form with `success_action_status=201`. Without a namespace, as MinIO writes it. */
export function writePostResponse({ bucket, key, etag, location }: PostedObject): string {
  const inner =
    element('Bucket', bucket) + element('Key', key) + element('ETag', `"${etag}"`) + element('Location', location)
  return `${XML_DECLARATION}<PostResponse>${inner}</PostResponse>`
}
