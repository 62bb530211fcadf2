/**
 * Walks the ways in which people come to the product, in a browser, and prints how many seconds each step takes, as the tables of
 * `docs/first-steps.md`: `node e2e/src/walks.ts [home] [behind-nginx] [tenants]`, all of them unless some are named. It starts the
 * image as `deploy/compose` does, without a container runtime, so it needs root on Linux.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { basename, join } from 'node:path'
import process from 'node:process'
import { NAMESPACES, TENANTS } from '@cooperage/kube-client'
import {
  type Child,
  cleanEnvironment,
  commandLine,
  freePort,
  OPENID_PASSWORD,
  readyAddress,
  send,
  startChild,
  startContainer,
  startMinio,
  startOpenIdProvider,
  startPlatformCluster,
  startReverseProxy,
  tempFolder,
  trustProvider,
} from '@cooperage/testkit'
import { chromium, type Page } from '@playwright/test'
import { requireChromium } from '../../scripts/chromium.ts'
import { CHROMIUM_FLAGS } from './chromium.ts'
import { fillLoginForm } from './journey.ts'
import { tenantOf } from './operator.ts'
import requireBuilds from './require-builds.ts'

const GUIDE = new URL('../../docs/guide/reverse-proxy.md', import.meta.url)
const TENANT_COUNT = 60
const FILES = 10
const FILE_BYTES = 4 << 20
/** Of the image: see `Dockerfile`. */
const IMAGE = { uid: 1000, gid: 1000, env: { COOPERAGE_HOST: '0.0.0.0', COOPERAGE_DATA: '/data' } }

type Step = <T>(what: string, act: () => Promise<T> | T) => Promise<T>

/** What a walk has started, and ends in the opposite order. */
type Later = (end: () => unknown) => void

const WALKS: Record<string, (step: Step, later: Later) => Promise<void>> = {
  home: atHome,
  'behind-nginx': behindNginx,
  tenants: ofTenants,
}

async function newPage(later: Later, flags: readonly string[] = []): Promise<Page> {
  const browser = await chromium.launch({ executablePath: requireChromium(), args: [...CHROMIUM_FLAGS, ...flags] })
  later(() => browser.close())
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1360, height: 850 } })
  return await context.newPage()
}

/** A volume, with the owner and the mode of the folder in the image. */
function newVolume(later: Later): string {
  const folder = tempFolder('walk')
  later(() => folder.remove())
  const data = join(folder.path, 'data')
  mkdirSync(data)
  chownSync(data, IMAGE.uid, 0)
  chmodSync(data, 0o770)
  return data
}

/** The service of `deploy/compose`. */
function compose(data: string, env: Record<string, string>): Child {
  return startContainer({
    uid: IMAGE.uid,
    gid: IMAGE.gid,
    mounts: [
      { at: '/data', folder: data },
      { at: '/tmp', tmpfs: 'mode=1777' },
    ],
    env: { ...IMAGE.env, ...env },
  })
}

function rootKeys(data: string): { accessKey: string; secretKey: string } {
  const text = readFileSync(join(data, 'root-credentials'), 'utf8')
  const value = (name: string) => new RegExp(`${name}=(\\S+)`).exec(text)?.[1] ?? ''
  return { accessKey: value('ACCESS_KEY'), secretKey: value('SECRET_KEY') }
}

async function createBucket(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create Bucket' }).first().click()
  await page.getByLabel('Bucket name').fill(name)
  await page.getByRole('button', { name: 'Save' }).click()
  await page
    .getByRole('status')
    .filter({ hasText: `Bucket ${name} was created.` })
    .waitFor()
}

function photos(later: Later): string[] {
  const folder = tempFolder('walk-photos')
  later(() => folder.remove())
  return Array.from({ length: FILES }, (_, index) => {
    const file = join(folder.path, `photo-${index}.jpg`)
    writeFileSync(file, Buffer.alloc(FILE_BYTES, index))
    return file
  })
}

/** Uploads files into the open bucket, and waits until all are listed. */
async function upload(page: Page, files: readonly string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles(files)
  for (const file of files) await page.getByRole('row', { name: new RegExp(basename(file)) }).waitFor()
}

async function atHome(step: Step, later: Later): Promise<void> {
  const page = await newPage(later)
  const files = photos(later)
  const data = newVolume(later)
  const [port, s3] = [await freePort(), await freePort()]
  const ports = { COOPERAGE_PORT: String(port), COOPERAGE_STORAGE_PORT: String(s3) }
  let container = compose(data, ports)
  later(() => container.stop())
  const url = await step('`docker compose up --detach`: the container is ready', () => readyAddress(container))
  const keys = await step('Print the root keys', () => rootKeys(data))
  await step('Open the sign-in page', async () => {
    await page.goto(`${url}/login`)
    await page.getByLabel('Username').waitFor()
  })
  const card = page.getByRole('region', { name: 'Get started' })
  await step('Sign in: the card *Get started* is shown', async () => {
    await fillLoginForm(page, keys)
    await card.waitFor()
  })
  await step('*Create Bucket* on the card', () => createBucket(page, 'photos'))
  await step(`Open the bucket from the message, and upload ${FILES} photos of ${FILE_BYTES >> 20} MiB`, async () => {
    await page.getByRole('link', { name: 'Upload objects' }).click()
    await upload(page, files)
  })
  await step('*Create access key* on the card, and store an object with it as an S3 client', async () => {
    await page.goto(`${url}/dashboard`)
    await card.getByRole('button', { name: 'Create access key' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
    const created = page.getByRole('dialog')
    const accessKey = await created.getByLabel('Access Key', { exact: true }).inputValue()
    const secretKey = await created.getByLabel('Secret Key', { exact: true }).inputValue()
    await created.getByRole('button', { name: 'Done', exact: true }).click()
    const object = { bucket: 'photos', key: 'from-a-client.txt', body: 'hello', credentials: { accessKey, secretKey } }
    const { status } = await send({ url: `http://127.0.0.1:${s3}`, method: 'PUT', ...object })
    if (status !== 200) throw new Error(`The client got ${status}`)
  })
  await step('*Create User* on the card', async () => {
    await card.getByRole('button', { name: 'Create User' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Access Key').fill('ada')
    await form.getByLabel('Secret Key', { exact: true }).fill('a secret of ada')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'hidden' })
  })
  await step('`docker compose stop`', () => container.stop())
  await step('`docker compose start`: the container is ready', async () => {
    container = compose(data, ports)
    await readyAddress(container)
  })
  await step('Reload: still signed in, and everything is there', async () => {
    await page.goto(`${url}/object-browser/photos/`)
    await page.getByRole('row', { name: /from-a-client\.txt/ }).waitFor()
  })
  await step('`cooperage engine backup` while it runs, and `cooperage engine check` of the backup', () => {
    const copy = join(data, '..', 'backup')
    for (const args of [
      ['backup', '--data', data, '--to', copy],
      ['check', '--data', copy],
    ]) {
      const { status, stderr } = spawnSync(process.execPath, [...commandLine(), 'engine', ...args], {
        encoding: 'utf8',
      })
      if (status !== 0) throw new Error(`engine ${args[0]} ended with ${status}: ${stderr}`)
    }
  })
}

async function behindNginx(step: Step, later: Later): Promise<void> {
  const page = await newPage(later, ['--host-resolver-rules=MAP *.example.com 127.0.0.1'])
  const files = photos(later)
  const minio = await startMinio()
  later(() => minio.stop())
  const accounts = { ada: { policy: 'consoleAdmin', preferred_username: 'Ada Lovelace' } }
  const provider = await startOpenIdProvider({ accounts })
  later(() => provider.stop())
  const port = await freePort()
  const [servers = ''] = [...readFileSync(GUIDE, 'utf8').matchAll(/```nginx\n([\s\S]*?)```/g)].map(([, text]) => text)
  const proxy = await step('nginx with the block of the guide: it serves HTTPS', () =>
    startReverseProxy('nginx', { servers: servers.replaceAll('127.0.0.1:9090', `127.0.0.1:${port}`), ofExample: '' }),
  )
  later(() => proxy.stop())
  await step('Name the provider to MinIO (`identity_openid`), which restarts', () => trustProvider(minio, provider))
  const address = `https://console.example.com:${proxy.port}`
  const container = compose(newVolume(later), {
    COOPERAGE_PORT: String(port),
    COOPERAGE_STORAGE_URL: minio.url,
    COOPERAGE_HOSTS: 'console.example.com',
    COOPERAGE_TRUSTED_PROXIES: '127.0.0.1',
    COOPERAGE_OIDC_DISCOVERY_URL: provider.configUrl,
    COOPERAGE_OIDC_CLIENT_ID: provider.clientId,
    COOPERAGE_OIDC_CLIENT_SECRET: provider.clientSecret,
    COOPERAGE_OIDC_CALLBACK_URL: `${address}/oauth_callback`,
  })
  later(() => container.stop())
  await step('`beside-minio.yaml` with the settings of the proxy and of the provider: the container is ready', () =>
    readyAddress(container),
  )
  const sso = page.getByRole('link', { name: 'Login with SSO' })
  await step('Open the sign-in page through nginx', async () => {
    await page.goto(`${address}/login`)
    await sso.waitFor()
  })
  await step('*Login with SSO*, sign in at the provider, and share the identity: the dashboard is shown', async () => {
    await sso.click()
    await page.getByLabel('Login').fill('ada')
    await page.getByLabel('Password').fill(OPENID_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  })
  await step('Open *Buckets*, and create one', async () => {
    await page.goto(`${address}/buckets`)
    await createBucket(page, 'photos')
  })
  await step(`Upload ${FILES} photos of ${FILE_BYTES >> 20} MiB through nginx`, async () => {
    await page.goto(`${address}/object-browser/photos/`)
    await upload(page, files)
  })
  await step('Open *Trace*', async () => {
    await page.goto(`${address}/trace`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  })
}

async function ofTenants(step: Step, later: Later): Promise<void> {
  const page = await newPage(later)
  const cluster = await startPlatformCluster()
  later(() => cluster.stop())
  const folder = tempFolder('walk')
  later(() => folder.remove())
  const child = startChild(process.execPath, [...commandLine(), '--port', '0', '--data', folder.path], {
    env: cleanEnvironment({ COOPERAGE_MODE: 'operator', COOPERAGE_KUBERNETES_URL: cluster.server.url.href }),
  })
  later(() => child.stop())
  const url = await step('Start the console in operator mode: it is ready', () => readyAddress(child))
  const name = (index: number) => `team-${String(index).padStart(2, '0')}`
  await step(`Create ${TENANT_COUNT} namespaces with a tenant each, through the API of the cluster`, async () => {
    for (let index = 0; index < TENANT_COUNT; index++) {
      await cluster.admin.create(NAMESPACES, { metadata: { name: name(index) } })
      await cluster.admin.create(TENANTS, tenantOf(name(index), 'photos'))
    }
  })
  await step('Open the sign-in page', async () => {
    await page.goto(`${url}/login`)
    await page.getByLabel('JWT', { exact: true }).waitFor()
  })
  const row = (index: number) => page.getByRole('row', { name: new RegExp(name(index)) })
  await step('Sign in with a token of the cluster: the first tenants are shown', async () => {
    await page.getByLabel('JWT', { exact: true }).fill(cluster.adminToken)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await row(0).waitFor()
  })
  await step('Reload the list of tenants', async () => {
    await page.reload()
    await row(0).waitFor()
  })
  await step('Find one of them by its namespace', async () => {
    await page.getByRole('searchbox').fill(name(TENANT_COUNT - 1))
    await row(0).waitFor({ state: 'hidden' })
    await row(TENANT_COUNT - 1).waitFor()
  })
  await step('Open it: *Summary*', async () => {
    await row(TENANT_COUNT - 1).click()
    await page.waitForURL(/\/tenants\/photos\/summary$/)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
  })
  const place = `${url}/namespaces/${name(TENANT_COUNT - 1)}/tenants/photos`
  for (const tab of ['metrics', 'security', 'pools', 'pods', 'license']) {
    await step(`Its page *${tab}*`, async () => {
      await page.goto(`${place}/${tab}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
    })
  }
  await step('A tenant that somebody else creates appears without a reload', async () => {
    await page.goto(`${url}/tenants`)
    await row(0).waitFor()
    await page.getByRole('searchbox').fill('late')
    await cluster.admin.create(NAMESPACES, { metadata: { name: 'late' } })
    await cluster.admin.create(TENANTS, tenantOf('late', 'videos'))
    await page.getByRole('row', { name: /videos/ }).waitFor()
  })
}

async function walk(name: string): Promise<void> {
  const ends: (() => unknown)[] = []
  console.log(`\n## ${name}\n\n| step | seconds |\n|---|---:|`)
  let total = 0
  const step: Step = async (what, act) => {
    const started = performance.now()
    const result = await act()
    const seconds = (performance.now() - started) / 1000
    total += seconds
    console.log(`| ${what} | ${seconds.toFixed(1)} |`)
    return result
  }
  try {
    await WALKS[name]?.(step, (end) => ends.push(end))
    console.log(`| together | ${total.toFixed(1)} |`)
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

const names = process.argv.slice(2)
const unknown = names.find((name) => !Object.hasOwn(WALKS, name))
if (unknown !== undefined) {
  console.error(`There is no walk "${unknown}"; the walks are ${Object.keys(WALKS).join(', ')}.`)
  process.exit(2)
}
requireBuilds()
console.log(`${cpus().length} cores, Node ${process.version}`)
for (const name of names.length === 0 ? Object.keys(WALKS) : names) await walk(name)
