/** The settings of the server: configuration, event targets and webhooks. */
import type { Page } from '@playwright/test'
import { text } from '../text.ts'
import { button, rowAction, type Scene } from './scene.ts'

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

export const SETTINGS_SCENES: readonly Scene[] = [
  { name: 'notification-targets', path: '/settings/notifications' },
  { name: 'notification-services', path: '/settings/notifications/add' },
  ...['postgres', 'mysql', 'kafka', 'amqp', 'mqtt', 'redis', 'nats', 'elasticsearch', 'webhook', 'nsq'].map(
    (service) => ({
      name: `notification-form-${service}`,
      path: `/settings/notifications/${service}?add=target`,
    }),
  ),
  { name: 'settings', path: '/settings' },
  { name: 'settings-region', path: '/settings?section=region' },
  { name: 'settings-compression', path: '/settings', act: (page) => showsSection(page, 'compression') },
  { name: 'settings-etcd', path: '/settings', act: (page) => showsSection(page, 'etcd') },
  {
    name: 'settings-etcd-review',
    path: '/settings',
    act: async (page) => {
      await showsSection(page, 'etcd')
      await page.getByLabel('endpoints').fill('https://etcd-1.example.com:2379\nhttps://etcd-2.example.com:2379')
      await button(page, text('settings:form.save')).click()
    },
  },
  { name: 'settings-ldap', path: '/settings', act: (page) => showsSection(page, 'identity_ldap') },
  { name: 'settings-openid', path: '/settings?section=identity_openid&add=target' },
  { name: 'settings-logger-webhook', path: '/settings?section=logger_webhook&add=target' },
  { name: 'settings-audit-webhook', path: '/settings?section=audit_webhook&add=target' },
  { name: 'settings-cache-absent', path: '/settings?section=cache' },
  {
    name: 'settings-export',
    path: '/settings',
    act: (page) => button(page, text('settings:export.open')).click(),
  },
  { name: 'settings-import', path: '/settings?tab=import' },
  {
    name: 'settings-import-problem',
    path: '/settings?tab=import',
    act: (page) => importsFile(page, 3),
  },
  {
    name: 'settings-import-preview',
    path: '/settings?tab=import',
    act: (page) => importsFile(page, 2),
  },
  {
    name: 'settings-import-result',
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
  { name: 'settings-history', path: '/settings?tab=history' },
  { name: 'webhooks-empty', path: '/webhook/logger' },
  {
    name: 'webhooks',
    path: '/webhook/audit',
    act: async (page) => {
      await showsWebhooks(page)
      await page.getByRole('row', { name: 'siem' }).waitFor()
    },
  },
  { name: 'webhook-form', path: '/webhook/audit?add=target' },
  {
    name: 'webhook-test',
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
]
