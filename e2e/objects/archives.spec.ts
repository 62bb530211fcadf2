import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { readZip, tempFolder, unzipProblem, unzipPrograms } from '@cooperage/testkit'
import type { Download } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, test, visit } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { STRESS } from '../src/scale.ts'
import { errorText, text } from '../src/text.ts'

test.beforeEach(({ signIn }) => signIn())

const programs = unzipPrograms()

/** Entry names and contents of a downloaded archive, after other programs have verified it. */
async function contentsOf(download: Download): Promise<Record<string, string>> {
  const bytes = await readFile(await download.path())
  const folder = tempFolder('journey-zip')
  const file = join(folder.path, 'download.zip')
  writeFileSync(file, bytes)
  expect(programs.map((program) => unzipProblem(program, file))).toEqual(programs.map(() => ''))
  folder.remove()
  return Object.fromEntries([...readZip(bytes)].map(([name, content]) => [name, content.toString()]))
}

test('a folder is downloaded as an archive from its row', async ({ page, given }) => {
  const bucket = await given.bucket()
  await given.objects(bucket, ['docs/2025/a.txt', 'docs/2025/Zoë/b & c.txt', 'docs/other.txt'])
  await page.goto(`/object-browser/${bucket}/docs/`)
  const started = page.waitForEvent('download')
  await rowOf(page, '2025').getByRole('link', { name: 'Download 2025' }).click()
  const download = await started
  expect(download.suggestedFilename()).toBe('2025.zip')
  expect(await contentsOf(download)).toEqual({
    '2025/a.txt': 'docs/2025/a.txt',
    '2025/Zoë/b & c.txt': 'docs/2025/Zoë/b & c.txt',
  })
})

test('a selection is downloaded as one archive with the keyboard, and one that no longer exists is reported', async ({
  page,
  given,
  storage,
  provokes,
}) => {
  await test.step('a selection is downloaded as one archive with the keyboard', async () => {
    const bucket = await given.bucket()
    await given.objects(bucket, ['a.txt', 'b.txt', 'c.txt', 'f/deep/d.txt'])
    await page.goto(`/object-browser/${bucket}/`)
    await rowOf(page, 'a.txt').focus()
    await expect(page.getByRole('button', { name: text('objects:download.selected'), exact: true })).toHaveCount(0)
    await page.keyboard.press('Space')
    await page.getByRole('checkbox', { name: 'Select f', exact: true }).press('Space')
    await rowOf(page, 'c.txt').getByRole('checkbox').press('Space')
    await expectAccessible(page)
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: text('objects:download.selected'), exact: true }).press('Enter')
    const download = await started
    expect(download.suggestedFilename()).toBe(`${bucket}.zip`)
    expect(await contentsOf(download)).toEqual({ 'a.txt': 'a.txt', 'c.txt': 'c.txt', 'f/deep/d.txt': 'f/deep/d.txt' })

    await page.getByRole('button', { name: text('shared:selection.more'), exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: text('objects:commands.entry') }).press('Enter')
    const dialog = page.getByRole('dialog', { name: text('objects:commands.title') })
    await dialog.getByLabel(text('objects:commands.tool')).selectOption(text('objects:commands.tools.aws'))
    await expect(dialog.getByLabel(text('objects:commands.list'))).toHaveValue(
      [
        `aws s3 cp s3://${bucket}/a.txt ./a.txt`,
        `aws s3 cp s3://${bucket}/c.txt ./c.txt`,
        `aws s3 cp --recursive s3://${bucket}/f/ ./f/`,
      ].join('\n'),
    )
    await expectAccessible(page)
  })

  await test.step('a selection that no longer exists is reported on the page, which stays open', async () => {
    provokes(404)
    const bucket = await given.bucket()
    await given.objects(bucket, ['a.txt', 'b.txt'])
    await visit(page, `/object-browser/${bucket}/`)
    for (const name of ['a.txt', 'b.txt']) await rowOf(page, name).getByRole('checkbox').check()
    await storage.request({ method: 'DELETE', bucket, key: 'a.txt' })
    await page.getByRole('button', { name: text('objects:download.selected'), exact: true }).click()
    await expect(page.getByText(errorText('NoSuchKey', { key: 'a.txt' }))).toBeVisible()
    await expect(rowOf(page, 'b.txt')).toBeVisible()
  })
})

test(
  'an archive is a failed download if its 500th object fails',
  STRESS,
  async ({ page, given, signIn, storage, ownConsole }) => {
    const bucket = await given.bucket()
    await given.objects(
      bucket,
      Array.from({ length: 520 }, (_, index) => `f/${String(index + 1).padStart(4, '0')}`),
    )
    // A proxy between console and storage fails this one object.
    const between = createServer((incoming, outgoing) => {
      if (incoming.url === `/${bucket}/f/0500`) return outgoing.writeHead(500).end()
      const { method, url: path, headers } = incoming
      incoming.pipe(
        httpRequest(new URL(path ?? '/', storage.url), { method, headers }, (response) => {
          outgoing.writeHead(response.statusCode ?? 502, response.headers)
          response.pipe(outgoing)
        }),
      )
    })
    await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
    const { url } = await ownConsole({
      storage: { ...storage, url: `http://127.0.0.1:${(between.address() as AddressInfo).port}` },
    })
    await signIn({ at: url })
    await page.goto(`${url}/object-browser/${bucket}/`)
    const started = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download f', exact: true }).click()
    expect(await (await started).failure()).toBeTruthy()
    between.closeAllConnections()
    between.close()
  },
)
