import { expectAccessible } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'

const COUNT = 2500

test(
  'a folder of 2,500 objects is listed completely, with only the visible rows rendered',
  ON_MINIO_TOO,
  async ({ page, given, signIn }) => {
    // Many objects are stored first, and a scan of the whole page takes long on a busy machine.
    test.setTimeout(240_000)
    const bucket = await given.bucket()
    const names = Array.from({ length: COUNT }, (_, index) => `object-${String(index).padStart(5, '0')}.txt`)
    await given.objects(bucket, names)
    await signIn()
    await page.goto(`/object-browser/${bucket}/`)

    await expect(page.getByText('object-00000.txt')).toBeVisible()
    await expect(page.getByText(/^2,?500 objects$/)).toBeVisible()
    expect(await page.getByRole('row').count(), 'only visible rows are rendered').toBeLessThan(100)
    await expectAccessible(page)

    const last = page.getByText(`object-0${COUNT - 1}.txt`)
    await page.getByText('object-00003.txt').hover()
    await expect(async () => {
      await page.mouse.wheel(0, 20_000)
      await expect(last).toBeVisible({ timeout: 200 })
    }).toPass()

    await page.getByPlaceholder('Search Objects').fill('object-01234')
    await expect(page.getByText('object-01234.txt')).toBeVisible()
    await expect(last).toHaveCount(0)
  },
)
