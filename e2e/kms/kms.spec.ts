import { send, startMinio, TestKeyServer, targetKind } from '@cooperage/testkit'
import { expectAccessible, expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { startConsole } from '../src/console-process.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'
import { errorText, text } from '../src/text.ts'

const ofPage = (key: string, values: Record<string, string | number> = {}) => text(`kms:${key}`, values)

// A key server of its own; `buckets/encryption-keys.spec.ts` has a MinIO with a built-in key.
if (targetKind() === 'minio') {
  test(
    'a MinIO without a key service says how to set one up',
    ON_MINIO_TOO,
    async ({ page, signIn, stopAtEnd, provokes }) => {
      provokes(501)
      const minio = await startMinio()
      stopAtEnd(minio)
      const console = await startConsole(minio.url)
      stopAtEnd(console)
      await signIn({ keys: minio.root, at: console.url })
      for (const tab of ['status', 'keys', 'import']) {
        await page.goto(`${console.url}/kms/${tab}`)
        await expect(page.getByText(ofPage('unset'), { exact: true })).toBeVisible()
      }
      await expectAccessible(page)
    },
  )

  test(
    'keys of a key server are created, tested and kept while a bucket uses them, and its outage is named',
    ON_MINIO_TOO,
    async ({ page, signIn, stopAtEnd, provokes }) => {
      const keyServer = await new TestKeyServer().up()
      stopAtEnd(keyServer)
      const minio = await startMinio({ env: keyServer.minioEnv })
      stopAtEnd(minio)
      const console = await startConsole(minio.url)
      stopAtEnd(console)
      await signIn({ keys: minio.root, at: console.url })
      const region = (key: string) => page.getByRole('region', { name: ofPage(key), exact: true })
      const dialog = page.getByRole('dialog')
      const tab = (id: string) => page.getByRole('link', { name: ofPage(`tabs.${id}`), exact: true })
      const rowButton = (action: string, key: string) =>
        page.getByRole('button', { name: `${ofPage(action)} ${key}`, exact: true })

      await test.step('the status names the key server, its endpoint and its API', async () => {
        await page.goto(`${console.url}/kms/status`)
        await expect(region('status.name')).toContainText('MinIO KES')
        await expect(region('status.endpoints')).toContainText(`${keyServer.url} ${ofPage('status.online')}`)
        await expect(region('status.defaultKey')).toContainText(keyServer.defaultKey)
        await expect(region('status.version')).toContainText('stand-in')
        await expect(region('status.apis')).toContainText('/v1/key/create')
        await expect(page.getByText(ofPage('builtIn'))).toHaveCount(0)
        await expectAccessibleInBothThemes(page)
      })

      await test.step('a key is created, found by a pattern, and tested', async () => {
        await tab('keys').click()
        await page.getByRole('button', { name: ofPage('create.action'), exact: true }).click()
        await dialog.getByRole('textbox').fill('app-2026')
        await dialog.getByRole('button', { name: ofPage('create.action'), exact: true }).click()
        await expect(dialog).toHaveCount(0)
        await page.getByRole('textbox', { name: ofPage('keys.pattern') }).fill('app*26')
        await expect(page.getByText(ofPage('keys.count_one', { number: 1 }))).toBeVisible()
        await rowButton('test.action', 'app-2026').click()
        await expect(dialog.getByText(ofPage('test.works'))).toHaveCount(2)
        await dialog
          .getByRole('button', { name: ofPage('test.close'), exact: true })
          .last()
          .click()
        expect(keyServer.keys).toEqual(['app-2026', keyServer.defaultKey])
      })

      await test.step('a key that a bucket uses is kept, and who deletes another is told where', async () => {
        provokes(501)
        const s3 = (path: string, body = '') =>
          send({ url: minio.url, credentials: minio.root, method: 'PUT', path: `/photos${path}`, body })
        await s3('')
        const rule = `<ApplyServerSideEncryptionByDefault><SSEAlgorithm>aws:kms</SSEAlgorithm><KMSMasterKeyID>app-2026</KMSMasterKeyID></ApplyServerSideEncryptionByDefault>`
        const query = { encryption: '' }
        const body = `<ServerSideEncryptionConfiguration><Rule>${rule}</Rule></ServerSideEncryptionConfiguration>`
        const { url, root: credentials } = minio
        expect((await send({ url, credentials, method: 'PUT', bucket: 'photos', query, body })).status).toBe(200)
        await rowButton('remove.action', 'app-2026').click()
        await expect(dialog.getByRole('link', { name: 'photos' })).toBeVisible()
        await dialog.getByRole('textbox').fill('app-2026')
        const remove = dialog.getByRole('button', { name: ofPage('remove.action'), exact: true })
        await expect(remove).toHaveAccessibleDescription(ofPage('remove.inUse'))
        await expectAccessible(page)
        await dialog.getByRole('button', { name: 'Cancel' }).click()
        await page.getByRole('textbox', { name: ofPage('keys.pattern') }).fill('')
        await rowButton('remove.action', keyServer.defaultKey).click()
        await expect(dialog.getByText(ofPage('remove.elsewhere'))).toBeVisible()
        await dialog.getByRole('textbox').fill(keyServer.defaultKey)
        await remove.click()
        await expect(dialog.getByText('The storage server doesn’t support deleting keys of its KMS.')).toBeVisible()
        await dialog.getByRole('button', { name: 'Cancel' }).click()
      })

      await test.step('a key server that is down is marked, and works again once it is back', async () => {
        provokes(502)
        await keyServer.down()
        await tab('status').click()
        await page.reload()
        await expect(region('status.endpoints')).toContainText(`${keyServer.url} ${ofPage('status.offline')}`)
        await expect(region('status.version')).toContainText(errorText('KmsUnreachable'), { timeout: 20_000 })
        await expectAccessible(page)
        await keyServer.up()
        await page.reload()
        await expect(region('status.endpoints')).toContainText(`${keyServer.url} ${ofPage('status.online')}`)
        await expect(region('status.version')).toContainText('stand-in')
      })
    },
  )
}
