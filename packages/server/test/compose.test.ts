/** The compose files: what each one starts is started without a container runtime, with its environment, mounts and user. */
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync } from 'node:fs'
import type { LookupFunction } from 'node:net'
import { join } from 'node:path'
import {
  type Child,
  missingContainers,
  missingProgram,
  readyAddress,
  send,
  startContainer,
  startReverseProxy,
  tempFolder,
} from '@cooperage/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../../../scripts/workspace.mjs'
import { visitor } from './visitor.ts'

interface Service {
  image: string
  environment?: Record<string, string>
  ports?: string[]
  volumes: string[]
  networks?: Record<string, { ipv4_address?: string }>
  read_only?: boolean
  tmpfs?: string[]
  cap_drop?: string[]
  security_opt?: string[]
}

interface ComposeFile {
  services: Record<string, Service> & { cooperage: Service }
  networks?: Record<string, { ipam: { config: { subnet: string }[] } }>
  volumes: Record<string, null>
}

const textOf = (name: string) => readFileSync(join(ROOT, 'deploy', 'compose', name), 'utf8')
const composeFile = (name: string): ComposeFile => parse(textOf(name))

const DOCKERFILE = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
const IMAGE = {
  env: Object.fromEntries(
    [...(/^ENV (.+)$/m.exec(DOCKERFILE)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  ) as Record<string, string>,
  user: (/^USER (\d+):(\d+)$/m.exec(DOCKERFILE) ?? []).slice(1).map(Number),
  ports: /^EXPOSE (.+)$/m.exec(DOCKERFILE)?.[1]?.split(' '),
}

/** The environment of a service, with variables replaced as compose does it. */
function environmentOf({ environment = {} }: Service, variables: Record<string, string>): Record<string, string> {
  const filled = (text: string) =>
    text.replace(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name) => {
      if (variables[name] === undefined) throw new Error(`${name} is not set`)
      return variables[name]
    })
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value)]))
}

interface Started {
  child: Child
  url: string
  data: string
}

/** Starts the service of the console as compose would, on free ports. */
async function start(name: string, variables: Record<string, string>, own: Record<string, string> = {}) {
  const { cooperage } = composeFile(name).services
  const folder = tempFolder('compose')
  const data = join(folder.path, 'data')
  // A new volume gets the owner and the mode of the folder in the image.
  mkdirSync(data)
  const [uid = 0, gid = 0] = IMAGE.user
  chownSync(data, uid, 0)
  chmodSync(data, 0o770)
  const child = startContainer({
    uid,
    gid,
    mounts: [{ at: '/data', folder: data }, ...(cooperage.tmpfs ?? []).map((at) => ({ at, tmpfs: 'mode=1777' }))],
    env: {
      ...IMAGE.env,
      ...environmentOf(cooperage, variables),
      COOPERAGE_PORT: '0',
      COOPERAGE_STORAGE_PORT: '0',
      ...own,
    },
    isWritable: cooperage.read_only !== true,
  })
  onTestFinished(async () => {
    await child.stop()
    folder.remove()
  })
  return { child, url: await readyAddress(child), data }
}

function rootKeys({ data }: Started): { accessKey: string; secretKey: string } {
  const text = readFileSync(join(data, 'root-credentials'), 'utf8')
  const value = (name: string) => new RegExp(`${name}=(\\S+)`).exec(text)?.[1] ?? ''
  return { accessKey: value('ACCESS_KEY'), secretKey: value('SECRET_KEY') }
}

const s3Of = ({ child }: Started) => /Storage +(http\S+)/.exec(child.output())?.[1] ?? ''

test.each(['compose.yaml', 'beside-minio.yaml', 'behind-caddy.yaml'])('%s starts the image as it is meant', (name) => {
  const { services, volumes, networks = {} } = composeFile(name)
  const { cooperage } = services
  expect(cooperage).toMatchObject({
    image: expect.stringMatching(/^cooperage:\d+\.\d+\.\d+$/),
    volumes: ['data:/data'],
    read_only: true,
    tmpfs: ['/tmp'],
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  })
  for (const service of Object.values(services)) {
    const named = service.volumes.map((each) => each.split(':')[0] ?? '').filter((each) => !each.startsWith('.'))
    expect(Object.keys(volumes)).toEqual(expect.arrayContaining(named))
    expect(Object.keys(networks)).toEqual(expect.arrayContaining(Object.keys(service.networks ?? {})))
  }
  // Without Caddy they are published for this machine only.
  for (const port of cooperage.ports ?? []) {
    const [address, published, target] = port.split(':')
    expect([address, published]).toEqual(['127.0.0.1', target])
    expect(IMAGE.ports).toContain(target)
  }
})

test('behind Caddy, its address is the only one that may name the visitor', () => {
  const { services, networks } = composeFile('behind-caddy.yaml')
  const address = services.caddy?.networks?.front?.ipv4_address
  expect(services.cooperage.environment?.COOPERAGE_TRUSTED_PROXIES).toBe(address)
  expect(networks?.front?.ipam.config).toEqual([{ subnet: address?.replace(/\.\d+$/, '.0/24') }])
  expect(services.cooperage.ports).toBeUndefined()
})

const missing = missingContainers()
if (missing !== undefined) console.warn(`!!!!  SKIPPED: compose files. ${missing}`)

describe.skipIf(missing !== undefined)('Compose files', () => {
  test('the product alone serves its console and S3; beside a storage server, it is that one’s console', async () => {
    const alone = await start('compose.yaml', {})
    const keys = rootKeys(alone)
    const root = visitor(alone.url)
    expect((await root.signIn(keys)).status).toBe(201)
    expect((await send({ url: s3Of(alone), method: 'PUT', bucket: 'photos', credentials: keys })).status).toBe(200)

    const beside = await start('beside-minio.yaml', { MINIO_URL: s3Of(alone) })
    const other = visitor(beside.url)
    expect((await other.signIn(keys)).status).toBe(201)
    expect((await other.get('/api/v1/buckets')).text).toContain('photos')
    expect(() => rootKeys(beside)).toThrow()
    await expect(start('beside-minio.yaml', {})).rejects.toThrow('MINIO_URL is not set')
  })

  test.skipIf(missingProgram('caddy') !== undefined)('behind Caddy, both names are served with TLS', async () => {
    const names = { CONSOLE: 'console.example.com', S3: 's3.example.com' }
    const caddyfile = textOf('Caddyfile')
    const env = { ...process.env, ...environmentOf(composeFile('behind-caddy.yaml').services.caddy as Service, names) }
    const file = join(ROOT, 'deploy', 'compose', 'Caddyfile')
    const adapted = spawnSync('caddy', ['adapt', '--config', file], { env, encoding: 'utf8' })
    const hops = [...adapted.stdout.matchAll(/"host":\["(.+?)"\].*?"dial":"(.+?)"/g)].map(([, host, to]) => [host, to])
    expect(Object.fromEntries(hops)).toEqual({ [names.CONSOLE]: 'cooperage:9090', [names.S3]: 'cooperage:9000' })

    // Here Caddy connects from this machine.
    const behind = await start('behind-caddy.yaml', names, { COOPERAGE_TRUSTED_PROXIES: '127.0.0.1' })
    const portOf = (url: string) => new URL(url).port
    const blocks = caddyfile
      .replace('{$CONSOLE}', names.CONSOLE)
      .replace('{$S3}', names.S3)
      .replace('cooperage:9090', `127.0.0.1:${portOf(behind.url)}`)
      .replace('cooperage:9000', `127.0.0.1:${portOf(s3Of(behind))}`)
    const proxy = await startReverseProxy('caddy', { servers: blocks, ofExample: '' })
    onTestFinished(() => proxy.stop())
    const connection = {
      ca: proxy.ca,
      lookup: ((_name, { all }, callback) => {
        if (all) callback(null, [{ address: '127.0.0.1', family: 4 }])
        else callback(null, '127.0.0.1', 4)
      }) as LookupFunction,
    }
    const root = visitor(`https://${names.CONSOLE}:${proxy.port}`, new Map(), connection)
    expect((await root.signIn(rootKeys(behind))).status).toBe(201)
    const s3 = await send({ url: `https://${names.S3}:${proxy.port}`, method: 'GET', connection })
    expect([s3.status, s3.text]).toEqual([403, expect.stringContaining('AccessDenied')])
  })
})
