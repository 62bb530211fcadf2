import { addMessages } from '../i18n.ts'

/** A bucket as it was. The labels of object-browser-and-tools 2 and 4 are kept as they are spelled there. */
export const rewind = {
  title: 'Rewind',
  button: 'Rewind',
  active: 'Rewind: shown as of {{moment}}',
  asking: 'Whether this bucket keeps versions is being asked',
  notVersioned: 'Only a bucket that keeps versions can be rewound. Turn versioning on in its settings, for what comes.',
  purpose: 'Shows the bucket as it was at a moment. Nothing is changed by it.',
  status: 'Current Status',
  statusHint: 'Shows the bucket as it is now.',
  moment: 'Rewind to',
  zone: 'In your time zone, {{zone}}.',
  missing: 'Choose a date and a time first',
  future: 'Choose a moment that has passed.',
  showRewind: 'Show Rewind Data',
  showCurrent: 'Show Current Data',
  below: 'As of {{moment}}. What was written since is not shown.',
  columns: { name: 'Name', date: 'Object Date', size: 'Size', deleted: 'Deleted' },
  yes: 'Yes',
  no: 'No',
  blocked: 'This is the past. Choose Show Current Data in the Rewind dialog first.',
  wasDeleted: 'It was deleted by then. Go to an earlier moment to download it.',
  empty: 'Nothing was here then',
  emptyHint: 'Go to a later moment, or back to the current data.',
} as const

addMessages('rewind', rewind)

declare module '../i18n.ts' {
  interface Messages {
    rewind: typeof rewind
  }
}
