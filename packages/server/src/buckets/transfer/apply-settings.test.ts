import { AppError } from '@cooperage/contract'
import type { StorageClient } from '@cooperage/storage-client'
import { expect, test } from 'vitest'
import { applySetting } from './apply-settings.ts'
import type { BucketAt, SettingRow } from './setting-table.ts'

const [FROM, TO] = ['here', 'there'].map((bucket) => ({ storage: {} as StorageClient, bucket })) as [BucketAt, BucketAt]

test.each(['here', 'there'])('an outage is that of the server with the bucket %s', async (silent) => {
  const row = {
    name: 'tags',
    read: async ({ bucket }: BucketAt) => {
      if (bucket === silent) throw new AppError('StorageUnreachable')
      return [{ name: 'a', value: 'b' }]
    },
  } as unknown as SettingRow
  const there = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call
    } catch (cause) {
      throw new AppError('OtherServerUnreachable', { server: 'Paris' }, { cause })
    }
  }
  const code = silent === 'here' ? 'StorageUnreachable' : 'OtherServerUnreachable'
  await expect(applySetting(row, FROM, TO, there)).rejects.toMatchObject({ code })
})
