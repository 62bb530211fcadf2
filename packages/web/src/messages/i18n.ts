import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { anonymousRules } from './en/anonymous-rules.ts'
import type { bucket } from './en/bucket.ts'
import type { bucketEvents } from './en/bucket-events.ts'
import type { buckets } from './en/buckets.ts'
import type { bulk } from './en/bulk.ts'
import type { codeEditor } from './en/code-editor.ts'
import type { copying } from './en/copying.ts'
import type { createBucket } from './en/create-bucket.ts'
import type { emptyBucket } from './en/empty-bucket.ts'
import type { exposure } from './en/exposure.ts'
import type { fields } from './en/fields.ts'
import type { goTo } from './en/go-to.ts'
import type { guide } from './en/guide.ts'
import type { jobs } from './en/jobs.ts'
import type { lifecycle } from './en/lifecycle.ts'
import type { objectDetail } from './en/object-detail.ts'
import type { objects } from './en/objects.ts'
import type { policies } from './en/policies.ts'
import type { replication } from './en/replication.ts'
import type { rewind } from './en/rewind.ts'
import { session } from './en/session.ts'
import { shared } from './en/shared.ts'
import type { shell } from './en/shell.ts'
import type { transfers } from './en/transfers.ts'
import type { unfinishedUploads } from './en/unfinished-uploads.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shared'
    resources: {
      anonymousRules: typeof anonymousRules
      bucket: typeof bucket
      bucketEvents: typeof bucketEvents
      buckets: typeof buckets
      bulk: typeof bulk
      codeEditor: typeof codeEditor
      copying: typeof copying
      createBucket: typeof createBucket
      emptyBucket: typeof emptyBucket
      exposure: typeof exposure
      fields: typeof fields
      guide: typeof guide
      jobs: typeof jobs
      lifecycle: typeof lifecycle
      objectDetail: typeof objectDetail
      goTo: typeof goTo
      objects: typeof objects
      policies: typeof policies
      replication: typeof replication
      rewind: typeof rewind
      unfinishedUploads: typeof unfinishedUploads
      session: typeof session
      shared: typeof shared
      shell: typeof shell
      transfers: typeof transfers
    }
  }
}

/** Starts the messages with what every page needs; a feature adds its own when it is loaded, with {@link addMessages}. */
export async function startMessages(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    defaultNS: 'shared',
    resources: { en: { shared, session } },
    interpolation: { escapeValue: false },
    initAsync: false,
  })
}

/** Adds the messages of a feature; called once where the feature's code is loaded. */
export function addMessages(namespace: string, messages: object): void {
  i18next.addResourceBundle('en', namespace, messages)
}
