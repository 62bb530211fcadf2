import { expect, onTestFinished, test, vi } from 'vitest'
import { Config } from './config/config.ts'
import { removeStaleUploads } from './stale-uploads.ts'
import { METADATA, PATIENT, temporaryStore } from './store/testing/temporary-store.ts'

test('stale uploads are removed after the configured time', async () => {
  const { store } = await temporaryStore(onTestFinished)
  const config = new Config(store.documents)
  const end = removeStaleUploads({ store, config, log: () => undefined })
  onTestFinished(end)
  await store.createBucket('bkt')
  const { uploadId } = await store.createUpload('bkt', 'k', { metadata: METADATA, tags: {} })

  await config.set('api stale_uploads_cleanup_interval=5ms')
  const looked = vi.spyOn(store, 'abortUploadsBefore')
  await vi.waitFor(() => expect(looked).toHaveBeenCalled(), PATIENT)
  expect(store.getUpload('bkt', 'k', uploadId)).toMatchObject({ key: 'k' })

  await config.set('api stale_uploads_expiry=1ms')
  await vi.waitFor(() => expect(store.listUploads('bkt', { prefix: '', limit: 10 }).entries).toEqual([]), PATIENT)
})
