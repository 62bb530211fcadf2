import { addMessages } from '../i18n.ts'

/** The heal page. */
export const heal = {
  title: 'Heal',
  purpose: 'Restore lost or damaged data from the other drives of an erasure set',
  notOffered: 'This storage server doesn’t support healing',
  notOfferedHint:
    'Healing restores lost or damaged data from other drives. It needs MinIO with several drives; this server stores its data on a single one.',
  form: 'What to heal',
  fields: { bucket: 'Bucket', prefix: 'Prefix', recursive: 'Recursive', deep: 'Deep scan', isForced: 'Force Start' },
  hints: {
    recursive: 'Heals the objects as well as the bucket itself.',
    deep: 'Reads all data and compares it with its checksums. This takes a long time.',
    isForced: 'Stops a heal of the same bucket and prefix first.',
  },
  selectBucket: 'Select Bucket',
  noBucket: 'Select a bucket first.',
  start: 'Start',
  forceStop: 'Force Stop',
  stopping: 'The heal is being stopped.',
  stopped: 'No heal of this bucket and prefix is running anymore.',
  locked: 'Stop the heal to start another one.',
  partial: 'These counts start when this console connected to the heal. Earlier results aren’t included.',
  progress: 'Progress',
  states: {
    running: 'Healing',
    reconnecting: 'Reconnecting… The heal continues on the server.',
    finished: 'Finished',
    stopped: 'Stopped',
    unknown: 'Connection lost',
  },
  figures: {
    itemsScanned: 'Items scanned',
    objectsScanned: 'Objects scanned',
    objectsHealed: 'Objects healed',
    itemsFailed: 'Not healed',
    bytesScanned: 'Data scanned',
    healDuration: 'Duration',
  },
  before: 'Before',
  after: 'After',
  colors: { Green: 'Green', Yellow: 'Yellow', Red: 'Red', Grey: 'Grey' },
  colorHints: {
    Green: 'Complete on all drives',
    Yellow: 'Missing on some drives, but readable',
    Red: 'Readable, but not if another drive fails',
    Grey: 'Missing on too many drives to be read',
  },
  drivesOk: '{{online}} of {{count}} drives',
  items: {
    title: 'Items that needed healing',
    none: 'No damaged or incomplete items so far.',
    name: 'Name',
    size: 'Size',
    kept: 'Only the last {{count}} are shown.',
  },
  background: {
    title: 'Background healing',
    scanned: 'Items scanned since the servers started: {{number}}.',
    none: 'No drive is being rebuilt.',
    offline: 'The server {{node}} doesn’t respond.',
    failed: 'The drive {{drive}} is {{state}}. Replace it, or check how it is mounted; MinIO then rebuilds it.',
    drive: 'Drive',
    place: 'Pool {{pool}}, set {{set}}',
    state: 'State',
    healing: 'Rebuilding',
    finished: 'Rebuilt',
    healed: 'Healed',
    failures: 'Not healed',
    bytes: 'Data',
    updated: 'Updated',
  },
  failures: {
    AccessDenied: 'You don’t have permission to heal data (admin:Heal). Ask an administrator for it.',
    NoSuchBucket: 'The bucket no longer exists. Select another one.',
    NoSuchHeal: 'The server no longer has this heal: it ended some time ago, or was stopped. Start it again if needed.',
    HealOverlaps:
      'Another heal is already running on part of this bucket. Wait until it finishes, or stop it with Force Stop for its bucket and prefix.',
    HealStopped: 'The heal stopped before it was complete. See Logs for the reason, then start it again.',
    NotInThisSetup: 'The storage server doesn’t support healing, which needs several drives.',
    noSocket:
      'No connection to the console. The heal continues on the server; open this page again to see its progress.',
    other: 'The storage server doesn’t respond. The page resumes automatically when it’s back.',
  },
} as const

declare module '../i18n.ts' {
  interface Messages {
    heal: typeof heal
  }
}

addMessages('heal', heal)
