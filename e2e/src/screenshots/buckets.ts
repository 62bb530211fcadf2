/** The list of buckets, and the page of one bucket. */
import type { Page } from '@playwright/test'
import { SHOWN_BUCKET } from '../sample-data.ts'
import { permissionError, text } from '../text.ts'
import { button, type Scene } from './scene.ts'

const SUMMARY = `/buckets/${SHOWN_BUCKET}/summary`

export const BUCKET_SCENES: readonly Scene[] = [
  { name: 'buckets', path: '/buckets' },
  { name: 'buckets-empty', at: ({ empty }) => empty.url, path: '/buckets' },
  {
    name: 'buckets-no-match',
    path: '/buckets',
    act: (page) => page.getByPlaceholder('Search Buckets').fill('holiday'),
  },
  { name: 'buckets-storage-out', at: ({ lost }) => lost.url, path: '/buckets' },
  {
    name: 'create-bucket',
    path: '/buckets',
    act: async (page) => {
      await button(page, 'Create Bucket').click()
      await page.getByLabel('Bucket name').fill('Team Photos')
    },
  },
  {
    name: 'create-bucket-whole',
    path: '/buckets',
    act: async (page) => {
      await button(page, 'Create Bucket').click()
      await page.getByLabel('Bucket name').fill('contracts')
      // The hint of a switch is part of its name.
      for (const label of ['Versioning', 'Quota', 'Retention']) {
        await page.getByRole('switch', { name: new RegExp(`^${label}`) }).click()
      }
    },
  },
  {
    name: 'create-bucket-partly',
    path: '/buckets',
    act: async (page) => {
      // For a picture, the bucket need not be created.
      await page.route('**/api/v1/buckets', async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        const refused = permissionError('admin:SetBucketQuota', 'contracts')
        const steps = [
          { step: 'bucket', done: true, reason: '' },
          { step: 'versioning', done: true, reason: '' },
          { step: 'quota', done: false, reason: refused },
        ]
        await route.fulfill({ status: 201, json: { steps } })
      })
      await button(page, 'Create Bucket').click()
      await page.getByLabel('Bucket name').fill('contracts')
      await button(page, 'Save').click()
      await page.getByText(text('createBucket:partly', { name: 'contracts' })).waitFor()
    },
  },
  {
    name: 'bucket-summary',
    path: SUMMARY,
    act: (page) => page.getByText('Earlier versions').or(page.getByText('can’t be recovered')).first().waitFor(),
  },
  ...(['access policy', 'versioning', 'quota', 'encryption'] as const).map((setting) => ({
    name: `bucket-${setting.replace(' ', '-')}`,
    path: SUMMARY,
    act: async (page: Page) => {
      await button(page, `Edit ${setting}`).click()
      const dialog = page.getByRole('dialog')
      if (setting === 'access policy') {
        await dialog.getByLabel('Access Policy').selectOption('CUSTOM')
        await dialog.getByRole('textbox').waitFor()
        await dialog.getByText(text('policyEditor:simulate')).click()
        await dialog.getByRole('region', { name: text('policies:simulator.answer') }).scrollIntoViewIfNeeded()
      } else if (setting === 'encryption') await dialog.waitFor()
      else await dialog.getByRole('switch').first().click()
    },
  })),
  {
    name: 'bucket-access',
    path: `/buckets/${SHOWN_BUCKET}/access`,
    act: (page) => page.getByText('readwrite').waitFor(),
  },
  { name: 'bucket-events', path: `/buckets/${SHOWN_BUCKET}/events` },
  { name: 'bucket-lifecycle', path: `/buckets/${SHOWN_BUCKET}/lifecycle` },
  {
    name: 'bucket-lifecycle-add',
    path: `/buckets/${SHOWN_BUCKET}/lifecycle`,
    act: (page) => button(page, 'Add Lifecycle Rule').click(),
  },
  { name: 'bucket-storage-out', at: ({ lost }) => lost.url, path: SUMMARY },
  {
    name: 'bucket-page-missing',
    path: '/buckets/no-such-bucket/summary',
    act: (page) => page.getByText('doesn’t exist').waitFor(),
  },
  {
    name: 'delete-bucket-refused',
    path: '/buckets',
    act: async (page, isPhone) => {
      if (isPhone) {
        await button(page, 'Actions for invoices').click()
        await page.getByRole('menuitem', { name: 'Delete' }).click()
      } else await button(page, 'Delete invoices').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByText('isn’t empty').waitFor()
    },
  },
  {
    name: 'create-bucket-wrong-name',
    path: '/buckets',
    act: async (page) => {
      await button(page, 'Create Bucket').click()
      await page.getByLabel('Bucket name').fill('Team Photos')
      await page.getByText('uppercase letters').waitFor()
    },
  },
]
