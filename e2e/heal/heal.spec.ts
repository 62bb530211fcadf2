import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { send, startMinio, targetKind } from '@cooperage/testkit'
import { expectAccessible } from '../src/accessibility.ts'
import { startConsole } from '../src/console-process.ts'
import { expect, ON_MINIO_TOO, test, visit } from '../src/journey.ts'
import { text } from '../src/text.ts'

test('a server with one drive has no menu item for heal, and the address explains why', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/heal')
  await expect(page.getByText('This storage server doesn’t support healing')).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Trace' })).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Heal' })).toHaveCount(0)
  await expectAccessible(page)
})

if (targetKind() === 'minio') {
  test(
    'objects that a drive has lost are healed, with their health before and after',
    ON_MINIO_TOO,
    async ({ page, signIn }) => {
      const storage = await startMinio({ drives: 4 })
      const { url, root, drives = [] } = storage
      const console = await startConsole(url)
      try {
        const put = (path: string, body = '') => send({ url, credentials: root, method: 'PUT', path, body })
        await put('/photos')
        for (let index = 0; index < 9; index++) await put(`/photos/2026/${index}.jpg`, 'x'.repeat(1024))
        rmSync(join(drives[2] ?? '', 'photos'), { recursive: true })

        await signIn({ keys: root, at: console.url })
        await page.goto(`${console.url}/buckets`)
        await page.getByRole('navigation').getByRole('link', { name: 'Heal' }).click()
        await expect(page.getByText('No drive is being rebuilt.')).toBeVisible()
        await expect(page.getByRole('option', { name: 'Select Bucket' })).toBeDisabled()
        await page.getByRole('combobox', { name: 'Bucket' }).selectOption('photos')
        await page.getByRole('switch', { name: 'Force start' }).check()
        await page.getByRole('button', { name: 'Start', exact: true }).click()
        await expect(page.getByText('Progress')).toBeVisible()
        // It is resumed after it was left.
        await page.goto(`${console.url}/buckets`)
        await visit(page, '/heal')
        await expect(page.getByText('Finished')).toBeVisible()
        await expectAccessible(page)
        const progress = page.getByRole('region', { name: 'Progress' })
        for (const [label, value] of [
          ['Items scanned', '10'],
          ['Objects scanned', '9'],
          ['Objects healed', '9'],
          ['Data scanned', '9.0 KiB'],
        ])
          await expect(progress.getByText(label ?? '').locator('..')).toContainText(value ?? '')
        await expect(progress.getByRole('listitem')).toContainText([
          ...['Green 0%', 'Yellow 100%', 'Red 0%', 'Grey 0%'],
          ...['Green 100%', 'Yellow 0%', 'Red 0%', 'Grey 0%'],
        ])
        await page.getByRole('combobox', { name: 'Bucket' }).selectOption('photos')
        await page.getByRole('button', { name: 'Force stop' }).click()
        await expect(page.getByText(text('heal:states.stopped')).first()).toBeVisible()
      } finally {
        await console.stop()
        await storage.stop()
      }
    },
  )
}
