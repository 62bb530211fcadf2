import { expect, test } from 'vitest'
import { clientOf } from '../../test/scripted-server.ts'
import { differingVersions } from './replication-diff.ts'

test('skips a line that is longer than any version needs', async () => {
  const { client } = await clientOf((_request, response) => {
    response.end(`${JSON.stringify({ object: 'long', versionId: 'x'.repeat(300_000) })}\n{"object":"a"}\n`)
  })
  const keys = await Array.fromAsync(differingVersions(client, 'photos', ''), ({ key }) => key)
  expect(keys).toEqual(['a'])
})
