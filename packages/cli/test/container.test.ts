/** The command in containers: with folders that it didn't create, and users that the machine doesn't know. */
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import {
  type Child,
  missingContainers,
  readyAddress,
  startContainer,
  TEST_CERTIFICATES,
  tempFolder,
} from '@cooperage/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const missing = missingContainers()
if (missing !== undefined) console.warn(`!!!!  SKIPPED: the command in containers. ${missing}`)

describe.skipIf(missing !== undefined)('In a container', () => {
  let folder: ReturnType<typeof tempFolder>
  let data: string
  const children: Child[] = []
  beforeEach(() => {
    folder = tempFolder('volume')
    data = join(folder.path, 'data')
    mkdirSync(data)
  })
  afterEach(async () => {
    for (const child of children.splice(0)) await child.stop()
    folder.remove()
  })

  function volume(uid: number, gid: number, mode: number): void {
    chownSync(data, uid, gid)
    chmodSync(data, mode)
  }

  function run(uid: number, gid: number): Child {
    const child = startContainer({
      uid,
      gid,
      mounts: [{ at: '/data', folder: data }],
      env: { COOPERAGE_DATA: '/data', COOPERAGE_PORT: '0', COOPERAGE_STORAGE_PORT: '0' },
    })
    children.push(child)
    return child
  }

  /** Starts it, stops it, and starts it again on what is there now. */
  async function runTwice(uid: number, gid: number): Promise<string> {
    const first = run(uid, gid)
    await readyAddress(first)
    await first.stop()
    expect(first.process.exitCode).toBe(0)
    const second = run(uid, gid)
    expect((await fetch(`${await readyAddress(second)}/healthz`)).status).toBe(200)
    return second.output()
  }

  test('starts in a folder of root that only its group opens, as Kubernetes creates it, and warns about its mode', async () => {
    volume(0, 1000, 0o2777)
    const output = await runTwice(1000, 1000)
    expect(output).toContain(
      'Other users can delete files in the data folder /data (mode 2777). To prevent that, let its owner (UID 0) run: chmod o-rwx /data',
    )
    const open = readdirSync(data, { recursive: true, encoding: 'utf8' }).filter(
      (name) => (statSync(join(data, name)).mode & 0o077) !== 0,
    )
    expect(open).toEqual([])
    expect(readFileSync(join(data, 'root-credentials'), 'utf8')).toContain('SECRET_KEY=')
  })

  test('starts as a user without a name, in a folder of its group', async () => {
    volume(0, 0, 0o2770)
    expect(await runTwice(1_000_640_000, 0)).not.toContain('Other users')
  })

  test('says how to open a folder of root, as Docker creates it', async () => {
    volume(0, 0, 0o755)
    const child = run(1000, 1000)
    expect(await child.ended).toBe(1)
    expect(child.output()).toBe(
      "Cooperage runs as UID 1000 and can't use the data folder /data, which belongs to UID 0 (mode 0755). " +
        'Choose another folder with --data or COOPERAGE_DATA, or run as root: chown 1000:1000 /data (for a folder that is mounted in a container, on the host).\n',
    )
    volume(1000, 1000, 0o755)
    await readyAddress(run(1000, 1000))
  })

  test('trusts a private authority whose certificate is mounted', async () => {
    volume(1000, 0, 0o700)
    const [{ cert, key }] = TEST_CERTIFICATES
    const certificates = join(folder.path, 'certs')
    mkdirSync(certificates)
    writeFileSync(join(certificates, 'ca.crt'), cert)
    const requests: (string | undefined)[] = []
    const storage = createServer({ cert, key }, (request, response) => {
      requests.push(request.method)
      response.writeHead(403).end()
    })
    await once(storage.listen(0, '127.0.0.1'), 'listening')
    const child = startContainer({
      uid: 1000,
      gid: 1000,
      mounts: [
        { at: '/data', folder: data },
        { at: '/certs', folder: certificates, isReadOnly: true },
      ],
      env: {
        COOPERAGE_DATA: '/data',
        COOPERAGE_PORT: '0',
        COOPERAGE_STORAGE_URL: `https://127.0.0.1:${(storage.address() as AddressInfo).port}`,
        COOPERAGE_CA_FILE: '/certs/ca.crt',
      },
    })
    children.push(child)
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ accessKey: 'anyone', secretKey: 'any-secret' })
    await (await fetch(`${await readyAddress(child)}/api/v1/login`, { method: 'POST', headers, body })).text()
    expect(requests).toContain('GET')
    storage.close()
  })
})
