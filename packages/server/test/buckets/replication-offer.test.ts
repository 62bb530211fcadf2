import { targetKind } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'

const given = withConsole()

test('offers replication if the storage server supports it', async () => {
  const reply = await (await given.user()).get('/api/v1/replication-offer')
  expect(reply.json).toEqual({ offered: targetKind() === 'minio' })
})
