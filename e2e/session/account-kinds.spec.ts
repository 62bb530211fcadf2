/**
 * What accounts with different permissions see: the menu, the first page, and messages on other pages. What each
 * kind of account may do is covered by the server's tests (`permissions.test.ts`).
 */
import { type Accounts, accountsOf, allow, deny } from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import type { Keys } from '../src/given.ts'
import { expect, fillLoginForm, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { errorText, text } from '../src/text.ts'

interface Places {
  /** Contains `team/plan.txt` and `private/secret.txt`. */
  photos: string
  other: string
}

interface Kind {
  keys(accounts: Accounts, places: Places, root: Keys): Promise<Keys>
  /** Menu items for buckets and objects. */
  menu: ('Object Browser' | 'Buckets')[]
  /** Heading and address of the first page, if it isn't the object browser. */
  first?: [title: string, path: string]
  /** A folder that opens, and an object in it. */
  opens?: (places: Places) => { folder: string; shows: string }
  /** A folder that doesn't open, with the missing permission. */
  closed?: (places: Places) => { folder: string; lacks: string }
}

const BOTH: Kind['menu'] = ['Object Browser', 'Buckets']
const ALL_OPEN = ({ photos }: Places) => ({ folder: `${photos}/private/`, shows: 'secret.txt' })
const noListing = ({ photos }: Places) => ({ folder: `${photos}/`, lacks: `s3:ListBucket on ${photos}` })

const KINDS: Record<string, Kind> = {
  root: { keys: async (_, __, root) => root, menu: BOTH, first: ['Dashboard', '/dashboard'], opens: ALL_OPEN },
  writeonly: { keys: (accounts) => accounts.user('writeonly'), menu: ['Object Browser'], closed: noListing },
  'a deny of one bucket': {
    keys: (accounts, { other }) => accounts.allowed(allow(['s3:*'], '*'), deny(['s3:*'], other, `${other}/*`)),
    menu: BOTH,
    first: ['Buckets', '/buckets'],
    opens: ALL_OPEN,
    closed: ({ other }) => ({ folder: `${other}/`, lacks: `s3:ListBucket on ${other}` }),
  },
  'a deny of everything': {
    async keys(accounts) {
      const member = await accounts.user('readwrite')
      await accounts.group([member], await accounts.policy(deny(['s3:*'], '*')))
      return member
    },
    menu: [],
  },
}

test('accounts get their menu and first page, and elsewhere the reason', async ({ page, given, storage, provokes }) => {
  provokes(403)
  const places = { photos: await given.bucket('photos'), other: await given.bucket('other') }
  await given.objects(places.photos, ['team/plan.txt', 'private/secret.txt'])
  for (const [name, kind] of Object.entries(KINDS)) {
    await test.step(name, async () => {
      const keys = await kind.keys(accountsOf(storage), places, storage.root)
      await page.context().clearCookies()
      await page.goto('/login')
      await fillLoginForm(page, keys)
      await expect(page.getByRole('button', { name: 'Logout' }), 'signed in').toBeVisible()
      await expectPages(page, kind, places)
    })
  }
})

async function expectPages(page: Page, kind: Kind, places: Places): Promise<void> {
  if (kind.menu.length === 0) {
    for (const path of ['/', '/buckets', '/object-browser', `/object-browser/${places.photos}/`]) {
      await page.goto(path)
      await expect(page, 'the only allowed page').toHaveURL('/account')
      await expect(page.getByText(text('account:onlyPage'))).toBeVisible()
    }
    await expectAccessible(page)
    return
  }

  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('link', { name: 'Documentation' })).toBeVisible()
  for (const item of BOTH) {
    await expect(menu.getByRole('link', { name: item, exact: true })).toHaveCount(kind.menu.includes(item) ? 1 : 0)
  }
  const [title, path] = kind.first ?? ['Object Browser', '/object-browser']
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expectAccessible(page)
  if (!kind.menu.includes('Buckets')) {
    await page.goto('/buckets')
    await expect(page, 'the first allowed page').toHaveURL(/\/object-browser$/)
  }

  const opens = kind.opens?.(places)
  if (opens !== undefined) {
    await page.goto(`/object-browser/${opens.folder}`)
    await expect(rowOf(page, opens.shows)).toBeVisible()
  }
  const closed = kind.closed?.(places)
  if (closed !== undefined) {
    await page.goto(`/object-browser/${closed.folder}`)
    await expect(page.getByText(`(${closed.lacks})`)).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Object Browser' }), 'a link elsewhere').toBeVisible()
  }
}

test('an account without a policy, or a disabled one, gets the reason at sign-in', async ({
  page,
  storage,
  provokes,
}) => {
  provokes(401)
  const accounts = accountsOf(storage)
  const disabled = await accounts.user('readwrite')
  await accounts.setStatus(disabled, 'disabled')
  await page.goto('/login')
  await fillLoginForm(page, await accounts.user())
  await expect(page.getByRole('alert')).toContainText(errorText('NoPolicy'))
  await expectAccessible(page)
  await fillLoginForm(page, disabled)
  await expect(page.getByRole('alert')).toContainText(errorText('InvalidLogin'))
  await expect(page).toHaveURL(/\/login$/)
})
