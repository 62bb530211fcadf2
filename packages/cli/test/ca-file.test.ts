import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import {
  cleanEnvironment,
  commandLine,
  readyAddress,
  startChild,
  startConsoleProcess,
  TEST_CERTIFICATES,
  tempFolder,
} from '@cooperage/testkit'
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
  expect(requests).toContain('GET')
  storage.close()
  folder.remove()
})

test('COOPERAGE_CA_FILE is trusted for an API server of Kubernetes that has authorities of its own', async () => {
  const [{ cert, key }, other] = TEST_CERTIFICATES
  const folder = tempFolder('ca-file')
  const [file, ofCluster] = [join(folder.path, 'ca.pem'), join(folder.path, 'cluster.pem')]
  writeFileSync(file, cert)
  writeFileSync(ofCluster, other.cert)
  let requests = 0
  const cluster = createServer({ cert, key }, (_, response) => {
    requests++
    response.writeHead(401).end()
  })
  await once(cluster.listen(0, '127.0.0.1'), 'listening')
  const url = `https://127.0.0.1:${(cluster.address() as AddressInfo).port}`
  const signIn = async (own: Record<string, string>) => {
    const env = {
      COOPERAGE_MODE: 'operator',
      COOPERAGE_KUBERNETES_URL: url,
      COOPERAGE_KUBERNETES_CA_FILE: ofCluster,
      ...own,
    }
    const args = [...commandLine(), '--port', '0', '--data', join(folder.path, 'data')]
    const child = startChild(process.execPath, args, { env: cleanEnvironment(env) })
    const address = await readyAddress(child)
    const headers = { 'content-type': 'application/json' }
    await (await fetch(`${address}/api/v1/login/operator`, { method: 'POST', headers, body: '{"jwt":"token"}' })).text()
    await child.stop()
  }
  await signIn({})
  expect(requests).toBe(0)
  await signIn({ COOPERAGE_CA_FILE: file })
  expect(requests).toBeGreaterThan(0)
  cluster.close()
  folder.remove()
})
