import { partsPrefix, ROW } from '../store/index/keys.ts'
import type { Buckets } from './check-buckets.ts'
import { verifyContent } from './check-contents.ts'
import type { Check } from './check-store.ts'
import { objectName, visible } from './finding.ts'
import { readRow } from './row-shapes.ts'
import { scan } from './scan.ts'

/** Checks incomplete uploads and their parts. */
export async function checkUploads(check: Check, buckets: Buckets): Promise<void> {
  const uploads = new Map<string, string>()
  for await (const { key: rowKey, value } of scan(check.index, Buffer.from(ROW.upload))) {
    check.summary.uploads++
    const [bucket = '', key = '', uploadId = ''] = rowKey.toString('utf8', 1).split('\0')
    const subject = `upload ${visible(uploadId)} of ${objectName(bucket, key)}`
    uploads.set(uploadId, subject)
    if (!buckets.has(bucket)) check.find('inconsistent', subject, 'there is no such bucket')
    if (!readRow('upload', value)) check.find('unreadable', subject, 'its row cannot be read')
  }
  for await (const { key, value } of scan(check.index, partsPrefix(''))) {
    const uploadId = key.toString('utf8', 1, key.length - 5)
    const subject = `part ${Number(key.toString('utf8', key.length - 5))} of ${uploads.get(uploadId) ?? `upload ${visible(uploadId)}`}`
    if (!uploads.has(uploadId)) check.find('inconsistent', subject, 'there is no such upload')
    const row = readRow('part', value)
    if (!row) check.find('unreadable', subject, 'its row cannot be read')
    else await verifyContent(check, ROW.file + row.id, { size: row.s, sealedKey: row.k }, subject)
  }
}
