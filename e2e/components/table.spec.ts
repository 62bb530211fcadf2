import { expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { expect, test } from '../src/gallery.ts'
import { text } from '../src/text.ts'

test('a table is read, scrolled and operated with the keyboard, has a million rows, and on a phone two lines', async ({
  page,
  open,
}) => {
  await test.step('a table and its column menu are accessible in both themes', async () => {
    await open('table')
    await expect(page.getByText('There are no Buckets yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Choose columns' }).click()
    await expect(page.getByRole('dialog', { name: 'Choose columns' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
  })

  await test.step('has the dimensions that every table of the console has', async () => {
    const table = page.getByRole('grid', { name: 'Buckets' })
    const row = table.getByRole('row').nth(1)
    const size = async (cell: ReturnType<typeof table.getByRole>) =>
      (await cell.boundingBox()) ?? { width: 0, height: 0 }
    expect((await size(table.getByRole('rowgroup').first())).height, 'header').toBe(40)
    expect((await size(row)).height, 'row').toBe(40)
    expect((await size(row.getByRole('gridcell').first())).width, 'selection').toBe(45)
    expect((await size(row.getByRole('gridcell').last())).width, 'actions').toBeGreaterThanOrEqual(80)
    const height = (await table.locator('..').boundingBox())?.height ?? 0
    await expect(table.getByRole('row'), 'overscan').toHaveCount(1 + Math.ceil(height / 40) + 1 + 10)
  })

  await test.step('scrolling renders the rows that come into view, once, and not the header', async () => {
    const scrolled = await page.evaluate<{ came: number; rendered: number; head: number }>(`(async () => {
    const scroller = document.querySelector('[role=grid]').parentElement
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // The first render takes several frames.
    while (scroller.querySelectorAll('[data-index]').length < Math.ceil(scroller.clientHeight / 40) + 11) await frame()
    const { rows, head } = window.renders
    const sum = () => Object.values(rows).reduce((one, other) => one + other, 0)
    const [known, before] = [Object.keys(rows).length, sum()]
    for (let step = 1; step <= 40; step++) {
      scroller.scrollTop = step * 40
      await frame()
      await frame()
    }
    return { came: Object.keys(rows).length - known, rendered: sum() - before, head: window.renders.head - head }
  })()`)
    expect(scrolled.came).toBeGreaterThanOrEqual(40)
    // Further ones are the rows that enter and leave the tab order, at every tenth row.
    expect(scrolled.rendered - scrolled.came).toBeLessThanOrEqual(8)
    expect(scrolled.head).toBe(0)
    await page.evaluate("document.querySelector('[role=grid]').parentElement.scrollTop = 0")
    await expect(page.getByRole('row', { name: /bucket-00000/ })).toBeInViewport({ ratio: 1 })
  })

  await test.step('the keyboard moves through, selects and opens rows, rendered or not', async () => {
    await page.getByRole('row', { name: /bucket-00000/ }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('row', { name: /bucket-00002/ })).toBeFocused()
    await page.keyboard.press(' ')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ ')
    await expect(page.getByText('2 selected')).toBeVisible()
    await page.keyboard.press('End')
    const last = page.getByRole('row', { name: /bucket-49999/ })
    await expect(last).toBeFocused()
    await expect(last).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Enter')
    await expect(page.getByText('bucket-49999 opened')).toBeVisible()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('row', { name: /bucket-49998/ })).toBeFocused()
    await page.keyboard.press('Home')
    await expect(page.getByRole('row', { name: /bucket-00000/ })).toBeFocused()
  })

  await test.step('Shift with an arrow selects on the way and not beyond, and Ctrl+A selects all', async () => {
    for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(page.getByText('5 selected')).toBeVisible()
    await expect(page.getByRole('row', { name: /bucket-00006/, selected: true })).toBeFocused()
    await page.keyboard.press('Shift+ArrowUp')
    await expect(page.getByText('4 selected')).toBeVisible()
    await expect(page.getByRole('row', { name: /bucket-00005/, selected: true })).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await expect(page.getByText('50,000 selected')).toBeVisible()
  })

  await test.step('the bar of the selection moves no row, and after it the focus is in the table', async () => {
    const bar = page.getByRole('group', { name: text('shared:selection.label') })
    const clear = bar.getByRole('button', { name: text('shared:selection.clear') })
    await expect(bar.getByRole('button', { name: 'Delete Selected' })).toBeVisible()
    const row = page.getByRole('row', { name: /bucket-00005/ })
    const before = await row.boundingBox()
    await clear.press('Enter')
    await expect(bar).toHaveCount(0)
    await expect(row).toBeFocused()
    expect(await row.boundingBox()).toEqual(before)
  })

  await test.step('the actions of a row are shown on hover and focus, and are always there for screen readers', async () => {
    const view = (name: string) => page.getByRole('button', { name: `View ${name}` })
    await expect(view('bucket-00005'), 'focused').toHaveCSS('opacity', '1')
    await expect(view('bucket-00003')).toHaveCSS('opacity', '0')
    await page.getByRole('row', { name: /bucket-00003/ }).hover()
    await expect(view('bucket-00003')).toHaveCSS('opacity', '1')
  })

  await test.step('a fast scroll shows rows, never a blank area', async () => {
    const drawn = await page.evaluate<boolean[]>(`(async () => {
    const element = document.querySelector('[role=grid]').parentElement
    const seen = []
    for (let step = 1; step <= 20; step++) {
      element.scrollTop = step * 90_000
      // The first moment at which the new rows can be visible.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      const box = element.getBoundingClientRect()
      const here = document.elementFromPoint(box.left + 120, box.top + box.height / 2)
      seen.push(here?.closest('[data-index]') instanceof Element)
    }
    return seen
  })()`)
    expect(drawn).not.toContain(false)
  })

  await test.step('columns are chosen with the keyboard, and the choice is remembered', async () => {
    const size = page.getByRole('columnheader', { name: 'Size' })
    const chooser = page.getByRole('button', { name: 'Choose columns' })
    await chooser.press('Enter')
    await page.getByRole('checkbox', { name: 'Size' }).press(' ')
    await expect(page.getByRole('checkbox', { name: 'Name', exact: true })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(chooser).toBeFocused()
    await expect(page.getByRole('grid', { name: 'Buckets' }).getByRole('columnheader', { name: 'Size' })).toHaveCount(0)
    await page.reload()
    await expect(page.getByText('bucket-00000')).toBeVisible()
    await expect(page.getByRole('grid', { name: 'Buckets' }).getByRole('columnheader', { name: 'Size' })).toHaveCount(0)
    await expect(size, 'another table keeps its own choice').toHaveCount(1)
  })

  await test.step('columns are moved and made wider with the keyboard, and all are as at first after a reset', async () => {
    const grid = page.getByRole('grid', { name: 'Buckets' })
    const headers = () => grid.getByRole('columnheader').allInnerTexts()
    const widthOf = async (name: string) => (await grid.getByRole('columnheader', { name }).boundingBox())?.width ?? 0
    await page.getByRole('button', { name: 'Choose columns' }).click()
    await page.getByRole('checkbox', { name: 'Size' }).press(' ')
    const up = page.getByRole('button', { name: text('columns:up', { column: 'Size' }) })
    await up.press('Enter')
    await expect(up, 'it keeps the focus').toBeFocused()
    expect((await headers()).filter((name) => /Name|Made|Size/.test(name))).toEqual(['Name', 'Size', 'Made'])
    await up.press('Enter')
    expect(
      (await headers()).filter((name) => /Name|Made|Size/.test(name)),
      'the name stays first',
    ).toEqual([...['Name', 'Size', 'Made']])
    expect(await widthOf('Size')).toBe(120)
    await page.getByRole('button', { name: text('columns:wider', { column: 'Size' }) }).press('Enter')
    await expect.poll(() => widthOf('Size')).toBe(140)
    await page.getByRole('button', { name: text('columns:reset') }).press('Enter')
    await expect.poll(() => widthOf('Size')).toBe(120)
    expect((await headers()).filter((name) => /Name|Made|Size/.test(name))).toEqual(['Name', 'Made', 'Size'])
    await page.keyboard.press('Escape')
  })

  await test.step('the boundary between headers is dragged under the pointer, and a double click gives the column its own width', async () => {
    const made = page.getByRole('grid', { name: 'Buckets' }).getByRole('columnheader', { name: 'Made' })
    const box = async () => (await made.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const end = async () => ({ x: (await box()).x + (await box()).width, y: (await box()).y + 20 })
    await made.hover()
    const from = await end()
    await expect(made.locator('[data-edge]')).toHaveCount(1)
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + 40, from.y)
    await page.mouse.move(from.x + 70, from.y)
    await expect.poll(async () => (await end()).x - from.x, { message: 'while it is dragged' }).toBe(70)
    await page.mouse.up()
    expect((await end()).x - from.x).toBe(70)
    expect((await box()).width).toBe(230)
    await page.mouse.dblclick((await end()).x, from.y)
    await expect.poll(async () => (await box()).width).toBe(160)
    await page.getByRole('button', { name: 'Choose columns' }).click()
    await page.getByRole('button', { name: text('columns:reset') }).click()
    await page.keyboard.press('Escape')
  })

  await test.step('on a phone a row has two lines and a menu', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const more = page.getByRole('button', { name: 'Actions for bucket-00003' })
    await more.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
    await expect(page.getByRole('menuitem', { name: 'View' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('bucket-00003 opened')).toBeVisible()
    await expect(more).toBeFocused()
    await page.getByRole('row', { name: /bucket-00003/ }).press('Shift+F10')
    await expect(page.getByRole('menuitem', { name: 'View' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(more).toBeFocused()
  })
  await page.setViewportSize({ width: 1360, height: 850 })

  await test.step('each of a million rows, more than a browser can lay out, is reachable by keyboard, wheel and scroll bar', async () => {
    await open('table', 'rows=1000000')
    const row = (index: number) => page.getByRole('row', { name: `bucket-${String(index).padStart(5, '0')}` })
    await row(0).focus()
    await page.keyboard.press('End')
    await expect(row(999_999)).toBeFocused()
    await expect(row(999_999)).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('PageUp')
    await page.keyboard.press('PageUp')
    await expect(row(999_999), 'a page is not the whole list').not.toBeInViewport()
    await page.keyboard.press('End')
    await expect(row(999_999)).toBeFocused()

    // The wheel scrolls exactly by the distance that it is turned.
    const seenTop = () =>
      page.evaluate<number>(`(() => {
      const box = document.querySelector('[role=grid]').parentElement.getBoundingClientRect()
      const row = document.elementFromPoint(box.left + 120, box.top + 60).closest('[data-index]')
      return row === null ? -1 : Number(row.dataset.index)
    })()`)
    await page.evaluate(`(() => {
    const scroller = document.querySelector('[role=grid]').parentElement
    scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) / 2
  })()`)
    await expect.poll(seenTop).toBeGreaterThan(490_000)
    const middle = await seenTop()
    expect(middle).toBeLessThan(510_000)
    await row(middle).hover()
    for (const step of [400, 400, -400]) {
      const before = await seenTop()
      await page.mouse.wheel(0, step)
      await expect.poll(seenTop).toBe(before + step / 40)
    }

    await page.evaluate(`document.querySelector('[role=grid]').parentElement.scrollTo({ top: 0 })`)
    await expect(row(0)).toBeInViewport({ ratio: 1 })
    const byName = page.getByRole('grid', { name: 'Buckets' }).getByRole('button', { name: 'Name', exact: true })
    await byName.click()
    await byName.click()
    await expect(row(999_999), 'sorted in descending order').toBeInViewport()
  })
})
