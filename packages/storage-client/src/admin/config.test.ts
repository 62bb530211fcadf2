import { expect, test } from 'vitest'
import { clientOf, errorDocument } from '../../test/scripted-server.ts'
import { restartServer } from './config.ts'

test('a server that closes the connection instead of responding to a restart has begun it', async () => {
  const { client } = await clientOf((_, response) => void response.socket?.destroy())
  await expect(restartServer(client)).resolves.toBeUndefined()
})

test('a refused restart is reported', async () => {
  const { client } = await clientOf((_, response) => response.writeHead(403).end(errorDocument('AccessDenied')))
  await expect(restartServer(client)).rejects.toMatchObject({ code: 'AccessDenied' })
})
