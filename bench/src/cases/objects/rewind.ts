/** A bucket with 100,000 versions at an earlier time, read in pages as the browser does. */
import { send } from '@cooperage/testkit'
import { decode } from '../../console-client.ts'
import type { Options } from '../../options.ts'
import { peakMib, resetPeak } from '../../process-cost.ts'
import { inTurn } from '../../repeat.ts'
import { atMost, type Row } from '../../result.ts'
import { SCALE, scaled } from '../../scale.ts'
import { onStage, type Stage } from '../../stage.ts'
import { fill } from './fill.ts'

const BUCKET = 'bench-past'
const VERSIONS_OF_A_KEY = 5
const SERVER_MIB = 150
const ENABLED = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'

interface Reading {
  firstPageMs: number
  allMs: number
}

export function measureRewind(options: Options): Promise<Row[]> {
  return onStage(options, async (stage) => {
    const versions = scaled(SCALE.versions, options)
    const keys = versions / VERSIONS_OF_A_KEY
    await request(stage, { method: 'PUT' })
    await request(stage, { method: 'PUT', query: { versioning: '' }, body: ENABLED })
    for (let version = 0; version < VERSIONS_OF_A_KEY; version++) {
      await fill(stage, BUCKET, keys, (index) => `paper-${String(index).padStart(6, '0')}.txt`)
    }
    const at = new Date(Date.now() + 1000).toISOString()
    const { pid } = stage.console
    resetPeak(pid)
    const { ours, direct } = await inTurn(options.repetitions, {
      ours: () => readPast(stage, at, keys),
      direct: () => readVersions(stage, versions),
    })
    const of = (all: readonly Reading[], name: keyof Reading) => all.map((reading) => reading[name])
    return [
      {
        what: `rewind over ${versions} versions, first 1,000 rows`,
        unit: 'ms',
        ours: of(ours, 'firstPageMs'),
        direct: of(direct, 'firstPageMs'),
      },
      { what: '… all of it', unit: 'ms', ours: of(ours, 'allMs'), direct: of(direct, 'allMs') },
      { what: '… console memory at most', unit: 'MiB', ours: [peakMib(pid)], target: atMost(SERVER_MIB, 'MiB') },
    ]
  })
}

async function request({ storage: { url, root } }: Stage, options: Omit<Parameters<typeof send>[0], 'url'>) {
  const response = await send({ url, credentials: root, bucket: BUCKET, ...options })
  if (response.status >= 300) throw new Error(`the storage server returned ${response.status} ${response.text}`)
  return response
}

async function readPast({ visitor }: Stage, at: string, keys: number): Promise<Reading> {
  const startedAt = performance.now()
  const reading = { firstPageMs: 0, allMs: 0 }
  const query = new URLSearchParams({ limit: '1000' })
  let found = 0
  for (;;) {
    const path = `/api/v1/buckets/${BUCKET}/rewind/${at}?${query}`
    const page = JSON.parse(decode(await visitor.get(path, { keepBody: true })).toString())
    const { objects, next } = page as { objects: unknown[]; next?: string }
    found += objects.length
    reading.firstPageMs ||= performance.now() - startedAt
    if (next === undefined) break
    query.set('after', next)
  }
  if (found !== keys) throw new Error(`the rewind shows ${found} of ${keys} objects`)
  return { ...reading, allMs: performance.now() - startedAt }
}

async function readVersions(stage: Stage, versions: number): Promise<Reading> {
  const startedAt = performance.now()
  const reading = { firstPageMs: 0, allMs: 0 }
  const query: Record<string, string> = { versions: '', 'max-keys': '1000' }
  let found = 0
  for (;;) {
    const { text } = await request(stage, { method: 'GET', query })
    found += text.split('<VersionId>').length - 1
    reading.firstPageMs ||= performance.now() - startedAt
    const [, key] = /<NextKeyMarker>(.*?)<\/NextKeyMarker>/.exec(text) ?? []
    if (key === undefined) break
    query['key-marker'] = key
    query['version-id-marker'] = /<NextVersionIdMarker>(.*?)<\/NextVersionIdMarker>/.exec(text)?.[1] ?? ''
  }
  if (found !== versions) throw new Error(`the storage lists ${found} of ${versions} versions`)
  return { ...reading, allMs: performance.now() - startedAt }
}
