/** A joined engine that has exited: another server on its port is no reason to send a signal to its PID. */
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { proofOf } from '@cooperage/engine/record'
import { startChild, tempFolder } from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { joinEngineProcess } from '../src/engine-process.ts'

test('counts as exited when its port does not respond and its folder is not locked', async () => {
  const { path, remove } = tempFolder('joined')
  const bystander = startChild(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const secret = 'a'.repeat(64)
  let proves = true
  const server = createServer(({ headers }, response) => {
    const challenge = String(headers['x-cooperage-challenge'])
    // A closed connection is as inconclusive as one without a response.
    if (proves) response.writeHead(200, { 'x-cooperage-proof': proofOf(secret, challenge) ?? '' }).end()
    else response.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  onTestFinished(async () => {
    server.close()
    await bystander.stop()
    remove()
  })
  mkdirSync(path, { recursive: true })
  const record = { pid: bystander.process.pid, host: '127.0.0.1', port, secret }
  writeFileSync(join(path, 'engine.json'), JSON.stringify(record))
  const joined = await joinEngineProcess(path)
  expect(joined?.url).toBe(`http://127.0.0.1:${port}`)

  proves = false
  expect(await joined?.ended).toBe('it no longer responds')
  await joined?.stop()
  expect(bystander.process.signalCode).toBeNull()
})
