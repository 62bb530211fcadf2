import { numberField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed } from '../send.ts'
import { sendAdminForText } from './send-admin.ts'

export interface DataUsage {
  /** ISO 8601; the zero date until the server's first scan. */
  lastUpdate: string
  objects: number
  /** Bytes. */
  totalSize: number
  buckets: { name: string; objects: number; size: number }[]
}

/** Results of the server's last usage scan; needs admin:DataUsageInfo. @throws StorageError */
export async function dataUsage(client: StorageClient): Promise<DataUsage> {
  const text = await sendAdminForText(client, { method: 'GET', path: '/minio/admin/v3/datausageinfo' })
  const usage = objectField(parsed(() => JSON.parse(text)))
  return {
    lastUpdate: textField(usage, 'lastUpdate'),
    objects: numberField(usage, 'objectsCount'),
    totalSize: numberField(usage, 'objectsTotalSize'),
    buckets: Object.entries(objectField(usage, 'bucketsUsageInfo')).map(([name, entry]) => ({
      name,
      objects: numberField(objectField(entry), 'objectsCount'),
      size: numberField(objectField(entry), 'size'),
    })),
  }
}
