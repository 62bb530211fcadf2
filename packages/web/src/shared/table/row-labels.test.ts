import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { startMessages } from '../../messages/i18n.ts'
import { type Translate, textsOf } from '../../messages/use-texts.ts'
import { rowLabels } from './row-labels.ts'

beforeAll(startMessages)

test('the labels of a row contain its name as it is, whatever it contains', () => {
  const labels = rowLabels(textsOf('shared'))
  expect(labels.select('photos')).toBe('Select photos')
  expect(labels.moreActions('photos')).toBe('Actions for photos')
  expect(labels.action('Delete', 'photos')).toBe('Delete photos')
  for (const name of ['$& $1', '{{name}}', '$t(selectAll)', '\uFFFC'])
    expect([labels.select(name), labels.action('Delete', name)]).toEqual([`Select ${name}`, `Delete ${name}`])
})

test('an action on a row is named in the order that the language has', () => {
  i18next.addResourceBundle('de', 'shared', { rowAction: '{{name}}: {{action}}' })
  expect(rowLabels(i18next.getFixedT('de', 'shared') as unknown as Translate).action('Löschen', 'photos')).toBe(
    'photos: Löschen',
  )
})
