import { expect, onTestFinished, test } from 'vitest'
import { clientOf, errorDocument } from '../../test/scripted-server.ts'
import { StorageEndpoint } from '../endpoint.ts'
import { startTargetResync } from './bucket-replication-status.ts'

test.each(['rustfs', 's3'] as const)(
  'sends a server of kind %s no resync: it could create the bucket',
  async (kind) => {
    const { client, requests } = await clientOf((_request, response) => response.end())
    const endpoint = new StorageEndpoint({ url: client.endpoint.url, profile: { kind, product: 'Other' } })
    onTestFinished(() => endpoint.close())
    await expect(startTargetResync({ ...client, endpoint }, 'photos', 'arn:a')).rejects.toMatchObject({
      kind: 'refused',
      code: 'NotImplemented',
    })
    expect(requests).toEqual([])
  },
)

test('MinIO refuses or starts a resync itself', async () => {
  const { client, requests } = await clientOf((_request, response, index) => {
    if (index === 0) response.writeHead(400).end(errorDocument('XMinioReplicationNoExistingObjects'))
    else response.end('{"Targets":[]}')
  })
  await expect(startTargetResync(client, 'photos', 'arn:a')).rejects.toMatchObject({
    code: 'XMinioReplicationNoExistingObjects',
  })
  await startTargetResync(client, 'photos', 'arn:a')
  expect(requests.map(({ method }) => method)).toEqual(['PUT', 'PUT'])
})
