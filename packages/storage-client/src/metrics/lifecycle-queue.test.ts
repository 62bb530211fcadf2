import { expect, test } from 'vitest'
import { figureIn } from './lifecycle-queue.ts'

const NAME = 'minio_node_ilm_expiry_pending_tasks'

test.each([
  [`${NAME}{server="a:9000"} 5`, { field: 'expiryPending', node: 'a:9000', value: 5 }],
  [
    `${NAME}{pool="}",server="a:9000",set="1"}  1e3 1700000000`,
    { field: 'expiryPending', node: 'a:9000', value: 1000 },
  ],
  [`${NAME}{otherserver="a:9000"} 5`, undefined],
  [`${NAME}{server="a:9000"} NaN`, undefined],
  [`${NAME}{server="a:9000"}`, undefined],
  [`${NAME}} 5 {`, undefined],
  [`${NAME} 5`, undefined],
  ['minio_node_ilm_other{server="a:9000"} 5', undefined],
])('%s', (line, figure) => {
  expect(figureIn(line)).toEqual(figure)
})

test('a megabyte of labels without an end takes no longer than others', () => {
  const began = performance.now()
  for (const label of [',server="a"', ',server="a\\', ',server=', ' ']) {
    const labels = label.repeat(1_000_000 / label.length)
    for (const line of [`${NAME}{${labels}`, `${NAME}{${labels}} 5`, `${NAME}{} ${labels}`]) figureIn(line)
  }
  expect(performance.now() - began).toBeLessThan(5_000)
})
