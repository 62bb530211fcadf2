import { AppError, type FolderContents } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { type Lookup, type Planned, planSelection } from './plan-selection.ts'

const lookup: Lookup<{ key: string }> = {
  ofObject: async (path) => (path === 'gone' ? [] : [{ key: path }]),
  async below(path, after) {
    if (path === 'denied/')
      throw new AppError('AccessDenied', { action: 's3:ListBucket', resource: 'photos', task: '' })
    const key = after === '' ? `${path}1` : `${path}2`
    return { items: [{ key }], last: after === '' ? key : undefined }
  },
}

async function pagesOf(paths: string[], contents?: FolderContents) {
  const rows = paths.map((path) => ({ path, recursive: path.endsWith('/'), contents }))
  const pages: { items: string[]; failed: string[]; position: string }[] = []
  for (let position: string | undefined = ''; position !== undefined; ) {
    const { items, next, failures }: Planned<{ key: string }> = await planSelection(rows, position, lookup)
    pages.push({
      items: items.map(({ row, item }) => `${row} ${item.key}`),
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

test('plans only what a list of the folder shows', async () => {
  expect(await pagesOf(['f:/'], { search: '2', deep: false })).toEqual([
    { position: '', items: [], failed: [] },
    { position: '0:f:/1', items: ['0 f:/2'], failed: [] },
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
