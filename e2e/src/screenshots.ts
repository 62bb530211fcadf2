/**
 * Takes a screenshot of every page and dialog, on a desktop and on a phone, light and dark, to be reviewed by people:
 * `node e2e/src/screenshots.ts --out <folder>`. With `--trees` it writes what screen readers get of each, from a desktop, instead.
 * With `--docs` it takes the screenshots of the README and the documentation. What they show is listed by area in `screenshots/`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ACCOUNT_SECRET, metricsToken, startOpenIdProvider, type TestOpenIdProvider } from '@cooperage/testkit'
import { type Browser, chromium, type Page } from '@playwright/test'
import { requireChromium } from '../../scripts/chromium.ts'
import { PICTURES } from '../../scripts/release/pictures.ts'
import { CHROMIUM_FLAGS } from './chromium.ts'
import { startConsole } from './console-process.ts'
import { startOperatorPreview } from './operator-preview.ts'
import requireBuilds from './require-builds.ts'
import { storeSampleData, storeSampleUsers, storeSeldomData } from './sample-data.ts'
import { ACCESS_SCENES } from './screenshots/access.ts'
import { ACCOUNT_SCENES } from './screenshots/account.ts'
import { BUCKET_SCENES } from './screenshots/buckets.ts'
import { MONITORING_SCENES } from './screenshots/monitoring.ts'
import { OBJECT_SCENES } from './screenshots/objects.ts'
import { OPERATOR_SCENES, storeSampleTenant } from './screenshots/operator.ts'
import { PREVIEW_SCENES, storePreviewedFiles } from './screenshots/previews.ts'
import type { Consoles, Scene } from './screenshots/scene.ts'
import { SETTINGS_SCENES } from './screenshots/settings.ts'
import { SHELL_SCENES } from './screenshots/shell.ts'
import { SIGN_IN_SCENES } from './screenshots/sign-in.ts'
import { TRANSFER_SCENES } from './screenshots/transfers.ts'
import { USER_SCENES } from './screenshots/users-and-groups.ts'
import { startStorage } from './storage-process.ts'

const DOCS_IMAGES = fileURLToPath(new URL('../../docs/images', import.meta.url))
const SCREENS = { desk: { width: 1360, height: 850 }, phone: { width: 390, height: 844 } } as const

const SCENES: readonly Scene[] = [
  ...SIGN_IN_SCENES,
  ...SHELL_SCENES,
  ...BUCKET_SCENES,
  ...OBJECT_SCENES,
  ...PREVIEW_SCENES,
  ...TRANSFER_SCENES,
  ...ACCOUNT_SCENES,
  ...USER_SCENES,
  ...ACCESS_SCENES,
  ...SETTINGS_SCENES,
  ...MONITORING_SCENES,
  ...OPERATOR_SCENES,
]

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
    if (!scene.isSignedOut) await signIn(page, consoles, url, scene.by ?? root)
    await page.goto(url + scene.path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await scene.act?.(page, isPhone)
    await page.waitForLoadState('networkidle')
    if (file.endsWith('.yml')) writeFileSync(file, await page.locator('body').ariaSnapshot())
    else await page.screenshot({ path: file, animations: 'disabled' })
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
  options: {
    out: { type: 'string' },
    only: { type: 'string' },
    docs: { type: 'boolean', default: false },
    trees: { type: 'boolean', default: false },
  },
})
if (values.out === undefined && !values.docs) {
  console.error(
    'Usage: node e2e/src/screenshots.ts --out <folder> [--trees] [--only <parts of names, with commas>] | --docs',
  )
  process.exit(2)
}
requireBuilds()
const out = values.docs ? DOCS_IMAGES : (values.out ?? '')
mkdirSync(out, { recursive: true })

function firstProvider({ configUrl, clientId }: TestOpenIdProvider): Record<string, string> {
  return {
    COOPERAGE_OIDC_DISCOVERY_URL: configUrl,
    COOPERAGE_OIDC_CLIENT_ID: clientId,
    COOPERAGE_OIDC_CALLBACK_URL: 'http://[HOSTNAME]/oauth_callback',
  }
}

/** A provider that responds, and one that doesn't. */
function openIdSettings(provider: TestOpenIdProvider): Record<string, string> {
  return {
    ...firstProvider(provider),
    COOPERAGE_OIDC_DISPLAY_NAME: 'Company account',
    COOPERAGE_OIDC_DISCOVERY_URL_PARTNER: 'http://127.0.0.1:9',
    COOPERAGE_OIDC_CLIENT_ID_PARTNER: 'console',
    COOPERAGE_OIDC_CALLBACK_URL_PARTNER: 'http://[HOSTNAME]/oauth_callback',
    COOPERAGE_OIDC_DISPLAY_NAME_PARTNER: 'Partner',
  }
}

// All their servers and folders are removed at the end of the process.
process.setMaxListeners(50)
const storage = await startStorage()
const emptyStorage = await startStorage()
const lostStorage = await startStorage()
await storeSampleData(storage)
await storeSampleUsers(storage)
if (!values.docs) {
  await storeSeldomData(storage)
  await storePreviewedFiles(storage)
}
const provider = await startOpenIdProvider({ accounts: {} })
const cluster = await startOperatorPreview()
const consoles: Consoles = {
  usual: await startConsole(storage.url),
  sso: await startConsole(storage.url, { ...firstProvider(provider), COOPERAGE_LOGIN: 'sso' }),
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
  const isOnce = values.docs || values.trees
  const parts = (values.only ?? '').split(',')
  const isChosen = ({ name }: { name: string }) => parts.some((part) => name.includes(part))
  const documented = new Map(PICTURES.map(({ name, scene }) => [scene, name]))
  const scenes = SCENES.filter((scene) => (values.docs ? documented.has(scene.name) : isChosen(scene)))
  if (values.docs && scenes.length < documented.size) throw new Error('A picture of the documentation has no scene')
  for (const scene of scenes) {
    for (const screen of isOnce ? (['desk'] as const) : (['desk', 'phone'] as const)) {
      for (const scheme of isOnce ? (['light'] as const) : (['light', 'dark'] as const)) {
        const name = values.docs ? documented.get(scene.name) : `${scene.name}.${screen}.${scheme}`
        const file = join(out, values.trees ? `${scene.name}.yml` : `${name}.png`)
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
