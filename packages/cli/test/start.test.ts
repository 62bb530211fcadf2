/** Startup and shutdown, as seen at the command line. */
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort, send, silentServer, startChild, TEST_CERTIFICATES, waitUntil } from '@cooperage/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cleanEnv, isRunning, MAIN, Site } from './cooperage.ts'

let site: Site
beforeEach(() => {
  site = new Site()
})
afterEach(() => site.end())

function rootKeys(): { accessKey: string; secretKey: string } {
  const text = readFileSync(join(site.dataDir, 'root-credentials'), 'utf8')
  return {
    accessKey: /ACCESS_KEY=(.*)/.exec(text)?.[1] ?? '',
    secretKey: /SECRET_KEY=(.*)/.exec(text)?.[1] ?? '',
  }
}

const listBuckets = () =>
  send({ url: `http://127.0.0.1:${site.engine().port}`, credentials: rootKeys(), method: 'GET' })

describe('With a certificate', () => {
  const [{ cert, key }] = TEST_CERTIFICATES

  function certificate() {
    mkdirSync(site.dataDir)
    const [certFile, keyFile] = [join(site.dataDir, 'tls.crt'), join(site.dataDir, 'tls.key')]
    writeFileSync(certFile, cert)
    writeFileSync(keyFile, key)
    return { certFile, keyFile }
  }

  async function call(url: string, options: RequestOptions = {}, body = '') {
    const outgoing = request(url, { ca: cert, agent: false, ...options })
    outgoing.end(body)
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
    return { status: response.statusCode, headers: response.headers, text: await text(response) }
  }

  test('serves HTTPS, redirects HTTP, and still receives the audit log of its engine', async () => {
    const { certFile, keyFile } = certificate()
    const { child, url } = await site.start(['--tls-cert', certFile, '--tls-key', keyFile, '--http-port', '0'])
    expect(url).toMatch(/^https:/)
    const [, plain = ''] = /HTTP +(http:\S+) \(redirects\)/.exec(child.output()) ?? []
    const redirect = await fetch(`${plain}/buckets`, { redirect: 'manual' })
    expect([redirect.status, redirect.headers.get('location')]).toEqual([308, `${url}/buckets`])

    const headers = { 'content-type': 'application/json' }
    const signedIn = await call(`${url}/api/v1/login`, { method: 'POST', headers }, JSON.stringify(rootKeys()))
    const cookie = (signedIn.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ')
    await waitUntil('the audit log is searchable', async () => {
      await listBuckets()
      const { text: found } = await call(`${url}/api/v1/logs/search?q=reqinfo`, { headers: { cookie } })
      return found.includes('ListBuckets')
    })
  })

  test('of the engine, it serves S3 over HTTPS, and the console still reaches it', async () => {
    const { certFile, keyFile } = certificate()
    const { child, url } = await site.start(['--storage-tls-cert', certFile, '--storage-tls-key', keyFile])
    const storage = `https://127.0.0.1:${site.engine().port}`
    expect(child.output()).toContain(`Storage  ${storage} (S3)`)
    expect((await send({ url: storage, credentials: rootKeys(), method: 'PUT', bucket: 'photos' })).status).toBe(200)
    await send({ url: storage, credentials: rootKeys(), method: 'PUT', bucket: 'photos', key: 'k', body: 'x' })

    const headers = { 'content-type': 'application/json', origin: url }
    const signedIn = await fetch(`${url}/api/v1/login`, { method: 'POST', headers, body: JSON.stringify(rootKeys()) })
    const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';', 1)[0])
    const shared = await fetch(`${url}/api/v1/buckets/photos/objects/share?prefix=k&expires=3600000ms`, {
      headers: { cookie: cookie.join('; ') },
    })
    expect(await shared.text()).toContain(storage)
  })

  test('names the files if they can’t be used, before anything is started', async () => {
    const { certFile } = certificate()
    const child = site.run(['--tls-cert', certFile, '--tls-key', certFile])
    await child.ended
    expect(child.process.exitCode).toBe(1)
    expect(child.output()).toContain(`The certificate ${certFile} can't be used with the key ${certFile}`)
    expect(readdirSync(site.dataDir)).not.toContain('engine.json')
    const other = site.run(['--storage-tls-cert', certFile, '--storage-tls-key', certFile])
    await other.ended
    expect(other.output()).toContain('Check COOPERAGE_STORAGE_TLS_CERT and COOPERAGE_STORAGE_TLS_KEY.')
  })
})

describe('The first start', () => {
  test('names the file with the root keys and shows no secret without a terminal', async () => {
    const { child, url } = await site.start()
    const file = join(site.dataDir, 'root-credentials')
    expect(child.output()).toContain(file)
    expect(child.output()).not.toContain(rootKeys().secretKey)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(site.dataDir).mode & 0o777).toBe(0o700)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect((await listBuckets()).status).toBe(200)
  })

  test('writes nothing but JSON lines if the settings say so, and the engine in the same form', async () => {
    const { child } = await site.start([], { COOPERAGE_LOG_FORMAT: 'json', COOPERAGE_SOMETHING: 'x' })
    await child.stop()
    const engineLog = readFileSync(join(site.dataDir, 'engine.log'), 'utf8')
    const entries = `${child.output()}${engineLog}`
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    for (const { level, time, msg } of entries) {
      expect(['info', 'warn']).toContain(level)
      expect([new Date(String(time)).toISOString(), typeof msg]).toEqual([time, 'string'])
    }
    const messages = entries.map(({ level, msg }) => `${level} ${msg}`)
    expect(messages).toContain('info Cooperage is ready.')
    expect(messages).toContain("warn COOPERAGE_SOMETHING isn't a setting and is ignored. --help lists all settings.")
    expect(messages).toContain('info The engine is stopping')
  })

  test('keeps the metrics and the audit log of the embedded engine without a setting', async () => {
    const { url } = await site.start()
    const headers = { 'content-type': 'application/json', origin: url }
    const body = JSON.stringify(rootKeys())
    const signedIn = await fetch(`${url}/api/v1/login`, { method: 'POST', headers, body })
    const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';', 1)[0])
    const get = async (path: string): Promise<unknown> => {
      const response = await fetch(`${url}/api/v1/${path}`, { headers: { cookie: cookie.join('; ') } })
      return await response.json()
    }
    await waitUntil('the first sample', async () => {
      const { metrics } = (await get('admin/info')) as { metrics: { source: string; problem: string; since: string } }
      expect([metrics.source, metrics.problem]).toEqual(['console', ''])
      return metrics.since !== ''
    })
    await waitUntil('the first audit entry', async () => {
      await listBuckets()
      const { results } = (await get('logs/search?fp=api_name:ListBuckets')) as { results: unknown[] }
      return results.length > 0
    })
    for (const file of ['metrics.sqlite', 'audit.sqlite', 'audit-token', 'audit-receiver.json'])
      expect([file, statSync(join(site.dataDir, file)).mode & 0o777]).toEqual([file, 0o600])
  })

  test('creates no files that others can read in a folder that they can enter', async () => {
    mkdirSync(site.dataDir)
    chmodSync(site.dataDir, 0o755)
    const umask = process.umask(0o022)
    try {
      await site.start()
    } finally {
      process.umask(umask)
    }
    const open = readdirSync(site.dataDir, { recursive: true, encoding: 'utf8' }).filter(
      (name) => (statSync(join(site.dataDir, name)).mode & 0o077) !== 0,
    )
    expect(open).toEqual([])
  })

  test('shows the root keys in a terminal, once', async () => {
    const command = `${process.execPath} ${MAIN}`
    const env = { ...cleanEnv(), COOPERAGE_DATA: site.dataDir, COOPERAGE_PORT: '0', COOPERAGE_STORAGE_PORT: '0' }
    const atTerminal = async () => {
      const args =
        process.platform === 'darwin' ? ['-q', '/dev/null', 'sh', '-c', command] : ['-qefc', command, '/dev/null']
      const child = startChild('script', args, { env })
      await waitUntil('it is ready', () => child.output().includes('Press Ctrl+C to stop.'))
      const console = JSON.parse(readFileSync(join(site.dataDir, 'console.json'), 'utf8'))
      process.kill(console.pid, 'SIGINT')
      await child.ended
      return child.output()
    }
    const first = await atTerminal()
    expect(first).toContain(rootKeys().accessKey)
    expect(first).toContain(rootKeys().secretKey)
    const second = await atTerminal()
    expect(second).not.toContain(rootKeys().secretKey)
    expect(second).toContain(`The root access key and secret key are in ${join(site.dataDir, 'root-credentials')}`)
    expect(second).not.toContain('"level"')
  })

  test('uses the given root keys and keeps them', async () => {
    const { child } = await site.start([], { COOPERAGE_ROOT_USER: 'chosen', COOPERAGE_ROOT_PASSWORD: 'chosen-secret' })
    expect(rootKeys()).toEqual({ accessKey: 'chosen', secretKey: 'chosen-secret' })
    expect(child.output()).not.toContain('chosen-secret')
  })

  test('adds the samples on request, and only once', async () => {
    const first = await site.start(['--sample'])
    const before = (await listBuckets()).text
    expect(before).toContain('<Name>')
    first.child.process.kill('SIGTERM')
    expect(await first.child.ended).toBe(0)
    await site.start(['--sample'])
    const names = (text: string) => text.match(/<Name>.*?<\/Name>/g)
    expect(names((await listBuckets()).text)).toEqual(names(before))
  })
})

describe('A second start on the same data folder', () => {
  test('is rejected and names the running console', async () => {
    const { url } = await site.start()
    const second = site.run()
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(url)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })

  test('at the same moment leaves one console and one engine', async () => {
    const children = [site.run(), site.run(), site.run()]
    const isReady = (child: (typeof children)[number]) => child.output().includes('Press Ctrl+C to stop.')
    await waitUntil('one is ready', () => children.some(isReady))
    const refused = children.filter((child) => !isReady(child))
    expect(refused.length).toBe(2)
    for (const child of refused) {
      expect(await child.ended).toBe(1)
      expect(child.output()).toContain('already running')
    }
    expect((await listBuckets()).status).toBe(200)
  })
})

describe('A busy port', () => {
  test.each([
    ['the console', 'COOPERAGE_PORT', '--port'],
    ['the storage engine', 'COOPERAGE_STORAGE_PORT', '--storage-port'],
  ])('of %s is reported with an alternative, and nothing is left running', async (purpose, variable, flag) => {
    const other = await silentServer()
    const child = site.run([], { [variable]: String(other.port) })
    expect(await child.ended).toBe(1)
    await other.close()
    const output = child.output()
    expect(output).toContain(`Port ${other.port} on 127.0.0.1`)
    expect(output).toContain(purpose)
    const alternative = Number(new RegExp(`${flag} (\\d+)`).exec(output)?.[1])
    expect(alternative).toBeGreaterThan(other.port)
    expect(output).toContain(`${variable}=${alternative}`)
    expect(() => site.engine()).toThrow()
  })

  test('used by the engine of another data folder does not make that engine joined', async () => {
    await site.start()
    const other = new Site()
    const child = other.run([], { COOPERAGE_STORAGE_PORT: String(site.engine().port) })
    expect(await child.ended).toBe(1)
    expect(child.output()).toContain('in use')
    await other.end()
  })
})

describe('The shutdown', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s stops both processes and frees their ports',
    async (signal) => {
      const { child, url } = await site.start()
      const engine = site.engine()
      child.process.kill(signal)
      expect(await child.ended).toBe(0)
      await expect(fetch(`${url}/healthz`)).rejects.toThrow()
      expect(await isRunning(engine)).toBe(false)
      expect(() => site.engine()).toThrow()
    },
  )

  test('requested several times is still one clean shutdown', async () => {
    const { child } = await site.start()
    for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) child.process.kill(signal)
    expect(await child.ended).toBe(0)
    expect(() => site.engine()).toThrow()
  })

  test('requested during the start leaves nothing behind', async () => {
    const child = site.run()
    await waitUntil(
      'the engine has its folder',
      () => statSync(join(site.dataDir, 'lock'), { throwIfNoEntry: false }) !== undefined,
    )
    child.process.kill('SIGINT')
    expect(await child.ended).toBe(0)
    expect(() => site.engine()).toThrow()
    await site.start()
  })
})

describe('A console for another storage server', () => {
  test('starts no engine', async () => {
    const storage = `http://127.0.0.1:${await freePort()}`
    const child = site.run(['--storage', storage])
    await waitUntil('it is ready', () => child.output().includes('Press Ctrl+C to stop.'))
    expect(child.output()).toContain(storage)
    expect(() => site.engine()).toThrow()
    child.process.kill('SIGINT')
    expect(await child.ended).toBe(0)
  })
})

describe('A console for several storage servers', () => {
  const serversFile = () => `${site.dataDir}-servers.yaml`

  test('names them, and starts no engine', async () => {
    const file = serversFile()
    writeFileSync(file, 'servers: [{ name: berlin, title: Berlin, url: "http://127.0.0.1:9" }]')
    const child = site.run(['--servers', file])
    await waitUntil('it is ready', () => child.output().includes('Press Ctrl+C to stop.'))
    expect(child.output()).toContain('  Berlin  http://127.0.0.1:9\n')
    expect(() => site.engine()).toThrow()
    child.process.kill('SIGINT')
    expect(await child.ended).toBe(0)
  })

  test('says what is wrong in their file', async () => {
    const file = serversFile()
    writeFileSync(file, 'servers: [{ name: berlin }]')
    const child = site.run(['--servers', file])
    expect(await child.ended).toBe(1)
    expect(child.output()).toBe(
      `The file ${file} of COOPERAGE_SERVERS: servers[0].url must be an http or https address without keys and path, such as https://minio.example.com:9000.\n`,
    )
  })
})

describe('A failed start', () => {
  test('because of an invalid setting exits with code 2 and a suggestion', async () => {
    const child = site.run(['--storage-prot', '9000'])
    expect(await child.ended).toBe(2)
    expect(child.output()).toBe("--storage-prot isn't a setting. Did you mean --storage-port?\n")
  })

  test.each(['a file', 'a folder below a file'])(
    'because the data folder is %s is reported without a stack trace',
    async (what) => {
      const path = `${site.dataDir}-file`
      writeFileSync(path, '')
      const child = site.run([], { COOPERAGE_DATA: what === 'a file' ? path : join(path, 'below') })
      expect(await child.ended).toBe(1)
      expect(child.output()).toMatch(/^The data folder .* can't be created: .*\. Choose another folder with --data/)
      expect(child.output()).not.toContain('    at ')
    },
  )

  test('because the audit log can’t be written is reported before anything is started', async () => {
    const file = join(site.dataDir, 'missing', 'audit.log')
    const child = site.run([], { COOPERAGE_AUDIT: file })
    expect(await child.ended).toBe(1)
    expect(child.output()).toBe(
      `The audit log can't be written to ${file}: the file or its folder doesn't exist. Set COOPERAGE_AUDIT to a file in a folder that exists and that this user can write, to log, or to off.\n`,
    )
    expect(readdirSync(site.dataDir)).not.toContain('engine.json')
  })

  test('because the machine has no such address is reported', async () => {
    const child = site.run(['--host', '192.0.2.99'])
    expect(await child.ended).toBe(1)
    expect(child.output()).toBe(
      'This machine has no address 192.0.2.99 to listen on. Choose another with --host or COOPERAGE_HOST.\n',
    )
  })

  test('because the root keys are not those of the folder is reported', async () => {
    const { child } = await site.start()
    child.process.kill('SIGINT')
    await child.ended
    const again = site.run([], { COOPERAGE_ROOT_USER: 'another', COOPERAGE_ROOT_PASSWORD: 'another-secret' })
    expect(await again.ended).toBe(1)
    expect(again.output()).toContain('The root keys given in the settings are not those of this data folder.')
    expect(again.output()).not.toContain('another-secret')
    expect(again.output()).not.toContain('    at ')
  })
})
