/**
 * Takes a screenshot of every page and dialog, on a desktop and on a phone, light and dark, to be reviewed by people:
 * `node e2e/src/screenshots.ts --out <folder>`. With `--readme` it takes the screenshots of the README instead.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ACCOUNT_SECRET, metricsToken, startOpenIdProvider, type TestOpenIdProvider } from '@cooperage/testkit'
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import { requireChromium } from '../../scripts/chromium.mjs'
import { CHROMIUM_FLAGS } from './chromium.ts'
import { type ConsoleProcess, startConsole } from './console-process.ts'
import { startOperatorPreview } from './operator-preview.ts'
import { OPERATOR_SCENES, storeSampleTenant } from './operator-scenes.ts'
import requireBuilds from './require-builds.ts'
import { LOCKED_BUCKET, SHOWN_BUCKET, storeSampleData, storeSampleUsers, storeSeldomData } from './sample-data.ts'
import { startStorage } from './storage-process.ts'
import { errorText, permissionError, text } from './text.ts'

const README_IMAGES = fileURLToPath(new URL('../../docs/images', import.meta.url))
const SCREENS = { desk: { width: 1360, height: 850 }, phone: { width: 390, height: 844 } } as const
const SUMMARY = `/buckets/${SHOWN_BUCKET}/summary`
const FOLDER = `/object-browser/${SHOWN_BUCKET}/`
const LOCKED_FOLDER = `/object-browser/${LOCKED_BUCKET}/`

interface Scene {
  name: string
  /** Whether the visitor has signed in. */
  signedIn: boolean
  /** The console to visit, if it isn't the usual one. */
  at?: (consoles: Consoles) => string
  path: string
  /** Whose account it shows; root's by default. */
  by?: { accessKey: string; secretKey: string }
  /** Brings the page into the state of the screenshot. */
  act?: (page: Page, isPhone: boolean) => Promise<void>
}

interface Consoles {
  usual: ConsoleProcess
  sso: ConsoleProcess
  providers: ConsoleProcess
  cluster: Pick<ConsoleProcess, 'url' | 'stop'>
  empty: ConsoleProcess
  lost: ConsoleProcess
  metrics: ConsoleProcess
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const seesSummaries = (page: Page) => page.getByRole('row', { name: 'studio' }).getByText('Enabled').waitFor()

/** An action of a row; on a phone it's in a menu. */
async function rowAction(page: Page, action: string, row: string, isPhone: boolean): Promise<void> {
  if (!isPhone) return await button(page, `${action} ${row}`).click()
  await button(page, `Actions for ${row}`).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Sections that the embedded engine doesn't have, with the keys of MinIO: name, type, value. */
const SECTION_KEYS: Readonly<Record<string, readonly (readonly [string, string, string])[]>> = {
  compression: [
    ['enable', 'on|off', 'on'],
    ['allow_encryption', 'on|off', 'off'],
    ['extensions', 'csv', '.txt,.log,.csv,.json'],
    ['mime_types', 'csv', 'text/*,application/json'],
    ['comment', 'sentence', ''],
  ],
  etcd: [
    ['endpoints', 'csv', ''],
    ['path_prefix', 'path', ''],
    ['coredns_path', 'path', '/skydns'],
    ['client_cert', 'path', ''],
    ['client_cert_key', 'path', ''],
    ['comment', 'sentence', ''],
  ],
  identity_ldap: [
    ['server_addr', 'address', 'ldap.example.com:636'],
    ['srv_record_name', 'string', ''],
    ['lookup_bind_dn', 'string', 'cn=reader,dc=example,dc=com'],
    ['lookup_bind_password', 'string', ''],
    ['user_dn_search_base_dn', 'list', 'ou=people,dc=example,dc=com'],
    ['user_dn_search_filter', 'string', '(uid=%s)'],
    ['group_search_filter', 'string', ''],
    ['tls_skip_verify', 'on|off', 'off'],
    ['comment', 'sentence', ''],
  ],
}

/** A form with the keys that real servers have; one value comes from the environment. */
async function showsSection(page: Page, section: string): Promise<void> {
  const keys = SECTION_KEYS[section]?.map(([key, type, value]) => {
    const variable = key === 'path_prefix' ? 'MINIO_ETCD_PATH_PREFIX' : ''
    const source = variable !== '' ? 'environment' : 'default'
    const isNames = type === 'list'
    const description = isNames ? '";" separated list of base DNs' : `${key.replaceAll('_', ' ')} of the server`
    return { key, type, value, description, required: false, secret: key.endsWith('password'), variable, source }
  })
  const json = {
    section,
    description: '',
    hasTargets: false,
    blank: keys,
    targets: [{ target: '', enabled: true, keys }],
  }
  await page.route(`**/api/v1/configs/${section}/details`, (route) => route.fulfill({ json }))
  await page.goto(new URL(`/settings?section=${section}`, page.url()).href)
  await button(page, text('settings:form.save')).waitFor()
}

/** Previews the import of a file with so many lines: the first two change something, the third is wrong. */
async function importsFile(page: Page, lines: number): Promise<void> {
  const content = [
    'site name=studio region=eu-north-1',
    'audit_webhook:siem endpoint=https://siem.example.com/collect auth_token=example enable=off',
    'api comment=two words',
  ]
  const buffer = Buffer.from(content.slice(0, lines).join('\n'))
  const file = { name: 'server-configuration.txt', mimeType: 'text/plain', buffer }
  await page.getByLabel(text('settings:import.fileLabel')).setInputFiles(file)
  await button(page, text('settings:import.action')).waitFor()
}

/** Has the storage server send its audit log, and waits until there are some entries. */
async function showsAuditLog(page: Page): Promise<void> {
  const call = (path: string) => new URL(path, page.url()).href
  await page.request.post(call('/api/v1/logs/setup'), { data: { url: new URL(page.url()).origin } })
  await expect(async () => {
    await page.request.get(call('/api/v1/buckets'))
    await button(page, text('logSearch:getInformation')).click()
    await page.getByRole('grid').getByRole('row').nth(8).waitFor({ timeout: 500 })
  }).toPass()
}

interface SampledWidget {
  title: string
  type: string
  targets: { legendFormat: string; result: unknown[] }[]
}

/** A new console has no samples of the last minutes. */
async function showsSparklines(page: Page): Promise<void> {
  await page.route('**/info/widgets/*', async (route) => {
    const response = await route.fetch()
    const widget: SampledWidget = await response.json()
    const query = new URL(route.request().url()).searchParams
    const [start, step] = [Number(query.get('start')), Number(query.get('step'))]
    const isGraph = widget.type === 'graph'
    const scale = /Byte|Data|Traffic|IO|Memory|Capacity/i.test(widget.title) ? 5e6 : 20
    const names = isGraph && widget.title.startsWith('S3 API Re') ? ['GetObject', 'ListObjectsV2', 'PutObject'] : ['']
    const results = names.map((api, row) => ({
      metric: { server: 'minio-1:9000', drive: '/data/1', ...(api !== '' && { api }) },
      values: Array.from({ length: 60 }, (_, at): [number, string] => [
        start + at * step,
        String(scale * (2 + row + Math.sin(at / (4 + row)) + Math.sin(at * 1.7) / 3)),
      ]),
    }))
    const targets = isGraph
      ? widget.targets.slice(0, 2).map((target) => ({ ...target, result: results }))
      : widget.targets
    await route.fulfill({ response, json: { ...widget, targets } })
  })
  await page.reload()
  await page.locator('.recharts-surface').first().waitFor()
}

/** For a picture, no webhook has to respond. */
async function showsWebhooks(page: Page): Promise<void> {
  const other = { hasToken: true, variables: [] }
  const webhooks = [
    { ...other, target: 'siem', endpoint: 'https://siem.example.com/collect/storage', enabled: true, state: 'online' },
    { ...other, target: 'archive', endpoint: 'https://logs.example.com/archive', enabled: true, state: 'offline' },
    { ...other, target: 'trial', endpoint: 'http://10.0.4.17:9200/audit', enabled: false, state: 'unknown' },
  ]
  await page.route('**/api/v1/webhooks/audit', (route) => route.fulfill({ json: { webhooks, total: 3 } }))
  await page.reload()
}

const seesPolicy = (page: Page) => page.getByRole('textbox', { name: 'Policy' }).getByText('s3:*').waitFor()

/** For a picture, nothing has to be compared. */
async function previewsImport(page: Page): Promise<void> {
  const entry = { skipReason: '', skipDetails: [], differences: [], isOwn: false }
  const secretKey = { field: 'secretKey', before: [], after: [] }
  const members = { field: 'members', before: ['maria'], after: ['ben', 'maria'] }
  const entries = [
    { ...entry, kind: 'policies', name: 'team-photos', change: 'add' },
    { ...entry, kind: 'policies', name: 'drafts', change: 'skip', skipReason: 'empty' },
    { ...entry, kind: 'users', name: 'ben', change: 'add' },
    { ...entry, kind: 'users', name: 'maria', change: 'change', differences: [secretKey] },
    { ...entry, kind: 'groups', name: 'editors', change: 'change', differences: [members] },
  ]
  const json = { entries, fingerprint: 'of these entries' }
  await page.route('**/api/v1/iam-backup/preview', (route) => route.fulfill({ json }))
  const file = { name: 'iam-backup-2026-11-23.zip', mimeType: 'application/zip', buffer: Buffer.from('any') }
  await page.getByLabel(text('iamBackup:import.fileLabel')).setInputFiles(file)
  await page.getByRole('grid').waitFor()
}

/** The storage of the pictures has one drive, which can't be healed. */
async function healsInPicture(page: Page): Promise<void> {
  await page.route('**/api/v1/session', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), features: ['heal'] } })
  })
  const drive = { endpoint: 'node2:9000', pool: 0, set: 0, itemsFailed: 0, objectsTotal: 84_000, bytesTotal: 9e11 }
  const rebuilt = { startedAt: '2026-11-24T08:00:00Z', updatedAt: '2026-11-24T08:12:44Z', isFinished: false }
  const json = {
    itemsScanned: 128_411,
    offlineNodes: [],
    drives: [
      { ...drive, ...rebuilt, path: '/mnt/drive3', itemsHealed: 41_204, bytesDone: 4.4e11, currentBucket: 'studio' },
    ],
    failedDrives: [{ endpoint: 'node3:9000', path: '/mnt/drive1', state: 'offline' }],
  }
  await page.route('**/api/v1/admin/heal', (route) => route.fulfill({ json }))
  const health = (color: string, online: number) => ({ color, online, offline: 0, missing: 4 - online, corrupted: 0 })
  const item = { status: 'success', detail: '', type: 'object', after: health('Green', 4), size: 2_411_724 }
  const progress = {
    ...{ clientToken: 't', summary: 'running', isPartial: false, healDuration: 94, bytesScanned: 61_203_283_968 },
    ...{ objectsScanned: 2_310, objectsHealed: 412, itemsScanned: 2_311, itemsHealed: 413, itemsFailed: 1 },
    healthBeforeCols: { Green: 1_897, Yellow: 380, Red: 33, Grey: 1 },
    healthAfterCols: { Green: 2_310, Yellow: 0, Red: 0, Grey: 1 },
    itemsHealthStatus: [
      { ...item, name: 'studio/2026/harbour.tif', before: health('Yellow', 3) },
      { ...item, name: 'studio/2026/market.tif', before: health('Red', 2) },
      {
        ...item,
        ...{ status: 'failure', name: 'studio/2026/lost.tif', detail: 'Object not found: studio/2026/lost.tif' },
        ...{ before: health('Grey', 0), after: health('Grey', 0) },
      },
    ],
  }
  await page.routeWebSocket(/\/ws\/heal\//, (socket) => socket.send(JSON.stringify(progress)))
  await page.reload()
  await page.getByRole('combobox', { name: 'Bucket' }).selectOption(SHOWN_BUCKET)
  await button(page, 'Start').click()
  await page.getByText('market.tif').waitFor()
}

const NARROWER = JSON.stringify(
  {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::photo-archive/*'] }],
  },
  undefined,
  2,
)

async function createFolder(page: Page): Promise<void> {
  await button(page, 'Create Folder').click()
  await page.getByRole('dialog').waitFor()
}

const SCENES: Scene[] = [
  { name: 'login', signedIn: false, path: '/login' },
  {
    name: 'login-refused',
    signedIn: false,
    path: '/login',
    act: async (page) => {
      await page.getByLabel('Username').fill('maria')
      await page.getByLabel('Password', { exact: true }).fill('a wrong password')
      await button(page, 'Login').click()
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'login-sso', signedIn: false, at: ({ sso }) => sso.url, path: '/login' },
  { name: 'login-providers', signedIn: false, at: ({ providers }) => providers.url, path: '/login' },
  {
    name: 'login-refused',
    signedIn: false,
    at: ({ providers }) => providers.url,
    path: '/oauth_callback?error=access_denied&error_description=The+user+denied+the+request',
  },
  { name: 'login-operator', signedIn: false, at: ({ cluster }) => cluster.url, path: '/login' },
  { name: 'notification-targets', signedIn: true, path: '/settings/notifications' },
  { name: 'notification-services', signedIn: true, path: '/settings/notifications/add' },
  ...['postgres', 'mysql', 'kafka', 'amqp', 'mqtt', 'redis', 'nats', 'elasticsearch', 'webhook', 'nsq'].map(
    (service) => ({
      name: `notification-form-${service}`,
      signedIn: true,
      path: `/settings/notifications/${service}?add=target`,
    }),
  ),
  { name: 'license', signedIn: true, path: '/license' },
  {
    name: 'license-agpl',
    signedIn: true,
    path: '/license',
    act: async (page) => {
      await button(page, 'Read the AGPL v3').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'buckets', signedIn: true, path: '/buckets' },
  { name: 'buckets-empty', signedIn: true, at: ({ empty }) => empty.url, path: '/buckets' },
  {
    name: 'buckets-no-match',
    signedIn: true,
    path: '/buckets',
    act: (page) => page.getByPlaceholder('Search Buckets').fill('holiday'),
  },
  { name: 'buckets-storage-out', signedIn: true, at: ({ lost }) => lost.url, path: '/buckets' },
  {
    name: 'create-bucket',
    signedIn: true,
    path: '/buckets',
    act: async (page) => {
      await button(page, 'Create Bucket').click()
      await page.getByLabel('Bucket Name').fill('Team Photos')
    },
  },
  {
    name: 'create-bucket-whole',
    signedIn: true,
    path: '/buckets',
    act: async (page) => {
      await button(page, 'Create Bucket').click()
      await page.getByLabel('Bucket Name').fill('contracts')
      // The hint of a switch is part of its name.
      for (const label of ['Versioning', 'Quota', 'Retention']) {
        await page.getByRole('switch', { name: new RegExp(`^${label}`) }).click()
      }
    },
  },
  {
    name: 'create-bucket-partly',
    signedIn: true,
    path: '/buckets',
    act: async (page) => {
      // For a picture, the bucket need not be created.
      await page.route('**/api/v1/buckets', async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        const refused = permissionError('admin:SetBucketQuota', 'contracts')
        const steps = [
          { step: 'bucket', done: true, reason: '' },
          { step: 'versioning', done: true, reason: '' },
          { step: 'quota', done: false, reason: refused },
        ]
        await route.fulfill({ status: 201, json: { steps } })
      })
      await button(page, 'Create Bucket').click()
      await page.getByLabel('Bucket Name').fill('contracts')
      await button(page, 'Save').click()
      await page.getByText(text('createBucket:partly', { name: 'contracts' })).waitFor()
    },
  },
  {
    name: 'bucket-summary',
    signedIn: true,
    path: SUMMARY,
    act: (page) => page.getByText('Earlier versions').or(page.getByText('can’t be recovered')).first().waitFor(),
  },
  ...(['access policy', 'versioning', 'quota', 'encryption'] as const).map((setting) => ({
    name: `bucket-${setting.replace(' ', '-')}`,
    signedIn: true,
    path: SUMMARY,
    act: async (page: Page) => {
      await button(page, `Edit ${setting}`).click()
      const dialog = page.getByRole('dialog')
      if (setting === 'access policy') {
        await dialog.getByLabel('Access Policy').selectOption('CUSTOM')
        await dialog.getByRole('textbox').waitFor()
      } else if (setting === 'encryption') await dialog.waitFor()
      else await dialog.getByRole('switch').first().click()
    },
  })),
  {
    name: 'bucket-access',
    signedIn: true,
    path: `/buckets/${SHOWN_BUCKET}/access`,
    act: (page) => page.getByText('readwrite').waitFor(),
  },
  { name: 'bucket-events', signedIn: true, path: `/buckets/${SHOWN_BUCKET}/events` },
  { name: 'bucket-lifecycle', signedIn: true, path: `/buckets/${SHOWN_BUCKET}/lifecycle` },
  {
    name: 'bucket-lifecycle-add',
    signedIn: true,
    path: `/buckets/${SHOWN_BUCKET}/lifecycle`,
    act: (page) => button(page, 'Add Lifecycle Rule').click(),
  },
  { name: 'bucket-storage-out', signedIn: true, at: ({ lost }) => lost.url, path: SUMMARY },
  { name: 'account', signedIn: true, path: '/account' },
  { name: 'account-permissions', signedIn: true, path: '/account?tab=permissions' },
  { name: 'account-sessions', signedIn: true, path: '/account?tab=sessions' },
  {
    name: 'account-create',
    signedIn: true,
    path: '/account',
    act: async (page) => {
      await button(page, 'Create service account').click()
      await page.getByLabel('Expires').selectOption({ label: 'On a date' })
      await page.getByRole('switch', { name: 'Restrict with a policy' }).click()
      await page.getByRole('textbox', { name: 'Policy' }).waitFor()
    },
  },
  {
    name: 'account-created',
    signedIn: true,
    path: '/account',
    act: async (page) => {
      await button(page, 'Create service account').click()
      await page.getByRole('dialog').getByLabel('Name').fill('nightly-backup')
      await button(page, 'Create').click()
      await page.getByRole('dialog', { name: 'New service account created' }).waitFor()
    },
  },
  {
    name: 'account-password',
    signedIn: true,
    path: '/account',
    by: { accessKey: 'jonas.weber', secretKey: ACCOUNT_SECRET },
    act: async (page) => {
      await button(page, 'Change Password').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Current Password', { exact: true }).fill(ACCOUNT_SECRET)
      await dialog.getByLabel('New Password', { exact: true }).fill('harbour-crane-41')
      await dialog.getByLabel('Retype New Password', { exact: true }).fill('other')
    },
  },
  {
    name: 'account-everywhere',
    signedIn: true,
    path: '/account?tab=sessions',
    act: async (page) => {
      await button(page, 'Sign out everywhere').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'users', signedIn: true, path: '/users' },
  {
    name: 'users-selected',
    signedIn: true,
    path: '/users',
    act: async (page, isPhone) => {
      for (const name of ['jonas.weber', 'priya.raman']) {
        await page.getByRole('checkbox', { name: `Select ${name}` }).click()
      }
      if (isPhone) return
      await button(page, 'Selected users').click()
      await page.getByRole('menuitem', { name: 'Disable' }).waitFor()
    },
  },
  {
    name: 'users-case',
    signedIn: true,
    path: '/users',
    act: (page) => page.getByPlaceholder('Search Users').fill('Ann'),
  },
  {
    name: 'user-create',
    signedIn: true,
    path: '/users',
    act: async (page) => {
      await button(page, 'Create User').click()
      await page.getByLabel('Access Key').fill('lena.fischer')
      await page.getByRole('checkbox', { name: 'Select photographers' }).click()
      await button(page, 'Generate').click()
    },
  },
  {
    name: 'user-created-partly',
    signedIn: true,
    path: '/users',
    act: async (page) => {
      // For a picture, the user need not be created.
      await page.route('**/api/v1/users', async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        await route.fulfill({ status: 201, json: {} })
      })
      await page.route('**/api/v1/users-groups-bulk', (route) => {
        const message = permissionError('admin:AddUserToGroup')
        return route.fulfill({
          status: 403,
          json: { code: 'AccessDenied', message, detailedMessage: '', requestId: '' },
        })
      })
      await page.route('**/api/v1/set-policy/**', (route) => route.fulfill({ status: 204 }))
      await button(page, 'Create User').click()
      await page.getByLabel('Access Key').fill('lena.fischer')
      await page.getByRole('checkbox', { name: 'Select photographers' }).click()
      await page.getByRole('checkbox', { name: 'Select readonly' }).click()
      await button(page, 'Generate').click()
      await button(page, 'Save').click()
      await page.getByText(text('users:created.partly', { name: 'lena.fischer' })).waitFor()
    },
  },
  {
    name: 'user-delete',
    signedIn: true,
    path: '/users',
    act: async (page, isPhone) => {
      if (isPhone) {
        await button(page, 'Actions for priya.raman').click()
        await page.getByRole('menuitem', { name: 'Delete' }).click()
      } else await button(page, 'Delete priya.raman').click()
      await page.getByRole('dialog', { name: 'Delete user priya.raman' }).waitFor()
    },
  },
  {
    name: 'logs',
    signedIn: true,
    path: '/logs',
    act: async (page) => {
      const id = '/api/v1/configs/audit_webhook:archive'
      await page.request.put(new URL(id, page.url()).href, {
        data: { key_values: [{ key: 'endpoint', value: 'http://127.0.0.1:1/audit' }] },
      })
      await page.getByText('audit_webhook:archive').first().waitFor()
    },
  },
  {
    name: 'log-search',
    signedIn: true,
    path: '/logs?tab=search',
    act: showsAuditLog,
  },
  {
    name: 'log-search-details',
    signedIn: true,
    path: '/logs?tab=search',
    act: async (page) => {
      await showsAuditLog(page)
      await page.getByRole('grid').getByRole('row').nth(1).click()
      await page.getByText(text('logSearch:details.requestHeaders')).click()
    },
  },
  {
    name: 'log-search-empty',
    signedIn: true,
    path: '/logs?tab=search',
    act: async (page) => {
      await page.getByLabel(text('logSearch:fields.bucket'), { exact: true }).fill('no-such-bucket')
      await page.keyboard.press('Enter')
      await page.getByText(text('logSearch:empty')).waitFor()
    },
  },
  {
    name: 'log-search-setup',
    signedIn: true,
    path: '/logs?tab=search',
    act: async (page) => {
      await button(page, text('logSearch:setUp.open')).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'watch',
    signedIn: true,
    path: '/watch',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Bucket' }).selectOption('invoices')
      await button(page, 'Start').click()
      const object = '/api/v1/buckets/invoices/objects/upload?prefix=2026/invoice-0117.pdf'
      await expect(async () => {
        const file = { name: 'invoice-0117.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') }
        await page.request.post(new URL(object, page.url()).href, { multipart: { '4': file } })
        await page.getByText('s3:ObjectCreated:Put').first().waitFor({ timeout: 1_000 })
      }).toPass()
    },
  },
  {
    name: 'trace',
    signedIn: true,
    path: '/trace',
    act: async (page) => {
      await button(page, 'Start').click()
      const other = await page.context().newPage()
      await expect(async () => {
        await other.goto(new URL('/buckets', page.url()).href)
        await page.getByText('s3.ListBuckets').first().waitFor({ timeout: 1_000 })
      }).toPass()
      await other.close()
      await button(page, 'Stop').click()
    },
  },
  { name: 'diagnostic', signedIn: true, path: '/health-info' },
  {
    name: 'diagnostic-report',
    signedIn: true,
    path: '/health-info',
    act: async (page) => {
      await button(page, text('diagnostics:start')).click()
      await page.getByRole('switch').click()
      await page.getByText(text('diagnostics:parts.sys_meminfo')).click()
      await page.getByText('"total"').waitFor()
    },
  },
  {
    name: 'diagnostic-progress',
    signedIn: true,
    path: '/health-info',
    act: async (page) => {
      const parts = ['minio.info', 'minio.config', 'sys.cpus', 'sys.partitions'].map((name) => ({ name, bytes: 4_120 }))
      const message = { timestamp: '2026-11-24T08:00:00Z', parts, isComplete: false, report: {} }
      await page.routeWebSocket(/\/ws\/health-info/, (socket) => socket.send(JSON.stringify(message)))
      await button(page, text('diagnostics:start')).click()
      await page.getByText(text('diagnostics:parts.sys_cpus')).waitFor()
    },
  },
  { name: 'heal', signedIn: true, path: '/heal', act: healsInPicture },
  { name: 'heal-not-offered', signedIn: true, path: '/heal' },
  { name: 'dashboard', signedIn: true, path: '/dashboard' },
  { name: 'settings', signedIn: true, path: '/settings' },
  { name: 'settings-region', signedIn: true, path: '/settings?section=region' },
  { name: 'settings-compression', signedIn: true, path: '/settings', act: (page) => showsSection(page, 'compression') },
  { name: 'settings-etcd', signedIn: true, path: '/settings', act: (page) => showsSection(page, 'etcd') },
  {
    name: 'settings-etcd-review',
    signedIn: true,
    path: '/settings',
    act: async (page) => {
      await showsSection(page, 'etcd')
      await page.getByLabel('endpoints').fill('https://etcd-1.example.com:2379\nhttps://etcd-2.example.com:2379')
      await button(page, text('settings:form.save')).click()
    },
  },
  { name: 'settings-ldap', signedIn: true, path: '/settings', act: (page) => showsSection(page, 'identity_ldap') },
  { name: 'settings-openid', signedIn: true, path: '/settings?section=identity_openid&add=target' },
  { name: 'settings-logger-webhook', signedIn: true, path: '/settings?section=logger_webhook&add=target' },
  { name: 'settings-audit-webhook', signedIn: true, path: '/settings?section=audit_webhook&add=target' },
  { name: 'settings-cache-absent', signedIn: true, path: '/settings?section=cache' },
  {
    name: 'settings-export',
    signedIn: true,
    path: '/settings',
    act: (page) => button(page, text('settings:export.open')).click(),
  },
  { name: 'settings-import', signedIn: true, path: '/settings?tab=import' },
  {
    name: 'settings-import-problem',
    signedIn: true,
    path: '/settings?tab=import',
    act: (page) => importsFile(page, 3),
  },
  {
    name: 'settings-import-preview',
    signedIn: true,
    path: '/settings?tab=import',
    act: (page) => importsFile(page, 2),
  },
  {
    name: 'settings-import-result',
    signedIn: true,
    path: '/settings?tab=import',
    act: async (page) => {
      await importsFile(page, 2)
      const entry = { target: '', change: 'change', line: 1, message: '' }
      const refused = 'time: invalid duration "soon"'
      const entries = [
        { ...entry, section: 'site', outcome: 'restart' },
        { ...entry, section: 'api', outcome: 'failed', message: refused },
        { ...entry, section: 'audit_webhook', target: 'siem', change: 'add', outcome: 'applied' },
      ]
      await page.route('**/api/v1/configs/import', (route) => route.fulfill({ json: { entries, stopped: '' } }))
      await button(page, text('settings:import.action')).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: text('settings:import.action') })
        .click()
    },
  },
  { name: 'settings-history', signedIn: true, path: '/settings?tab=history' },
  ...['summary', 'traffic', 'resources'].map((tab) => ({
    name: `dashboard-${tab}`,
    signedIn: true,
    at: ({ metrics }: Consoles) => metrics.url,
    path: `/dashboard?tab=${tab}`,
    act: (page: Page) => showsSparklines(page),
  })),
  {
    name: 'dashboard-widget',
    signedIn: true,
    at: ({ metrics }) => metrics.url,
    path: '/dashboard?tab=traffic',
    act: async (page) => {
      await showsSparklines(page)
      await button(page, 'Open S3 API Request Rate').click({ force: true })
      await page.getByRole('dialog').getByRole('table').waitFor()
    },
  },
  {
    name: 'dashboard-failed',
    signedIn: true,
    at: ({ metrics }) => metrics.url,
    path: '/dashboard',
    act: async (page) => {
      const body = {
        code: 'MetricsUnavailable',
        message: 'Prometheus can’t be reached.',
        detailedMessage: '',
        requestId: '',
      }
      await page.route('**/info/widgets/*', (route) => route.fulfill({ status: 503, json: body }))
      await page.reload()
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'webhooks-empty', signedIn: true, path: '/webhook/logger' },
  {
    name: 'webhooks',
    signedIn: true,
    path: '/webhook/audit',
    act: async (page) => {
      await showsWebhooks(page)
      await page.getByRole('row', { name: 'siem' }).waitFor()
    },
  },
  { name: 'webhook-form', signedIn: true, path: '/webhook/audit?add=target' },
  {
    name: 'webhook-test',
    signedIn: true,
    path: '/webhook/audit',
    act: async (page, isPhone) => {
      await showsWebhooks(page)
      await page.route('**/api/v1/webhooks/audit/test', (route) =>
        route.fulfill({ json: { status: 403, reason: '', state: 'online' } }),
      )
      await rowAction(page, text('webhooks:test.action'), 'siem', isPhone)
      await button(page, text('webhooks:test.submit')).click()
      await page.getByText('status 403').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'users-policies',
    signedIn: true,
    path: '/users',
    act: async (page) => {
      for (const name of ['backup-agent', 'jonas.weber', 'priya.raman']) {
        await page.getByRole('checkbox', { name: `Select ${name}` }).click()
      }
      await button(page, 'Selected users').click()
      await page.getByRole('menuitem', { name: 'Set Policies' }).click()
      await page.getByRole('checkbox', { name: 'Select readonly' }).click()
      await page
        .getByRole('list', { name: text('setPolicies:preview.gained') })
        .first()
        .scrollIntoViewIfNeeded()
    },
  },
  { name: 'groups', signedIn: true, path: '/groups', act: seesSummaries },
  {
    name: 'group-create',
    signedIn: true,
    path: '/groups',
    act: async (page) => {
      await button(page, 'Create Group').click()
      await page.getByLabel('Group Name').fill('retouchers')
      await page.getByRole('checkbox', { name: 'Select priya.raman' }).click()
    },
  },
  {
    name: 'group-edit',
    signedIn: true,
    path: '/groups',
    act: async (page) => {
      await page.getByRole('row', { name: 'photographers' }).getByText('photographers').click()
      await page.getByRole('checkbox', { name: 'Select jonas.weber' }).click()
      await page.getByRole('switch', { name: 'Enabled' }).click()
    },
  },
  {
    name: 'group-set-groups',
    signedIn: true,
    path: '/groups',
    act: async (page, isPhone) => {
      await rowAction(page, 'Set Groups', 'photographers', isPhone)
      await page.getByRole('checkbox', { name: 'Select studio' }).click()
    },
  },
  {
    name: 'group-policies',
    signedIn: true,
    path: '/groups',
    act: async (page, isPhone) => {
      await rowAction(page, 'Set Policies', 'photographers', isPhone)
      await page.getByRole('checkbox', { name: 'Select database-backups' }).click()
      await page.getByRole('checkbox', { name: 'Select readwrite' }).click()
      await page.getByRole('list', { name: text('setPolicies:preview.lost') }).waitFor()
    },
  },
  {
    name: 'group-permissions',
    signedIn: true,
    path: '/groups',
    act: async (page, isPhone) => {
      await rowAction(page, 'Permissions', 'photographers', isPhone)
      await page.getByRole('dialog').getByText('readwrite').first().waitFor()
    },
  },
  {
    name: 'group-delete',
    signedIn: true,
    path: '/groups',
    act: async (page, isPhone) => {
      await rowAction(page, 'Delete', 'photographers', isPhone)
      await button(page, text('groups:deletion.removeAndDelete')).waitFor()
    },
  },
  {
    name: 'users-groups',
    signedIn: true,
    path: '/users',
    act: async (page) => {
      for (const name of ['jonas.weber', 'priya.raman']) {
        await page.getByRole('checkbox', { name: `Select ${name}` }).click()
      }
      await button(page, 'Add to Group').click()
      await page.getByRole('checkbox', { name: 'Select photographers' }).click()
    },
  },
  ...['', 'service-accounts', 'policies', 'permissions'].map((tab) => ({
    name: `user-page-${tab || 'groups'}`,
    signedIn: true,
    path: `/users/freelance%2Fmira?tab=${tab}`,
  })),
  {
    name: 'user-page-check',
    signedIn: true,
    path: '/users/freelance%2Fmira?tab=permissions',
    act: (page) => button(page, text('effective:check')).click(),
  },
  { name: 'user-page-disabled', signedIn: true, path: '/users/old-website?tab=permissions' },
  { name: 'user-page-admin', signedIn: true, path: '/users/ann.lindqvist?tab=permissions' },
  { name: 'user-page-missing', signedIn: true, path: '/users/nobody' },
  {
    name: 'user-page-set-groups',
    signedIn: true,
    path: '/users/freelance%2Fmira',
    act: async (page) => {
      await button(page, 'Add to Groups').click()
      await page.getByRole('checkbox', { name: 'Select studio' }).click()
      await page.getByRole('checkbox', { name: 'Select photographers' }).click()
    },
  },
  {
    name: 'user-page-create-key',
    signedIn: true,
    path: '/users/freelance%2Fmira?tab=service-accounts',
    act: async (page) => {
      await button(page, 'Create service account').click()
      await page.getByRole('switch', { name: text('accessKeys:form.ownKeys') }).click()
    },
  },
  {
    name: 'user-page-password',
    signedIn: true,
    path: '/users/freelance%2Fmira',
    act: async (page) => {
      await button(page, 'Change Password').click()
      await page.getByRole('dialog').getByLabel(text('userPage:password.new'), { exact: true }).fill('short')
    },
  },
  { name: 'access-keys', signedIn: true, path: '/access-keys' },
  { name: 'access-keys-temporary', signedIn: true, path: '/access-keys?tab=temporary' },
  ...['', 'ldap', 'policies'].map((tab) => ({
    name: tab === '' ? 'identity-providers' : `identity-providers-${tab}`,
    signedIn: true,
    path: tab === '' ? '/identity-providers' : `/identity-providers?tab=${tab}`,
  })),
  ...(['openid', 'ldap'] as const).map((type) => ({
    name: `identity-providers-add-${type}`,
    signedIn: true,
    path: `/identity-providers?tab=${type}`,
    act: async (page: Page) => {
      await button(page, text(`identityProviders:add.${type}`))
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  })),
  {
    name: 'access-keys-revoke',
    signedIn: true,
    path: '/access-keys?tab=temporary',
    act: async (page, isPhone) => {
      const row = page.getByRole('row').filter({ hasText: 'jonas.weber' }).first()
      if (isPhone) await row.getByRole('button', { name: 'Actions for' }).click()
      await (isPhone ? page.getByRole('menuitem') : row.getByRole('button')).last().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'access-key-edit',
    signedIn: true,
    path: '/access-keys',
    act: async (page, isPhone) => {
      await rowAction(page, 'Edit', 'MIRASLAPTOP', isPhone)
      await page.getByRole('switch', { name: text('accessKeys:edit.rotate') }).click()
    },
  },
  {
    name: 'access-key-create',
    signedIn: true,
    path: '/account',
    act: async (page) => {
      await button(page, 'Create service account').click()
      await page.getByRole('switch', { name: 'Restrict with a policy' }).click()
      await page.getByRole('textbox', { name: 'Policy' }).focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.insertText(NARROWER)
      await page.getByText('This key could').waitFor()
      await button(page, 'Create').scrollIntoViewIfNeeded()
    },
  },
  { name: 'policies', signedIn: true, path: '/policies' },
  {
    name: 'policy-create',
    signedIn: true,
    path: '/policies',
    act: async (page) => {
      await button(page, 'Create Policy').click()
      await page.getByLabel('Policy Name').fill('team-photos')
      await page.getByRole('textbox', { name: 'Write Policy' }).waitFor()
    },
  },
  { name: 'policy', signedIn: true, path: '/policies/readwrite', act: seesPolicy },
  {
    name: 'policy-save',
    signedIn: true,
    path: '/policies/readwrite',
    act: async (page) => {
      await seesPolicy(page)
      await page.getByRole('textbox', { name: 'Policy' }).focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.insertText(NARROWER)
      await button(page, 'Save').click()
      await page.getByText('Who is affected').waitFor()
    },
  },
  { name: 'policy-users', signedIn: true, path: '/policies/readwrite?tab=users' },
  {
    name: 'policy-simulator',
    signedIn: true,
    path: '/policies?tab=simulator',
    act: async (page) => {
      await page
        .getByLabel(text('policies:simulator.subject'))
        .selectOption({ label: text('policies:simulator.kinds.anonymous') })
      await page.getByLabel('Action').fill('s3:GetObject')
      await page.getByLabel('Resource').fill(`${SHOWN_BUCKET}/cover.jpg`)
      await button(page, text('policies:simulator.check')).click()
      await page.getByRole('region', { name: text('policies:simulator.answer') }).waitFor()
    },
  },
  { name: 'iam-backup', signedIn: true, path: '/iam-backup' },
  {
    name: 'iam-backup-export',
    signedIn: true,
    path: '/iam-backup',
    act: async (page) => {
      await button(page, text('iamBackup:export.action')).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'iam-backup-preview', signedIn: true, path: '/iam-backup', act: previewsImport },
  {
    name: 'bucket-page-missing',
    signedIn: true,
    path: '/buckets/no-such-bucket/summary',
    act: (page) => page.getByText('doesn’t exist').waitFor(),
  },
  {
    name: 'delete-bucket-refused',
    signedIn: true,
    path: '/buckets',
    act: async (page, isPhone) => {
      if (isPhone) {
        await button(page, 'Actions for invoices').click()
        await page.getByRole('menuitem', { name: 'Delete' }).click()
      } else await button(page, 'Delete invoices').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('isn’t empty').waitFor()
    },
  },
  {
    name: 'menu',
    signedIn: true,
    path: '/object-browser',
    act: async (page, isPhone) => {
      if (isPhone) await button(page, text('shell:openMenu')).click()
      await button(page, 'Logout').hover()
    },
  },
  {
    name: 'menu-narrow',
    signedIn: true,
    path: '/buckets',
    act: async (page, isPhone) => {
      if (!isPhone) await button(page, text('shell:narrowMenu')).click()
    },
  },
  {
    name: 'profile',
    signedIn: true,
    path: '/buckets',
    act: async (page, isPhone) => {
      if (isPhone) await button(page, text('shell:openMenu')).click()
      await page.getByRole('button', { name: 'Signed in as' }).click()
      await page.getByText('Storage server').waitFor()
    },
  },
  {
    name: 'palette',
    signedIn: true,
    path: '/buckets',
    act: async (page) => {
      await page.getByRole('button', { name: text('shell:palette.open') }).click()
      await page.getByRole('option', { name: 'Create Bucket' }).waitFor()
    },
  },
  {
    name: 'shortcuts',
    signedIn: true,
    path: '/buckets',
    act: async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'guide', signedIn: false, path: '/documentation' },
  { name: 'guide-keyboard', signedIn: false, path: '/documentation/keyboard' },
  { name: 'api-reference', signedIn: false, path: '/documentation/api' },
  {
    name: 'row-actions',
    signedIn: true,
    path: FOLDER,
    act: async (page, isPhone) => {
      if (isPhone) await button(page, 'Actions for cover.jpg').click()
      else await page.getByRole('row').filter({ hasText: 'cover.jpg' }).hover()
    },
  },
  {
    name: 'copying-move',
    signedIn: true,
    path: FOLDER,
    act: async (page) => {
      await button(page, 'Actions for cover.jpg').click()
      await page.getByRole('menuitem', { name: 'Move' }).click()
      const dialog = page.getByRole('dialog', { name: 'Move cover.jpg' })
      await dialog.getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'copying-rename',
    signedIn: true,
    path: FOLDER,
    act: async (page) => {
      await button(page, 'Actions for cover.jpg').click()
      await page.getByRole('menuitem', { name: 'Rename' }).click()
      await page.getByLabel(text('copying:rename.name')).fill('a/b')
    },
  },
  {
    name: 'copying-menu',
    signedIn: true,
    path: FOLDER,
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Select cover.jpg' }).check()
      await button(page, 'Selected').click()
      await page.getByRole('menuitem', { name: 'Move' }).waitFor()
    },
  },
  {
    name: 'copying-metadata',
    signedIn: true,
    path: `${FOLDER}cover.jpg`,
    act: async (page) => {
      await button(page, 'Edit metadata').click()
      await page.getByRole('dialog').getByLabel('Expires').fill('soon')
    },
  },
  {
    name: 'search-below',
    signedIn: true,
    path: `${FOLDER}?search=img`,
    act: (page) => page.getByText('IMG_0412.dng').waitFor(),
  },
  {
    name: 'go-to',
    signedIn: true,
    path: FOLDER,
    act: async (page) => {
      await button(page, text('goTo:title')).click()
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'incomplete-uploads', signedIn: true, path: `${FOLDER}?tab=uploads` },
  ...['Tags', 'Retention'].map((entry) => ({
    name: `bulk-${entry.toLowerCase()}`,
    signedIn: true,
    path: entry === 'Tags' ? FOLDER : LOCKED_FOLDER,
    act: async (page: Page) => {
      await page.getByRole('checkbox', { name: 'Select all' }).check()
      await button(page, 'Selected').click()
      await page.getByRole('menuitem', { name: entry }).click()
      const dialog = page.getByRole('dialog', { name: entry })
      if (entry === 'Tags') await dialog.getByLabel('Key 1').fill('<team>')
      else
        await dialog.getByLabel(text('bulk:retention.how')).selectOption({ label: text('bulk:retention.governance') })
    },
  })),
  {
    name: 'job-failures',
    signedIn: true,
    path: FOLDER,
    act: async (page) => {
      const message = 'The object is on legal hold. Turn the hold off, then try again.'
      const failed = ['2024/lisbon/tram-28.jpg', '2024/lisbon/tram-12.jpg'].map((path) => ({ path, message }))
      // For a picture, nothing has to be deleted.
      await page.route(/\/delete-objects/, (route) =>
        route.fulfill({ json: { deleted: 1248, skipped: 0, failed, alsoFailed: 0 } }),
      )
      await page.getByRole('checkbox', { name: 'Select 2024' }).check()
      await button(page, 'Delete Selected').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await button(page, text('jobs:show')).click()
    },
  },
  {
    name: 'create-bucket-wrong-name',
    signedIn: true,
    path: '/buckets',
    act: async (page) => {
      await button(page, 'Create Bucket').click()
      await page.getByLabel('Bucket Name').fill('Team Photos')
      await page.getByText('uppercase letters').waitFor()
    },
  },
  {
    name: 'upload-list',
    signedIn: true,
    path: `${FOLDER}uploads/`,
    act: async (page) => {
      // A folder of its own for each picture: names that are taken bring up a question.
      await page.goto(`${page.url()}${Date.now()}/`)
      const chooser = page.waitForEvent('filechooser')
      await button(page, 'Upload').click()
      const files = ['sunrise.jpg', 'notes.txt', 'a rather long name of a file that somebody scanned.pdf']
      await (await chooser).setFiles(
        files.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(300_000, name) })),
      )
      await page.getByText('Object(s) uploaded successfully.').waitFor()
      await button(page, text('transfers:expand')).click()
    },
  },
  {
    name: 'upload-failed',
    signedIn: true,
    path: `${FOLDER}uploads/`,
    act: async (page) => {
      await page.route('**/objects/upload?**', (route) =>
        route.fulfill({ status: 507, json: { code: 'StorageFull', message: errorText('StorageFull') } }),
      )
      const chooser = page.waitForEvent('filechooser')
      await button(page, 'Upload').click()
      await (await chooser).setFiles([{ name: 'sunrise.jpg', mimeType: 'text/plain', buffer: Buffer.alloc(300_000) }])
      await button(page, text('transfers:reason', { name: 'sunrise.jpg' })).click()
      await page.getByRole('tooltip').waitFor()
    },
  },
  {
    name: 'upload-paused',
    signedIn: true,
    path: `${FOLDER}uploads/`,
    act: async (page) => {
      await page.goto(`${page.url()}${Date.now()}/`)
      // Held, so that one is still running in the picture.
      await page.route('**/uploads/part?**', () => undefined)
      const chooser = page.waitForEvent('filechooser')
      await button(page, 'Upload').click()
      const files = ['interview.mov', 'a rather long name of a recording that somebody made.mkv']
      const buffer = Buffer.alloc(20 * 1024 * 1024, 'x')
      await (await chooser).setFiles(files.map((name) => ({ name, mimeType: 'video/mp4', buffer })))
      await button(page, text('transfers:pause', { name: 'interview.mov' })).click()
      await button(page, text('transfers:resume', { name: 'interview.mov' })).waitFor()
    },
  },
  {
    name: 'upload-resumable',
    signedIn: true,
    path: `${FOLDER}uploads/`,
    act: async (page) => {
      await page.goto(`${page.url()}${Date.now()}/`)
      await page.route('**/uploads/part?**', () => undefined)
      const chooser = page.waitForEvent('filechooser')
      await button(page, 'Upload').click()
      const buffer = Buffer.alloc(20 * 1024 * 1024, 'x')
      await (await chooser).setFiles([{ name: 'interview.mov', mimeType: 'video/mp4', buffer }])
      await button(page, text('transfers:pause', { name: 'interview.mov' })).click()
      await page.reload()
      await button(page, text('transfers:chooseAgain', { name: 'interview.mov' })).waitFor()
    },
  },
  {
    name: 'download-commands',
    signedIn: true,
    path: FOLDER,
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all' }).check()
      await button(page, 'Selected').click()
      await page.getByRole('menuitem', { name: text('objects:commands.entry') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'object-browser', signedIn: true, path: '/object-browser' },
  { name: 'folder', signedIn: true, path: FOLDER },
  {
    name: 'folder-selected',
    signedIn: true,
    path: FOLDER,
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Select cover.jpg' }).check()
      await page.getByRole('checkbox', { name: 'Select credits.txt' }).check()
    },
  },
  {
    name: 'delete-selected',
    signedIn: true,
    path: FOLDER,
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Select cover.jpg' }).check()
      await page.getByRole('checkbox', { name: 'Select credits.txt' }).check()
      await button(page, 'Delete Selected').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'jobs',
    signedIn: true,
    path: FOLDER,
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Select cover.jpg' }).check()
      await page.getByRole('checkbox', { name: 'Select credits.txt' }).check()
      await button(page, 'Selected').click()
      await page.getByRole('menuitem', { name: 'Tags' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('switch', { name: 'Run on the server' }).check()
      await dialog.getByLabel('Key 1').fill('album')
      await dialog.getByLabel('Value 1').fill('june')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'hidden' })
      await page.goto(new URL('/jobs', page.url()).href)
      await page.getByText('Done', { exact: true }).first().waitFor()
    },
  },
  {
    name: 'share',
    signedIn: true,
    path: FOLDER,
    act: async (page, isPhone) => {
      if (isPhone) {
        await button(page, 'Actions for cover.jpg').click()
        await page.getByRole('menuitem', { name: 'Share' }).click()
      } else await button(page, 'Share cover.jpg').click()
      await page.getByText('Works until').waitFor()
    },
  },
  { name: 'create-folder', signedIn: true, path: FOLDER, act: createFolder },
  { name: 'folder-empty', signedIn: true, path: `${FOLDER}2027/` },
  { name: 'object-address', signedIn: true, path: `${FOLDER}cover.jpg` },
  {
    name: 'upload-done',
    signedIn: true,
    path: `${FOLDER}uploads/`,
    act: async (page) => {
      // A folder of its own for each picture: names that are taken bring up a question.
      await page.goto(`${page.url()}${Date.now()}/`)
      const chooser = page.waitForEvent('filechooser')
      await button(page, 'Upload').click()
      const files = ['sunrise.jpg', 'notes.txt', 'a rather long name of a file that somebody scanned.pdf']
      await (await chooser).setFiles(
        files.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(300_000, name) })),
      )
      await page.getByText('Object(s) uploaded successfully.').waitFor()
    },
  },
  ...OPERATOR_SCENES.map((scene) => ({ ...scene, signedIn: true, at: ({ cluster }: Consoles) => cluster.url })),
  { name: 'bucket-missing', signedIn: true, path: '/object-browser/no-such-bucket/' },
  { name: 'not-found', signedIn: true, path: '/no/such/page' },
]

const README_SCENES = SCENES.filter(({ name }) => name === 'buckets' || name === 'folder')
const README_NAMES: Record<string, string> = { buckets: 'buckets', folder: 'object-browser' }

async function takePicture(
  browser: Browser,
  consoles: Consoles,
  scene: Scene,
  root: { accessKey: string; secretKey: string },
  screen: keyof typeof SCREENS,
  scheme: 'light' | 'dark',
  file: string,
): Promise<void> {
  const isPhone = screen === 'phone'
  const context = await browser.newContext({
    viewport: SCREENS[screen],
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    hasTouch: isPhone,
    isMobile: isPhone,
    deviceScaleFactor: 1,
  })
  const page = await context.newPage()
  const url = scene.at?.(consoles) ?? consoles.usual.url
  try {
    if (scene.signedIn) await signIn(page, consoles, url, scene.by ?? root)
    await page.goto(url + scene.path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await scene.act?.(page, isPhone)
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: file, animations: 'disabled' })
  } finally {
    await context.close()
  }
}

/** Cookies ignore ports, and all consoles here share one secret: a session of one of them is valid at the others. */
async function signIn(
  page: Page,
  consoles: Consoles,
  url: string,
  { accessKey, secretKey }: { accessKey: string; secretKey: string },
): Promise<void> {
  const at = url === consoles.lost.url ? consoles.usual.url : url
  const response = await (url === consoles.cluster.url
    ? page.request.post(`${url}/api/v1/login/operator`, { data: { jwt: cluster.token } })
    : page.request.post(`${at}/api/v1/login`, { data: { accessKey, secretKey } }))
  if (!response.ok()) throw new Error(`The console refused the sign-in: ${response.status()}`)
}

async function signInAs(url: string, accessKey: string): Promise<void> {
  const body = JSON.stringify({ accessKey, secretKey: ACCOUNT_SECRET })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/v1/login`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`The console refused ${accessKey}: ${response.status}`)
}

const { values } = parseArgs({
  options: { out: { type: 'string' }, only: { type: 'string' }, readme: { type: 'boolean', default: false } },
})
if (values.out === undefined && !values.readme) {
  console.error('Usage: node e2e/src/screenshots.ts --out <folder> [--only <parts of names, with commas>] | --readme')
  process.exit(2)
}
requireBuilds()
const out = values.readme ? README_IMAGES : (values.out ?? '')
mkdirSync(out, { recursive: true })

// All their servers and folders are removed at the end of the process.
/** A provider that responds, and one that doesn't. */
function openIdSettings({ configUrl, clientId }: TestOpenIdProvider): Record<string, string> {
  return {
    COOPERAGE_OIDC_DISCOVERY_URL: configUrl,
    COOPERAGE_OIDC_CLIENT_ID: clientId,
    COOPERAGE_OIDC_CALLBACK_URL: 'http://[HOSTNAME]/oauth_callback',
    COOPERAGE_OIDC_DISPLAY_NAME: 'Company account',
    COOPERAGE_OIDC_DISCOVERY_URL_PARTNER: 'http://127.0.0.1:9',
    COOPERAGE_OIDC_CLIENT_ID_PARTNER: 'console',
    COOPERAGE_OIDC_CALLBACK_URL_PARTNER: 'http://[HOSTNAME]/oauth_callback',
    COOPERAGE_OIDC_DISPLAY_NAME_PARTNER: 'Partner',
  }
}

process.setMaxListeners(50)
const storage = await startStorage()
const emptyStorage = await startStorage()
const lostStorage = await startStorage()
await storeSampleData(storage)
await storeSampleUsers(storage)
if (!values.readme) await storeSeldomData(storage)
const provider = await startOpenIdProvider({ accounts: {} })
const cluster = await startOperatorPreview()
const consoles: Consoles = {
  usual: await startConsole(storage.url),
  sso: await startConsole(storage.url, { COOPERAGE_LOGIN: 'sso' }),
  providers: await startConsole(storage.url, openIdSettings(provider)),
  cluster,
  empty: await startConsole(emptyStorage.url),
  lost: await startConsole(lostStorage.url),
  metrics: await startConsole(storage.url, { COOPERAGE_METRICS_TOKEN: metricsToken(storage.root) }),
}
await lostStorage.end()
await storeSampleTenant(cluster)
// Signing in is what issues temporary credentials.
for (const accessKey of ['ann.lindqvist', 'freelance/mira', 'jonas.weber', 'jonas.weber']) {
  await signInAs(consoles.usual.url, accessKey)
}
const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_FLAGS })
try {
  const parts = (values.only ?? '').split(',')
  const isChosen = ({ name }: { name: string }) => parts.some((part) => name.includes(part))
  const scenes = values.readme ? README_SCENES : SCENES.filter(isChosen)
  for (const scene of scenes) {
    for (const screen of values.readme ? (['desk'] as const) : (['desk', 'phone'] as const)) {
      for (const scheme of values.readme ? (['light'] as const) : (['light', 'dark'] as const)) {
        const name = values.readme ? README_NAMES[scene.name] : `${scene.name}.${screen}.${scheme}`
        const file = join(out, `${name}.png`)
        try {
          await takePicture(browser, consoles, scene, storage.root, screen, scheme, file)
          console.log(file)
        } catch (error) {
          process.exitCode = 1
          console.error(`${file} was not taken: ${error instanceof Error ? error.message : error}`)
        }
      }
    }
  }
} finally {
  await browser.close()
  for (const one of Object.values(consoles)) await one.stop()
  await provider.stop()
  for (const one of [storage, emptyStorage, lostStorage]) await one.stop()
}
