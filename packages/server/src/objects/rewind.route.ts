import { type RewoundEntry, rewindObjects } from '@cooperage/contract'
import { validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { sendJsonStream } from './json-stream.ts'
import { type RewoundBatch, rewoundEntries } from './rewind/rewound-entries.ts'

/** How long one page reads before it returns how far it got. */
const PAGE_MS = 2_000

export function rewindRoute({ routes }: Registry): void {
  routes.withSession(
    rewindObjects,
    async ({ params, query, storage, request, reply }) => {
      const bucket = validBucketName(params.bucket)
      const { prefix, limit, after } = query
      const batches = rewoundEntries(storage, bucket, { prefix, at: Date.parse(params.date), after })
      if (limit !== undefined) return await pageOf(batches, limit)
      // An error in the first batch can still be returned with a status.
      const first = await batches.next()
      return await sendJsonStream(request, reply, pieces(first.done ? [] : first.value.entries, batches))
    },
    { isLong: true },
  )
}

async function pageOf(
  batches: AsyncIterable<RewoundBatch>,
  limit: number,
): Promise<{ objects: RewoundEntry[]; next?: string }> {
  const end = performance.now() + PAGE_MS
  const objects: RewoundEntry[] = []
  for await (const { entries, through } of batches) {
    const room = limit - objects.length
    objects.push(...entries.slice(0, room))
    if (entries.length > room) return { objects, next: objects.at(-1)?.name ?? '' }
    if (objects.length === limit || performance.now() > end) return { objects, next: through }
  }
  return { objects }
}

/** `{"objects":[…],"total":n}`, one piece per batch. */
async function* pieces(first: RewoundEntry[], rest: AsyncIterable<RewoundBatch>): AsyncGenerator<string> {
  let total = 0
  const text = (entries: RewoundEntry[]) =>
    entries.map((entry) => (total++ === 0 ? '' : ',') + JSON.stringify(entry)).join('')
  yield `{"objects":[${text(first)}`
  for await (const { entries } of rest) yield text(entries)
  yield `],"total":${total}}`
}
