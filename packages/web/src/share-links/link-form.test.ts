import { expect, test } from 'vitest'
import { type LinkForm, linkExpiry, linkProblem } from './link-form.ts'

const DOWNLOAD: LinkForm = {
  kind: 'download',
  bucket: 'photos',
  path: 'a.jpg',
  days: '30',
  maxUses: '',
  maxSize: { amount: '', unit: 'MiB' },
  password: '',
  isDirect: false,
  sharedBy: '',
}
const UPLOAD: LinkForm = { ...DOWNLOAD, kind: 'upload', path: '', maxUses: '10', maxSize: { amount: '1', unit: 'GiB' } }

test.each<[LinkForm, Partial<LinkForm>, ReturnType<typeof linkProblem>]>([
  [DOWNLOAD, {}, undefined],
  [DOWNLOAD, { path: 'folder/' }, undefined],
  [DOWNLOAD, { maxUses: '5', password: 'long enough' }, undefined],
  [DOWNLOAD, { bucket: ' ' }, 'bucket'],
  [DOWNLOAD, { path: '' }, 'path'],
  [DOWNLOAD, { path: 'a*.jpg' }, 'name'],
  [DOWNLOAD, { maxUses: '0' }, 'uses'],
  [DOWNLOAD, { maxUses: '1.5' }, 'uses'],
  [DOWNLOAD, { password: 'short' }, 'password'],
  [DOWNLOAD, { isDirect: true }, undefined],
  [DOWNLOAD, { isDirect: true, path: 'folder/' }, 'direct'],
  [DOWNLOAD, { isDirect: true, maxUses: '5' }, 'direct'],
  [DOWNLOAD, { isDirect: true, password: 'long enough' }, 'direct'],
  [UPLOAD, { isDirect: true }, undefined],
  [UPLOAD, {}, undefined],
  [UPLOAD, { path: 'inbox/' }, undefined],
  [UPLOAD, { path: 'inbox' }, 'folder'],
  [UPLOAD, { maxUses: '' }, 'uses'],
  [UPLOAD, { maxSize: { amount: '6', unit: 'GiB' } }, 'size'],
  [UPLOAD, { maxSize: { amount: '0', unit: 'MiB' } }, 'size'],
])('%# the problem of a form', (form, change, problem) => {
  expect(linkProblem({ ...form, ...change })).toBe(problem)
})

test('a year is within what storage servers accept, also where the clock is a little behind', () => {
  expect(linkExpiry('365', 0)).toBe(new Date(365 * 86_400_000 - 60_000).toISOString())
})
