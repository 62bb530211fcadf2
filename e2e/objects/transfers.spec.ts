import { createHash, randomBytes } from 'node:crypto'
import { expectAccessible } from '../src/accessibility.ts'
import { keysOf, LISTED } from '../src/given.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'
import { downloadOf, rowOf, uploadFiles } from '../src/object-browser.ts'

test.beforeEach(({ signIn }) => signIn())

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test(
  'files are uploaded, downloaded byte for byte, and retried if the storage rejects them',
  ON_MINIO_TOO,
  async ({ page, given, storage, provokes }) => {
    await test.step('three files are uploaded, listed, and downloaded byte for byte', async () => {
      const bucket = await given.bucket()
      const files = [
        { name: 'empty.dat', buffer: Buffer.alloc(0) },
        { name: 'letter to Zoë.txt', buffer: Buffer.from('Liebe Zoë,\r\n…\n') },
        { name: 'photo.jpg', buffer: randomBytes(6 * 1024 * 1024 + 17) },
      ]
      await page.goto(`/object-browser/${bucket}/`)
      await expect(page.getByText('This bucket is empty')).toBeVisible()
      await expectAccessible(page)

      await uploadFiles(page, files)

      await expect(page.getByText('Object(s) uploaded successfully.')).toBeVisible()
      for (const { name } of files) await expect(rowOf(page, name)).toBeVisible()
      await expectAccessible(page)
      expect(await keysOf(storage, bucket)).toEqual(files.map(({ name }) => name))
      for (const { name, buffer } of files) {
        const { fileName, bytes } = await downloadOf(page, rowOf(page, name))
        expect(fileName).toBe(name)
        expect(sha256(bytes), name).toBe(sha256(buffer))
      }
    })

    await test.step('an upload that the storage rejects is shown as failed and can be retried', async () => {
      provokes(404)
      const bucket = await given.bucket()
      await page.goto(`/object-browser/${bucket}/`)
      await expect(page.getByText('This bucket is empty')).toBeVisible()
      await storage.request({ method: 'DELETE', bucket })

      await uploadFiles(page, [{ name: 'late.txt', buffer: Buffer.from('late') }])
      await expect(page.getByText('An error occurred while uploading the file(s).')).toBeVisible()
      await expectAccessible(page)
      await storage.request({ method: 'PUT', bucket })
      await page.getByRole('button', { name: 'Retry the upload of late.txt' }).click()

      await expect(page.getByText('Object(s) uploaded successfully.')).toBeVisible()
      await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual(['late.txt'])
    })
  },
)

test('files are uploaded to the open folder, and replace objects of the same name', async ({
  page,
  given,
  storage,
}) => {
  await test.step('files chosen in a folder are uploaded to that folder', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, '2025/old.txt')
    await page.goto(`/object-browser/${bucket}/2025/`)
    await uploadFiles(page, [{ name: 'new.txt', buffer: Buffer.from('new') }])

    await expect(rowOf(page, 'new.txt')).toBeVisible()
    expect(await keysOf(storage, bucket)).toEqual(['2025/new.txt', '2025/old.txt'])
  })

  await test.step('an upload with the name of an object replaces it', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'note.txt', 'first')
    await page.goto(`/object-browser/${bucket}/`)
    await expect(rowOf(page, 'note.txt')).toBeVisible()
    await uploadFiles(page, [{ name: 'note.txt', buffer: Buffer.from('second') }])
    await page.getByRole('dialog', { name: 'Replace note.txt?' }).getByRole('button', { name: 'Overwrite' }).click()
    await expect(page.getByText('Object(s) uploaded successfully.')).toBeVisible()

    await expect(rowOf(page, 'note.txt')).toContainText('6 B')
    expect((await storage.request({ method: 'GET', bucket, key: 'note.txt' })).text).toBe('second')
  })
})
