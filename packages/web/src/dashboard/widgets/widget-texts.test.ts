import { WIDGETS, type Widget } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { widgets } from '../../messages/en/widgets.ts'
import { withLegends } from './use-widget.ts'

test('in English the titles of widgets are those of the API', () => {
  expect(widgets.titles).toEqual(Object.fromEntries(WIDGETS.map(({ id, title }) => [`w${id}`, title])))
})

test('the words in the names of lines are translated, and what is no word of ours stays', () => {
  const targets = ['Data Received [{{server}}]', 'Used Space', '{{server,api}}', ''].map((legendFormat) => ({
    legendFormat,
    resultType: 'matrix' as const,
    result: [],
  }))
  const t = ((key: string) => `<${key}>`) as never
  const shown = withLegends({ targets } as unknown as Widget, t).targets.map(({ legendFormat }) => legendFormat)
  expect(shown).toEqual(['<legends.Data Received> [{{server}}]', '<legends.Used Space>', '{{server,api}}', ''])
})
