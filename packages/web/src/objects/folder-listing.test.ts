import { expect, test, vi } from 'vitest'
import { ApiError } from '../shared/api/api-error.ts'
import type { Entry } from './entry.ts'
import { type FetchPage, FolderListing } from './folder-listing.ts'

const entry = (key: string): Entry => ({ key, size: 1, modified: '' })
const keys = (listing: FolderListing) => listing.snapshot().rows.map((row) => row.key)

/** Pages of a folder that can be changed, or made to fail, between readings. */
function storedFolder(...pages: string[][]) {
  const folder = { pages, failure: undefined as ApiError | undefined, calls: [] as string[] }
  const fetchPage: FetchPage = async (after) => {
    folder.calls.push(after)
    if (folder.failure) throw folder.failure
    const index = after === '' ? 0 : folder.pages.findIndex((page) => page.at(-1) === after) + 1
    const page = folder.pages[index] ?? []
    const hasMore = index < folder.pages.length - 1
    return { entries: page.map(entry), next: hasMore ? page.at(-1) : undefined }
  }
  return { folder, fetchPage }
}

test('reads page after page, with folders before files', async () => {
  const { folder, fetchPage } = storedFolder(['a/', 'b'], ['c/', 'd'])
  const listing = new FolderListing(fetchPage)
  listing.refresh()
  await vi.waitFor(() => expect(listing.snapshot().isComplete).toBe(true))
  expect(keys(listing)).toEqual(['a/', 'c/', 'b', 'd'])
  expect(listing.snapshot()).toMatchObject({ folderCount: 2, isBusy: false, error: undefined })
  expect(folder.calls).toEqual(['', 'b'])
})

test('shows the first page before the second arrives', async () => {
  const second = Promise.withResolvers<void>()
  const { fetchPage } = storedFolder(['a'], ['b'])
  const listing = new FolderListing(async (after, signal) => {
    if (after !== '') await second.promise
    return await fetchPage(after, signal)
  })
  listing.refresh()
  await vi.waitFor(() => expect(keys(listing)).toEqual(['a']))
  expect(listing.snapshot()).toMatchObject({ isLoaded: true, isComplete: false, isBusy: true })
  second.resolve()
  await vi.waitFor(() => expect(keys(listing)).toEqual(['a', 'b']))
})

test('resumes after the last page that arrived when a later one fails', async () => {
  const { folder, fetchPage } = storedFolder(['a'], ['b'])
  const listing = new FolderListing(async (after, signal) => {
    if (after !== '' && !folder.failure && folder.calls.length === 1) {
      folder.failure = new ApiError({ status: 500, message: 'Broken' })
    }
    return await fetchPage(after, signal)
  })
  listing.refresh()
  await vi.waitFor(() => expect(listing.snapshot().error?.message).toBe('Broken'))
  expect(keys(listing)).toEqual(['a'])
  folder.failure = undefined
  listing.resume()
  await vi.waitFor(() => expect(keys(listing)).toEqual(['a', 'b']))
  expect(listing.snapshot().error).toBeUndefined()
  expect(folder.calls).toEqual(['', 'a', 'a'])
})

test('refresh keeps the old rows until it has read as many', async () => {
  const { folder, fetchPage } = storedFolder(['a', 'b'], ['c'])
  const listing = new FolderListing(fetchPage)
  listing.refresh()
  await vi.waitFor(() => expect(listing.snapshot().isComplete).toBe(true))
  const seen: number[] = []
  listing.subscribe(() => seen.push(listing.snapshot().rows.length))
  folder.pages = [['a', 'b'], ['d']]
  listing.refresh()
  await vi.waitFor(() => expect(keys(listing)).toEqual(['a', 'b', 'd']))
  expect(Math.min(...seen)).toBe(3)
})

test('removes deleted rows immediately', async () => {
  const { fetchPage } = storedFolder(['a/', 'b', 'c'])
  const listing = new FolderListing(fetchPage)
  listing.refresh()
  await vi.waitFor(() => expect(listing.snapshot().isComplete).toBe(true))
  listing.remove((key) => key === 'a/' || key === 'b')
  expect(keys(listing)).toEqual(['c'])
  expect(listing.snapshot().folderCount).toBe(0)
})

test('requests nothing after stop', async () => {
  const { folder, fetchPage } = storedFolder(['a'], ['b'])
  const listing = new FolderListing(async (after, signal) => {
    const page = await fetchPage(after, signal)
    listing.stop()
    return page
  })
  listing.refresh()
  await vi.waitFor(() => expect(listing.snapshot().isBusy).toBe(false))
  expect(folder.calls).toEqual([''])
  expect(keys(listing)).toEqual([])
})

test('clears the error of an outage with the next page, even an empty one', async () => {
  const last = Promise.withResolvers<void>()
  let calls = 0
  const listing = new FolderListing(async () => {
    calls += 1
    if (calls === 1) throw new ApiError({ status: 500, message: 'Broken' })
    if (calls === 3) await last.promise
    return { entries: [], next: calls === 2 ? 'a' : undefined, looked: 1000 }
  })
  listing.refresh()
  await vi.waitFor(() => expect(listing.snapshot().error?.message).toBe('Broken'))
  listing.resume()
  await vi.waitFor(() => expect(listing.snapshot()).toMatchObject({ looked: 1000, isBusy: true }))
  expect(listing.snapshot()).toMatchObject({ error: undefined, isLoaded: false })
  last.resolve()
  await vi.waitFor(() => expect(listing.snapshot()).toMatchObject({ isLoaded: true, isComplete: true }))
})

test('a row deleted while its page is loading stays removed until the next refresh', async () => {
  const page = Promise.withResolvers<void>()
  const { folder, fetchPage } = storedFolder(['a', 'b'])
  const listing = new FolderListing(async (after, signal) => {
    await page.promise
    return await fetchPage(after, signal)
  })
  listing.refresh()
  listing.remove((key) => key === 'a')
  page.resolve()
  await vi.waitFor(() => expect(keys(listing)).toEqual(['b']))
  expect(folder.calls).toEqual([''])
  listing.refresh()
  await vi.waitFor(() => expect(keys(listing)).toEqual(['a', 'b']))
})
