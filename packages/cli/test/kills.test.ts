/** Killing either process leaves the other running. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Child, send, silentServer, startChild, waitUntil } from '@cooperage/testkit'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { isRunning, Site } from './cooperage.ts'

/** Responds to everything with the headers of a health response. */
async function startStranger(headers: Headers): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = []
  const server = createServer(({ method, url, headers: { authorization = 'unsigned' } }, response) => {
    asked.push(`${method} ${url} ${authorization}`)
    response.writeHead(200, Object.fromEntries(headers)).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { port: (server.address() as AddressInfo).port, asked }
}

let site: Site
beforeEach(() => {
  site = new Site()
})
afterEach(() => site.end())

const isWell = async (url: string) => (await fetch(`${url}/healthz`)).status === 200

async function killConsole(child: Child): Promise<void> {
  child.process.kill('SIGKILL')
  expect(await child.ended).toBe('SIGKILL')
}

describe('An engine that is killed', () => {
  test('is restarted on the same port, with a notice', async () => {
    const { child, url } = await site.start()
    const before = site.engine()
    process.kill(before.pid, 'SIGKILL')
    const after = await site.engineAfter(before)
    expect(after.port).toBe(before.port)
    expect(child.output()).toContain('The storage engine stopped unexpectedly (signal SIGKILL). Restarting it.')
    await waitUntil('the notice', () => child.output().includes('The storage engine is running again'))
    expect(await isWell(url)).toBe(true)
    child.process.kill('SIGINT')
    expect(await child.ended).toBe(0)
    expect(await isRunning(after)).toBe(false)
  })

  test('repeatedly is not restarted anymore, and the console keeps running', async () => {
    const { child, url } = await site.start()
    let engine = site.engine()
    for (let time = 1; time <= 4; time++) {
      process.kill(engine.pid, 'SIGKILL')
      engine = await site.engineAfter(engine)
    }
    process.kill(engine.pid, 'SIGKILL')
    await waitUntil('it gives up', () => child.output().includes("isn't restarted anymore"))
    expect(child.output()).toContain(join(site.dataDir, 'engine.log'))
    expect(await isWell(url)).toBe(true)
    child.process.kill('SIGINT')
    expect(await child.ended).toBe(0)
  })
})

describe('An engine that its administrator', () => {
  const root = { accessKey: 'cooperage-root', secretKey: 'cooperage-root-secret' }
  const start = () => site.start([], { COOPERAGE_ROOT_USER: root.accessKey, COOPERAGE_ROOT_PASSWORD: root.secretKey })
  const service = (action: string) =>
    send({
      url: `http://127.0.0.1:${site.engine().port}`,
      credentials: root,
      method: 'POST',
      path: '/minio/admin/v3/service',
      query: { action },
    })

  test('restarts keeps its process and port, and the console keeps running', async () => {
    const { child, url } = await start()
    const before = site.engine()
    expect((await service('restart')).status).toBe(200)
    expect(await isRunning(before)).toBe(true)
    expect(site.engine()).toEqual(before)
    expect(await isWell(url)).toBe(true)
    expect(child.output()).not.toContain('stopped unexpectedly')
    child.process.kill('SIGINT')
    expect(await child.ended).toBe(0)
  })

  test('stops stays stopped, with a notice', async () => {
    const { child, url } = await start()
    const engine = site.engine()
    expect((await service('stop')).status).toBe(200)
    await waitUntil('the notice', () => child.output().includes('An administrator stopped the storage engine.'))
    expect(await isRunning(engine)).toBe(false)
    expect(await isWell(url)).toBe(true)
    child.process.kill('SIGINT')
    expect(await child.ended).toBe(0)
  })
})

describe('A console that is killed', () => {
  test('leaves the engine running, which the next start joins and shuts down', async () => {
    const first = await site.start()
    const engine = site.engine()
    await killConsole(first.child)
    expect(await isRunning(engine)).toBe(true)

    const second = await site.start()
    expect(site.engine()).toEqual(engine)
    expect(second.child.output()).toContain('was already running')
    expect(await isWell(second.url)).toBe(true)

    second.child.process.kill('SIGINT')
    expect(await second.child.ended).toBe(0)
    expect(await isRunning(engine)).toBe(false)
  })

  test('leaves an engine that is too busy to respond immediately, which is still joined', async () => {
    const first = await site.start()
    const engine = site.engine()
    await killConsole(first.child)
    process.kill(engine.pid, 'SIGSTOP')
    // Longer than the timeout of one health request.
    const goOn = setTimeout(() => process.kill(engine.pid, 'SIGCONT'), 3_000)
    onTestFinished(() => clearTimeout(goOn))
    const second = await site.start()
    expect(site.engine()).toEqual(engine)
    expect(second.child.output()).toContain('was already running')
    expect(await isWell(second.url)).toBe(true)
  })

  test('does not prevent the restart of a joined engine that is killed later', async () => {
    const first = await site.start()
    await killConsole(first.child)
    const second = await site.start()
    const engine = site.engine()
    process.kill(engine.pid, 'SIGKILL')
    expect((await site.engineAfter(engine)).port).toBe(engine.port)
    expect(second.child.output()).toContain('Restarting it')
    expect(await isWell(second.url)).toBe(true)
  })

  test('together with its engine leaves stale records that are ignored', async () => {
    const first = await site.start()
    const engine = site.engine()
    await killConsole(first.child)
    process.kill(engine.pid, 'SIGKILL')
    await waitUntil('the engine is gone', async () => !(await isRunning(engine)))
    const second = await site.start()
    expect(site.engine().secret).not.toBe(engine.secret)
    expect(second.child.output()).not.toContain('joined')
  })

  test('together with its engine is not replaced by another server on its port that replays the response', async () => {
    const first = await site.start()
    const engine = site.engine()
    const received = (await fetch(`http://127.0.0.1:${engine.port}/minio/health/live`)).headers
    await killConsole(first.child)
    process.kill(engine.pid, 'SIGKILL')
    await waitUntil('the engine is gone', async () => !(await isRunning(engine)))
    const stranger = await startStranger(received)
    const bystander = startChild(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    onTestFinished(() => bystander.stop())
    // As if the other server had the engine's port, and the system had reused the engine's PID.
    const record = { ...engine, port: stranger.port, pid: bystander.process.pid }
    writeFileSync(join(site.dataDir, 'engine.json'), JSON.stringify(record))

    const second = await site.start()
    expect(second.child.output()).not.toContain('joined')
    expect(site.engine().port).not.toBe(stranger.port)
    expect(await isWell(second.url)).toBe(true)
    second.child.process.kill('SIGINT')
    expect(await second.child.ended).toBe(0)
    expect(bystander.process.signalCode).toBeNull()
    expect(stranger.asked).toEqual(['GET /minio/health/live unsigned'])
  })

  test('may leave a record with the PID and port of other programs, which stay untouched', async () => {
    const first = await site.start()
    first.child.process.kill('SIGINT')
    await first.child.ended
    const stranger = await silentServer()
    writeFileSync(
      join(site.dataDir, 'engine.json'),
      JSON.stringify({ pid: process.pid, host: '127.0.0.1', port: stranger.port, secret: 'f'.repeat(64) }),
    )
    const second = await site.start()
    expect(site.engine().pid).not.toBe(process.pid)
    expect(second.child.output()).not.toContain('joined')
    await stranger.close()
  })
})
