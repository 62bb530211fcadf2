import { engineFile, freePort, send, startChild, startEngineProcess, tempFolder, waitUntil } from '@cooperage/testkit'
import { expect, test } from 'vitest'

test('does not mistake another server on the port for the started engine', async () => {
  const { path, remove } = tempFolder('foreign')
  const port = await freePort()
  const credentials = { accessKey: 'cooperage-root', secretKey: 'cooperage-root-secret' }
  const foreign = startChild(process.execPath, [engineFile()], {
    env: {
      COOPERAGE_DATA: path,
      COOPERAGE_STORAGE_PORT: String(port),
      COOPERAGE_ROOT_USER: credentials.accessKey,
      COOPERAGE_ROOT_PASSWORD: credentials.secretKey,
    },
  })
  const url = `http://127.0.0.1:${port}`
  await waitUntil('it responds', async () => (await send({ url, credentials, method: 'GET' })).status === 200)
  await expect(startEngineProcess({ port })).rejects.toThrow('already in use')
  await foreign.stop()
  remove()
})
