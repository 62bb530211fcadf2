import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { startMessages } from '../../messages/i18n.ts'
import { rowLabels } from './row-labels.ts'

beforeAll(startMessages)

test('the labels of a row contain its name as it is, whatever it contains', () => {
  const labels = rowLabels(i18next.t)
  expect(labels.select('photos')).toBe('Select photos')
  expect(labels.moreActions('photos')).toBe('Actions for photos')
  for (const name of ['$& $1', '{{name}}', '$t(selectAll)', '\uFFFC'])
    expect(labels.select(name)).toBe(`Select ${name}`)
})
