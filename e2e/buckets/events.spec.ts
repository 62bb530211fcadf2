/** A bucket's event subscriptions, with a real webhook that receives the events (spec core-console 2, 5, 7, 9). */
import { accountsOf, addWebhookTargets, allow, TestWebhook, waitUntil } from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { givenAt } from '../src/given.ts'
import { expect, test as journey, ON_MINIO_TOO, visit } from '../src/journey.ts'
import { cellsOf, rowOf } from '../src/object-browser.ts'
import type { StorageProcess } from '../src/storage-process.ts'
import { permissionError, text } from '../src/text.ts'

const ARN = 'arn:minio:sqs::first:webhook'
const OTHER = 'arn:minio:sqs::second:webhook'
/** What the page calls them. */
const [NAME, OTHER_NAME] = ['first (webhook)', 'second (webhook)']

interface EventServers {
  storage: StorageProcess
  hook: TestWebhook
  url: string
}

const test = journey.extend<{ events: EventServers }>({
  /** A storage with two targets, and a console in front of it. */
  events: async ({ ownStorage, ownConsole }, use) => {
    const hook = await new TestWebhook().up()
    const storage = await ownStorage()
    await addWebhookTargets(storage, { first: `${hook.url}/first`, second: `${hook.url}/second` })
    const { url } = await ownConsole({ storage })
    await use({ storage, hook, url })
    await hook.down()
  },
})

/** Opens the events of a new bucket; signs in first, unless the page is open already. */
async function openEvents(page: Page, { storage, url }: EventServers, signIn?: (options: object) => Promise<void>) {
  const bucket = await givenAt(storage).bucket()
  await signIn?.({ keys: storage.root, at: url })
  const path = `/buckets/${bucket}/events`
  await (signIn === undefined ? visit(page, path) : page.goto(url + path))
  await expect(page.getByText('No event subscriptions')).toBeVisible()
  return bucket
}

const subscribing = (page: Page, bucket: string) =>
  page.getByRole('dialog', { name: `Subscribe To Event of ${bucket}` })
const columnHeaders = (page: Page) => page.getByRole('grid', { name: 'Events' }).getByRole('columnheader')

test(
  'subscriptions are created, notified, deleted and kept when others change, with the keyboard, a typed ARN and on a phone',
  ON_MINIO_TOO,
  async ({ page, events, signIn, provokes }) => {
    await test.step('a subscription is created, its webhook receives an event, and it is deleted after confirmation', async () => {
      const bucket = await openEvents(page, events, signIn)
      const { storage, hook } = events
      await expect(columnHeaders(page)).toHaveText(['SQS', 'Events', 'Prefix', 'Suffix', 'Actions'])
      await page.getByRole('button', { name: 'Subscribe to Event' }).click()
      const dialog = subscribing(page, bucket)
      await expect(dialog.getByLabel('ARN').getByRole('option')).toHaveText(['Choose a target', NAME, OTHER_NAME])
      const save = dialog.getByRole('button', { name: 'Save' })
      await expect(save).toHaveAccessibleDescription('Choose a target first')
      await dialog.getByLabel('ARN').selectOption(ARN)
      await expect(save).toHaveAccessibleDescription('Choose at least one event type')
      for (const type of ['PUT', 'DELETE']) await dialog.getByRole('switch', { name: type }).click()
      await expect(dialog.getByRole('switch', { name: 'GET' })).toBeChecked({ checked: false })
      await dialog.getByLabel('Prefix').fill('in/')
      await dialog.getByLabel('Suffix').fill('.txt')
      await expectAccessible(page)
      await save.click()
      await expect(page.getByText(text('bucketEvents:form.saved', { arn: NAME, bucket }))).toBeVisible()
      const row = rowOf(page, NAME)
      await expect(row).toContainText('put, delete')
      await expect(row.getByTitle(ARN)).toBeVisible()
      await expect(cellsOf(row)).toContainText([NAME, 'put, delete', 'in/', '.txt', ''])

      await storage.request({ method: 'PUT', bucket, key: 'in/a.txt', body: 'x' })
      await waitUntil('the webhook hears of it', () =>
        hook.bodies('/first').some(({ Key }) => Key === `${bucket}/in/a.txt`),
      )

      await row.getByRole('button', { name: 'Delete' }).click()
      const question = page.getByRole('dialog', { name: `Delete Event of ${bucket}` })
      await expect(question.getByText(text('bucketEvents:deletion.others'))).toBeVisible()
      await expect(question.getByText(`${NAME} will no longer be notified of put, delete`)).toBeVisible()
      await question.getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText('The subscription was deleted.')).toBeVisible()
      await expect(page.getByText('No event subscriptions')).toBeVisible()
    })

    await test.step('a subscription is added with the keyboard alone, and adding it again changes nothing', async () => {
      const bucket = await openEvents(page, events)
      const button = page.getByRole('button', { name: 'Subscribe to Event' })
      const dialog = subscribing(page, bucket)
      for (const notice of [
        text('bucketEvents:form.saved', { arn: NAME, bucket }),
        text('bucketEvents:form.existed'),
      ]) {
        await button.focus()
        await page.keyboard.press('Enter')
        await expect(dialog.getByLabel('ARN')).toBeFocused()
        await expect(dialog.getByLabel('ARN').getByRole('option')).toHaveCount(3)
        await page.keyboard.press('ArrowDown')
        await expect(dialog.getByLabel('ARN')).toHaveValue(ARN)
        await page.keyboard.press('Tab')
        await page.keyboard.press('Tab')
        await expect(dialog.getByRole('switch', { name: 'GET' })).toBeFocused()
        await page.keyboard.press('Space')
        await page.keyboard.press('Enter')
        await expect(page.getByText(notice)).toBeVisible()
        await expect(dialog).toBeHidden()
        await expect(button, 'focus returns to the button').toBeFocused()
      }
      await expect(rowOf(page, NAME)).toHaveCount(1)
    })

    await test.step('a subscription created by another client is shown unchanged, and stays when another one is deleted', async () => {
      const bucket = await openEvents(page, events)
      const { storage } = events
      const entry = (name: string, prefix: string) =>
        `<QueueConfiguration><Filter><S3Key><FilterRule><Name>prefix</Name><Value>${prefix}</Value></FilterRule></S3Key></Filter><Event>${name}</Event><Queue>${ARN}</Queue></QueueConfiguration>`
      const query = { notification: '' }
      const body = `<NotificationConfiguration>${entry('s3:ObjectCreated:Copy', 'a/')}${entry('s3:ObjectCreated:*', 'b/')}${entry('s3:ObjectCreated:*', 'c/')}</NotificationConfiguration>`
      await storage.request({ method: 'PUT', bucket, query, body })
      const before = (await storage.request({ method: 'GET', bucket, query })).text
      await page.reload()
      await expect(rowOf(page, 's3:ObjectCreated:Copy')).toContainText('a/')
      await expectAccessible(page)
      await rowOf(page, 'b/').getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await expect(rowOf(page, 'b/')).toHaveCount(0)
      await expect(rowOf(page, NAME)).toHaveCount(2)
      const after = (await storage.request({ method: 'GET', bucket, query })).text
      expect(after).toBe(before.replace(/<QueueConfiguration>(?:(?!<\/Queue).)*b\/.*?<\/QueueConfiguration>/, ''))
    })

    await test.step('without permission to list targets their ARN is typed, and an unknown one is rejected', async () => {
      const { storage, url } = events
      const bucket = await givenAt(storage).bucket()
      provokes(400, 403, 404)
      const user = await accountsOf(storage).allowed(allow(['s3:*'], bucket, `${bucket}/*`))
      await signIn({ keys: user, at: url })
      await page.goto(`${url}/buckets/${bucket}/events`)
      await page.getByRole('button', { name: 'Subscribe to Event' }).click()
      const dialog = subscribing(page, bucket)
      await expect(dialog.getByText(text('bucketEvents:form.notListed', { message: '' }))).toBeVisible()
      await expect(dialog.getByText(permissionError('admin:ServerInfo'))).toBeVisible()
      const arn = dialog.getByRole('textbox', { name: 'ARN' })
      await arn.fill('arn:minio:sqs::nobody:webhook')
      await dialog.getByRole('switch', { name: 'PUT' }).click()
      await expectAccessible(page)
      const save = dialog.getByRole('button', { name: 'Save' })
      await save.click()
      await expect(dialog.getByRole('alert')).toContainText('arn:minio:sqs::nobody:webhook')
      await arn.fill(ARN)
      await save.click()
      await expect(page.getByText(text('bucketEvents:form.saved', { arn: NAME, bucket }))).toBeVisible()
      await expect(rowOf(page, NAME)).toContainText('put')
    })

    await test.step('on a phone a subscription is created and deleted', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      const bucket = await openEvents(page, events, signIn)
      await page.getByRole('button', { name: 'Subscribe to Event' }).click()
      const dialog = subscribing(page, bucket)
      await dialog.getByLabel('ARN').selectOption(OTHER)
      await dialog.getByRole('switch', { name: 'PUT' }).click()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(rowOf(page, OTHER_NAME)).toContainText('put')
      const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      expect(await overflow(), 'nothing overflows the screen').toBeLessThanOrEqual(0)
      await page.getByRole('button', { name: `Actions for ${OTHER_NAME}` }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText('No event subscriptions')).toBeVisible()
    })
  },
)

test(
  'without targets or permission the page says what is missing',
  ON_MINIO_TOO,
  async ({ page, given, signIn, provokes }) => {
    await test.step('a server without targets says how to add one', async () => {
      const bucket = await given.bucket()
      await signIn()
      await page.goto(`/buckets/${bucket}/events`)
      await expect(page.getByText(text('bucketEvents:noTargets'))).toBeVisible()
      const button = page.getByRole('button', { name: 'Subscribe to Event' })
      await expect(button).toHaveAccessibleDescription(text('bucketEvents:noTargetsReason'))
      await expectAccessible(page)
      await page.getByRole('link', { name: text('bucketEvents:addTarget') }).click()
      await expect(page).toHaveURL('/settings/notifications/add')
    })

    await test.step('without the permission the list and the button name the missing permission', async () => {
      provokes(403)
      const bucket = await given.bucket()
      const actions = ['s3:ListBucket', 's3:GetBucketLocation']
      const Statement = [{ Effect: 'Allow', Action: actions, Resource: [`arn:aws:s3:::${bucket}`] }]
      await signIn({ keys: await given.user({ Version: '2012-10-17', Statement }) })
      await page.goto(`/buckets/${bucket}/events`)
      await expect(page.getByText(permissionError('s3:GetBucketNotification', bucket))).toBeVisible()
      await expect(page.getByRole('button', { name: 'Subscribe to Event' })).toHaveAccessibleDescription(
        permissionError('s3:PutBucketNotification', bucket),
      )
    })
  },
)
