/** Paged listings during concurrent writes: a key that exists throughout appears exactly once. */
import { createListObjectsV2Reader, parseListVersions } from '@cooperage/wire'
import { describe, expect, test } from 'vitest'
import { given, request } from '../target.ts'

/** Keys that exist throughout; all others come and go. */
const KEPT = Array.from({ length: 9 }, (_, index) => `kept/${index}`)
const PASSING = KEPT.map((key) => `${key}-passing`)
const SIZE = 3

interface Page {
  keys: string[]
  /** The query for the next page. */
  next: Record<string, string> | undefined
}

/** The ways to continue to the next page. */
const WAYS: Record<string, (bucket: string, next: Record<string, string>) => Promise<Page>> = {
  'a continuation token': async (bucket, next) => {
    const page = await listed(bucket, next)
    const { nextContinuationToken: token } = page
    return { keys: keysOf(page), next: token === undefined ? undefined : { 'continuation-token': token } }
  },
  'the last key': async (bucket, next) => {
    const page = await listed(bucket, next)
    const last = keysOf(page).at(-1)
    return { keys: keysOf(page), next: page.isTruncated && last !== undefined ? { 'start-after': last } : undefined }
  },
  'the last key of versions': async (bucket, next) => {
    const query = { versions: '', 'max-keys': String(SIZE), ...next }
    const page = parseListVersions((await request({ method: 'GET', bucket, query })).text)
    const keys = page.versions
      .filter(({ isLatest, isDeleteMarker }) => isLatest && !isDeleteMarker)
      .map(({ key }) => key)
    const { nextKeyMarker: key, nextVersionIdMarker: version } = page
    if (!page.isTruncated || key === undefined) return { keys, next: undefined }
    return { keys, next: { 'key-marker': key, ...(version !== undefined && { 'version-id-marker': version }) } }
  },
}

async function listed(bucket: string, next: Record<string, string>) {
  const response = await request({
    method: 'GET',
    bucket,
    query: { 'list-type': '2', 'max-keys': String(SIZE), ...next },
  })
  expect(response.status).toBe(200)
  const reader = createListObjectsV2Reader()
  reader.write(Buffer.from(response.bytes))
  return reader.end()
}

const keysOf = ({ objects }: { objects: { key: string }[] }) => objects.map(({ key }) => key)
const remove = (bucket: string, key: string) => request({ method: 'DELETE', bucket, key })

/** What happens after a page that ended at `last`. */
const CHANGES: Record<string, (bucket: string, last: string, step: number) => Promise<unknown>> = {
  'the listed keys are deleted': (bucket, last) => (PASSING.includes(last) ? remove(bucket, last) : Promise.resolve()),
  'all temporary keys are deleted': (bucket) => Promise.all(PASSING.map((key) => remove(bucket, key))),
  'a key is added before the current position': (bucket, _, step) => given.object(bucket, `added/${step}`),
  'a key is added right after the current position': (bucket, last, step) =>
    given.object(bucket, `${last}-added-${step}`),
  'temporary keys are overwritten': (bucket) => Promise.all(PASSING.map((key) => given.object(bucket, key, 'again'))),
  'a key also becomes a folder': (bucket, last) => given.object(bucket, `${last}+/below`),
}

describe.each([undefined, 'Enabled'] as const)('pages in a bucket with versioning %s', (versioning) => {
  describe.each(Object.keys(WAYS))('that continue with %s', (way) => {
    test.each(Object.keys(CHANGES))('when %s in between', async (change) => {
      const bucket = await given.bucket(versioning)
      await Promise.all([...KEPT, ...PASSING].map((key) => given.object(bucket, key)))
      const seen: string[] = []
      let next: Record<string, string> | undefined = {}
      // Keys added after the current position are listed too, one per page, so there are more pages, but finitely many.
      for (let step = 0; next !== undefined && step < 60; step++) {
        const page: Page | undefined = await WAYS[way]?.(bucket, next)
        seen.push(...(page?.keys ?? []))
        const last = page?.keys.at(-1)
        if (last !== undefined && step < 8) await CHANGES[change]?.(bucket, last, step)
        next = page?.next
      }
      expect(next).toBeUndefined()
      const kept = new Set(KEPT)
      expect(seen.filter((key) => kept.has(key))).toEqual(KEPT)
    })
  })
})
