/** Every page in every language, on a desktop and on a phone. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import {
  LANGUAGE_COOKIE,
  LANGUAGES,
  NEW_TIER_TYPES,
  NOTIFICATION_SERVICES,
  OPERATOR_PAGES,
  PAGES,
} from '@cooperage/contract'
import {
  ENCRYPTING_MINIO,
  metricsToken,
  missingProgram,
  type StorageServer,
  send,
  startMinio,
  tempFolder,
} from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import { expect, test, visit } from '../src/journey.ts'
import { startOperatorPreview } from '../src/operator-preview.ts'
import { overflowOf } from '../src/overflow.ts'
import { LOCKED_BUCKET, SHOWN_BUCKET, storeSampleData, storeSampleUsers, storeSeldomData } from '../src/sample-data.ts'
import { storeSampleTenant } from '../src/screenshots/operator.ts'
import type { StorageProcess } from '../src/storage-process.ts'

/** Where each page is saved as an image, to be looked at; '' for nowhere. */
const SHEETS = process.env.COOPERAGE_SHEETS ?? ''

const WIDTHS = [
  { width: 1360, height: 850 },
  { width: 390, height: 844 },
]

const BUCKET = `/buckets/${SHOWN_BUCKET}`
const FOLDER = `/object-browser/${SHOWN_BUCKET}`
const LOCKED = `/object-browser/${LOCKED_BUCKET}`
const TENANT = '/namespaces/team-photos/tenants/photos'
const TENANT_PATTERN = '/namespaces/:tenantNamespace/tenants/:tenantName'
const withTabs = (path: string, ...tabs: string[]) => [path, ...tabs.map((tab) => `${path}?tab=${tab}`)]

/** What is opened of a page of the console beside its address: tabs, forms, examples. Sections of the settings are asked for. */
const OPENED: Record<string, readonly string[]> = {
  '/dashboard': withTabs('/dashboard', 'summary', 'traffic', 'resources', 'usage'),
  '/buckets/:bucket': [BUCKET],
  '/buckets/:bucket/*': [
    ...['summary', 'events', 'replication', 'lifecycle', 'compare'],
    ...['principals', 'policies', 'users', 'anonymous', 'simulator'].map((part) => `access/${part}`),
  ].map((tab) => `${BUCKET}/${tab}`),
  '/users/:userName+': withTabs('/users/freelance%2Fmira', 'service-accounts', 'policies', 'permissions'),
  '/groups/:groupName+': withTabs('/groups/photographers', 'policies', 'permissions'),
  '/policies': withTabs('/policies', 'simulator', 'exposure'),
  '/policies/:policyName': withTabs('/policies/readwrite', 'users', 'groups', 'simulator'),
  '/access-keys': withTabs('/access-keys', 'temporary'),
  // Of Garage only.
  '/cluster': [],
  '/pools': withTabs('/pools', 'drives'),
  '/site-replication': withTabs('/site-replication', 'differences'),
  '/identity-providers': withTabs('/identity-providers', 'ldap', 'policies'),
  '/settings': withTabs('/settings', 'import', 'history'),
  '/settings/notifications/:step+': [
    '/settings/notifications/add',
    ...NOTIFICATION_SERVICES.map((service) => `/settings/notifications/${service}?add=target`),
  ],
  '/settings/tiers/:step+': [
    '/settings/tiers/add',
    ...[...NEW_TIER_TYPES, 'minio'].map((type) => `/settings/tiers/add/${type}`),
  ],
  '/webhook/logger': ['/webhook/logger', '/webhook/logger?add=target'],
  '/webhook/audit': ['/webhook/audit', '/webhook/audit?add=target'],
  '/logs': withTabs('/logs', 'search'),
  '/alerts': withTabs('/alerts', 'rules', 'channels', 'history'),
  '/speed-tests': withTabs('/speed-tests', 'drive', 'network', 'client'),
  '/support-tools': withTabs('/support-tools', 'locks', 'calls', 'inspect', 'profiles'),
  '/object-browser/:bucket': [`${FOLDER}/`, `${LOCKED}/2026/`],
  '/object-browser/:bucket/*': [
    ...['?tab=uploads', '?tab=deleted', '?search=raw', '2026/', 'cover.jpg'].map((rest) => `${FOLDER}/${rest}`),
    `${LOCKED}/2026/terms.txt`,
  ],
  '/jobs': withTabs('/jobs', 'all'),
  '/sync': withTabs('/sync', 'all'),
  '/account': withTabs('/account', 'permissions', 'sessions', 'links'),
}

/** Pages for which no permission is needed. */
const UNLISTED = ['/documentation', '/documentation/policies', '/documentation/api', '/no-such-page']

const OPENED_IN_CLUSTER: Record<string, readonly string[]> = {
  [TENANT_PATTERN]: [TENANT],
  ...Object.fromEntries(
    ['summary', 'security', 'pools', 'pods', 'license'].map((tab) => [
      `${TENANT_PATTERN}/${tab}`,
      [`${TENANT}/${tab}`],
    ]),
  ),
  // Their frames have pages of the tenant's console.
  [`${TENANT_PATTERN}/metrics`]: [`${TENANT}/metrics`],
  [`${TENANT_PATTERN}/hop`]: [`${TENANT}/hop`],
  [`${TENANT_PATTERN}/pods/:podName`]: withTabs(`${TENANT}/pods/photos-pool-0-1`, 'logs'),
  // It leads to the first tab.
  '/storage/:tab': [],
}

/** The addresses of pages, each as `examples` has it. @throws Error for a page with a parameter and without an example */
function openedOf(pages: readonly { path: string }[], examples: Record<string, readonly string[]>): string[] {
  return [...new Set(pages.map(({ path }) => path))].flatMap((path) => {
    const isAddress = !/[:*]/.test(path)
    const opened = examples[path] ?? (isAddress ? [path] : undefined)
    if (opened === undefined) throw new Error(`what is opened of ${path}?`)
    return opened
  })
}

interface Finding {
  language: string
  width: number
  path: string
  text: string
}

/** Opens pages in one language after the other, and measures each at both widths. */
class Sheets {
  readonly found: Finding[] = []
  readonly opened = new Set<string>()
  readonly #page: Page

  #pending = 0

  constructor(page: Page) {
    this.#page = page
    const ends = () => this.#pending--
    page.on('request', () => this.#pending++)
    page.on('requestfinished', ends)
    page.on('requestfailed', ends)
  }

  /** Every page of a console; `start` is one of them. */
  async ofConsole(language: string, base: string, start: string, paths: readonly string[]): Promise<void> {
    await this.speak(language, base)
    await this.#page.goto(`${base}${start}`)
    await expect(this.#page.locator('h1').first()).toBeVisible()
    for (const path of paths) {
      await visit(this.#page, `${new URL(base).pathname.replace(/\/$/, '')}${path}`)
      await this.measure(language, path)
    }
  }

  async open(address: string): Promise<void> {
    await this.#page.goto(address)
  }

  async speak(language: string, base: string): Promise<void> {
    await this.#page.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url: new URL(base).origin }])
  }

  /** Measures the open page. */
  async measure(language: string, name: string): Promise<void> {
    this.opened.add(name)
    for (const size of WIDTHS) {
      await this.#page.setViewportSize(size)
      await expect(this.#page.locator('h1').first(), name).toBeVisible()
      await this.#loaded(name)
      for (const text of await overflowOf(this.#page)) {
        this.found.push({ language, width: size.width, path: name, text })
      }
      if (SHEETS === '') continue
      const file = `${language}-${size.width}-${name.replaceAll(/[^a-z0-9-]+/gi, '_')}.png`
      await this.#page.screenshot({ path: join(SHEETS, file), animations: 'disabled' })
    }
  }

  /** Waits until the page has what it shows: a part that has loaded asks for more with its first frames, and a table once it rests. */
  async #loaded(name: string): Promise<void> {
    const frames = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))'
    await expect(async () => {
      for (let idle = 0; idle < 10; idle++) {
        expect(this.#pending).toBe(0)
        await this.#page.evaluate(frames)
      }
      await expect(this.#page.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 100 })
    }, name).toPass({ timeout: 60_000, intervals: [50] })
  }
}

/** A MinIO with everything that pages are about: pools, drives that can be healed, keys, and another site. */
async function startWholeMinio(
  stopAtEnd: (started: StorageServer) => void,
): Promise<[StorageServer & Pick<StorageProcess, 'request'>, StorageServer]> {
  const server = await startMinio({ ...ENCRYPTING_MINIO, pools: 2, drives: 4 })
  stopAtEnd(server)
  const other = await startMinio(ENCRYPTING_MINIO)
  stopAtEnd(other)
  const request: StorageProcess['request'] = (options) =>
    send({ url: server.url, credentials: server.root, ...options })
  return [{ ...server, request }, other]
}

test('no text of any page is cut in any language', { tag: '@scaled' }, async ({
  page,
  ownStorage,
  ownConsole,
  provokes,
  stopAtEnd,
}) => {
  test.setTimeout(3_600_000)
  const missing = missingProgram('minio')
  test.skip(missing !== undefined, missing)
  // MinIO's own key has no list of calls.
  provokes(401, 404, 501)
  const inConsole = openedOf(PAGES, OPENED)
  const inCluster = openedOf(OPERATOR_PAGES, OPENED_IN_CLUSTER)

  const [minio, site] = await startWholeMinio(stopAtEnd)
  await storeSampleData(minio)
  await storeSampleUsers(minio)
  await storeSeldomData(minio)
  const folder = tempFolder('overflow')
  stopAtEnd({ stop: async () => folder.remove() })
  writeFileSync(join(folder.path, 'metrics-token'), metricsToken(minio.root))
  const servers = [
    { name: 'berlin', title: 'Berlin', color: 'blue', url: minio.url, metricsTokenFile: 'metrics-token' },
    { name: 'paris', title: 'Paris', color: 'red', url: (await ownStorage()).url },
  ]
  const file = join(folder.path, 'servers.yaml')
  writeFileSync(file, JSON.stringify({ servers }))
  const env = { COOPERAGE_STORAGE_URL: '', COOPERAGE_SERVERS: file, COOPERAGE_OUTBOUND_LOOPBACK: 'on' }
  const { url } = await ownConsole({ env })
  const base = `${url}/servers/berlin`
  const { accessKey, secretKey } = minio.root
  const call = async (path: string, data: object) => {
    const response = await page.request.post(`${base}/api/v1/${path}`, { data })
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
    return await response.json()
  }
  await page.request.post(`${base}/api/v1/login`, { data: { accessKey, secretKey } })
  const sites = Object.entries({ berlin: minio.url, cork: site.url })
  await call('admin/site-replication/sites', {
    sites: sites.map(([name, endpoint]) => ({ name, endpoint, accessKey, secretKey })),
  })
  const shared = { kind: 'download', bucket: SHOWN_BUCKET, path: 'cover.jpg', shared_by: 'Ana of Records' }
  const expiry = new Date(Date.now() + 86_400_000).toISOString()
  const { address } = await call('share-links', { ...shared, expiry })
  // With the longest word for its kind.
  await call('share-links', { ...shared, expiry, password: 'correct horse battery' })
  const { configurations } = await (await page.request.get(`${base}/api/v1/configs`)).json()
  const sections = configurations.map(({ key }: { key: string }) => `/settings?section=${key}`)
  const cluster = await startOperatorPreview()
  stopAtEnd(cluster)
  await storeSampleTenant(cluster)
  await page.request.post(`${cluster.url}/api/v1/login/operator`, { data: { jwt: cluster.token } })

  if (SHEETS !== '') mkdirSync(SHEETS, { recursive: true })
  const sheets = new Sheets(page)
  const wanted = process.env.COOPERAGE_LANGUAGES?.split(',') ?? LANGUAGES.map(({ tag }) => tag)
  for (const language of wanted) {
    await test.step(language, async () => {
      const paths = [...inConsole, ...sections, ...UNLISTED]
      await sheets.ofConsole(language, base, '/buckets', paths)
      await page.goto(`${url}/servers`)
      await sheets.measure(language, '/servers')
      await page.goto(`${base}/${address}`)
      await sheets.measure(language, 'the page of a share link')

      await sheets.ofConsole(language, cluster.url, '/tenants', inCluster)
      await measureWizard(page, (step) => sheets.measure(language, `/tenants/add: ${step}`))
      const visitor = await page.context().browser()?.newContext()
      if (visitor === undefined) throw new Error('no browser')
      const out = new Sheets(await visitor.newPage())
      for (const [name, at] of Object.entries({ '/login': base, '/login of the cluster': cluster.url })) {
        await out.speak(language, at)
        await out.open(`${at}/login`)
        await out.measure(language, name)
      }
      sheets.found.push(...out.found)
      await visitor.close()
    })
  }
  console.log(`${sheets.opened.size + 2} pages in ${wanted.length} languages at ${WIDTHS.length} widths`)
  console.table(sheets.found)
  expect(sheets.found).toEqual([])
})

/** Every step of the wizard in advanced mode. */
async function measureWizard(page: Page, measure: (step: string) => Promise<void>): Promise<void> {
  await page.setViewportSize({ width: 1360, height: 850 })
  await visit(page, '/tenants/add')
  const fields = page.locator('form input')
  await fields.nth(0).fill('archive')
  await fields.nth(1).fill('team-archive')
  await page.getByRole('main').getByRole('switch').first().click({ force: true })
  await expect(page.locator('form select option').first()).toBeAttached()
  const steps = await page.locator('ol > li').count()
  for (let step = 1; step <= steps; step++) {
    await expect(page.locator('ol > li').nth(step - 1)).toHaveAttribute('aria-current', 'step')
    await measure(String(step))
    if (step < steps) await page.locator('form button[type=submit]').click()
  }
}
