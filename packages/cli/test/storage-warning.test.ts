/** The console starts whatever is at the address of its storage server, says what is wrong with it, and recovers by itself. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { freePort, startConsoleProcess, TEST_CERTIFICATES, waitUntil } from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { Site } from './cooperage.ts'

async function listening(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const plain = async (respond: RequestListener) => `http://${await listening(createServer(respond))}`

/** Starts the console for the server there, and waits until it has warned. */
async function expectWarning(url: string, ...texts: string[]): Promise<void> {
  const { child, stop } = await startConsoleProcess(url)
  const warning = () => /^Warning: .*$/m.exec(child.output())?.[0]
  await waitUntil('the warning', () => warning() !== undefined)
  for (const text of texts) expect(warning()).toContain(text)
  await stop()
}

test('warns that a website is at the address of the storage server', async () => {
  const url = await plain((_, response) => response.end('<title>Welcome</title>'))
  await expectWarning(
    url,
    `Warning: ${url} can’t be used as storage server.`,
    'Use the address of the S3 API in --storage',
  )
})

test('warns that nothing listens at the address of the storage server', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  await expectWarning(url, `Warning: Can’t reach the storage server ${url}: nothing listens there.`)
})

test('warns that the clock of the storage server differs', async () => {
  const url = await plain((_, response) => {
    response.setHeader('date', new Date(Date.now() - 3_600_000).toUTCString())
    response.writeHead(403, { 'x-amz-request-id': '1' }).end()
  })
  await expectWarning(
    url,
    `Warning: ${url} can’t be used as storage server.`,
    'The clocks of the console and of the storage server differ by more than 15 minutes',
  )
})

test('warns that the certificate of the storage server isn’t trusted: where, why, and which setting fixes it', async () => {
  const [{ cert, key }] = TEST_CERTIFICATES
  const url = `https://${await listening(createTlsServer({ cert, key }))}`
  await expectWarning(url, `Warning: ${url} can’t be used`, ': self-signed certificate.', 'Set COOPERAGE_CA_FILE')
})

test('a console that started without its storage server signs visitors in as soon as that runs', async () => {
  const port = await freePort()
  const console = await startConsoleProcess(`http://127.0.0.1:${port}`)
  onTestFinished(console.stop)
  const signIn = async (keys: { accessKey: string; secretKey: string }) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${console.url}/api/v1/login`, { method: 'POST', headers, body: JSON.stringify(keys) })
    return [response.status, ((await response.json()) as { code?: string }).code]
  }
  expect(await signIn({ accessKey: 'anyone', secretKey: 'any-secret' })).toEqual([503, 'StorageUnreachable'])

  const site = new Site()
  onTestFinished(() => site.end())
  await site.start([], { COOPERAGE_STORAGE_PORT: String(port) })
  const text = readFileSync(join(site.dataDir, 'root-credentials'), 'utf8')
  const value = (name: string) => new RegExp(`${name}=(\\S+)`).exec(text)?.[1] ?? ''
  const keys = { accessKey: value('ACCESS_KEY'), secretKey: value('SECRET_KEY') }
  expect(await signIn(keys)).toEqual([201, undefined])
})
