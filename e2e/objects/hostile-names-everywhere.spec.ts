/** Hostile names, in every place that shows a name. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { accountsOf, allow, readZip, uniqueName } from '@cooperage/testkit'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { keysOf, LISTED } from '../src/given.ts'
import { expect, fillLoginForm, test, visit } from '../src/journey.ts'
import { rowOf, uploadFiles } from '../src/object-browser.ts'
import { STRESS } from '../src/scale.ts'
import { permissionError, text } from '../src/text.ts'

const MARKUP = '<img src=x onerror=alert(1)>'
const REVERSED = 'evil\u202Egpj.exe'
const REVERSED_READ = 'evil[U+202E]gpj.exe'

/** A name, and how it reads in a title or a label. */
const NAMES: [name: string, read: string][] = [
  [`"><svg onload=alert(1)><b>${MARKUP}`, `"><svg onload=alert(1)><b>${MARKUP}`],
  [
    `{{constructor.constructor("alert(1)")()}} 100% %zz %25 %00`,
    `{{constructor.constructor("alert(1)")()}} 100% %zz %25 %00`,
  ],
  [`${REVERSED}\u0007and\ttab`, `${REVERSED_READ}[U+0007]and[U+0009]tab`],
  ['x'.repeat(240), 'x'.repeat(240)],
]

/** The same, tested in fewer places. */
const FURTHER: [name: string, read: string][] = [
  [MARKUP, MARKUP],
  ['\u2067isolated', '[U+2067]isolated'],
  ['..a%2F..%2Fb', '..a%2F..%2Fb'],
  ['😀👩‍👩‍👧 family', '😀👩‍👩‍👧 family'],
]

/** No part of a name has become an element, and no script in one has run. */
async function expectOnlyText(page: Page): Promise<void> {
  await expect(page.locator('img[src="x"], svg[onload], main b, [role=dialog] b')).toHaveCount(0)
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'), 'nothing overflows').toBe(
    true,
  )
}

const rowCalled = (page: Page, read: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: `Select ${read}`, exact: true }) })

test.beforeEach(({ page }) => {
  page.on('dialog', () => {
    throw new Error('a script of a name has run')
  })
})

test(
  'is text in lists, paths, titles, dialogs, archives, transfers, rules, policies and errors',
  STRESS,
  async ({ page, given, signIn, storage, provokes }) => {
    await test.step('is text in lists, paths, titles, dialogs and archives', async () => {
      const bucket = await given.bucket()
      for (const [name] of NAMES) await given.object(bucket, `${name}/${name}`, 'inside')
      await signIn()
      await page.goto(`/object-browser/${bucket}/`)
      for (const [, read] of NAMES) {
        await visit(page, `/object-browser/${bucket}/`)
        const folder = rowCalled(page, read)
        await expect(folder.locator('bdi')).toBeVisible()
        await expectOnlyText(page)

        const started = page.waitForEvent('download')
        await folder.getByRole('link', { name: `Download ${read}`, exact: true }).click()
        const archive = readZip(await readFile(await (await started).path()))
        expect([...archive.values()].map(String)).toEqual(['inside'])
        for (const entry of archive.keys()) expect(entry).not.toMatch(/(^|\/)\.\.(\/|$)|^\/|\\/)

        await folder.getByRole('link').first().click()
        const row = rowCalled(page, read)
        await expect(row).toBeVisible()
        await expect(page).toHaveTitle(`${read} · Cooperage`)
        await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).locator('bdi').last()).toBeVisible()
        await expect(page.getByRole('heading', { level: 1 }).locator('bdi')).toBeVisible()
        await page.reload()
        await expect(row, 'after a reload').toBeVisible()
        await expectOnlyText(page)

        await row.getByRole('button', { name: `Share ${read}`, exact: true }).click()
        await expect(page.getByRole('dialog').getByLabel('Link')).toHaveValue(/^http/)
        await expect(page.getByRole('dialog').locator('bdi').first()).toBeVisible()
        await expectOnlyText(page)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)

        await row.getByRole('button', { name: `Delete ${read}`, exact: true }).click()
        const confirm = page.getByRole('dialog', { name: `Delete ${read}`, exact: true })
        await expect(confirm).toBeVisible()
        await expectOnlyText(page)
        await confirm.getByRole('button', { name: 'Delete' }).click()
        await expect(page.getByText(`Object '${read}' deleted successfully.`)).toBeVisible()
        await expectOnlyText(page)
      }
    })

    await test.step('is text in the transfers and in the dialog about existing names', async () => {
      const bucket = await given.bucket()
      const [taken, ...others] = [...FURTHER, ...NAMES].filter(([name]) => !name.includes('"'))
      if (taken === undefined) throw new Error('there is a name')
      await given.object(bucket, taken[0], 'old')
      await page.goto(`/object-browser/${bucket}/`)
      await expect(rowCalled(page, taken[1])).toBeVisible()
      // A lone surrogate can't be transferred: browsers send the replacement character instead.
      const files = [taken, ...others].map(([name]) => ({ name, buffer: Buffer.from('new') }))
      await uploadFiles(page, files)
      const question = page.getByRole('dialog', { name: `Replace ${taken[1]}?` })
      await expect(question).toBeVisible()
      await expectOnlyText(page)
      await question.getByRole('button', { name: 'Overwrite' }).click()
      await expect(page.getByText('Object(s) uploaded successfully.')).toBeVisible()
      const panel = page.getByRole('region', { name: 'Uploads', exact: true })
      await panel.getByRole('button', { name: text('transfers:expand') }).click()
      await expect(panel.getByRole('listitem').locator('bdi').first()).toBeVisible()
      await expectOnlyText(page)
      await expectAccessible(page)
      const names = files.map(({ name }) => name).toSorted()
      await expect.poll(async () => (await keysOf(storage, bucket)).toSorted(), LISTED).toEqual(names)
    })

    await test.step('is text in the rules and policies of a bucket, and in their dialogs', async () => {
      const bucket = await given.bucket()
      const prefix = `${MARKUP}/${REVERSED}/`
      const read = `${MARKUP}/${REVERSED_READ}/`
      const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      const lifecycle = `<LifecycleConfiguration><Rule><ID>${escaped(prefix)}</ID><Status>Enabled</Status><Filter><Prefix>${escaped(prefix)}</Prefix></Filter><Expiration><Days>30</Days></Expiration></Rule></LifecycleConfiguration>`
      const headers = { 'content-md5': createHash('md5').update(lifecycle).digest('base64') }
      await storage.request({ method: 'PUT', bucket, query: { lifecycle: '' }, body: lifecycle, headers })
      const rule = { prefix, access: 'readonly', previous: '' }
      const opened = await page.request.put(`/api/v1/buckets/${bucket}/anonymous-rules`, { data: rule })
      expect(opened.ok(), await opened.text()).toBe(true)
      const expectDialog = async (dialog: string, question: string) => {
        await expect(page.getByRole('row').getByText(MARKUP).first()).toBeVisible()
        await expectOnlyText(page)
        await rowOf(page, MARKUP).getByRole('button', { name: 'Delete' }).click()
        await expect(page.getByRole('dialog', { name: dialog })).toContainText(question)
        await expectOnlyText(page)
        await expectAccessible(page)
      }
      await visit(page, `/buckets/${bucket}/lifecycle`)
      await expectDialog(text('lifecycle:deletion.title', { bucket }), read)
      await visit(page, `/buckets/${bucket}/access/anonymous`)
      await expectDialog(text('anonymousRules:deletion.title', { bucket }), `${bucket}/${read}`)

      const name = `${MARKUP} ${REVERSED} ${uniqueName('policy')}`
      const policy = JSON.stringify({ Version: '2012-10-17', Statement: [allow(['s3:GetObject'], `${bucket}/*`)] })
      const made = await page.request.post('/api/v1/policies', { data: { name, policy, replaces: '' } })
      expect(made.ok(), await made.text()).toBe(true)
      await page.goto('/policies')
      await page.getByPlaceholder('Search Policies').fill(name)
      await expectDialog(`Delete Policy ${name.replace(REVERSED, REVERSED_READ)}`, '')
      await page.keyboard.press('Escape')
      await rowOf(page, MARKUP).getByRole('link').first().click()
      await expect(page).toHaveTitle(`${name.replace(REVERSED, REVERSED_READ)} · Cooperage`)
      await expectOnlyText(page)
    })

    await test.step('is text in errors, and in the profile of a user with that name', async () => {
      provokes(403)
      const bucket = await given.bucket()
      const accounts = accountsOf(storage)
      // Everyone who may list anything can open the page of folders.
      const policy = await accounts.policy(allow(['s3:ListAllMyBuckets'], '*'), allow(['s3:ListBucket'], 'elsewhere'))
      const accessKey = `<b>evil"&${uniqueName('user')}`
      const keys = await accounts.named(accessKey, policy)
      // The page of a policy checks it a moment later, which would fail without the session.
      await page.goto('about:blank')
      await page.context().clearCookies()
      await page.goto('/login')
      await fillLoginForm(page, keys)
      await page.getByRole('button', { name: `Signed in as ${accessKey}` }).click()
      await expect(page.getByRole('dialog').locator('bdi').first()).toBeVisible()
      await expectOnlyText(page)
      await page.keyboard.press('Escape')

      for (const [name, shown] of FURTHER) {
        await page.goto(`/object-browser/${bucket}/${encodeURIComponent(name)}/`)
        await expect(page.getByText(permissionError('s3:ListBucket', `${bucket}/${shown}/`))).toBeVisible()
        await expectOnlyText(page)
      }
    })
  },
)
