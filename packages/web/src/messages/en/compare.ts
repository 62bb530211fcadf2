import { addMessages } from '../i18n.ts'

/** Two versions of an object beside each other. */
export const compare = {
  title: 'Compare versions of {{name}}',
  before: 'Version on the left',
  after: 'Version on the right',
  option: '{{number}}, {{time}}, {{id}}',
  latest: '{{number}} (latest)',
  done: 'Close',
  content: 'Content',
  properties: 'Properties',
  loading: 'Loading both versions',
  same: 'The content of both versions is the same.',
  sameStart: 'The first MiB of both versions is the same. The rest isn’t compared.',
  start: 'Only the first MiB of each version is compared.',
  noText: 'The content isn’t UTF-8 text, so it can’t be shown. {{verdict}}',
  sameETag: 'The ETags are the same, so the content is the same.',
  otherSize: 'The versions differ in size.',
  otherETag: 'The ETags differ, so the content may differ.',
  removed: 'Removed:',
  added: 'Added:',
  columns: { property: 'Property', change: 'Changed' },
  changed: 'Yes',
  unchanged: 'No',
  none: '–',
  unread: 'Some properties are missing. {{message}}',
  groups: { metadata: 'Metadata', tags: 'Tag' },
  names: {
    size: 'Size',
    modified: 'Last Modified',
    etag: 'ETag',
    storageClass: 'Storage Class',
    encryption: 'Encryption',
    legalHold: 'Legal Hold',
    retention: 'Retention',
  },
} as const

addMessages('compare', compare)

declare module '../i18n.ts' {
  interface Messages {
    compare: typeof compare
  }
}
