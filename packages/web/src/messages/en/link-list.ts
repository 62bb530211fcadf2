import { messages } from '../messages.ts'

/** Links to all objects of a selection. */
export const linkList = messages('linkList', {
  title: 'List of links',
  purpose: 'Anyone with a link can read its object.',
  reading: 'Listing the objects',
  count_one: 'One link for {{number}} object.',
  count_other: 'One link for each of {{number}} objects.',
  none: 'The selection contains no objects.',
  tooMany: 'The selection contains more than {{number}} objects. Select fewer, or use Download commands.',
  create: 'Create links',
  creating: 'Creating links: {{number}} of {{total}}',
  list: 'Links',
  copy: 'Copy links',
  copied: 'The links were copied to the clipboard.',
  copyByHand: 'The browser doesn’t allow copying. The links are selected: copy them manually.',
  save: 'Save as text file',
  worksUntil: 'They work until {{time}}, or until you sign out.',
  failed_one: 'One object has no link. {{name}}: {{message}}',
  failed_other: '{{number}} objects have no link. The first one, {{name}}: {{message}}',
})
