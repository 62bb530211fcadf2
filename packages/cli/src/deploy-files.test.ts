/** What the files of `deploy/` say about settings. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { isOpenIdVariable } from './openid-settings.ts'
import { SETTINGS } from './settings.ts'

const DEPLOY = join(import.meta.dirname, '../../../deploy')
const VARIABLES: string[] = Object.values(SETTINGS).flatMap((setting) => ('env' in setting ? setting.env : []))
const namesIn = (file: string) => [...readFileSync(join(DEPLOY, file), 'utf8').matchAll(/\bCOOPERAGE_[A-Z0-9_]+/g)]

test('the environment file of the service names every setting but the data folder, which the unit names', () => {
  const names = new Set(namesIn('systemd/cooperage.env').map(([name]) => name))
  expect(VARIABLES.filter((name) => !names.has(name))).toEqual(['COOPERAGE_DATA'])
})

test.each(globSync('**/*.{env,service,yaml,tpl,txt}', { cwd: DEPLOY }))(
  '%s names no setting that does not exist',
  (file) => {
    const unknown = namesIn(file).filter(([name]) => !VARIABLES.includes(name) && !isOpenIdVariable(name))
    expect(unknown.map(([name]) => name)).toEqual([])
  },
)

test('the chart explains the settings of storage servers that are not MinIO', () => {
  const names = new Set(namesIn('helm/cooperage/values.yaml').map(([name]) => name))
  const ofServers =
    /^COOPERAGE_(STORAGE_(KIND|ADDRESSING|PUBLIC_URL)|TRANSFERS|IAM_URL|GARAGE_ADMIN_URL|STS_.*|KEEP_KEYS)$/
  expect(VARIABLES.filter((name) => ofServers.test(name) && !names.has(name))).toEqual([])
})

/** The dynamic configuration of Traefik, as far as one part of it names another. */
interface Routes {
  http: {
    routers: Record<string, { rule: string; entryPoints: string[]; middlewares?: string[]; service: string }>
    middlewares: Record<string, unknown>
    services: Record<string, { loadBalancer: { servers: { url: string }[] } }>
  }
}

test('in the blocks of the guide for Traefik, which no test runs, each part is named as it is defined, and leads where those of nginx do', () => {
  const guide = readFileSync(join(DEPLOY, '../docs/guide/reverse-proxy.md'), 'utf8')
  const blocksOf = (language: string) =>
    [...guide.matchAll(/```(\w+)\n([\s\S]*?)```/g)].flatMap(([, name, text = '']) => (name === language ? text : []))
  const [entry = '', dynamic = ''] = blocksOf('yaml')
  const { routers, middlewares, services } = (parse(dynamic) as Routes).http
  const named = Object.values(routers).flatMap(({ middlewares: ofRouter = [] }) => ofRouter)
  expect([...new Set(named)]).toEqual(Object.keys(middlewares))
  const entries = Object.values(routers).flatMap(({ entryPoints }) => entryPoints)
  expect([...new Set(entries)]).toEqual(Object.keys(parse(entry).entryPoints))

  const ofTraefik = Object.values(routers).map(({ rule, service }) => {
    const [, host, path = ''] = /^Host\(`(.+?)`\)(?: && PathPrefix\(`(.+)`\))?$/.exec(rule) ?? []
    return [`${host}${path}`, services[service]?.loadBalancer.servers.map(({ url }) => url)]
  })
  const [servers = '', path = ''] = blocksOf('nginx')
  const ofNginx = servers.split(/^server /m).flatMap((server) => {
    const [, host] = /server_name (.+);/.exec(server) ?? []
    const [, to] = /proxy_pass (.+);/.exec(server) ?? []
    return host === undefined ? [] : [[host, [to]]]
  })
  const [, place] = /location (?:= )?(\S+?)\/? /.exec(path) ?? []
  const [, toPath] = /proxy_pass (http:\/\/[^/;]+)/.exec(path) ?? []
  expect(ofTraefik).toEqual([...ofNginx, [`example.com${place}`, [toPath]]])
})
