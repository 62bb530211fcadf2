import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const MAIN = new URL('./engine-process.ts', import.meta.url).pathname

let dataDir: string
const children: ChildProcess[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cooperage-engine-process-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
  await rm(dataDir, { recursive: true })
})

const { PATH, NODE_COMPILE_CACHE } = process.env

function start(env: NodeJS.ProcessEnv = {}) {
  const child = fork(MAIN, {
    execPath: process.execPath,
    execArgv: [],
    env: { PATH, NODE_COMPILE_CACHE, COOPERAGE_DATA: dataDir, COOPERAGE_STORAGE_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  children.push(child)
  const output = { out: '', err: '' }
  child.stdout?.on('data', (bytes) => (output.out += bytes))
  child.stderr?.on('data', (bytes) => (output.err += bytes))
  return { child, output, started: once(child, 'message').then(([message]) => message), exited: once(child, 'exit') }
}

test('it reports its address to its parent, and the path of the credentials instead of the credentials', async () => {
  const { child, output, started, exited } = start()
  const message = await started
  expect(message).toMatchObject({
    ready: true,
    pid: child.pid,
    createdRoot: true,
    url: `http://127.0.0.1:${message.port}`,
  })
  expect((await fetch(`${message.url}/minio/health/live`)).status).toBe(200)
  await vi.waitFor(() => expect(output.out).toBe(`The root keys are in the file root-credentials in ${dataDir}.\n`), {
    timeout: 10_000,
  })

  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  const logged = output.err
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).msg)
  expect(logged).toEqual([`The engine is ready at ${message.url}`, 'The engine is stopping'])
  await expect(readFile(join(dataDir, 'engine.json'))).rejects.toThrow()
})

test("other users can't read anything that it writes, even in a folder that they can enter", async () => {
  const umask = process.umask(0o022)
  await chmod(dataDir, 0o755)
  const { started } = start()
  process.umask(umask)
  await started
  const entries = await readdir(dataDir, { recursive: true })
  expect(entries).toContain(join('index', 'data.mdb'))
  const modes = await Promise.all(entries.map(async (name) => [name, (await stat(join(dataDir, name))).mode & 0o077]))
  expect(modes.filter(([, mode]) => mode !== 0)).toEqual([])
})

test('it runs no compiled code from the shared temporary folder', async () => {
  const shared = await mkdtemp(join(tmpdir(), 'cooperage-shared-'))
  try {
    const { child, started, exited } = start({ TMPDIR: shared, NODE_COMPILE_CACHE: undefined })
    await started
    child.kill('SIGTERM')
    await exited
    expect(await readdir(shared)).toEqual([])
  } finally {
    await rm(shared, { recursive: true })
  }
})

test('it continues when its parent and the pipes to it are gone', async () => {
  const { child, started, exited } = start()
  const { url } = await started
  child.stdout?.destroy()
  child.stderr?.destroy()
  child.disconnect()
  expect((await fetch(`${url}/minio/health/live`)).status).toBe(200)
  child.kill('SIGINT')
  expect(await exited).toEqual([0, null])
})

test('a wrong setting ends it with the reason', async () => {
  const { started, exited, output } = start({ COOPERAGE_STORAGE_PORT: '70000' })
  expect((await started).failed).toMatch(/^COOPERAGE_STORAGE_PORT should be a port number/)
  expect(await exited).toEqual([1, null])
  expect(JSON.parse(output.err)).toMatchObject({ level: 'error' })
  expect(JSON.parse(output.err).msg).toMatch(/^COOPERAGE_STORAGE_PORT should be a port number/)
})

test('signature version 2 is off by its setting', async () => {
  const root = { COOPERAGE_ROOT_USER: 'admin', COOPERAGE_ROOT_PASSWORD: 'admin-secret' }
  const { url } = await start({ COOPERAGE_SIGNATURE_V2: 'off', ...root }).started
  const expired = await fetch(`${url}/bkt/k?AWSAccessKeyId=admin&Expires=1&Signature=x`)
  expect(await expired.text()).toContain('<Code>InvalidRequest</Code>')
})

test('a second start on the same folder reports that it is in use', async () => {
  await start().started
  const second = start()
  expect((await second.started).failed).toMatch(/^Another process is using the data folder/)
  expect(await second.exited).toEqual([1, null])
})
