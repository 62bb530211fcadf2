import { accountsOf, allow, type StorageServer, send, startMinio, targetKind } from '@cooperage/testkit'
import { expectAccessible, expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { startConsole } from '../src/console-process.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'
import { text } from '../src/text.ts'

const ofPage = (key: string, values: Record<string, string | number> = {}) => text(`batchJobs:${key}`, values)

test('the engine has no menu item for batch jobs, and the address explains why', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/batch-jobs')
  await expect(page.getByText(ofPage('notOffered'))).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: ofPage('title') })).toHaveCount(0)
  await expectAccessible(page)
})

if (targetKind() === 'minio') {
  test(
    'jobs are defined, checked, started, followed and repeated',
    ON_MINIO_TOO,
    async ({ page, signIn, stopAtEnd, provokes }) => {
      const [here, there] = await Promise.all([startMinio(), startMinio()])
      stopAtEnd(here)
      stopAtEnd(there)
      const console = await startConsole(here.url, { COOPERAGE_OUTBOUND_LOOPBACK: 'on' })
      stopAtEnd(console)
      const put = (server: StorageServer, path: string, body = '') =>
        send({ url: server.url, credentials: server.root, method: 'PUT', path, body })
      await put(here, '/photos')
      await put(there, '/copies')
      for (let index = 0; index < 5; index++) await put(here, `/photos/${index}.tmp`, 'x'.repeat(1000))
      await put(here, '/photos/beach.jpg', 'x')

      const dialog = page.getByRole('dialog')
      const field = (key: string) => dialog.getByRole('textbox', { name: ofPage(key), exact: true })
      const button = (key: string) => dialog.getByRole('button', { name: ofPage(key), exact: true })
      const rows = page.getByRole('row').filter({ hasText: '-' })

      await test.step('a replication is checked with the keys of the other server', async () => {
        await signIn({ keys: here.root, at: console.url })
        await page.goto(`${console.url}/buckets`)
        await page
          .getByRole('navigation')
          .getByRole('link', { name: ofPage('title') })
          .click()
        await expect(page.getByText(ofPage('list.empty'))).toBeVisible()
        await page.getByRole('button', { name: ofPage('start.action') }).click()
        await expect(button('start.check')).toHaveAccessibleDescription(ofPage('start.missing.bucket'))
        const group = (key: string) => dialog.getByRole('group', { name: ofPage(key), exact: true })
        const inGroup = (key: string, name: string) =>
          group(key).getByRole('textbox', { name: ofPage(name), exact: true })
        await inGroup('start.here', 'start.bucket').fill('photos')
        await inGroup('start.there', 'start.endpoint').fill(there.url)
        await inGroup('start.there', 'start.bucket').fill('copies')
        await inGroup('start.there', 'start.accessKey').fill(there.root.accessKey)
        const secret = dialog.getByLabel(ofPage('start.secretKey'), { exact: true })
        await secret.fill('not-the-secret')
        await expectAccessible(page)
        await button('start.check').click()
        await expect(dialog.getByText(/refused these keys/)).toBeVisible()
        await button('start.back').click()
        await secret.fill(there.root.secretKey)
        await button('start.check').click()
        await expect(dialog.getByText(ofPage('start.placeStates.found'))).toHaveCount(2)
        await expectAccessible(page)
        await button('start.action').click()
        await expect(dialog).toHaveCount(0)
        await expect(rows).toContainText([ofPage('types.replicate')])
        await expect(page.getByText(ofPage('states.complete'))).toBeVisible(SLOW)
      })

      await test.step('its details have no secret, and it is repeated with the secret entered again', async () => {
        await rows.getByRole('button', { name: ofPage('details.action') }).click()
        await expect(dialog.getByText(ofPage('details.facts.rate'))).toBeVisible()
        await expect(dialog.getByText('**REDACTED**')).toBeVisible()
        await expect(dialog).not.toContainText(there.root.secretKey)
        await expectAccessible(page)
        await dialog
          .getByRole('button', { name: ofPage('details.close'), exact: true })
          .last()
          .click()
        await rows.getByRole('button', { name: ofPage('again.action') }).click()
        await expect(
          dialog.getByText(ofPage('findings.hiddenSecret', { field: 'replicate.target.credentials.secretKey' })),
        ).toBeVisible(SLOW)
        await button('start.check').click()
        await expect(button('start.action')).toHaveAccessibleDescription(ofPage('start.problemsLeft'))
        await page.keyboard.press('Escape')
        await dialog.getByRole('button', { name: text('shared:close'), exact: true }).click()
      })

      await test.step('an expiration is written as YAML, and its bucket typed before it deletes', async () => {
        await page.getByRole('button', { name: ofPage('start.action') }).click()
        await dialog.getByRole('radio', { name: ofPage('types.expire') }).check()
        await field('start.bucket').fill('photos')
        await field('start.name').fill('*.tmp')
        await button('start.asYaml').click()
        await expect(dialog.getByRole('textbox', { name: ofPage('start.yaml') })).toContainText('name: "*.tmp"')
        await expectAccessible(page)
        await button('start.check').click()
        await expect(dialog.getByText(ofPage('start.expireNote'))).toBeVisible()
        await expect(button('start.action')).toHaveAttribute('aria-disabled', 'true')
        await dialog.getByRole('textbox').fill('photos')
        await button('start.action').click()
        await expect(dialog).toHaveCount(0)
        await expect(page.getByText(ofPage('states.complete'))).toHaveCount(2, SLOW)
        await expectAccessibleInBothThemes(page)
        const { text: listed } = await send({ url: here.url, credentials: here.root, method: 'GET', path: '/photos' })
        expect([...listed.matchAll(/<Key>([^<]*)</g)].map(([, key]) => key)).toEqual(['beach.jpg'])
      })

      await test.step('what the server forgets is in the history', async () => {
        const call = (method: string, path: string, query = {}) =>
          send({ url: here.url, credentials: here.root, method, path: `/minio/admin/v3/${path}`, query, region: '' })
        const { jobs } = JSON.parse((await call('GET', 'list-jobs')).text) as { jobs: { id: string; type: string }[] }
        const { id = '' } = jobs.find(({ type }) => type === 'expire') ?? {}
        await call('DELETE', 'cancel-job', { id })
        await page.getByRole('link', { name: ofPage('tabs.history'), exact: true }).click()
        await expect(rows).toHaveCount(1)
        await expect(rows).toContainText(id)
        await expect(rows).toContainText(ofPage('states.complete'))
        await expect(rows).toContainText('photos')
        await expectAccessibleInBothThemes(page)
      })

      await test.step('who may only cancel jobs does that by their IDs', async () => {
        const canceler = await accountsOf(here).allowed(allow(['admin:CancelBatchJob']))
        // The list is asked for until it is known what the account may do.
        provokes(403)
        await signIn({ keys: canceler, at: console.url })
        await page.goto(`${console.url}/batch-jobs`)
        await expect(page.getByText(/admin:ListBatchJobs on this server/)).toBeVisible()
        await expect(page.getByRole('button', { name: ofPage('start.action') })).toHaveAccessibleDescription(
          /admin:StartBatchJob on this server/,
        )
        await page.getByRole('textbox', { name: ofPage('byId.label') }).fill('expire-of-nobody:-1')
        await page.getByRole('button', { name: ofPage('cancel.action') }).click()
        await expectAccessible(page)
        await button('cancel.action').click()
        await expect(page.getByText(ofPage('cancel.done'))).toBeVisible()
      })
    },
  )
}

/** The list is loaded again every few seconds. */
const SLOW = { timeout: 30_000 }
