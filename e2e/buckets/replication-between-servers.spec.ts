/** Buckets replicated from one MinIO server to another, through the browser (spec core-console 2, 4). */
import { freePort, send, startMinio, targetKind, tempFolder, uniqueName, waitUntil } from '@cooperage/testkit'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { type ConsoleProcess, startConsole } from '../src/console-process.ts'
import { test as base, expect, ON_MINIO_TOO } from '../src/journey.ts'
import { cellsOf, rowOf } from '../src/object-browser.ts'
import { text } from '../src/text.ts'

type Server = Awaited<ReturnType<typeof startMinio>>

interface Two {
  here: Server
  there: Server
  console: ConsoleProcess
}

/** Two servers and a console that may connect to both, for all journeys of a worker. */
const test = base.extend<object, { two: Two }>({
  two: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner demands a pattern and reads the needed fixtures from it
    async ({}, use) => {
      const here = await startMinio()
      const there = await startMinio()
      const console = await startConsole(here.url, { COOPERAGE_OUTBOUND_LOOPBACK: 'on' })
      await use({ here, there, console })
      await console.stop()
      await there.stop()
      await here.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const VERSIONED = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'

async function makeBucket(server: Pick<Server, 'url' | 'root'>, bucket: string, isVersioned = true): Promise<string> {
  const request = { url: server.url, credentials: server.root, method: 'PUT', bucket } as const
  expect((await send(request)).status).toBe(200)
  if (isVersioned) expect((await send({ ...request, query: { versioning: '' }, body: VERSIONED })).status).toBe(200)
  return bucket
}

async function fillRemote(form: Locator, { url, root }: Pick<Server, 'url' | 'root'>) {
  await form.getByLabel('Target URL').fill(url)
  await form.getByLabel('Access Key').fill(root.accessKey)
  await form.getByLabel('Secret Key', { exact: true }).fill(root.secretKey)
}

async function expectArrival({ here, there }: Two, from: string, to: string, key: string) {
  const put = await send({ url: here.url, credentials: here.root, method: 'PUT', bucket: from, key, body: 'a copy' })
  expect(put.status).toBe(200)
  await waitUntil(`${key} arrives`, async () => {
    const { status } = await send({ url: there.url, credentials: there.root, method: 'GET', bucket: to, key })
    return status === 200
  })
}

async function openTab(page: Page, { console }: Two, bucket: string) {
  await page.goto(`${console.url}/buckets/${bucket}/replication`)
  await expect(page.getByRole('heading', { name: 'Replication', exact: true })).toBeVisible()
}

// The engine rejects replication with a clear error, which other journeys cover.
if (targetKind() === 'minio') {
  test(
    'a rule is created, an object is replicated to the other server, and the rule is disabled and deleted',
    ON_MINIO_TOO,
    async ({ page, two, signIn }) => {
      const bucket = await makeBucket(two.here, uniqueName('from'))
      const target = await makeBucket(two.there, uniqueName('to'))
      await signIn({ keys: two.here.root, at: two.console.url })
      await openTab(page, two, bucket)
      await page.getByRole('button', { name: 'Add Replication Rule' }).click()
      const form = page.getByRole('dialog', { name: `Set Bucket Replication of ${bucket}` })
      await fillRemote(form, two.there)
      await form.getByLabel('Target Bucket').fill(`${target}-missing`)
      await form.getByLabel('Prefix').fill('in/')
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(form.getByRole('alert')).toContainText(/\w/)
      await form.getByLabel('Target Bucket').fill(target)
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText(text('replication:form.saved', { bucket, target }))).toBeVisible()

      const table = page.getByRole('grid', { name: text('replication:label') })
      await expect(table.getByRole('columnheader')).toHaveText([
        'Priority',
        'Destination',
        'Prefix',
        'Tags',
        'Status',
        'Actions',
      ])
      const row = rowOf(page, target)
      await expect(cellsOf(row)).toContainText([/\d/, target, 'in/', 'No', 'Enabled', ''])
      await expectAccessible(page)
      await expectArrival(two, bucket, target, 'in/first.txt')

      await row.getByRole('button', { name: 'Details' }).click()
      const details = page.getByRole('dialog', { name: text('replication:rule.title', { bucket }) })
      await expect(details.getByText(`${bucket} → ${target}`)).toBeVisible()
      await expect(details.getByText('100.0 GiB per second')).toBeVisible()
      await expect(details.getByText('60 s')).toBeVisible()
      await expect(details.getByText(two.there.url.replace('http://', ''))).toBeVisible()
      await expect(details.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription(
        text('replication:rule.unchanged'),
      )
      await details.getByRole('switch', { name: 'Enabled' }).click()
      await expectAccessible(page)
      await details.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('The replication rule was changed.')).toBeVisible()
      await expect(row).toContainText('Disabled')

      await row.getByRole('button', { name: 'Delete' }).click()
      const question = page.getByRole('dialog', { name: text('replication:deletion.title', { bucket }) })
      await expect(question.getByText(text('replication:deletion.stays'))).toBeVisible()
      await question.getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText('The replication rule was deleted.')).toBeVisible()
      await expect(page.getByText(text('replication:empty'))).toBeVisible()
    },
  )

  test(
    'the other server goes down and comes back: what failed is shown, tried again, and resynced',
    ON_MINIO_TOO,
    async ({ page, two, signIn }) => {
      test.setTimeout(180_000)
      const folder = tempFolder('target')
      const port = await freePort()
      let there = await startMinio({ port, folder: folder.path })
      try {
        const bucket = await makeBucket(two.here, uniqueName('watched'))
        const target = await makeBucket(there, uniqueName('copies'))
        await signIn({ keys: two.here.root, at: two.console.url })
        await openTab(page, two, bucket)
        await page.getByRole('button', { name: 'Add Replication Rule' }).click()
        const form = page.getByRole('dialog', { name: `Set Bucket Replication of ${bucket}` })
        await fillRemote(form, there)
        await form.getByLabel('Target Bucket').fill(target)
        await form.getByRole('switch', { name: 'Existing objects' }).click()
        await form.getByRole('button', { name: 'Save' }).click()
        await expect(form).toBeHidden()
        await expectArrival({ ...two, there }, bucket, target, 'first.txt')

        const card = page.getByRole('region', { name: target })
        const list = page.getByRole('grid', { name: text('replication:unreplicated.label') })
        const refreshUntil = (check: () => Promise<void>) =>
          expect(async () => {
            for (const button of await page.getByRole('button', { name: 'Refresh' }).all()) await button.click()
            await check()
          }).toPass({ timeout: 60_000, intervals: [500] })

        await test.step('a healthy target', async () => {
          await page.getByRole('link', { name: text('replication:parts.status') }).click()
          await refreshUntil(async () => {
            await expect(card.getByText('1 version (6 B)')).toBeVisible({ timeout: 1_000 })
            await expect(card.getByText('Online')).toBeVisible({ timeout: 1_000 })
          })
          await page.getByRole('button', { name: text('replication:watch.check') }).click()
          await expect(page.getByText(text('replication:watch.checkFine'))).toBeVisible()
          await expect(page.getByText(text('replication:unreplicated.empty'))).toBeVisible()
          await expectAccessible(page)
        })
        await there.stop()
        await test.step('while it is down', async () => {
          const lost = { url: two.here.url, credentials: two.here.root, method: 'PUT', bucket, body: 'lost' } as const
          for (const key of ['second.txt', 'third.txt']) await send({ ...lost, key })
          await refreshUntil(async () => {
            await expect(card.getByText(/2 attempts \(8\sB\), 2 in the last hour/)).toBeVisible({ timeout: 1_000 })
            await expect(card.getByText('Offline')).toBeVisible({ timeout: 1_000 })
            await expect(list.getByText('Failed')).toHaveCount(2, { timeout: 1_000 })
          })
          await expect(page.getByRole('status').filter({ hasText: 'could not reach' })).toContainText(
            'connection refused',
          )
          await expect(card.getByRole('button', { name: 'Resync' })).toHaveAccessibleDescription(
            text('replication:resync.offline'),
          )
          await expectAccessible(page)
          await page.goto(`${two.console.url}/buckets/${bucket}/summary`)
          await page.getByRole('link', { name: text('bucket:summary.replication.failing.offline') }).click()
          await expect(list).toBeVisible()
        })
        there = await startMinio({ port, folder: folder.path })
        await test.step('when it is back', async () => {
          await refreshUntil(() => expect(card.getByText('Online')).toBeVisible({ timeout: 1_000 }))
          await rowOf(page, 'second.txt').getByRole('button', { name: 'Retry' }).click()
          await expect(page.getByText('1 version was queued.')).toBeVisible()
          await refreshUntil(() => expect(list.getByText('second.txt')).toHaveCount(0, { timeout: 1_000 }))
          await page.getByRole('checkbox', { name: 'Select third.txt' }).check()
          await page.getByRole('button', { name: 'Retry' }).last().click()
          await refreshUntil(() =>
            expect(page.getByText(text('replication:unreplicated.empty'))).toBeVisible({ timeout: 1_000 }),
          )
        })
        await test.step('a resync', async () => {
          await card.getByRole('button', { name: 'Resync' }).click()
          const dialog = page.getByRole('dialog', { name: text('replication:resync.title', { target }) })
          await expect(dialog).toContainText('It can’t be canceled.')
          await dialog.getByRole('button', { name: 'Start resync' }).click()
          await expect(page.getByText(text('replication:resync.started', { target }))).toBeVisible()
          await expect(card.getByText('Complete')).toBeVisible({ timeout: 30_000 })
          await expectAccessible(page)
        })
      } finally {
        await there.stop()
        folder.remove()
      }
    },
  )

  test(
    'whether a target replicates back is known where its server is in the console too',
    ON_MINIO_TOO,
    async ({ page, storage, twoServers }) => {
      const { url, paris, signInAtBoth } = await twoServers()
      const name = uniqueName('both')
      for (const server of [storage, paris]) await makeBucket(server, name)
      await signInAtBoth()
      const replicate = async (from: string, to: Pick<Server, 'url' | 'root'>) => {
        await page.goto(`${url}/servers/${from}/buckets/${name}/replication`)
        await page.getByRole('button', { name: 'Add Replication Rule' }).click()
        const form = page.getByRole('dialog', { name: `Set Bucket Replication of ${name}` })
        await fillRemote(form, to)
        await form.getByLabel('Target Bucket').fill(name)
        await form.getByRole('button', { name: 'Save' }).click()
        await expect(form).toBeHidden()
        await page.getByRole('link', { name: text('replication:parts.status') }).click()
      }
      const direction = page.getByRole('region', { name }).getByText(/^(One way|Both ways|Unknown)$/)
      await replicate('berlin', paris)
      await expect(direction).toHaveText('One way')
      await replicate('paris', storage)
      await expect(direction).toHaveText('Both ways')
    },
  )

  test(
    'of several buckets one fails and stays listed with its reason, and the others are replicated',
    ON_MINIO_TOO,
    async ({ page, two, signIn }) => {
      const name = uniqueName('many')
      const good = await makeBucket(two.here, `${name}-a`)
      const bad = await makeBucket(two.here, `${name}-b`, false)
      await makeBucket(two.there, good)
      await makeBucket(two.there, bad)
      await signIn({ keys: two.here.root, at: two.console.url })
      await page.goto(`${two.console.url}/buckets`)
      await page.getByPlaceholder('Search Buckets').fill(name)
      await expect(page.getByRole('row')).toHaveCount(3)
      for (const bucket of [good, bad]) await page.getByRole('checkbox', { name: `Select ${bucket}` }).check()
      await page.getByRole('button', { name: 'Set Replication' }).click()
      const dialog = page.getByRole('dialog', { name: 'Set Multiple Bucket Replication' })
      await fillRemote(dialog, two.there)
      await dialog.getByRole('button', { name: 'Next' }).click()
      const choice = (bucket: string) => dialog.getByLabel(`Remote bucket for ${bucket}`)
      await expect(choice(good), 'the bucket of the same name is preselected').toHaveValue(good)
      await expect(choice(good), 'focus moves to the new step').toBeFocused()

      await dialog.getByRole('button', { name: 'Back' }).click()
      await expect(dialog.getByLabel('Target URL')).toBeFocused()
      await expect(dialog.getByLabel('Target URL')).toHaveValue(two.there.url)
      await dialog.getByRole('button', { name: 'Next' }).click()
      await expect(choice(bad)).toHaveValue(bad)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Create' }).click()

      const mark = dialog.getByRole('button', { name: `${bad} was not set up` })
      await expect(mark).toHaveAccessibleDescription(/versioning/i)
      await expect(choice(good), 'successful buckets are removed from the list').toHaveCount(0)
      await mark.hover()
      await expect(page.getByRole('tooltip')).toContainText(/versioning/i)
      await expectAccessible(page)
      await expectArrival(two, good, good, 'first.txt')

      await makeVersioned(two.here, bad)
      await dialog.getByRole('button', { name: 'Create' }).click()
      await expect(page.getByText('Replication of 1 bucket was set up.')).toBeVisible()
      await expect(dialog).toBeHidden()
      await expect(
        page.getByRole('checkbox', { name: `Select ${bad}` }),
        'what is done is no more selected',
      ).not.toBeChecked()
      await expectArrival(two, bad, bad, 'second.txt')
    },
  )

  test(
    'no rule can be deleted while a bucket has several, and the button says so',
    ON_MINIO_TOO,
    async ({ page, two, signIn }) => {
      const bucket = await makeBucket(two.here, uniqueName('from'))
      const target = await makeBucket(two.there, uniqueName('to'))
      await signIn({ keys: two.here.root, at: two.console.url })
      await openTab(page, two, bucket)
      const prefixes = ['first/', 'second/']
      for (const prefix of prefixes) {
        await page.getByRole('button', { name: 'Add Replication Rule' }).click()
        const form = page.getByRole('dialog', { name: `Set Bucket Replication of ${bucket}` })
        await fillRemote(form, two.there)
        await form.getByLabel('Target Bucket').fill(target)
        await form.getByLabel('Prefix').fill(prefix)
        await form.getByRole('button', { name: 'Save' }).click()
        await expect(form).toBeHidden()
        await expect(rowOf(page, prefix)).toBeVisible()
      }
      for (const prefix of prefixes) {
        await expect(rowOf(page, prefix).getByRole('button', { name: 'Delete' })).toHaveAccessibleDescription(
          'A rule can be deleted here only while it is the only one. Disable it in its details instead.',
        )
      }
    },
  )
}

async function makeVersioned(server: Server, bucket: string) {
  const request = {
    url: server.url,
    credentials: server.root,
    method: 'PUT',
    bucket,
    query: { versioning: '' },
  } as const
  expect((await send({ ...request, body: VERSIONED })).status).toBe(200)
}
