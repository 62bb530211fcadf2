import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { startConsoleProcess, TEST_CERTIFICATES, tempFolder } from '@cooperage/testkit'
import { expect, test } from 'vitest'

test('COOPERAGE_CA_FILE makes the console trust the certificate of its storage server', async () => {
  const [{ cert, key }] = TEST_CERTIFICATES
  const folder = tempFolder('ca-file')
  const file = join(folder.path, 'ca.pem')
  writeFileSync(file, cert)
  const requests: string[] = []
  const storage = createServer({ cert, key }, (request, response) => {
    requests.push(request.method ?? '')
    response.writeHead(403).end()
  })
  await once(storage.listen(0, '127.0.0.1'), 'listening')
  const url = `https://127.0.0.1:${(storage.address() as AddressInfo).port}`
  const signIn = async (env: Record<string, string>) => {
    const console = await startConsoleProcess(url, { env })
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ accessKey: 'anyone', secretKey: 'any-secret' })
    await (await fetch(`${console.url}/api/v1/login`, { method: 'POST', headers, body })).text()
    await console.stop()
  }
  await signIn({})
  expect(requests).toEqual([])
  await signIn({ COOPERAGE_CA_FILE: file })
  expect(requests).toContain('POST')
  storage.close()
  folder.remove()
})
