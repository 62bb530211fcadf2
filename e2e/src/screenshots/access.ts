/** Access keys, policies, identity providers, and the IAM backup. */
import type { Page } from '@playwright/test'
import { SHOWN_BUCKET } from '../sample-data.ts'
import { text } from '../text.ts'
import { button, rowAction, type Scene } from './scene.ts'

/** A policy that grants less than what it replaces. */
const NARROWER = JSON.stringify(
  {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::photo-archive/*'] }],
  },
  undefined,
  2,
)

const seesPolicy = (page: Page) => page.getByRole('textbox', { name: 'Policy' }).getByText('s3:*').waitFor()

/** For a picture, nothing has to be compared. */
async function previewsImport(page: Page): Promise<void> {
  const entry = { skipReason: '', skipDetails: [], differences: [], isOwn: false }
  const secretKey = { field: 'secretKey', before: [], after: [] }
  const members = { field: 'members', before: ['maria'], after: ['ben', 'maria'] }
  const entries = [
    { ...entry, kind: 'policies', name: 'team-photos', change: 'add' },
    { ...entry, kind: 'policies', name: 'drafts', change: 'skip', skipReason: 'empty' },
    { ...entry, kind: 'users', name: 'ben', change: 'add' },
    { ...entry, kind: 'users', name: 'maria', change: 'change', differences: [secretKey] },
    { ...entry, kind: 'groups', name: 'editors', change: 'change', differences: [members] },
  ]
  const json = { entries, fingerprint: 'of these entries' }
  await page.route('**/api/v1/iam-backup/preview', (route) => route.fulfill({ json }))
  const file = { name: 'iam-backup-2026-11-23.zip', mimeType: 'application/zip', buffer: Buffer.from('any') }
  await page.getByLabel(text('iamBackup:import.fileLabel')).setInputFiles(file)
  await page.getByRole('grid').waitFor()
}

export const ACCESS_SCENES: readonly Scene[] = [
  { name: 'access-keys', path: '/access-keys' },
  { name: 'access-keys-temporary', path: '/access-keys?tab=temporary' },
  ...['', 'ldap', 'policies'].map((tab) => ({
    name: tab === '' ? 'identity-providers' : `identity-providers-${tab}`,
    path: tab === '' ? '/identity-providers' : `/identity-providers?tab=${tab}`,
  })),
  ...(['openid', 'ldap'] as const).map((type) => ({
    name: `identity-providers-add-${type}`,
    path: `/identity-providers?tab=${type}`,
    act: async (page: Page) => {
      await button(page, text(`identityProviders:add.${type}`))
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  })),
  {
    name: 'access-keys-revoke',
    path: '/access-keys?tab=temporary',
    act: async (page, isPhone) => {
      // The sessions of the other screenshots fill the list.
      await page.getByRole('searchbox').fill('jonas.weber')
      const row = page.getByRole('row').filter({ hasText: 'jonas.weber' }).first()
      if (isPhone) await row.getByRole('button', { name: 'Actions for' }).click()
      await (isPhone ? page.getByRole('menuitem') : row.getByRole('button')).last().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'access-key-edit',
    path: '/access-keys',
    act: async (page, isPhone) => {
      await page.getByRole('searchbox').fill('MIRASLAPTOP')
      await rowAction(page, 'Edit', 'MIRASLAPTOP', isPhone)
      await page.getByRole('switch', { name: text('accessKeys:edit.rotate') }).click()
    },
  },
  {
    name: 'access-key-create',
    path: '/account',
    act: async (page) => {
      await button(page, 'Create service account').click()
      await page.getByRole('switch', { name: 'Restrict with a policy' }).click()
      await page.getByRole('textbox', { name: 'Policy' }).focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.insertText(NARROWER)
      await page.getByText('This key could').waitFor()
      await button(page, 'Create').scrollIntoViewIfNeeded()
    },
  },
  { name: 'policies', path: '/policies' },
  {
    name: 'policy-create',
    path: '/policies',
    act: async (page) => {
      await button(page, 'Create Policy').click()
      await page.getByLabel('Policy Name').fill('team-photos')
      await page.getByRole('textbox', { name: 'Policy text' }).waitFor()
    },
  },
  { name: 'policy', path: '/policies/readwrite', act: seesPolicy },
  {
    name: 'policy-save',
    path: '/policies/readwrite',
    act: async (page) => {
      await seesPolicy(page)
      await page.getByRole('textbox', { name: 'Policy' }).focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.insertText(NARROWER)
      await button(page, 'Save').click()
      await page.getByText('Who is affected').waitFor()
    },
  },
  { name: 'policy-users', path: '/policies/readwrite?tab=users' },
  {
    name: 'policy-simulator',
    path: '/policies?tab=simulator',
    act: async (page) => {
      await page
        .getByLabel(text('policies:simulator.subject'))
        .selectOption({ label: text('policies:simulator.kinds.anonymous') })
      await page.getByLabel('Action').fill('s3:GetObject')
      await page.getByLabel('Resource').fill(`${SHOWN_BUCKET}/cover.jpg`)
      await button(page, text('policies:simulator.check')).click()
      await page.getByRole('region', { name: text('policies:simulator.answer') }).waitFor()
    },
  },
  { name: 'iam-backup', path: '/iam-backup' },
  {
    name: 'iam-backup-export',
    path: '/iam-backup',
    act: async (page) => {
      await button(page, text('iamBackup:export.action')).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'iam-backup-preview', path: '/iam-backup', act: previewsImport },
]
