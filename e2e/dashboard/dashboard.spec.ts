import { expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'

test(
  'the dashboard shows usage, servers and drives, and its figures lead to the buckets',
  ON_MINIO_TOO,
  async ({ page, given, signIn }) => {
    const bucket = await given.bucket()
    await given.objects(bucket, ['a.txt', 'b.txt'])
    await signIn()
    await page.goto('/dashboard')
    const figure = (label: string) => page.getByRole('term').filter({ hasText: label })
    for (const label of ['All buckets', 'Usage', 'Total Objects', 'Free space']) {
      await expect(figure(label)).toBeVisible()
    }
    const servers = page.getByRole('region', { name: 'Servers' })
    await expect(servers.getByRole('row').filter({ hasText: 'Online' })).toHaveCount(1)
    const drives = servers.getByRole('button', { name: '1 of 1 OK' })
    await expect(drives).toHaveAttribute('aria-expanded', 'true')
    await drives.click()
    await expect(drives).toHaveAttribute('aria-expanded', 'false')
    await expectAccessibleInBothThemes(page)

    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390)
    await page.getByRole('region', { name: 'Usage' }).getByRole('link').click()
    await expect(page).toHaveURL(/\/buckets$/)
  },
)
