import { targetKind } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'

const given = withConsole()

test('replication is offered where the storage server has it', async () => {
  const reply = await (await given.user()).get('/api/v1/replication-offer')
  expect(reply.json).toEqual({ offered: targetKind() === 'minio' })
})
