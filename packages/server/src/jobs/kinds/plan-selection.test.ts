import { AppError, type FolderContents } from '@cooperage/contract'
import { expect, test } from 'vitest'
import type { Counted } from '../count-ahead.ts'
import { countObjects, countVersions, type Lookup, type Planned, planSelection } from './plan-selection.ts'

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

/** What each step of a count finds, and what it looks up one by one. */
async function countOf(paths: string[], count: typeof countObjects | typeof countVersions) {
  const rows = paths.map((path) => ({ path, recursive: path.endsWith('/') }))
  const lookedUp: string[] = []
  const ofObject = async (path: string) => {
    lookedUp.push(path)
    return [{ key: path }, { key: path }]
  }
  const counts: number[] = []
  for (let position: string | undefined = ''; position !== undefined; ) {
    const counted: Counted | undefined = await count(rows, position, { ...lookup, ofObject })
    if (counted === undefined) return { counts: undefined, lookedUp }
    counts.push(counted.count)
    position = counted.next
  }
  return { counts, lookedUp }
}

const many = Array.from({ length: 201 }, (_, at) => `o${at}`)

test('counts single objects without a request, together with the next listing of a folder', async () => {
  expect(await countOf(['a', 'b', 'f:/', 'c', 'denied/', 'd', 'e'], countObjects)).toEqual({
    counts: [3, 1, 2, 2],
    lookedUp: [],
  })
  expect(await countOf(['f:/', ...many], countObjects)).toEqual({ counts: [1, 1, 201], lookedUp: [] })
})

test('counts versions of single objects only beside folders, and only of a few', async () => {
  expect(await countOf(['a', 'f:/', 'b'], countVersions)).toEqual({ counts: [2, 1, 1, 2], lookedUp: ['a', 'b'] })
  for (const paths of [
    ['a', 'b'],
    ['f:/', ...many],
  ]) {
    expect(await countOf(paths, countVersions)).toEqual({ counts: undefined, lookedUp: [] })
  }
})
