import { expectAccessible } from '../src/accessibility.ts'
import { expect, test } from '../src/journey.ts'
import { STRESS } from '../src/scale.ts'
import { text } from '../src/text.ts'

const COUNT = 2500

test(
  'a folder of 2,500 objects is listed completely, with only the visible rows rendered',
  STRESS,
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
    await test.step('a row is as light as scrolling needs it', async () => {
      const [elements, attributes] = await page.evaluate<[number, number]>(`(() => {
      const row = document.querySelector('[data-index="3"]')
      const all = [row, ...row.querySelectorAll('*')]
      return [all.length, all.reduce((sum, element) => sum + element.attributes.length, 0)]
    })()`)
      expect(elements).toBeLessThanOrEqual(45)
      expect(attributes).toBeLessThanOrEqual(143)
    })
    await expectAccessible(page)

    const last = page.getByText(`object-0${COUNT - 1}.txt`)
    await page.getByText('object-00003.txt').hover()
    await expect(async () => {
      await page.mouse.wheel(0, 20_000)
      await expect(last).toBeVisible({ timeout: 200 })
    }).toPass()

    await page.getByPlaceholder('Search objects').fill('object-01234')
    await expect(page.getByText('object-01234.txt')).toBeVisible()
    await expect(last).toHaveCount(0)

    await test.step('all rows that match a search are selected', async () => {
      await page.getByPlaceholder('Search objects').fill('object-012')
      await expect(page.getByText('object-01200.txt')).toBeVisible()
      await page.getByRole('checkbox', { name: text('shared:selectAll') }).click()
      await expect(page.getByText(text('objects:summary.allFoundSelected', { number: '100' }))).toBeVisible()
    })

    await test.step('selecting all includes what is still loading, and acts on it only when it is there', async () => {
      const isRest = ({ searchParams }: URL) => searchParams.has('after') || searchParams.has('continuation')
      let release = () => {}
      const isReleased = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route(
        (url) => url.pathname.endsWith(`/${bucket}/objects`) && isRest(url),
        async (route) => {
          await isReleased
          await route.continue()
        },
      )
      await page.reload()
      await page.getByRole('checkbox', { name: text('shared:selectAll') }).click()
      await expect(page.getByText(text('objects:summary.selectingAll', { number: '200' }))).toBeVisible()
      const remove = page.getByRole('button', { name: text('objects:deleteSelected') })
      await expect(remove).toHaveAttribute('aria-disabled', 'true')
      release()
      await expect(page.getByText('All 2,500 objects selected')).toBeVisible()
      await remove.click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText('2,500')
      await expect(dialog.getByRole('switch', { name: text('serverJobs:run.label') })).toBeChecked()
    })
  },
)
