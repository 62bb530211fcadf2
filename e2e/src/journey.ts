/**
 * `test` with the fixtures of a journey: a storage server and a console for each worker, test data, sign-in, and
 * a guard on every page. A journey that stops or freezes a server starts its own.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@cooperage/testkit'
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { type ConsoleProcess, startConsole } from './console-process.ts'
import { startGallery } from './gallery-server.ts'
import { type Given, givenAt, type Keys } from './given.ts'
import { guardPages, type PageGuard } from './page-guard.ts'
import { type StorageProcess, startStorage } from './storage-process.ts'

/** All fixtures of workers are here: a file with its own would need workers of its own, which start their own servers. */
interface OfWorker {
  /** Shared by the journeys of a worker: no journey stops or freezes it. */
  storage: StorageProcess
  sharedConsole: ConsoleProcess
  /** Address of the gallery of shared components. */
  gallery: string
}

interface OfJourney {
  /** Whether pages preload the code of other pages, a sixth of a journey's time: for journeys with an unreachable console. */
  loadsAhead: boolean
  given: Given
  guard: PageGuard
  /** Statuses whose browser console message this journey causes; see `PageGuard`. */
  provokes: PageGuard['provokes']
  /** Starts a console for this journey, in front of the shared storage by default. */
  ownConsole: (options?: {
    storage?: Pick<StorageProcess, 'url'>
    env?: Record<string, string>
  }) => Promise<ConsoleProcess>
  /** Starts an empty storage for this journey. */
  ownStorage: () => Promise<StorageProcess>
  /** Starts a console of two storage servers: Berlin is the shared one, Paris an empty one. */
  twoServers: (titleOfParis?: string) => Promise<{
    url: string
    paris: StorageProcess
    /** Signs in at both; the page is that of Berlin then. */
    signInAtBoth: () => Promise<void>
  }>
  /** Stops what the journey has started itself, however it ends. */
  stopAtEnd: (started: { stop: () => Promise<void> }) => void
  /** Opens the browser of another person, at the shared console. */
  visitor: (options?: BrowserContextOptions) => Promise<BrowserContext>
  /** Gives the page a session without the form: as root at the shared console by default. */
  signIn: (options?: { keys?: Keys; at?: string }) => Promise<void>
}

/** A browser with data saving enabled. */
const SAVE_DATA = "Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true } })"

export const test = base.extend<OfJourney, OfWorker>({
  storage: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner demands a pattern and reads the needed fixtures from it
    async ({}, use) => {
      const storage = await startStorage()
      await use(storage)
      await storage.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  sharedConsole: [
    async ({ storage }, use) => {
      const console = await startConsole(storage.url)
      await use(console)
      await console.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  gallery: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner demands a pattern and reads the needed fixtures from it
    async ({}, use) => {
      const { url, stop } = await startGallery()
      await use(url)
      stop()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ sharedConsole }, use) => use(sharedConsole.url),
  loadsAhead: [false, { option: true }],
  context: async ({ context, loadsAhead }, use) => {
    if (!loadsAhead) await context.addInitScript({ content: SAVE_DATA })
    await use(context)
  },
  guard: [
    // Names the journey's own servers so that they end after the check: open pages would report that they are unreachable.
    async ({ context, sharedConsole, storage, ownConsole: _, ownStorage: __ }, use, info) => {
      const guard = guardPages(context)
      await use(guard)
      if (info.status !== info.expectedStatus) {
        await info.attach('console log', { body: sharedConsole.output() })
        await info.attach('storage log', { body: storage.output() })
      }
      guard.check()
    },
    { auto: true },
  ],
  provokes: ({ guard }, use) => use(guard.provokes),
  given: ({ storage }, use) => use(givenAt(storage)),
  ownConsole: async ({ storage }, use, info) => {
    const started: ConsoleProcess[] = []
    await use(async (options = {}) => {
      const console = await startConsole((options.storage ?? storage).url, options.env)
      started.push(console)
      return console
    })
    for (const console of started) {
      if (info.status !== info.expectedStatus) await info.attach('own console log', { body: console.output() })
      await console.stop()
    }
  },
  // biome-ignore lint/correctness/noEmptyPattern: the runner demands a pattern and reads the needed fixtures from it
  ownStorage: async ({}, use) => {
    const started: StorageProcess[] = []
    await use(async () => {
      const storage = await startStorage()
      started.push(storage)
      return storage
    })
    for (const storage of started) await storage.stop()
  },
  // biome-ignore lint/correctness/noEmptyPattern: the runner demands a pattern and reads the needed fixtures from it
  stopAtEnd: async ({}, use) => {
    const started: { stop: () => Promise<void> }[] = []
    await use((one) => void started.push(one))
    for (const one of started) await one.stop()
  },
  twoServers: async ({ page, storage, ownStorage, ownConsole }, use) => {
    const folder = tempFolder('journey-servers')
    await use(async (titleOfParis = 'Paris') => {
      const paris = await ownStorage()
      const file = join(folder.path, 'servers.yaml')
      const servers = [
        { name: 'berlin', title: 'Berlin', color: 'blue', url: storage.url },
        { name: 'paris', title: titleOfParis, color: 'red', url: paris.url },
      ]
      writeFileSync(file, JSON.stringify({ servers }))
      const { url } = await ownConsole({ env: { COOPERAGE_STORAGE_URL: '', COOPERAGE_SERVERS: file } })
      const signInAtBoth = async () => {
        for (const [name, { root }] of [
          ['paris', paris],
          ['berlin', storage],
        ] as const) {
          await page.goto(`${url}/servers/${name}/login`)
          await fillLoginForm(page, root)
          await expect(page.getByRole('button', { name: /^Storage server: / })).toBeVisible()
        }
      }
      return { url, paris, signInAtBoth }
    })
    folder.remove()
  },
  visitor: async ({ browser, sharedConsole }, use) => {
    const opened: BrowserContext[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL: sharedConsole.url, ...options })
      await context.addInitScript({ content: SAVE_DATA })
      opened.push(context)
      return context
    })
    for (const context of opened) await context.close()
  },
  signIn: ({ page, sharedConsole, storage }, use) =>
    use(async ({ keys = storage.root, at = sharedConsole.url } = {}) => {
      const { accessKey, secretKey } = keys
      const response = await page.request.post(`${at}/api/v1/login`, { data: { accessKey, secretKey } })
      if (!response.ok())
        throw new Error(`The console refused the sign-in: ${response.status()} ${await response.text()}`)
    }),
})

/** Signs in through the form of an open login page. */
export async function fillLoginForm(page: Page, { accessKey, secretKey }: Keys): Promise<void> {
  await page.getByLabel('Username').fill(accessKey)
  await page.getByLabel('Password', { exact: true }).fill(secretKey)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/**
 * Opens an address of the console in an open page of it, as its links do, and waits until it is rendered: loading it again
 * would take longer than most steps. What the page keeps stays too: its session, messages, uploads, and lists for five seconds.
 */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const stop = __TSR_ROUTER__.subscribe('onResolved', () => {
      stop()
      resolve()
    })
    history.pushState({}, '', ${JSON.stringify(path)})
  })`)
}

export { ON_MINIO_TOO } from './storages.ts'
export { expect }
