import { readFileSync } from 'node:fs'
import { send } from '@cooperage/testkit'
import { countEffort } from '../../scripts/effort.ts'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test, visit } from '../src/journey.ts'
import { errorText } from '../src/text.ts'

const DAY_MS = 86_400_000

test(
  'the audit log is set up, searched with wildcards, sorted by time, opened and downloaded',
  ON_MINIO_TOO,
  async ({ page, given, signIn, provokes, storage }) => {
    provokes(503)
    const bucket = await given.bucket()
    await signIn()
    await page.goto('/logs')
    await page.getByRole('link', { name: 'Logs Search' }).click()
    await expect(page.getByRole('link', { name: 'Logs Search' })).toHaveAttribute('aria-current', 'page')
    await page.getByRole('button', { name: 'Audit log setup' }).click()
    const setup = page.getByRole('dialog')
    await setup.getByRole('button', { name: 'Send audit log to this console' }).click()
    await expect(setup.getByText('Entries are arriving.')).toBeVisible()
    await expectAccessible(page)
    await setup.getByRole('button', { name: 'Close', exact: true }).first().click()
    await visit(page, '/webhook/audit')
    await expect(page.getByRole('grid', { name: 'Webhooks' }).getByText('cooperage', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Send to this console' }).click()
    await expect(setup.getByText('Received since start')).toBeVisible()
    await visit(page, '/logs?tab=search')

    await given.object(bucket, 'audited.txt', 'content')
    await page.getByLabel('Object', { exact: true }).fill('aud*\\.txt')
    const table = page.getByRole('grid', { name: 'Logs Search' })
    const row = table.getByRole('row').filter({ hasText: bucket })
    await expect(async () => {
      await page.getByRole('button', { name: 'Get Information' }).click()
      await expect(row.first()).toBeVisible({ timeout: 500 })
    }).toPass()
    for (const column of ['Time', 'API', 'Bucket', 'Object', 'Client', 'Request ID', 'User agent', 'Status']) {
      await expect(table.getByRole('columnheader', { name: column })).toBeVisible()
    }
    await expect(table.getByRole('columnheader', { name: 'Time' })).toHaveAttribute('aria-sort', 'descending')
    await table.getByRole('button', { name: 'Time' }).click()
    await expect(table.getByRole('columnheader', { name: 'Time' })).toHaveAttribute('aria-sort', 'ascending')
    await row.filter({ hasText: 'PutObject' }).first().click()
    await expect(page.getByRole('dialog')).toContainText('audited.txt')
    await page.getByText(/^Request headers/).click()
    await expect(page.getByRole('dialog')).toContainText('REDACTED')
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await test.step('a refusal is found by its code, and the policy simulator opens with it', async () => {
      const { accessKey, secretKey } = await given.user({
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: [`arn:aws:s3:::${bucket}/*`] }],
      })
      const denied = { url: storage.url, credentials: { accessKey, secretKey }, method: 'PUT', bucket, key: 'no.txt' }
      expect((await send({ ...denied, body: 'x' })).status).toBe(403)
      await page.getByLabel('Object', { exact: true }).fill('')
      await page.getByLabel('Bucket', { exact: true }).fill(bucket)
      await page.getByLabel('Error code', { exact: true }).fill('Access Denied')
      const refused = row.filter({ hasText: '403 AccessDenied' }).filter({ hasText: accessKey })
      await expect(async () => {
        await page.getByRole('button', { name: 'Get Information' }).click()
        await expect(refused.first()).toBeVisible({ timeout: 500 })
      }).toPass()
      await page.getByLabel('Error code', { exact: true }).fill('')
      await page.getByRole('button', { name: 'Errors only' }).click()
      await expect(page.getByRole('button', { name: 'Errors only' })).toHaveAttribute('aria-pressed', 'true')
      await expect(refused.first()).toBeVisible()
      await refused.first().click()
      await expectAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Only this user' }).click()
      await expect(page.getByLabel('User', { exact: true })).toHaveValue(accessKey)
      await refused
        .first()
        .getByRole('link', { name: /^Explain/ })
        .click()
      const simulator = page.getByRole('form', { name: 'Policy simulator' })
      await expect(simulator.getByLabel('Username')).toHaveValue(accessKey)
      await expect(simulator.getByLabel('Action')).toHaveValue('s3:PutObject')
      await expect(simulator.getByLabel('Resource')).toHaveValue(`${bucket}/no.txt`)
      await page.goBack()
      await expect(page.getByLabel('User', { exact: true }), 'the search is in the address').toHaveValue(accessKey)
    })

    await test.step('a failure of yesterday that no policy caused is explained too, with three clicks', async () => {
      const absentKey = { url: storage.url, credentials: storage.root, method: 'GET', bucket, key: 'never-there.txt' }
      const failedAt = Date.now()
      expect((await send(absentKey)).status).toBe(404)
      const nextDay = await page.context().newPage()
      // From the request, not from now: midnight may be between them.
      await nextDay.clock.setFixedTime(failedAt + DAY_MS)
      await nextDay.goto('/users')
      const effort = await countEffort(nextDay)
      await nextDay.getByRole('link', { name: 'Logs', exact: true }).click()
      await nextDay.getByRole('link', { name: 'Failed requests of yesterday' }).click()
      await expect(nextDay.getByRole('combobox', { name: 'Search' })).toHaveValue('errors yesterday')
      const absent = nextDay.getByRole('row').filter({ hasText: 'never-there.txt' }).first()
      await expect(async () => {
        // What has just failed is written a moment later.
        if (!(await absent.isVisible())) await nextDay.reload()
        await expect(absent).toBeVisible({ timeout: 2_000 })
      }).toPass()
      await absent.getByRole('button', { name: /^Explain/ }).click()
      await expect(nextDay.getByRole('dialog')).toContainText('There was no object with this key at that time.')
      expect(await effort()).toEqual({ clicks: 3, keys: 0 })
      await nextDay.close()
    })

    await test.step('one line says what the filters say, can be saved, and its bars narrow the time', async () => {
      const box = page.getByRole('combobox', { name: 'Search' })
      await visit(page, '/logs?tab=search')
      await box.fill(`status:403 bucket:${bucket} last:24h`)
      await expect(page.getByLabel('Bucket', { exact: true })).toHaveValue(bucket)
      await box.press('Enter')
      await expect(row.first()).toContainText('403')
      await expect(page).toHaveURL(/search=status%3A403/)
      await box.fill('colour:red')
      await expect(page.getByText(/“colour:red” isn’t understood/)).toBeVisible()
      const get = page.getByRole('button', { name: 'Get Information' })
      await expect(get).toBeDisabled()
      await expect(get, 'and says why').toHaveAccessibleDescription(/“colour:red” isn’t understood/)
      await box.fill(`api:PutObject bucket:${bucket}`)
      await page.getByRole('button', { name: 'Save search' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('writes')
      await page.getByRole('dialog').getByRole('button', { name: 'Save search' }).click()
      await visit(page, '/logs?tab=search')
      const saved = page.getByRole('list', { name: 'Saved searches' })
      await saved.getByRole('button', { name: 'writes', exact: true }).click()
      await expect(box).toHaveValue(`api:PutObject bucket:${bucket}`)
      const bars = page
        .getByRole('group', { name: 'Entries over time' })
        .getByRole('button', { name: /: [1-9]\d* entries/ })
      await expect(bars.first()).toBeVisible()
      await expectAccessible(page)
      await bars.last().click()
      await expect(box).toHaveValue(/api:PutObject from:\S+ to:\S+$/)
      await saved.getByRole('button', { name: 'Delete the saved search writes' }).click()
      await expect(saved).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'Download JSON' })).toHaveAttribute('href', /search\/json\?/)
      await visit(page, '/logs?tab=search')
    })

    await test.step('entries that arrive are shown while the search is live', async () => {
      const live = page.getByRole('button', { name: 'Live' })
      await page.getByLabel('Object', { exact: true }).fill('live-*')
      await live.click()
      await expect(live).toHaveAttribute('aria-pressed', 'true')
      await expect(page.getByText('There is no information with this criteria')).toBeVisible()
      await given.object(bucket, 'live-1.md', 'content')
      await expect(row.filter({ hasText: 'live-1.md' }).first()).toBeVisible()
      await given.object(bucket, 'live-2.md', 'content')
      await expect(row.first()).toContainText('live-2.md')
      await expect(page.getByText('New ones appear by themselves.')).toBeVisible()
      await live.click()
      await expect(live).toHaveAttribute('aria-pressed', 'false')
      await expect(page.getByText('New ones appear by themselves.')).toHaveCount(0)
      await expect(row.first()).toContainText('live-2.md')
    })

    // The next page is loaded as one scrolls, and another search begins with the first one.
    await given.objects(
      bucket,
      Array.from({ length: 120 }, (_, at) => `${at}.txt`),
    )
    await page.getByLabel('Object', { exact: true }).fill('*.txt')
    const soFar = page.getByText('100 entries so far')
    await expect(async () => {
      await page.getByRole('button', { name: 'Get Information' }).click()
      await expect(soFar).toBeVisible({ timeout: 500 })
    }).toPass()
    await table.getByRole('row').nth(1).hover()
    await page.mouse.wheel(0, 100_000)
    await expect(soFar).toHaveCount(0)
    await page.getByRole('button', { name: 'Get Information' }).click()
    await expect(soFar).toBeVisible()

    await page.getByLabel('Object', { exact: true }).fill('aud*\\.txt')
    await page.getByRole('button', { name: 'Get Information' }).click()
    await expect(soFar).toHaveCount(0)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    expect(readFileSync(await (await download).path(), 'utf8')).toContain('audited.txt')

    await page.getByLabel('Object', { exact: true }).fill('nothing has this name')
    await page.keyboard.press('Enter')
    await expect(page.getByText('There is no information with this criteria')).toBeVisible()

    // What is wrong with the database is said.
    await page.route('**/api/v1/logs/store', async (route) => {
      const response = await route.fetch()
      const wrong = { problem: 'full', setAside: 'audit.sqlite.damaged' }
      await route.fulfill({ response, json: { ...(await response.json()), ...wrong } })
    })
    await page.reload()
    await expect(page.getByText(/It was moved to audit\.sqlite\.damaged in the data folder/)).toBeVisible()
    await expect(page.getByText(/New entries can’t be stored: the disk is full/)).toBeVisible()
    await page.unroute('**/api/v1/logs/store')
    const message = errorText('AuditStoreUnavailable')
    await page.route('**/api/v1/logs/store', (route) =>
      route.fulfill({
        status: 503,
        json: { code: 'AuditStoreUnavailable', message, detailedMessage: '', requestId: '' },
      }),
    )
    await page.reload()
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
    await page.request.post('/api/v1/configs/audit_webhook:cooperage/reset', { data: { keys: [] } })
  },
)
