import { expect, it } from 'vitest'
import { clusterTone } from './cluster-tone.ts'

it.each([
  ['Bound', 'good'],
  ['Ready*', 'good'],
  ['Terminating', 'warn'],
  ['Lost', 'bad'],
  ['Available*', 'muted'],
  ['constructor', 'muted'],
])('shows %s as %s', (word, tone) => {
  expect(clusterTone(word)).toBe(tone)
})
