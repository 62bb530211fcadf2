import { requireChromium } from '../../scripts/chromium.ts'
import { CHROMIUM_FLAGS } from '../src/chromium.ts'
import { greyPng } from '../src/hostile-files.ts'
import { expect, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { openPreview, previewOf, storeFile } from '../src/previews.ts'
import { STRESS } from '../src/scale.ts'
import { text } from '../src/text.ts'

// Desktop browsers with site isolation run the frame in a separate process; headless Chromium needs a flag for it.
test.use({
  launchOptions: { executablePath: requireChromium(), args: [...CHROMIUM_FLAGS, '--site-per-process'] },
})

test(
  'a frame that is kept busy is removed, and the page stays alive',
  STRESS,
  async ({ page, given, storage, signIn }) => {
    const bucket = await given.bucket()
    await storeFile(storage, bucket, { name: 'a.png', contentType: 'image/png', body: greyPng(20, 10) })
    await storeFile(storage, bucket, { name: 'b.png', contentType: 'image/png', body: greyPng(30, 10) })
    await signIn()
    await page.goto(`/object-browser/${bucket}/`)
    await expect(rowOf(page, 'b.png')).toBeVisible()
    await openPreview(page, 'a.png')
    const first = previewOf(page, 'a.png')
    await expect(first.frame.getByText(text('preview:image.size', { width: 20, height: 10 }))).toBeVisible()

    const inside = page.frames().find((frame) => frame.url().endsWith('/preview-frame'))
    // Never responds: the frame is removed before.
    inside?.evaluate('for (;;);').catch(() => undefined)
    // The page responds while the frame is busy.
    expect(await page.evaluate('1 + 1')).toBe(2)
    // Half of the time that a frame may be silent; a frame that responds is never silent for the other half.
    await page.evaluate('{ const now = performance.now.bind(performance); performance.now = () => now() + 7_500 }')
    await expect(first.dialog.getByRole('alert')).toHaveText(text('preview:stopped'))
    await expect(first.dialog.locator('iframe')).toHaveCount(0)

    await page.keyboard.press('ArrowRight')
    const second = previewOf(page, 'b.png')
    await expect(second.frame.getByText(text('preview:image.size', { width: 30, height: 10 }))).toBeVisible()
  },
)
