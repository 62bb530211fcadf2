import { messages } from '../messages.ts'

/** A bucket as of an earlier time. Labels from object-browser-and-tools 2 and 4 keep their spelling. */
export const rewind = messages('rewind', {
  title: 'Rewind',
  button: 'Rewind',
  active: 'Rewind: shown as of {{moment}}',
  checking: 'Checking whether this bucket is versioned',
  notVersioned: 'Only a versioned bucket can be rewound. Enable versioning in its settings to rewind it from then on.',
  purpose: 'Shows the bucket as it was at a point in time. Nothing is changed.',
  status: 'Current Status',
  statusHint: 'Shows the bucket as it is now.',
  moment: 'Rewind to',
  zone: 'Time zone: {{zone}}',
  missing: 'Choose a date and a time first',
  future: 'Choose a time in the past.',
  showRewind: 'Show Rewind Data',
  showCurrent: 'Show Current Data',
  below: 'As of {{moment}}. Later changes aren’t shown.',
  columns: { name: 'Name', date: 'Object Date', size: 'Size', deleted: 'Deleted' },
  yes: 'Yes',
  no: 'No',
  blocked: 'You’re viewing past data. Choose Show Current Data in the Rewind dialog first.',
  wasDeleted: 'It had already been deleted at that time. Rewind to an earlier time to download it.',
  empty: 'Nothing existed here at that time',
  emptyHint: 'Choose a later time, or return to the current data.',
})
