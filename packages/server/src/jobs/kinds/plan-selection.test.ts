import { AppError } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { type Lookup, type Planned, planSelection } from './plan-selection.ts'

const lookup: Lookup<string> = {
  ofObject: async (path) => (path === 'gone' ? [] : [path]),
  async below(path, after) {
    if (path === 'denied/')
      throw new AppError('AccessDenied', { action: 's3:ListBucket', resource: 'photos', task: '' })
    return after === '' ? { items: [`${path}1`], last: `${path}1` } : { items: [`${path}2`], last: undefined }
  },
}

async function pagesOf(paths: string[]) {
  const rows = paths.map((path) => ({ path, recursive: path.endsWith('/') }))
  const pages: { items: string[]; failed: string[]; position: string }[] = []
  for (let position: string | undefined = ''; position !== undefined; ) {
    const { items, next, failures }: Planned<string> = await planSelection(rows, position, lookup)
    pages.push({
      items: items.map(({ row, item }) => `${row} ${item}`),
      failed: failures.map(({ path }) => path),
      position,
    })
    position = next
  }
  return pages
}

test('plans neighboring objects together, and folders page by page', async () => {
  expect(await pagesOf(['a', 'gone', 'b', 'f:/', 'c'])).toEqual([
    { position: '', items: ['0 a', '2 b'], failed: [] },
    { position: '3:', items: ['3 f:/1'], failed: [] },
    { position: '3:f:/1', items: ['3 f:/2'], failed: [] },
    { position: '4:', items: ['4 c'], failed: [] },
  ])
})

test('continues after a folder that may not be listed', async () => {
  expect(await pagesOf(['denied/', 'a'])).toEqual([
    { position: '', items: [], failed: ['denied/'] },
    { position: '1:', items: ['1 a'], failed: [] },
  ])
})

test('plans many objects in several pages', async () => {
  const pages = await pagesOf(Array.from({ length: 401 }, (_, at) => `o${at}`))
  expect(pages.map(({ position, items }) => [position, items.length])).toEqual([
    ['', 200],
    ['200:', 200],
    ['400:', 1],
  ])
})
