import { expect, onTestFinished, test, vi } from 'vitest'
import type { ObjectRecord } from '../store.ts'
import {
  bodyOf,
  dataFiles,
  LARGE,
  METADATA,
  PATIENT,
  putText,
  readAll,
  temporaryStore,
} from '../testing/temporary-store.ts'

class Refused extends Error {}

function unlessThere(current: ObjectRecord | undefined): void {
  if (current && !current.isDeleteMarker) throw new Refused()
}

test('only one of many conditional creations of a key succeeds, and the others leave nothing', async () => {
  const { store, dataDir } = await temporaryStore(onTestFinished)
  const puts = Array.from({ length: 10 }, (_, n) =>
    store.putObject('casks', 'k', bodyOf(Buffer.alloc(LARGE, `${n}`)), {
      metadata: METADATA,
      precondition: unlessThere,
    }),
  )
  const outcomes = await Promise.allSettled(puts)
  const winners = outcomes.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []))
  expect(winners).toHaveLength(1)
  expect((await readAll(store, 'casks', 'k')).equals(Buffer.alloc(LARGE, `${winners[0]}`))).toBe(true)
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(Refused)
  await vi.waitFor(async () => expect(await dataFiles(dataDir)).toHaveLength(1), PATIENT)
})

test('receives the latest version, which can be a delete marker, for every kind of write', async () => {
  const { store } = await temporaryStore(onTestFinished)
  await store.setVersioning('casks', 'Enabled')
  const seen: (ObjectRecord | undefined)[] = []
  const precondition = (current: ObjectRecord | undefined) => {
    seen.push(current)
    throw new Refused()
  }
  const { uploadId } = await store.createUpload('casks', 'k', { metadata: METADATA, tags: {} })
  const part = await store.putPart('casks', 'k', uploadId, 1, bodyOf('x'))
  const writes = [
    () => store.putObject('casks', 'k', bodyOf('new'), { metadata: METADATA, precondition }),
    () => store.copyObject({ bucket: 'casks', key: 'source' }, 'casks', 'k', { precondition }),
    () => store.completeUpload('casks', 'k', uploadId, [part], { precondition }),
    () => store.deleteObject('casks', 'k', { precondition }),
    () => store.deleteObject('casks', 'k', { versionId: 'null', precondition }),
  ]
  await putText(store, 'source')
  const refuseAll = async () => {
    for (const write of writes) await expect(write()).rejects.toBeInstanceOf(Refused)
    return seen.splice(0)
  }
  expect(await refuseAll()).toEqual(writes.map(() => undefined))
  const record = await putText(store, 'k')
  expect(await refuseAll()).toEqual(writes.map(() => record))
  const { versionId } = await store.deleteObject('casks', 'k')
  expect(await refuseAll()).toEqual(writes.map(() => expect.objectContaining({ versionId, isDeleteMarker: true })))
  expect(store.listVersions('casks', { prefix: 'k', limit: 10 }).entries).toHaveLength(2)
  await store.completeUpload('casks', 'k', uploadId, [part], { precondition: unlessThere })
})
