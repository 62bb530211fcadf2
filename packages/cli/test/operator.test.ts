/** Operator mode without a cluster, as seen at the command line. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createKubeClient, KubeEndpoint, NAMESPACES, PODS, SECRETS, TENANTS } from '@cooperage/kube-client'
import { type Child, send, waitUntil } from '@cooperage/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Site } from './cooperage.ts'

let site: Site
let endpoint: KubeEndpoint | undefined
beforeEach(() => {
  site = new Site()
})
afterEach(async () => {
  await endpoint?.close()
  await site.end()
})

const ROOT = { accessKey: 'tenantroot', secretKey: 'tenant-root-secret' }
const USER = { accessKey: 'wizarduser', secretKey: 'wizard-user-secret' }

async function start() {
  const child = site.run(['--operator'])
  await waitUntil('the command is ready', () => {
    if (child.process.exitCode !== null) throw new Error(child.output())
    return child.output().includes('Press Ctrl+C to stop.')
  })
  const file = join(site.dataDir, 'operator-token')
  const token = readFileSync(file, 'utf8').trim()
  await endpoint?.close()
  endpoint = new KubeEndpoint({ url: new URL(addressOf(child, 'Cluster')) })
  return { child, file, token, kube: createKubeClient({ endpoint, token }), url: addressOf(child, 'Console') }
}

function addressOf(child: Child, name: string): string {
  return new RegExp(`${name} +(http:\\S+)`).exec(child.output())?.[1] ?? ''
}

/** Signs in to the console with a token, and waits until it shows the tenant as healthy. */
async function untilHealthy({ url, token }: { url: string; token: string }): Promise<void> {
  const headers = { 'content-type': 'application/json', origin: url }
  const body = JSON.stringify({ jwt: token })
  const signedIn = await fetch(`${url}/api/v1/login/operator`, { method: 'POST', headers, body })
  expect(signedIn.ok).toBe(true)
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';', 1)[0])
  await waitUntil('the tenant is healthy', async () => {
    const response = await fetch(`${url}/api/v1/tenants`, { headers: { cookie: cookie.join('; ') } })
    const { tenants } = (await response.json()) as { tenants: { name: string; health_status: string }[] | null }
    return tenants?.find(({ name }) => name === 'one')?.health_status === 'green'
  })
}

test('one command starts a cluster whose tenants are engines, with their users, logs and data, also after a restart', async () => {
  const first = await start()
  expect(first.child.output()).toContain(first.file)
  expect(first.child.output()).not.toContain(first.token)
  expect(statSync(first.file).mode & 0o777).toBe(0o600)

  const namespace = 'storage'
  await first.kube.create(NAMESPACES, { metadata: { name: namespace } })
  const secret = (name: string, stringData: Record<string, string>) =>
    first.kube.create(SECRETS, { metadata: { name, namespace }, stringData })
  const config = `export MINIO_ROOT_USER="${ROOT.accessKey}"\nexport MINIO_ROOT_PASSWORD="${ROOT.secretKey}"\n`
  await secret('one-env-configuration', { 'config.env': config })
  await secret('one-user-0', { CONSOLE_ACCESS_KEY: USER.accessKey, CONSOLE_SECRET_KEY: USER.secretKey })
  const storage = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
  await first.kube.create(TENANTS, {
    metadata: { name: 'one', namespace },
    spec: {
      configuration: { name: 'one-env-configuration' },
      users: [{ name: 'one-user-0' }],
      pools: [{ name: 'pool-0', servers: 4, volumesPerServer: 1, volumeClaimTemplate: { spec: storage } }],
    },
  })
  await untilHealthy(first)

  const record = () =>
    JSON.parse(readFileSync(join(site.dataDir, 'platform', 'tenants', namespace, 'one', 'engine.json'), 'utf8'))
  const storageUrl = () => `http://127.0.0.1:${record().port}`
  const created = await send({ url: storageUrl(), bucket: 'photos', credentials: USER, method: 'PUT' })
  expect(created.status).toBe(200)
  const pod = await first.kube.get(PODS, { namespace, name: 'one-pool-0-0' })
  expect(pod.status?.phase).toBe('Running')
  expect(await first.kube.logs({ namespace, name: 'one-pool-0-0', container: 'minio' })).toEqual(expect.any(String))

  await first.child.stop()
  expect(first.child.output()).not.toContain('Platform:')
  const second = await start()
  await untilHealthy(second)
  const found = await send({ url: storageUrl(), bucket: 'photos', credentials: ROOT, method: 'HEAD' })
  expect(found.status).toBe(200)
})
