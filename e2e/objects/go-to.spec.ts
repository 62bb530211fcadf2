/** Going to a typed path, with suggestions from the storage. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { text } from '../src/text.ts'

const HOSTILE = '<img src=x onerror=alert(1)>.txt'

test.beforeEach(({ signIn }) => signIn())

const dialogOf = (page: Page) => page.getByRole('dialog', { name: text('goTo:title') })
const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true })

test('the palette opens a folder and an object with the keyboard, without a trailing slash, and reports a missing path', async ({
  page,
  given,
}) => {
  await test.step('the palette opens a folder and then an object with the keyboard alone', async () => {
    const bucket = await given.bucket()
    await given.objects(bucket, ['photos/cover.jpg', 'photos/june/1.jpg', `photos/${HOSTILE}`])
    await page.goto('/object-browser')
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('combobox', { name: text('shell:palette.title') })
    await expect(palette).toBeFocused()
    await palette.fill('go to')
    await expect(option(page, text('goTo:title'))).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')

    const path = dialogOf(page).getByRole('combobox', { name: 'Path' })
    await expect(path).toBeFocused()
    await path.fill(bucket.slice(0, -1))
    await expect(option(page, `${bucket}/`)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(path).toHaveValue(`${bucket}/`)
    await expect(option(page, `${bucket}/photos/`)).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(option(page, `${bucket}/photos/`)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(path).toHaveValue(`${bucket}/photos/`)
    await expect(option(page, `${bucket}/photos/june/`)).toBeVisible()
    await expect(option(page, `${bucket}/photos/${HOSTILE}`)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(rowOf(page, 'cover.jpg')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/object-browser/${bucket}/photos/$`))

    await page.getByRole('button', { name: text('goTo:title') }).press('Enter')
    await expect(path).toHaveValue(`${bucket}/photos/`)
    await path.fill(`${bucket}/photos/cover.jpg`)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'cover.jpg', level: 1 })).toBeVisible()
  })

  await test.step('a folder needs no trailing slash, and a missing path is reported', async () => {
    const bucket = await given.bucket()
    await given.objects(bucket, ['a/deep/1.txt', 'a-1.txt'])
    await page.goto(`/object-browser/${bucket}/`)
    await expect(rowOf(page, 'a-1.txt')).toBeVisible()
    const button = page.getByRole('button', { name: text('goTo:title') })
    await button.click()
    const path = dialogOf(page).getByRole('combobox', { name: 'Path' })
    await path.fill('')
    await expect(dialogOf(page).getByRole('button', { name: text('goTo:go'), exact: true })).toHaveAttribute(
      'aria-description',
      text('goTo:missing'),
    )
    await path.fill(`${bucket}/b`)
    await expect(page.getByText(text('goTo:nothing'))).toBeVisible()
    await path.press('Enter')
    await expect(page.getByText(text('goTo:notThere'))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()

    await button.click()
    await path.fill(`s3://${bucket}/a`)
    await path.press('Enter')
    await expect(rowOf(page, 'deep')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/object-browser/${bucket}/a/$`))
  })
})
