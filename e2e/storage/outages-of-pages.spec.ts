/**
 * Every page that calls the storage, while the storage is unreachable: each reports the outage in its own place,
 * keeps what was shown and typed, and recovers in the same tab. The console's response to each kind of failure is covered by
 * the server's tests (`outages.test.ts`), and an unresponsive storage has its journey in `outages.spec.ts`.
 */
import { accountsOf, allow, startFaultProxy } from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { givenAt } from '../src/given.ts'
import { expect as expectSoon, fillLoginForm, test } from '../src/journey.ts'
import { rowOf, uploadFiles } from '../src/object-browser.ts'
import { STRESS } from '../src/scale.ts'
import { errorText, text } from '../src/text.ts'

/** A page retries every few seconds; the rest is for a busy machine. */
const PATIENCE_MS = 60_000
const expect = expectSoon.configure({ timeout: PATIENCE_MS })

const UNREACHABLE = errorText('StorageUnreachable')

interface Scene {
  url: string
  bucket: string
  policy: string
  root: { accessKey: string; secretKey: string }
}

/** A place that waits for the storage. */
interface Place {
  name: string
  prepare(page: Page, scene: Scene): Promise<void>
  act(page: Page, scene: Scene): Promise<void>
  /** What must remain on screen, besides the message. */
  keeps?(page: Page, scene: Scene): Promise<void>
  /** How it recovers when the storage is back. */
  recovers(page: Page, scene: Scene): Promise<void>
  /** No one is signed in there. */
  isSignedOut?: true
  /** Its message, if it isn't that of the storage's failure. */
  says?: string
}

const dialogOf = (page: Page) => page.getByRole('dialog')
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click()

async function openBuckets(page: Page, { url, bucket }: Scene): Promise<void> {
  await page.goto(`${url}/buckets`)
  await expect(page.getByRole('link', { name: bucket, exact: true })).toBeVisible()
}

async function openFolder(page: Page, { url, bucket }: Scene): Promise<void> {
  await page.goto(`${url}/object-browser/${bucket}/`)
  await expect(rowOf(page, 'kept.txt')).toBeVisible()
}

async function openSummary(page: Page, { url, bucket }: Scene): Promise<void> {
  await page.goto(`${url}/buckets/${bucket}/summary`)
  await expect(page.getByRole('region', { name: 'Access Policy' })).toContainText('Private')
}

/** A tab of the bucket's page that is opened during the outage. */
function tabCalled(tab: string, shown: string | RegExp): Place {
  return {
    name: `the tab ${tab} of a bucket`,
    prepare: openSummary,
    act: (page) => page.getByRole('link', { name: tab, exact: true }).click(),
    recovers: (page) => expect(page.getByText(shown).first()).toBeVisible(),
  }
}

/** Replaces the content of the code editor as a paste does. */
async function rewrite(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Policy' }).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

const BUCKETS: Place[] = [
  {
    name: 'the list of buckets',
    async prepare(page, scene) {
      await openBuckets(page, scene)
      await page.getByPlaceholder('Search Buckets').fill(scene.bucket)
    },
    act: refresh,
    async keeps(page, { bucket }) {
      await expect(rowOf(page, bucket)).toBeVisible()
      await expect(page.getByPlaceholder('Search Buckets')).toHaveValue(bucket)
    },
    recovers: (page) => expect(page.getByText(text('shared:stale', { message: '' }))).toHaveCount(0),
  },
  {
    name: 'the creation of a bucket',
    async prepare(page, scene) {
      await openBuckets(page, scene)
      await page.getByRole('button', { name: 'Create Bucket' }).click()
      await page.getByLabel('Bucket name').fill(`second-${scene.bucket}`)
    },
    act: (page) => dialogOf(page).getByRole('button', { name: 'Save' }).click(),
    keeps: (page, { bucket }) => expect(page.getByLabel('Bucket name')).toHaveValue(`second-${bucket}`),
    async recovers(page, { bucket }) {
      // The storage may have created it even though the connection broke.
      await page.getByLabel('Bucket name').fill(`third-${bucket}`)
      await dialogOf(page).getByRole('button', { name: 'Save' }).click()
      await expect(dialogOf(page)).toBeHidden()
      await expect(rowOf(page, `third-${bucket}`)).toBeVisible()
    },
  },
  {
    name: 'the summary of a bucket',
    prepare: openBuckets,
    act: (page, { bucket }) => page.getByRole('link', { name: bucket, exact: true }).click(),
    keeps: (page, { bucket }) => expect(page.getByRole('heading', { name: bucket, level: 1 })).toBeVisible(),
    recovers: (page) => expect(page.getByRole('region', { name: 'Access Policy' })).toContainText('Private'),
  },
  tabCalled('Events', 'No event subscriptions'),
  tabCalled('Lifecycle', 'There are no Lifecycle rules yet.'),
  tabCalled('Audit Access', 'readwrite'),
]

const POLICIES: Place[] = [
  {
    name: 'the list of policies',
    async prepare(page, { url, policy }) {
      await page.goto(`${url}/policies`)
      await page.getByPlaceholder('Search Policies').fill(policy)
      await expect(rowOf(page, policy)).toBeVisible()
    },
    act: refresh,
    keeps: (page, { policy }) => expect(rowOf(page, policy)).toBeVisible(),
    recovers: (page) => expect(page.getByText(text('shared:stale', { message: '' }))).toHaveCount(0),
  },
  {
    name: 'a policy that is written',
    async prepare(page, { url, policy, bucket }) {
      await page.goto(`${url}/policies/${policy}`)
      await expect(page.getByRole('textbox', { name: 'Policy' })).toContainText('s3:GetObject')
      await rewrite(
        page,
        JSON.stringify({ Version: '2012-10-17', Statement: [allow(['s3:PutObject'], `${bucket}/*`)] }),
      )
    },
    act: (page) => page.getByRole('button', { name: 'Save' }).click(),
    keeps: (page) => expect(page.getByRole('textbox', { name: 'Policy' })).toContainText('s3:PutObject'),
    async recovers(page) {
      await dialogOf(page).getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Policy successfully updated')).toBeVisible()
    },
  },
  {
    name: 'the policy simulator',
    async prepare(page, { url, bucket }) {
      await page.goto(`${url}/policies?tab=simulator`)
      await page
        .getByLabel(text('policies:simulator.subject'))
        .selectOption({ label: text('policies:simulator.kinds.anonymous') })
      await page.getByLabel('Action').fill('s3:GetObject')
      await page.getByLabel('Resource').fill(`${bucket}/kept.txt`)
    },
    act: (page) => page.getByRole('button', { name: text('policies:simulator.check') }).click(),
    keeps: (page, { bucket }) => expect(page.getByLabel('Resource')).toHaveValue(`${bucket}/kept.txt`),
    async recovers(page) {
      await page.getByRole('button', { name: text('policies:simulator.check') }).click()
      await expect(page.getByRole('region', { name: text('policies:simulator.answer') })).toContainText(
        'Denied: anonymous users can’t perform',
      )
    },
  },
]

const OBJECTS: Place[] = [
  {
    name: 'the buckets of the object browser',
    async prepare(page, { url, bucket }) {
      await page.goto(`${url}/object-browser`)
      await expect(rowOf(page, bucket)).toBeVisible()
    },
    act: refresh,
    keeps: (page, { bucket }) => expect(rowOf(page, bucket)).toBeVisible(),
    recovers: (page) => expect(page.getByText(text('shared:stale', { message: '' }))).toHaveCount(0),
  },
  {
    name: 'a folder',
    prepare: openFolder,
    act: refresh,
    keeps: (page) => expect(rowOf(page, 'kept.txt')).toBeVisible(),
    recovers: (page) => expect(page.getByText(text('shared:stale', { message: '' }))).toHaveCount(0),
  },
  {
    name: 'a page that is opened just now',
    prepare: async (page) => void (await page.goto('about:blank')),
    act: async (page, { url, bucket }) => {
      await page.goto(`${url}/object-browser/${bucket}/`, { waitUntil: 'commit' })
    },
    recovers: (page) => expect(rowOf(page, 'kept.txt'), 'without a reload').toBeVisible(),
  },
  {
    name: 'the deletion of an object',
    async prepare(page, scene) {
      await openFolder(page, scene)
      await rowOf(page, 'gone.txt').getByRole('button', { name: 'Delete' }).click()
      await expect(dialogOf(page)).toBeVisible()
    },
    act: (page) => dialogOf(page).getByRole('button', { name: 'Delete' }).click(),
    async recovers(page) {
      await dialogOf(page).getByRole('button', { name: 'Delete' }).click()
      await expect(rowOf(page, 'gone.txt')).toHaveCount(0)
    },
  },
  {
    name: 'the share dialog',
    prepare: openFolder,
    act: (page) => rowOf(page, 'kept.txt').getByRole('button', { name: 'Share kept.txt' }).click(),
    recovers: (page) => expect(dialogOf(page).getByLabel('Link'), 'automatically').toHaveValue(/^http/),
  },
  {
    name: 'an upload',
    prepare: openFolder,
    act: (page) => uploadFiles(page, [{ name: 'new.txt', buffer: Buffer.from('new') }]),
    // Before anything is sent, the names in the folder are checked.
    says: text('transfers:notChecked'),
    async recovers(page) {
      await uploadFiles(page, [{ name: 'new.txt', buffer: Buffer.from('new') }])
      await expect(rowOf(page, 'new.txt')).toBeVisible()
    },
  },
  {
    name: 'an archive of a selection',
    async prepare(page, scene) {
      await openFolder(page, scene)
      for (const name of ['kept.txt', 'more.txt']) await rowOf(page, name).getByRole('checkbox').check()
    },
    act: (page) => page.getByRole('button', { name: text('objects:download.selected'), exact: true }).click(),
    keeps: (page) => expect(rowOf(page, 'more.txt').getByRole('checkbox')).toBeChecked(),
    async recovers(page) {
      const started = page.waitForEvent('download')
      await page.getByRole('button', { name: text('objects:download.selected'), exact: true }).click()
      expect(await (await started).failure()).toBeNull()
    },
  },
]

const OBJECT_AND_PAST: Place[] = [
  {
    name: 'the page of an object',
    prepare: openFolder,
    act: (page) => page.getByRole('link', { name: 'kept.txt', exact: true }).click(),
    keeps: (page) => expect(page.getByRole('heading', { name: 'kept.txt', level: 1 })).toBeVisible(),
    recovers: (page) => expect(page.getByRole('group', { name: 'File Actions' })).toBeVisible(),
  },
  {
    name: 'a folder as it was',
    async prepare(page, { url, bucket }) {
      const now = encodeURIComponent(new Date().toISOString())
      await page.goto(`${url}/object-browser/${bucket}/?rewind=${now}`)
      await expect(rowOf(page, 'past')).toBeVisible()
    },
    act: (page) => page.getByRole('link', { name: 'past', exact: true }).click(),
    keeps: (page) => expect(page.getByRole('heading', { name: 'past', level: 1 })).toBeVisible(),
    recovers: (page) => expect(rowOf(page, 'in.txt')).toBeVisible(),
  },
]

/** The last one: it signs out and in again. */
const SIGN_IN: Place = {
  name: 'the sign-in',
  isSignedOut: true,
  async prepare(page, { url }) {
    await page.context().clearCookies()
    await page.goto(`${url}/login`)
  },
  act: (page, { root }) => fillLoginForm(page, root),
  keeps: (page, { root }) => expect(page.getByLabel('Username')).toHaveValue(root.accessKey),
  async recovers(page) {
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  },
}

const GROUPS = {
  'buckets and policies': [...BUCKETS, ...POLICIES],
  'objects, the past and the sign-in': [...OBJECTS, ...OBJECT_AND_PAST, SIGN_IN],
}

async function expectMessage(page: Page, { name, isSignedOut, says = UNREACHABLE }: Place): Promise<void> {
  await expect(page.getByText(says).first(), name).toBeVisible()
  expect(await page.getByText(/127\.0\.0\.1|\.ts:\d/).count(), `${name}: no internal detail`).toBe(0)
  const fields = page.getByLabel('Username')
  await expect(fields, `${name}: the session stays signed in`).toHaveCount(isSignedOut ? 1 : 0)
}

for (const [group, places] of Object.entries(GROUPS)) {
  test(
    `pages report an outage, keep their content and recover in the same tab: ${group}`,
    STRESS,
    async ({ page, ownStorage, ownConsole, signIn, provokes }) => {
      provokes(503)
      page.setDefaultTimeout(PATIENCE_MS)
      const storage = await ownStorage()
      const proxy = await startFaultProxy(storage.url)
      const { url } = await ownConsole({ storage: proxy })
      const bucket = await givenAt(storage).bucket()
      await givenAt(storage).objects(bucket, ['kept.txt', 'more.txt', 'gone.txt', 'past/in.txt'])
      const policy = await accountsOf(storage).policy(allow(['s3:GetObject'], `${bucket}/*`))
      await signIn({ at: url })
      const scene = { url, bucket, policy, root: storage.root }
      for (const place of places) {
        await test.step(place.name, async () => {
          await place.prepare(page, scene)
          await proxy.fail('stopped')
          await place.act(page, scene)
          // Some messages show for a few seconds only.
          await Promise.all([expectMessage(page, place), place.keeps?.(page, scene)])
          if (place === places[0]) await expectAccessible(page)
          await proxy.fail('none')
          await place.recovers(page, scene)
        })
      }
      // Before the proxy, which the console would report as unreachable.
      await page.close()
      await proxy.close()
    },
  )
}
